"""How a model takes new ids along: code for the embeddings of transformers, and for a GGUF file."""

from __future__ import annotations

import json
import os

from workbench.formats.snippets import Snippet

_MAP = '"field.id_map.npz"'
RESIZE = f"""\
import numpy as np
import torch

found = np.load({_MAP})
rows = np.split(found["parts"], found["part_ends"][:-1])


def layers():
    both = model.get_input_embeddings(), model.get_output_embeddings()
    return [layer for layer in both if layer is not None]


old = [layer.weight.data.clone() for layer in layers()]
model.resize_token_embeddings(len(rows))
new = [layer.weight.data for layer in layers()]
with torch.no_grad():
    for before, after in zip(old, new):
        for new_id, old_ids in enumerate(rows):
            if len(old_ids):
                after[new_id] = before[torch.as_tensor(old_ids)].mean(0)
"""  # `model` of transformers; the manual has the same
GGUF = f"""\
import gguf
import numpy as np

found = np.load({_MAP})
rows = np.split(found["parts"], found["part_ends"][:-1])
model, vocab = gguf.GGUFReader("model.gguf"), gguf.GGUFReader("field.gguf")
arch = model.fields["general.architecture"].contents()
writer = gguf.GGUFWriter("model-field.gguf", arch)
written = ("GGUF.", "general.architecture", arch + ".vocab_size")
for source, of_vocab in ((model, False), (vocab, True)):
    for key, field in source.fields.items():
        if key.startswith("tokenizer.") == of_vocab and not key.startswith(written):
            sub_type = field.types[-1] if len(field.types) > 1 else None
            writer.add_key_value(key, field.contents(), field.types[0], sub_type)
writer.add_vocab_size(len(rows))
for tensor in model.tensors:
    data, kind = tensor.data, tensor.tensor_type
    if tensor.name in ("token_embd.weight", "output.weight"):
        before = gguf.dequantize(data, kind)
        data = np.tile(before.mean(0), (len(rows), 1))
        for new_id, old_ids in enumerate(rows):
            if len(old_ids):
                data[new_id] = before[old_ids].mean(0)
        data, kind = data.astype(np.float16), gguf.GGMLQuantizationType.F16
    writer.add_tensor(tensor.name, data, raw_dtype=kind)
writer.write_header_to_file()
writer.write_kv_data_to_file()
writer.write_tensors_to_file()
writer.close()
"""  # the manual has the same


def taking_along(map_path: str | os.PathLike[str], path: str, format_name: str) -> tuple[Snippet, ...]:
    """Return how a model takes the ids of a tokenizer's file along.

    Args:
        map_path: of the map of ids, in numpy's format.
        path, format_name: of the tokenizer's file; GGUF has its own way.

    """
    own = Snippet("Resize the embeddings of model in transformers", RESIZE)
    snippets = (Snippet("Give a GGUF model this vocabulary", GGUF), own) if format_name == "gguf" else (own,)
    names = {_MAP: map_path, '"field.gguf"': path}
    return tuple(Snippet(each.title, _named(each.code, names)) for each in snippets)


def _named(code: str, names: dict[str, str | os.PathLike[str]]) -> str:
    for example, path in names.items():
        code = code.replace(example, json.dumps(os.path.basename(os.fspath(path))))
    return code
