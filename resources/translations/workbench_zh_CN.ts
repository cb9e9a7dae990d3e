<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
<name>AboutDialog</name>
<message>
<source>About Tokenizer workbench</source>
<translation type="unfinished" />
</message>
<message>
<source>Close</source>
<translation type="unfinished" />
</message>
<message>
<source>Free software under the MIT license.</source>
<translation type="unfinished" />
</message>
<message>
<source>Licenses of the libraries</source>
<translation type="unfinished" />
</message>
<message>
<source>Shows how text becomes tokens, and trains small tokenizers without code.</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokenizer workbench</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>AccountView</name>
<message>
<source> and more</source>
<translation type="unfinished" />
</message>
<message numerus="yes">
<source>%n bytes</source>
<extracomment>of one: %n byte</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>How much is used?</source>
<translation type="unfinished" />
</message>
<message>
<source>PDF files</source>
<translation type="unfinished" />
</message>
<message>
<source>Read the whole corpus to see how much of it is used</source>
<translation type="unfinished" />
</message>
<message>
<source>all accounted for</source>
<translation type="unfinished" />
</message>
<message>
<source>beyond the sample</source>
<translation type="unfinished" />
</message>
<message>
<source>broken lines</source>
<translation type="unfinished" />
</message>
<message>
<source>changed meanwhile</source>
<translation type="unfinished" />
</message>
<message>
<source>damaged files</source>
<translation type="unfinished" />
</message>
<message>
<source>e-books</source>
<translation type="unfinished" />
</message>
<message>
<source>field is not text</source>
<translation type="unfinished" />
</message>
<message>
<source>held out</source>
<translation type="unfinished" />
</message>
<message>
<source>hidden files</source>
<translation type="unfinished" />
</message>
<message>
<source>left out by you</source>
<translation type="unfinished" />
</message>
<message>
<source>not in the encoding</source>
<translation type="unfinished" />
</message>
<message>
<source>not text</source>
<translation type="unfinished" />
</message>
<message>
<source>office documents</source>
<translation type="unfinished" />
</message>
<message>
<source>other fields</source>
<translation type="unfinished" />
</message>
<message>
<source>other names</source>
<translation type="unfinished" />
</message>
<message>
<source>other reasons</source>
<translation type="unfinished" />
</message>
<message>
<source>records too long</source>
<translation type="unfinished" />
</message>
<message>
<source>removed by cleaning</source>
<translation type="unfinished" />
</message>
<message>
<source>replaced</source>
<translation type="unfinished" />
</message>
<message>
<source>short rows</source>
<translation type="unfinished" />
</message>
<message>
<source>skipped</source>
<translation type="unfinished" />
</message>
<message>
<source>skipped: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>tar archives</source>
<translation type="unfinished" />
</message>
<message>
<source>unreadable files</source>
<translation type="unfinished" />
</message>
<message>
<source>used as they are</source>
<translation type="unfinished" />
</message>
<message>
<source>without the field</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Actions</name>
<message>
<source>&amp;About Tokenizer workbench</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;All panels</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Built from: the whole word</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Cancel training</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Close the tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Code</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Command palette…</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Compare</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Copy</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Dark</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Decode a file…</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Decode ids…</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Edit</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Error bars and sources…</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Export…</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Fetch published…</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;File</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Find…</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Float this panel</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Forget everything…</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Graphemes</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Help</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Inspect</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Invalid bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Keyboard shortcuts</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Licenses…</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Light</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Merge by hand…</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;New session</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Next panel</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Next tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Open…</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Panels</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Paste</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Pause or resume</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Previous tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Quit</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Redo</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Rename…</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Report a problem…</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Reset this layout</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Right to left</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Sample text</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Sample tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Save</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Show session folder</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Train</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Undo</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;View</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Vocabulary</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Vocabulary size</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;When does this word become one token?</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Zoom</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Zoom out</source>
<translation type="unfinished" />
</message>
<message>
<source>A training is running</source>
<translation type="unfinished" />
</message>
<message>
<source>A&amp;ctual size</source>
<translation type="unfinished" />
</message>
<message>
<source>Add &amp;files…</source>
<translation type="unfinished" />
</message>
<message>
<source>Add 1,000 &amp;merges</source>
<translation type="unfinished" />
</message>
<message>
<source>Add Python's source code and documentation from this computer</source>
<translation type="unfinished" />
</message>
<message>
<source>Add a f&amp;older…</source>
<translation type="unfinished" />
</message>
<message>
<source>Add all text files of a folder to the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Add text files to the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Add the &amp;sample text</source>
<translation type="unfinished" />
</message>
<message>
<source>Add the P&amp;ython library</source>
<translation type="unfinished" />
</message>
<message>
<source>Add the bundled sample text to the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Add, remove or renumber tokens in a copy of the open tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Appearan&amp;ce</source>
<translation type="unfinished" />
</message>
<message>
<source>Browse the tokens of the open tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>C&amp;olor</source>
<translation type="unfinished" />
</message>
<message>
<source>Chan&amp;ge a copy…</source>
<translation type="unfinished" />
</message>
<message>
<source>Characters of several code points: marks, emoji, flags, conjuncts</source>
<translation type="unfinished" />
</message>
<message>
<source>Chat &amp;beside the text</source>
<translation type="unfinished" />
</message>
<message>
<source>Check the files of the corpus for changes</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose text and options for a new tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Co&amp;unt a folder…</source>
<translation type="unfinished" />
</message>
<message>
<source>Color by &amp;order</source>
<translation type="unfinished" />
</message>
<message>
<source>Color by fre&amp;quency</source>
<translation type="unfinished" />
</message>
<message>
<source>Color by len&amp;gth</source>
<translation type="unfinished" />
</message>
<message>
<source>Color by ran&amp;k</source>
<translation type="unfinished" />
</message>
<message>
<source>Color tokens by how early they were learned</source>
<translation type="unfinished" />
</message>
<message>
<source>Color tokens by how often they occur in the text</source>
<translation type="unfinished" />
</message>
<message>
<source>Color tokens by their length in bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>Com&amp;piled kernels</source>
<translation type="unfinished" />
</message>
<message>
<source>Compare tokenizers</source>
<translation type="unfinished" />
</message>
<message>
<source>Context &amp;limit…</source>
<translation type="unfinished" />
</message>
<message>
<source>Continue the last run without counting the text again</source>
<translation type="unfinished" />
</message>
<message>
<source>Convert the open tokenizer to another format, and prove it</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy a picture of the colored tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy a&amp;s</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy as &amp;HTML</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy as &amp;ids</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy as Python &amp;list</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy as i&amp;mage</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy as token &amp;strings</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy comman&amp;d to count elsewhere</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy the colored tokens as a web page with ids and bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy the ids as a Python or JSON list</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy the ids of the selection, or of the whole text</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy the shell command that counts the corpus on other machines</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy the tokens, one per line, with reversible escapes</source>
<translation type="unfinished" />
</message>
<message>
<source>Count every &amp;byte of the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Count the pairs of a text or of ids, and merge them one by one</source>
<translation type="unfinished" />
</message>
<message>
<source>Count the tokens of each file of a folder</source>
<translation type="unfinished" />
</message>
<message>
<source>Cu&amp;t</source>
<translation type="unfinished" />
</message>
<message>
<source>Dark text on white</source>
<translation type="unfinished" />
</message>
<message>
<source>Delete everything that this program has kept</source>
<translation type="unfinished" />
</message>
<message>
<source>Download a vocabulary from its publisher</source>
<translation type="unfinished" />
</message>
<message>
<source>Edit the split pattern and see its effect on the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Encode a f&amp;ile…</source>
<translation type="unfinished" />
</message>
<message>
<source>Encode a text file of any size as a file of ids</source>
<translation type="unfinished" />
</message>
<message>
<source>Encode data set…</source>
<translation type="unfinished" />
</message>
<message>
<source>Encode the corpus, or files and folders, to shards of ids</source>
<translation type="unfinished" />
</message>
<message>
<source>Encode the text of a special token as that token, not as plain text</source>
<translation type="unfinished" />
</message>
<message>
<source>Encode with the whole vocabulary again</source>
<translation type="unfinished" />
</message>
<message>
<source>F&amp;ull screen</source>
<translation type="unfinished" />
</message>
<message>
<source>Find &amp;next</source>
<translation type="unfinished" />
</message>
<message>
<source>Find and replace in the text</source>
<translation type="unfinished" />
</message>
<message>
<source>Find any action by typing</source>
<translation type="unfinished" />
</message>
<message>
<source>Find pre&amp;vious</source>
<translation type="unfinished" />
</message>
<message>
<source>Find text, a regular expression, bytes or ids in the text</source>
<translation type="unfinished" />
</message>
<message>
<source>Follow the &amp;system</source>
<translation type="unfinished" />
</message>
<message>
<source>Go to the next match or occurrence of the selected token</source>
<translation type="unfinished" />
</message>
<message>
<source>Go to the next place where the compared tokenizers differ</source>
<translation type="unfinished" />
</message>
<message>
<source>Go to the previous match or occurrence of the selected token</source>
<translation type="unfinished" />
</message>
<message>
<source>Go to the previous place where the compared tokenizers differ</source>
<translation type="unfinished" />
</message>
<message>
<source>Go to the slider that limits the vocabulary</source>
<translation type="unfinished" />
</message>
<message>
<source>Hebrew and Arabic, mixed with left-to-right text</source>
<translation type="unfinished" />
</message>
<message>
<source>How sure the vocabulary is, and where its tokens came from</source>
<translation type="unfinished" />
</message>
<message>
<source>Ids beside the te&amp;xt</source>
<translation type="unfinished" />
</message>
<message>
<source>Ids under t&amp;he tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Invalid UTF-8, control characters and unassigned characters</source>
<translation type="unfinished" />
</message>
<message>
<source>Light text on black</source>
<translation type="unfinished" />
</message>
<message>
<source>Line numbers</source>
<translation type="unfinished" />
</message>
<message>
<source>Load the text shown at the first start</source>
<translation type="unfinished" />
</message>
<message>
<source>Ma&amp;nual</source>
<translation type="unfinished" />
</message>
<message>
<source>Make the text larger</source>
<translation type="unfinished" />
</message>
<message>
<source>Make the text smaller</source>
<translation type="unfinished" />
</message>
<message>
<source>Move the focus to the next panel</source>
<translation type="unfinished" />
</message>
<message>
<source>Ne&amp;xt difference</source>
<translation type="unfinished" />
</message>
<message>
<source>No token with merges is selected</source>
<translation type="unfinished" />
</message>
<message>
<source>No training is running</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing is selected</source>
<translation type="unfinished" />
</message>
<message>
<source>Only one tokenizer is open</source>
<translation type="unfinished" />
</message>
<message>
<source>Open &amp;recent</source>
<translation type="unfinished" />
</message>
<message>
<source>Open a file of ids and show its text</source>
<translation type="unfinished" />
</message>
<message>
<source>Open a tokenizer or a text</source>
<translation type="unfinished" />
</message>
<message>
<source>Open any file as text</source>
<translation type="unfinished" />
</message>
<message>
<source>Open as &amp;text…</source>
<translation type="unfinished" />
</message>
<message>
<source>Open the tokenizer that comes with the program</source>
<translation type="unfinished" />
</message>
<message>
<source>P&amp;resentation size</source>
<translation type="unfinished" />
</message>
<message>
<source>Panel: {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>Pipeline vie&amp;w</source>
<translation type="unfinished" />
</message>
<message>
<source>Previe&amp;w the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Previous d&amp;ifference</source>
<translation type="unfinished" />
</message>
<message>
<source>R&amp;epeat this training</source>
<translation type="unfinished" />
</message>
<message>
<source>R&amp;eplace…</source>
<translation type="unfinished" />
</message>
<message>
<source>Re&amp;gex lab</source>
<translation type="unfinished" />
</message>
<message>
<source>Read about the focused panel</source>
<translation type="unfinished" />
</message>
<message>
<source>Read the whole corpus to see how much of it is used</source>
<translation type="unfinished" />
</message>
<message>
<source>Redo the last undone change</source>
<translation type="unfinished" />
</message>
<message>
<source>Rename the current tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Resc&amp;an the sources</source>
<translation type="unfinished" />
</message>
<message>
<source>Reset the text to its normal size</source>
<translation type="unfinished" />
</message>
<message>
<source>Restore the default layout of this task</source>
<translation type="unfinished" />
</message>
<message>
<source>Roles and c&amp;hat template…</source>
<translation type="unfinished" />
</message>
<message>
<source>S&amp;paces and line ends</source>
<translation type="unfinished" />
</message>
<message>
<source>Sa&amp;ve text as…</source>
<translation type="unfinished" />
</message>
<message>
<source>Save &amp;as…</source>
<translation type="unfinished" />
</message>
<message>
<source>Save te&amp;xt</source>
<translation type="unfinished" />
</message>
<message>
<source>Save the colored tokens as a web page, PNG or SVG</source>
<translation type="unfinished" />
</message>
<message>
<source>Save the open tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Save the open tokenizer under another name</source>
<translation type="unfinished" />
</message>
<message>
<source>Save the text to another file, byte for byte</source>
<translation type="unfinished" />
</message>
<message>
<source>Save the text to its file, byte for byte</source>
<translation type="unfinished" />
</message>
<message>
<source>Save to&amp;kens as…</source>
<translation type="unfinished" />
</message>
<message>
<source>Scripts, lengths and frequent pieces of the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>See how text becomes tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Select &amp;all</source>
<translation type="unfinished" />
</message>
<message>
<source>Sessio&amp;n</source>
<translation type="unfinished" />
</message>
<message>
<source>Settin&amp;gs…</source>
<translation type="unfinished" />
</message>
<message>
<source>Show a source line by line, before and after cleaning</source>
<translation type="unfinished" />
</message>
<message>
<source>Show and copy a report of versions and the last problems</source>
<translation type="unfinished" />
</message>
<message>
<source>Show every panel at once</source>
<translation type="unfinished" />
</message>
<message>
<source>Show line numbers in short texts too</source>
<translation type="unfinished" />
</message>
<message>
<source>Show or hide this panel</source>
<translation type="unfinished" />
</message>
<message>
<source>Show spaces and line &amp;ends</source>
<translation type="unfinished" />
</message>
<message>
<source>Show spaces and line ends as marks</source>
<translation type="unfinished" />
</message>
<message>
<source>Show the &amp;first steps</source>
<translation type="unfinished" />
</message>
<message>
<source>Show the character for each byte in GPT-2's and CLIP's files</source>
<translation type="unfinished" />
</message>
<message>
<source>Show the folder where sessions are kept</source>
<translation type="unfinished" />
</message>
<message>
<source>Show the id under each token</source>
<translation type="unfinished" />
</message>
<message>
<source>Show the ids in a panel beside the text, line by line</source>
<translation type="unfinished" />
</message>
<message>
<source>Show the keys of all commands</source>
<translation type="unfinished" />
</message>
<message>
<source>Show the licenses of all that comes with the program</source>
<translation type="unfinished" />
</message>
<message>
<source>Show the line at the caret, stage by stage</source>
<translation type="unfinished" />
</message>
<message>
<source>Show the merge trees of all tokens of the word</source>
<translation type="unfinished" />
</message>
<message>
<source>Show the whole window larger, for an audience</source>
<translation type="unfinished" />
</message>
<message>
<source>Show where the text exceeds a model's context</source>
<translation type="unfinished" />
</message>
<message>
<source>Show whether the compiled kernels are active, and why</source>
<translation type="unfinished" />
</message>
<message>
<source>Show which special token has which role, and the chat template</source>
<translation type="unfinished" />
</message>
<message>
<source>Six colors in turn, so that neighbors differ</source>
<translation type="unfinished" />
</message>
<message>
<source>Source code, web addresses and numbers</source>
<translation type="unfinished" />
</message>
<message>
<source>Start over; unsaved tokenizers stay open</source>
<translation type="unfinished" />
</message>
<message>
<source>Start t&amp;raining</source>
<translation type="unfinished" />
</message>
<message>
<source>Stat&amp;istics of the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Step through the &amp;merges</source>
<translation type="unfinished" />
</message>
<message>
<source>Step through the merges of the selected word</source>
<translation type="unfinished" />
</message>
<message>
<source>Stop here and &amp;keep</source>
<translation type="unfinished" />
</message>
<message>
<source>Stop training now and keep the tokens learned so far</source>
<translation type="unfinished" />
</message>
<message>
<source>Switch to the next open tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Switch to the previous open tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Texts to tr&amp;y</source>
<translation type="unfinished" />
</message>
<message>
<source>The &amp;byte alphabet…</source>
<translation type="unfinished" />
</message>
<message>
<source>The text has no tokens yet</source>
<translation type="unfinished" />
</message>
<message>
<source>The whole vocabulary is in use</source>
<translation type="unfinished" />
</message>
<message>
<source>Theme, motion, what is kept, memory, proxy</source>
<translation type="unfinished" />
</message>
<message>
<source>There is nothing to redo</source>
<translation type="unfinished" />
</message>
<message>
<source>There is nothing to undo</source>
<translation type="unfinished" />
</message>
<message>
<source>This tokenizer has no merges in order</source>
<translation type="unfinished" />
</message>
<message>
<source>This tokenizer has no record of its training</source>
<translation type="unfinished" />
</message>
<message>
<source>This tokenizer has no roles or chat template</source>
<translation type="unfinished" />
</message>
<message>
<source>This tokenizer has no special tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>To&amp;kenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Train a &amp;tokenizer…</source>
<translation type="unfinished" />
</message>
<message>
<source>Train a tokenizer on the bundled sample text</source>
<translation type="unfinished" />
</message>
<message>
<source>Train a tokenizer on your own text</source>
<translation type="unfinished" />
</message>
<message>
<source>Train again from the record; the result is the same file</source>
<translation type="unfinished" />
</message>
<message>
<source>Train on the corpus until the selected word becomes one token</source>
<translation type="unfinished" />
</message>
<message>
<source>Train on the sample</source>
<translation type="unfinished" />
</message>
<message>
<source>Treat special to&amp;kens as special</source>
<translation type="unfinished" />
</message>
<message>
<source>Type or paste ids and see their text</source>
<translation type="unfinished" />
</message>
<message>
<source>Undo the last change to the text</source>
<translation type="unfinished" />
</message>
<message>
<source>Undock the focused panel, or dock it again</source>
<translation type="unfinished" />
</message>
<message>
<source>Use the system's light or dark theme</source>
<translation type="unfinished" />
</message>
<message>
<source>Use the whole v&amp;ocabulary</source>
<translation type="unfinished" />
</message>
<message>
<source>White space, line ends and invisible characters</source>
<translation type="unfinished" />
</message>
<message>
<source>Write a conversation and see its tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Zoo&amp;m in</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>AddDialog</name>
<message>
<source>A list of tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Add each line unchanged</source>
<translation type="unfinished" />
</message>
<message>
<source>Add the lines of a text file</source>
<translation type="unfinished" />
</message>
<message>
<source>Add tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Add “ word” for each “word”</source>
<translation type="unfinished" />
</message>
<message>
<source>Add “word” and “ word” for each line</source>
<translation type="unfinished" />
</message>
<message>
<source>As written</source>
<translation type="unfinished" />
</message>
<message>
<source>Both</source>
<translation type="unfinished" />
</message>
<message>
<source>From a file…</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave out what cannot be added, and list it</source>
<translation type="unfinished" />
</message>
<message>
<source>Lines inserted</source>
<translation type="unfinished" />
</message>
<message>
<source>One token per line. Spaces are part of a token: “ word” is the word inside a sentence.</source>
<translation type="unfinished" />
</message>
<message>
<source>Spaces</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens, one per line</source>
<translation type="unfinished" />
</message>
<message>
<source>With a space before</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Adding</name>
<message>
<source>Add a folder to the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Add files to the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Add files…</source>
<translation type="unfinished" />
</message>
<message>
<source>Add folder…</source>
<translation type="unfinished" />
</message>
<message>
<source>The Python library</source>
<translation type="unfinished" />
</message>
<message>
<source>The clipboard contains no file paths.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use the sample</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>AlignedView</name>
<message>
<source>N and P go to the next and the previous difference</source>
<translation type="unfinished" />
</message>
<message>
<source>Text under each tokenizer</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>AlignedWords</name>
<message>
<source>All cut this text alike</source>
<translation type="unfinished" />
</message>
<message>
<source>All need as many tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Faint: {names} may still cut it elsewhere.</source>
<translation type="unfinished" />
</message>
<message>
<source>Line over letters, * before a number: not given back by {names}, which is not ranked there.</source>
<translation type="unfinished" />
</message>
<message>
<source>Line under a box, compared with A: solid cuts less, dashed more, dotted elsewhere.</source>
<translation type="unfinished" />
</message>
<message>
<source>Some token positions of {names} are approximate.</source>
<translation type="unfinished" />
</message>
<message>
<source>Too long to align all of it: what you see is aligned</source>
<translation type="unfinished" />
</message>
<message>
<source>cuts elsewhere than A</source>
<translation type="unfinished" />
</message>
<message>
<source>cuts less than A</source>
<translation type="unfinished" />
</message>
<message>
<source>cuts more than A</source>
<translation type="unfinished" />
</message>
<message>
<source>not given back as it is</source>
<translation type="unfinished" />
</message>
<message>
<source>{names} need fewest tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>{names} not ranked</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Around</name>
<message>
<source>end {n}</source>
<translation type="unfinished" />
</message>
<message>
<source>limit {n}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>BaseStrip</name>
<message>
<source>An id in the changes may be another token now. Look through them first.</source>
<translation type="unfinished" />
</message>
<message>
<source>Open it again</source>
<translation type="unfinished" />
</message>
<message>
<source>Save as…</source>
<translation type="unfinished" />
</message>
<message>
<source>The draft works on the tokenizer as it was opened.</source>
<translation type="unfinished" />
</message>
<message>
<source>The draft works on the tokenizer that is open. Save that; otherwise the draft waits at the next start until the file is back.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use it as it is now</source>
<translation type="unfinished" />
</message>
<message>
<source>it had {before}, and has {now}</source>
<translation type="unfinished" />
</message>
<message>
<source>of {now} some are others</source>
<translation type="unfinished" />
</message>
<message>
<source>{file} was changed by another program.</source>
<translation type="unfinished" />
</message>
<message>
<source>{file} was moved or deleted.</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} has changed since this draft was made: {sizes}.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>BeforeCard</name>
<message>
<source>It can be written, with these differences:</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing is lost.</source>
<translation type="unfinished" />
</message>
<message>
<source>Some texts would get other ids. The proof can be tried, but nothing is written:</source>
<translation type="unfinished" />
</message>
<message>
<source>The file itself holds everything.</source>
<translation type="unfinished" />
</message>
<message>
<source>This format cannot store the tokenizer:</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>BeforeRun</name>
<message numerus="yes">
<source>%n bytes are not UTF-8</source>
<extracomment>of one: %n byte is not UTF-8</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n files left out</source>
<extracomment>of one: %n file left out</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n parts of the text cannot be read</source>
<extracomment>of one: %n part of the text cannot be read</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>Add text to the corpus first.</source>
<translation type="unfinished" />
</message>
<message>
<source>Before the start</source>
<translation type="unfinished" />
</message>
<message>
<source>Count every byte, in Corpus, shows where</source>
<translation type="unfinished" />
</message>
<message>
<source>Fewer tokens than requested</source>
<translation type="unfinished" />
</message>
<message>
<source>Last run</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave out</source>
<translation type="unfinished" />
</message>
<message>
<source>Limit tokens to {n}</source>
<translation type="unfinished" />
</message>
<message>
<source>More memory than this computer has</source>
<translation type="unfinished" />
</message>
<message>
<source>No estimate for this text</source>
<translation type="unfinished" />
</message>
<message>
<source>No problems found in the part read</source>
<translation type="unfinished" />
</message>
<message>
<source>No problems found in this text</source>
<translation type="unfinished" />
</message>
<message>
<source>One piece has {n} bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>Perhaps fewer tokens than requested</source>
<translation type="unfinished" />
</message>
<message>
<source>Scanning the text…</source>
<translation type="unfinished" />
</message>
<message>
<source>Show the last run again</source>
<translation type="unfinished" />
</message>
<message>
<source>Slow pattern</source>
<translation type="unfinished" />
</message>
<message>
<source>Start training</source>
<translation type="unfinished" />
</message>
<message numerus="yes">
<source>The text contains {text} %n times</source>
<extracomment>of one: The text contains {text} %n time</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>This text is too large without a split</source>
<translation type="unfinished" />
</message>
<message>
<source>Train a tokenizer on your own text</source>
<translation type="unfinished" />
</message>
<message>
<source>Training joins the pieces that your text repeats most, merge by merge.</source>
<translation type="unfinished" />
</message>
<message>
<source>about {size}</source>
<translation type="unfinished" />
</message>
<message>
<source>about {time}</source>
<translation type="unfinished" />
</message>
<message>
<source>bytes, the longest piece</source>
<translation type="unfinished" />
</message>
<message>
<source>bytes, the longest piece seen</source>
<translation type="unfinished" />
</message>
<message>
<source>estimated from {size} of it</source>
<translation type="unfinished" />
</message>
<message>
<source>expected</source>
<translation type="unfinished" />
</message>
<message>
<source>memory needed</source>
<translation type="unfinished" />
</message>
<message>
<source>memory, of {size}</source>
<translation type="unfinished" />
</message>
<message>
<source>no compiled code for {part}</source>
<translation type="unfinished" />
</message>
<message numerus="yes">
<source>on %n cores</source>
<extracomment>of one: on %n core</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>see the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>see the message</source>
<translation type="unfinished" />
</message>
<message>
<source>the limit is {size}; choose a preset that splits</source>
<translation type="unfinished" />
</message>
<message>
<source>they are replaced and counted</source>
<translation type="unfinished" />
</message>
<message>
<source>tokens and more</source>
<translation type="unfinished" />
</message>
<message>
<source>tokens at most</source>
<translation type="unfinished" />
</message>
<message>
<source>tokens can be learned</source>
<translation type="unfinished" />
</message>
<message>
<source>trained as plain text</source>
<translation type="unfinished" />
</message>
<message>
<source>training ends early</source>
<translation type="unfinished" />
</message>
<message numerus="yes">
<source>{size} in %n sources</source>
<extracomment>of one: {size} in %n source</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
</context>
<context>
<name>Busy</name>
<message>
<source>Cancel</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ByteAlphabetDialog</name>
<message>
<source>32, 20, Ġ, U+0120 …</source>
<translation type="unfinished" />
</message>
<message>
<source>Byte alphabet</source>
<translation type="unfinished" />
</message>
<message>
<source>Bytes and their characters</source>
<translation type="unfinished" />
</message>
<message>
<source>GPT-2, CLIP and Hugging Face write each byte as one visible character (bytes_to_unicode). Printable Latin-1 stands for itself; the other 68 bytes start at U+0100.</source>
<translation type="unfinished" />
</message>
<message>
<source>Search the byte alphabet</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Candidates</name>
<message>
<source>Candidates</source>
<translation type="unfinished" />
</message>
<message>
<source>Show fewer</source>
<translation type="unfinished" />
</message>
<message>
<source>Show some or all of the pairs that can merge here</source>
<translation type="unfinished" />
</message>
<message>
<source>and {n} more</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Card</name>
<message>
<source>&amp;Remove from the comparison</source>
<translation type="unfinished" />
</message>
<message>
<source>Click for actions</source>
<translation type="unfinished" />
</message>
<message>
<source>Make it the &amp;reference</source>
<translation type="unfinished" />
</message>
<message>
<source>Move to the &amp;left</source>
<translation type="unfinished" />
</message>
<message>
<source>Move to the r&amp;ight</source>
<translation type="unfinished" />
</message>
<message>
<source>Name of the file</source>
<translation type="unfinished" />
</message>
<message>
<source>Name of {letter}</source>
<translation type="unfinished" />
</message>
<message>
<source>Re&amp;name…</source>
<translation type="unfinished" />
</message>
<message>
<source>does not give the text back, so it is not ranked</source>
<translation type="unfinished" />
</message>
<message>
<source>not ranked</source>
<translation type="unfinished" />
</message>
<message>
<source>reference · {fact}</source>
<translation type="unfinished" />
</message>
<message>
<source>the reference</source>
<translation type="unfinished" />
</message>
<message>
<source>tokens here</source>
<translation type="unfinished" />
</message>
<message>
<source>{count} tokens here</source>
<translation type="unfinished" />
</message>
<message>
<source>{letter}: {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>{tokens} in the vocabulary</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CausesModel</name>
<message>
<source>Enter or a click goes to the next such place</source>
<translation type="unfinished" />
</message>
<message>
<source>Kind of text</source>
<translation type="unfinished" />
</message>
<message>
<source>Places</source>
<translation type="unfinished" />
</message>
<message>
<source>Stage</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens saved</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CausesPage</name>
<message>
<source>Both cut this text alike.</source>
<translation type="unfinished" />
</message>
<message>
<source>Causes of the differences</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} costs {tokens} more than A. Click a line to go to its next place.</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} saves {tokens} compared with A. Click a line to go to its next place.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ChangeDialog</name>
<message>
<source>Add to the draft</source>
<translation type="unfinished" />
</message>
<message>
<source>Cancel</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ChangeList</name>
<message>
<source>Changes</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ChangeMenu</name>
<message>
<source>&amp;Keep the first merges…</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Remove tokens…</source>
<translation type="unfinished" />
</message>
<message>
<source>Add &amp;merges learned from the corpus…</source>
<translation type="unfinished" />
</message>
<message>
<source>Add &amp;tokens…</source>
<translation type="unfinished" />
</message>
<message>
<source>Add a &amp;special token…</source>
<translation type="unfinished" />
</message>
<message>
<source>Add files under Train first.</source>
<translation type="unfinished" />
</message>
<message>
<source>Add the tokens of &amp;another tokenizer…</source>
<translation type="unfinished" />
</message>
<message>
<source>Change</source>
<translation type="unfinished" />
</message>
<message>
<source>Not possible: {reason}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Open another tokenizer first, or train one.</source>
<translation type="unfinished" />
</message>
<message>
<source>R&amp;oles of special tokens…</source>
<translation type="unfinished" />
</message>
<message>
<source>Re&amp;number all tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove by r&amp;ule…</source>
<translation type="unfinished" />
</message>
<message>
<source>The sample text</source>
<translation type="unfinished" />
</message>
<message>
<source>the open text</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Changes</name>
<message numerus="yes">
<source>%n bytes became U+FFFD</source>
<extracomment>of one: %n byte became U+FFFD</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n characters</source>
<extracomment>of one: %n character</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n characters added</source>
<extracomment>of one: %n character added</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n characters changed</source>
<extracomment>of one: %n character changed</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n characters removed</source>
<extracomment>of one: %n character removed</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>Changed before splitting</source>
<translation type="unfinished" />
</message>
<message>
<source>Lower case</source>
<translation type="unfinished" />
</message>
<message>
<source>Normalized</source>
<translation type="unfinished" />
</message>
<message>
<source>Show or hide each step</source>
<translation type="unfinished" />
</message>
<message>
<source>Spaces</source>
<translation type="unfinished" />
</message>
<message>
<source>Strip</source>
<translation type="unfinished" />
</message>
<message>
<source>Unescape</source>
<translation type="unfinished" />
</message>
<message>
<source>Whitespace</source>
<translation type="unfinished" />
</message>
<message>
<source>lossy</source>
<translation type="unfinished" />
</message>
<message>
<source>lossy: {what}</source>
<translation type="unfinished" />
</message>
<message>
<source>nothing is lost</source>
<translation type="unfinished" />
</message>
<message>
<source>the beginning of the text</source>
<translation type="unfinished" />
</message>
<message>
<source>unchanged</source>
<translation type="unfinished" />
</message>
<message>
<source>unchanged by {steps}</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} added</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} changed</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} removed</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Chat</name>
<message>
<source>Line {line}: {cause}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Message {number} contains {token}, which a model reads as the real token.</source>
<translation type="unfinished" />
</message>
<message>
<source>Not special here, so encoded as plain text: {names}.</source>
<translation type="unfinished" />
</message>
<message>
<source>The messages are not in order in the text, so the template tokens of this one are not known</source>
<translation type="unfinished" />
</message>
<message>
<source>The template changes a message, so content and template cannot be separated.</source>
<translation type="unfinished" />
</message>
<message>
<source>The template changes this message, so its content tokens are not known</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens with a byte of this message, and tokens that the template writes for it</source>
<translation type="unfinished" />
</message>
<message>
<source>assistant</source>
<translation type="unfinished" />
</message>
<message>
<source>not separable</source>
<translation type="unfinished" />
</message>
<message>
<source>system</source>
<translation type="unfinished" />
</message>
<message>
<source>template</source>
<translation type="unfinished" />
</message>
<message>
<source>tool</source>
<translation type="unfinished" />
</message>
<message>
<source>user</source>
<translation type="unfinished" />
</message>
<message>
<source>{content} + {template} template</source>
<translation type="unfinished" />
</message>
<message>
<source>{tokens} with template</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ChatCounts</name>
<message>
<source>Counts</source>
<translation type="unfinished" />
</message>
<message>
<source>in messages</source>
<translation type="unfinished" />
</message>
<message>
<source>in template</source>
<translation type="unfinished" />
</message>
<message>
<source>tokens</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ChatPanel</name>
<message>
<source>Add a message</source>
<translation type="unfinished" />
</message>
<message>
<source>As text</source>
<translation type="unfinished" />
</message>
<message>
<source>Asks the model for an answer (add_generation_prompt)</source>
<translation type="unfinished" />
</message>
<message>
<source>Chat</source>
<translation type="unfinished" />
</message>
<message>
<source>Copied the conversation, {tokens}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy the whole text, including the template</source>
<translation type="unfinished" />
</message>
<message>
<source>End with the start of the assistant's turn</source>
<translation type="unfinished" />
</message>
<message>
<source>Messages</source>
<translation type="unfinished" />
</message>
<message>
<source>No messages yet</source>
<translation type="unfinished" />
</message>
<message>
<source>Pages of the panel</source>
<translation type="unfinished" />
</message>
<message>
<source>Show this text in the Tokens panel</source>
<translation type="unfinished" />
</message>
<message>
<source>Text of the conversation</source>
<translation type="unfinished" />
</message>
<message>
<source>Use as text</source>
<translation type="unfinished" />
</message>
<message>
<source>Use the sample</source>
<translation type="unfinished" />
</message>
<message>
<source>Where the tokens go</source>
<translation type="unfinished" />
</message>
<message>
<source>Write a conversation and see the tokens that a model receives, including the template.</source>
<translation type="unfinished" />
</message>
<message>
<source>limit {n}</source>
<translation type="unfinished" />
</message>
<message>
<source>{fits} of {all} fit</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ChatTemplateDialog</name>
<message>
<source>Change roles…</source>
<translation type="unfinished" />
</message>
<message>
<source>Chat template</source>
<translation type="unfinished" />
</message>
<message>
<source>Chat template, in Jinja: {which}</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy</source>
<translation type="unfinished" />
</message>
<message>
<source>Give the tokens other roles in a copy</source>
<translation type="unfinished" />
</message>
<message>
<source>It has no chat template.</source>
<translation type="unfinished" />
</message>
<message>
<source>Plain</source>
<translation type="unfinished" />
</message>
<message>
<source>Roles and chat template of {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>its own</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ChatTemplateField</name>
<message>
<source>A Jinja template, as in chat_template.jinja</source>
<translation type="unfinished" />
</message>
<message>
<source>Chat template</source>
<translation type="unfinished" />
</message>
<message>
<source>Each message between {start} and {end}, which become special tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Each message on a line, after the token of its role, or after “user: ”</source>
<translation type="unfinished" />
</message>
<message>
<source>From a file…</source>
<translation type="unfinished" />
</message>
<message>
<source>Makes one text of a conversation; written where the format has a place for it.</source>
<translation type="unfinished" />
</message>
<message>
<source>None</source>
<translation type="unfinished" />
</message>
<message>
<source>Own template</source>
<translation type="unfinished" />
</message>
<message>
<source>Plain</source>
<translation type="unfinished" />
</message>
<message>
<source>The tokenizer has no chat template</source>
<translation type="unfinished" />
</message>
<message>
<source>{file} cannot be read: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>{file} is empty.</source>
<translation type="unfinished" />
</message>
<message>
<source>{file} is longer than 1 MB.</source>
<translation type="unfinished" />
</message>
<message>
<source>{file} is not UTF-8.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CheckLine</name>
<message>
<source>Cancel</source>
<translation type="unfinished" />
</message>
<message>
<source>It was canceled.</source>
<translation type="unfinished" />
</message>
<message>
<source>Progress</source>
<translation type="unfinished" />
</message>
<message>
<source>Training again: {share}</source>
<translation type="unfinished" />
</message>
<message>
<source>Try again</source>
<translation type="unfinished" />
</message>
<message>
<source>Waiting for its turn…</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ChoiceControls</name>
<message>
<source>A space is added after a special token, as at the start</source>
<translation type="unfinished" />
</message>
<message>
<source>BOS</source>
<translation type="unfinished" />
</message>
<message>
<source>EOS</source>
<translation type="unfinished" />
</message>
<message>
<source>EOT</source>
<translation type="unfinished" />
</message>
<message>
<source>Merge rule</source>
<translation type="unfinished" />
</message>
<message>
<source>Put {tokens} {where}</source>
<translation type="unfinished" />
</message>
<message>
<source>SOT</source>
<translation type="unfinished" />
</message>
<message>
<source>Treat special tokens as special</source>
<translation type="unfinished" />
</message>
<message>
<source>after the text</source>
<translation type="unfinished" />
</message>
<message>
<source>as SentencePiece</source>
<translation type="unfinished" />
</message>
<message>
<source>as llama.cpp</source>
<translation type="unfinished" />
</message>
<message>
<source>as llama2.c</source>
<translation type="unfinished" />
</message>
<message>
<source>before the text</source>
<translation type="unfinished" />
</message>
<message>
<source>▁ in the text becomes a space, and invalid bytes become U+FFFD</source>
<translation type="unfinished" />
</message>
<message>
<source>▁ stays ▁, and invalid bytes are encoded one by one</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CleaningBox</name>
<message>
<source>As CLIP does before splitting: repair, unescape, single spaces, lower case</source>
<translation type="unfinished" />
</message>
<message>
<source>CLIP cleaning</source>
<translation type="unfinished" />
</message>
<message>
<source>Cleaning</source>
<translation type="unfinished" />
</message>
<message>
<source>Cleaning step “{step}” switched off.</source>
<translation type="unfinished" />
</message>
<message>
<source>Cleaning step “{step}” switched on.</source>
<translation type="unfinished" />
</message>
<message>
<source>Compose letters and marks (Unicode NFC)</source>
<translation type="unfinished" />
</message>
<message>
<source>Compose, and replace compatibility forms with ordinary characters (Unicode NFKC)</source>
<translation type="unfinished" />
</message>
<message>
<source>Convert capitals to lower case</source>
<translation type="unfinished" />
</message>
<message>
<source>Held-out share</source>
<translation type="unfinished" />
</message>
<message>
<source>Held-out share, per cent</source>
<translation type="unfinished" />
</message>
<message>
<source>Held-out share: {share}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave out {text}</source>
<translation type="unfinished" />
</message>
<message>
<source>Lower case</source>
<translation type="unfinished" />
</message>
<message>
<source>NFC</source>
<translation type="unfinished" />
</message>
<message>
<source>NFKC</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove tags, comments, scripts and styles; decode character references</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove this text everywhere; where two words would meet, a line end separates them</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of documents kept out of training for evaluation; always the same documents</source>
<translation type="unfinished" />
</message>
<message>
<source>Single spaces between words, none at line ends, at most one empty line</source>
<translation type="unfinished" />
</message>
<message>
<source>Strip HTML</source>
<translation type="unfinished" />
</message>
<message>
<source>Whitespace</source>
<translation type="unfinished" />
</message>
<message>
<source>in this order</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} replaced</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Coloring</name>
<message>
<source>By frequency</source>
<translation type="unfinished" />
</message>
<message>
<source>By length</source>
<translation type="unfinished" />
</message>
<message>
<source>By order</source>
<translation type="unfinished" />
</message>
<message>
<source>By rank</source>
<translation type="unfinished" />
</message>
<message>
<source>Color by frequency</source>
<translation type="unfinished" />
</message>
<message>
<source>Color by length</source>
<translation type="unfinished" />
</message>
<message>
<source>Color by order</source>
<translation type="unfinished" />
</message>
<message>
<source>Color by rank</source>
<translation type="unfinished" />
</message>
<message>
<source>Color of the tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>How early a token was learned</source>
<translation type="unfinished" />
</message>
<message>
<source>How many bytes a token has</source>
<translation type="unfinished" />
</message>
<message>
<source>How often a token occurs in this text</source>
<translation type="unfinished" />
</message>
<message>
<source>Six colors in turn, so that neighbors differ</source>
<translation type="unfinished" />
</message>
<message>
<source>The tokens of this text are being counted…</source>
<translation type="unfinished" />
</message>
<message>
<source>The tokens of this tokenizer are being listed…</source>
<translation type="unfinished" />
</message>
<message>
<source>rank up to {n}</source>
<translation type="unfinished" />
</message>
<message>
<source>times in this text</source>
<translation type="unfinished" />
</message>
<message>
<source>to {n}</source>
<translation type="unfinished" />
</message>
<message>
<source>{low} to {high}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Columns</name>
<message>
<source>Compared tokenizers</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CommandPalette</name>
<message>
<source>Actions found</source>
<translation type="unfinished" />
</message>
<message>
<source>Command palette</source>
<translation type="unfinished" />
</message>
<message>
<source>Find an action</source>
<translation type="unfinished" />
</message>
<message>
<source>No matching action is available.</source>
<translation type="unfinished" />
</message>
<message>
<source>Not available now</source>
<translation type="unfinished" />
</message>
<message>
<source>Type what you want to do</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ComparePanel</name>
<message>
<source>&amp;Fetch published…</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Open…</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Train a tokenizer…</source>
<translation type="unfinished" />
</message>
<message>
<source>Add</source>
<translation type="unfinished" />
</message>
<message>
<source>Add a tokenizer to the comparison</source>
<translation type="unfinished" />
</message>
<message>
<source>Compare</source>
<translation type="unfinished" />
</message>
<message>
<source>Compare two tokenizers</source>
<translation type="unfinished" />
</message>
<message>
<source>Fetch published…</source>
<translation type="unfinished" />
</message>
<message>
<source>Held out</source>
<translation type="unfinished" />
</message>
<message>
<source>Measure on the held-out share of the sources</source>
<translation type="unfinished" />
</message>
<message>
<source>Measure on the sources of Train</source>
<translation type="unfinished" />
</message>
<message>
<source>Measure on the text of Inspect</source>
<translation type="unfinished" />
</message>
<message>
<source>Measured on</source>
<translation type="unfinished" />
</message>
<message>
<source>Open or train a second tokenizer to compare.</source>
<translation type="unfinished" />
</message>
<message>
<source>Open…</source>
<translation type="unfinished" />
</message>
<message>
<source>This text</source>
<translation type="unfinished" />
</message>
<message>
<source>Train a tokenizer…</source>
<translation type="unfinished" />
</message>
<message>
<source>Whole corpus</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ComparisonPage</name>
<message>
<source>Canceled</source>
<translation type="unfinished" />
</message>
<message>
<source>Comparing</source>
<translation type="unfinished" />
</message>
<message>
<source>Comparing…</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing to show</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing was changed.</source>
<translation type="unfinished" />
</message>
<message>
<source>The comparison failed</source>
<translation type="unfinished" />
</message>
<message>
<source>There is no text: type or open one under Inspect.</source>
<translation type="unfinished" />
</message>
<message>
<source>Try again</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ContextLimit</name>
<message numerus="yes">
<source>%n do not fit</source>
<extracomment>of one: %n does not fit</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>Another limit, then Enter</source>
<translation type="unfinished" />
</message>
<message>
<source>Context limit</source>
<translation type="unfinished" />
</message>
<message>
<source>Context limit in tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>No limit</source>
<translation type="unfinished" />
</message>
<message>
<source>none</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} left</source>
<translation type="unfinished" />
</message>
<message>
<source>{n}, as the file says</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CopyMenu</name>
<message>
<source>Copied {tokens}, the most that the clipboard takes. Use the File menu to save all.</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy text, ids or tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Ids</source>
<translation type="unfinished" />
</message>
<message>
<source>Ids as a Python list</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing was copied: {size} is too much for the clipboard. Select up to {most}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Text</source>
<translation type="unfinished" />
</message>
<message>
<source>The text is still being encoded</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens as HTML</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens as an image</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens, one per line</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CorpusFiles</name>
<message>
<source>Archive</source>
<translation type="unfinished" />
</message>
<message>
<source>By file name</source>
<translation type="unfinished" />
</message>
<message>
<source>Counted pieces</source>
<translation type="unfinished" />
</message>
<message>
<source>Detect</source>
<translation type="unfinished" />
</message>
<message>
<source>Encoding</source>
<translation type="unfinished" />
</message>
<message>
<source>JSON</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave out</source>
<translation type="unfinished" />
</message>
<message>
<source>Parquet</source>
<translation type="unfinished" />
</message>
<message>
<source>Preview…</source>
<translation type="unfinished" />
</message>
<message>
<source>Read anyway</source>
<translation type="unfinished" />
</message>
<message>
<source>Read as</source>
<translation type="unfinished" />
</message>
<message>
<source>Table</source>
<translation type="unfinished" />
</message>
<message>
<source>Text</source>
<translation type="unfinished" />
</message>
<message>
<source>Use again</source>
<translation type="unfinished" />
</message>
<message>
<source>as you chose</source>
<translation type="unfinished" />
</message>
<message>
<source>left out by you</source>
<translation type="unfinished" />
</message>
<message>
<source>{first} or {other}?</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CorpusFindings</name>
<message numerus="yes">
<source>%n cells are empty</source>
<extracomment>of one: %n cell is empty</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n duplicate documents</source>
<extracomment>of one: %n duplicate document</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n faults</source>
<extracomment>of one: %n fault</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n lines are broken</source>
<extracomment>of one: %n line is broken</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n packed files are damaged</source>
<extracomment>of one: %n packed file is damaged</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n packed files end early</source>
<extracomment>of one: %n packed file ends early</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n packed files have extra data after their end</source>
<extracomment>of one: %n packed file has extra data after its end</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n quotes are not closed</source>
<extracomment>of one: %n quote is not closed</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n records are too long</source>
<extracomment>of one: %n record is too long</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n records lack the field</source>
<extracomment>of one: %n record lacks the field</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n rows are not a piece and a count</source>
<extracomment>of one: %n row is not a piece and a count</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n rows lack the column</source>
<extracomment>of one: %n row lacks the column</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>Leave out</source>
<translation type="unfinished" />
</message>
<message>
<source>No empty or unreadable files, no duplicate documents</source>
<translation type="unfinished" />
</message>
<message>
<source>Read anyway</source>
<translation type="unfinished" />
</message>
<message>
<source>Read as {encoding}</source>
<translation type="unfinished" />
</message>
<message>
<source>Read as {other}</source>
<translation type="unfinished" />
</message>
<message>
<source>Skip them</source>
<translation type="unfinished" />
</message>
<message numerus="yes">
<source>The field is not text in %n records</source>
<extracomment>of one: The field is not text in %n record</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>The text contains {text} %n times</source>
<extracomment>of one: The text contains {text} %n time</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>each occurrence is counted</source>
<translation type="unfinished" />
</message>
<message>
<source>{file} and others</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} may be {first} or {other}</source>
<translation type="unfinished" />
</message>
<message>
<source>{place}; trained as plain text</source>
<translation type="unfinished" />
</message>
<message>
<source>“{line}” or “{instead}”</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CorpusPanel</name>
<message numerus="yes">
<source>%n records</source>
<extracomment>of one: %n record</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>Add a folder…</source>
<translation type="unfinished" />
</message>
<message>
<source>Add files…</source>
<translation type="unfinished" />
</message>
<message>
<source>Add text or code to train on. Your files are never changed.</source>
<translation type="unfinished" />
</message>
<message>
<source>Add to the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Bundled text in many languages</source>
<translation type="unfinished" />
</message>
<message>
<source>Changed how {name} is read.</source>
<translation type="unfinished" />
</message>
<message>
<source>Corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Drop text files or a folder here</source>
<translation type="unfinished" />
</message>
<message>
<source>It looks like {encoding}.</source>
<translation type="unfinished" />
</message>
<message numerus="yes">
<source>Left out %n sources.</source>
<extracomment>of one: Left out %n source.</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>Left out {name}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Locked while training</source>
<translation type="unfinished" />
</message>
<message>
<source>Python's library</source>
<translation type="unfinished" />
</message>
<message>
<source>Python's source code and documentation on this computer</source>
<translation type="unfinished" />
</message>
<message numerus="yes">
<source>Removed %n sources.</source>
<extracomment>of one: Removed %n source.</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>Removed {name}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Removed “{text}” from the text.</source>
<translation type="unfinished" />
</message>
<message>
<source>Sample</source>
<translation type="unfinished" />
</message>
<message>
<source>Use the sample</source>
<translation type="unfinished" />
</message>
<message numerus="yes">
<source>Using %n sources again.</source>
<extracomment>of one: Using %n source again.</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>Using {name} again.</source>
<translation type="unfinished" />
</message>
<message>
<source>cannot be read</source>
<translation type="unfinished" />
</message>
<message>
<source>cannot be used</source>
<translation type="unfinished" />
</message>
<message>
<source>column {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>does not match the file name pattern</source>
<translation type="unfinished" />
</message>
<message>
<source>ends early</source>
<translation type="unfinished" />
</message>
<message>
<source>exceeds the memory limit</source>
<translation type="unfinished" />
</message>
<message>
<source>field {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>files</source>
<translation type="unfinished" />
</message>
<message>
<source>first {size}</source>
<translation type="unfinished" />
</message>
<message>
<source>has a count that is too large</source>
<translation type="unfinished" />
</message>
<message>
<source>has a negative count</source>
<translation type="unfinished" />
</message>
<message>
<source>has a part twice</source>
<translation type="unfinished" />
</message>
<message>
<source>has no column of counts</source>
<translation type="unfinished" />
</message>
<message>
<source>has no column of text</source>
<translation type="unfinished" />
</message>
<message>
<source>has no readable footer</source>
<translation type="unfinished" />
</message>
<message>
<source>has no row of a piece and a count</source>
<translation type="unfinished" />
</message>
<message>
<source>has no such column</source>
<translation type="unfinished" />
</message>
<message>
<source>has too many members</source>
<translation type="unfinished" />
</message>
<message>
<source>holds no text</source>
<translation type="unfinished" />
</message>
<message>
<source>is Parquet, which this program cannot read here</source>
<translation type="unfinished" />
</message>
<message>
<source>is a PDF</source>
<translation type="unfinished" />
</message>
<message>
<source>is a hidden file</source>
<translation type="unfinished" />
</message>
<message>
<source>is a link</source>
<translation type="unfinished" />
</message>
<message>
<source>is a link to itself</source>
<translation type="unfinished" />
</message>
<message>
<source>is a tar archive</source>
<translation type="unfinished" />
</message>
<message>
<source>is an e-book (EPUB)</source>
<translation type="unfinished" />
</message>
<message>
<source>is an office document</source>
<translation type="unfinished" />
</message>
<message>
<source>is beyond the sample</source>
<translation type="unfinished" />
</message>
<message>
<source>is damaged</source>
<translation type="unfinished" />
</message>
<message>
<source>is empty</source>
<translation type="unfinished" />
</message>
<message>
<source>is encrypted</source>
<translation type="unfinished" />
</message>
<message>
<source>is missing</source>
<translation type="unfinished" />
</message>
<message>
<source>is not JSON</source>
<translation type="unfinished" />
</message>
<message>
<source>is not a file or folder</source>
<translation type="unfinished" />
</message>
<message>
<source>is not text</source>
<translation type="unfinished" />
</message>
<message>
<source>is packed in an unknown way</source>
<translation type="unfinished" />
</message>
<message>
<source>is packed twice</source>
<translation type="unfinished" />
</message>
<message>
<source>is too large for one JSON value</source>
<translation type="unfinished" />
</message>
<message>
<source>looking…</source>
<translation type="unfinished" />
</message>
<message>
<source>mixes counts</source>
<translation type="unfinished" />
</message>
<message>
<source>mixes numbers of shards</source>
<translation type="unfinished" />
</message>
<message>
<source>needs much memory to unpack</source>
<translation type="unfinished" />
</message>
<message>
<source>no text files</source>
<translation type="unfinished" />
</message>
<message>
<source>off</source>
<translation type="unfinished" />
</message>
<message>
<source>overlaps another file</source>
<translation type="unfinished" />
</message>
<message>
<source>scanning…</source>
<translation type="unfinished" />
</message>
<message>
<source>unpacks to an extreme size</source>
<translation type="unfinished" />
</message>
<message>
<source>was cut</source>
<translation type="unfinished" />
</message>
<message>
<source>was left out by you</source>
<translation type="unfinished" />
</message>
<message>
<source>{size} packed</source>
<translation type="unfinished" />
</message>
<message>
<source>{size}, {sources}</source>
<translation type="unfinished" />
</message>
<message numerus="yes">
<source>{used} of %n sources</source>
<extracomment>of one: {used} of %n source</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
</context>
<context>
<name>CountCommand</name>
<message>
<source>Copied the command, for {n} shards. Add the folder “parts” to the corpus when it is done.</source>
<translation type="unfinished" />
</message>
<message>
<source>There is no command: {cause}.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CountDialog</name>
<message>
<source>A folder, or a file</source>
<translation type="unfinished" />
</message>
<message>
<source>By file</source>
<translation type="unfinished" />
</message>
<message>
<source>By folder</source>
<translation type="unfinished" />
</message>
<message>
<source>Cancel</source>
<translation type="unfinished" />
</message>
<message>
<source>Canceled: {sum}</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose the folder</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose…</source>
<translation type="unfinished" />
</message>
<message>
<source>Close</source>
<translation type="unfinished" />
</message>
<message>
<source>Close this window (Esc)</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy the selected rows, or all, as tab-separated values</source>
<translation type="unfinished" />
</message>
<message>
<source>Count</source>
<translation type="unfinished" />
</message>
<message>
<source>Count a folder</source>
<translation type="unfinished" />
</message>
<message>
<source>Count the tokens of each file</source>
<translation type="unfinished" />
</message>
<message>
<source>Folder</source>
<translation type="unfinished" />
</message>
<message>
<source>Progress</source>
<translation type="unfinished" />
</message>
<message>
<source>Rows</source>
<translation type="unfinished" />
</message>
<message>
<source>The folder to count</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens by file</source>
<translation type="unfinished" />
</message>
<message>
<source>in tokens of {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>{done} of {total}</source>
<translation type="unfinished" />
</message>
<message>
<source>{tokens} in {files}, {size} of text</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CountRows</name>
<message>
<source>Bytes of text</source>
<translation type="unfinished" />
</message>
<message>
<source>Bytes per token</source>
<translation type="unfinished" />
</message>
<message>
<source>Name</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CountedSource</name>
<message numerus="yes">
<source>%n bytes</source>
<extracomment>of one: %n byte</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n documents</source>
<extracomment>of one: %n document</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n parts</source>
<extracomment>of one: %n part</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n rare pieces</source>
<extracomment>of one: %n rare piece</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n shards missing</source>
<extracomment>of one: %n shard missing</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>Cleaning or reading</source>
<translation type="unfinished" />
</message>
<message>
<source>Counted pieces of</source>
<translation type="unfinished" />
</message>
<message>
<source>Dropped</source>
<translation type="unfinished" />
</message>
<message>
<source>Normalizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Shards</source>
<translation type="unfinished" />
</message>
<message>
<source>Split pattern</source>
<translation type="unfinished" />
</message>
<message>
<source>Unicode</source>
<translation type="unfinished" />
</message>
<message>
<source>custom pattern</source>
<translation type="unfinished" />
</message>
<message>
<source>no split</source>
<translation type="unfinished" />
</message>
<message>
<source>{bytes} in {documents}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CountsBar</name>
<message numerus="yes">
<source>%n characters</source>
<extracomment>of one: %n character</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n tokens selected</source>
<extracomment>of one: %n token selected</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>Counts</source>
<translation type="unfinished" />
</message>
<message>
<source>bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>bytes per token</source>
<translation type="unfinished" />
</message>
<message>
<source>characters</source>
<translation type="unfinished" />
</message>
<message>
<source>not encoded</source>
<translation type="unfinished" />
</message>
<message numerus="yes">
<source>parts of %n tokens</source>
<extracomment>of one: part of %n token</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>stopped at {share}</source>
<translation type="unfinished" />
</message>
<message>
<source>the rest is not encoded</source>
<translation type="unfinished" />
</message>
<message>
<source>tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>tokens in all</source>
<translation type="unfinished" />
</message>
<message>
<source>tokens so far</source>
<translation type="unfinished" />
</message>
<message numerus="yes">
<source>tokens with end</source>
<extracomment>of one: token with end</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>tokens with start</source>
<extracomment>of one: token with start</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>tokens with start, end</source>
<translation type="unfinished" />
</message>
<message>
<source>what you see is encoded first</source>
<translation type="unfinished" />
</message>
<message>
<source>{share} colored</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CreatedCard</name>
<message>
<source>A changed copy</source>
<translation type="unfinished" />
</message>
<message>
<source>Back to the draft</source>
<translation type="unfinished" />
</message>
<message>
<source>Compare with the original</source>
<translation type="unfinished" />
</message>
<message>
<source>Save the copy; if ids changed, a map of the ids is saved next to it</source>
<translation type="unfinished" />
</message>
<message>
<source>Save…</source>
<translation type="unfinished" />
</message>
<message>
<source>Show both on the open text and the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} is open and not saved yet. Its card will list the changes.</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} is saved. Its card lists the changes.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CurvesPage</name>
<message>
<source>By size</source>
<translation type="unfinished" />
</message>
<message>
<source>Bytes per token of this text at every vocabulary size</source>
<translation type="unfinished" />
</message>
<message>
<source>Compression by size</source>
<translation type="unfinished" />
</message>
<message>
<source>Coverage</source>
<translation type="unfinished" />
</message>
<message>
<source>Curve</source>
<translation type="unfinished" />
</message>
<message>
<source>How often the token of each rank occurs: Zipf's law</source>
<translation type="unfinished" />
</message>
<message>
<source>Lengths</source>
<translation type="unfinished" />
</message>
<message>
<source>Lengths of tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Measuring</source>
<translation type="unfinished" />
</message>
<message>
<source>Number of tokens by length in bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>Numbers</source>
<translation type="unfinished" />
</message>
<message>
<source>Rank and frequency</source>
<translation type="unfinished" />
</message>
<message>
<source>Ranks</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of the most frequent tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens of each number from 0 to 9,999</source>
<translation type="unfinished" />
</message>
<message>
<source>bytes of a token → % of all tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>canceled</source>
<translation type="unfinished" />
</message>
<message>
<source>cannot be cut to a size</source>
<translation type="unfinished" />
</message>
<message>
<source>not known yet</source>
<translation type="unfinished" />
</message>
<message>
<source>number of most frequent tokens → % of all tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>rank of the token → occurrences</source>
<translation type="unfinished" />
</message>
<message>
<source>tokens in the vocabulary → bytes per token, this text</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} bytes on average</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} bytes per token at {size}</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} tokens make 90 %</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} tokens occur</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>CutDialog</name>
<message>
<source>Keep the first merges</source>
<translation type="unfinished" />
</message>
<message>
<source>Merges</source>
<translation type="unfinished" />
</message>
<message>
<source>The tokens of all later merges are removed.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>DatasetDialog</name>
<message numerus="yes">
<source>%n files were left out</source>
<extracomment>of one: %n file was left out</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n shards</source>
<extracomment>of one: %n shard</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>32 bits per id; opens with numpy.load, also with mmap_mode="r".</source>
<translation type="unfinished" />
</message>
<message>
<source>A column “ids”, lists of {bits} bits per id.</source>
<translation type="unfinished" />
</message>
<message>
<source>After a document</source>
<translation type="unfinished" />
</message>
<message>
<source>Before</source>
<translation type="unfinished" />
</message>
<message>
<source>Before each document</source>
<translation type="unfinished" />
</message>
<message>
<source>Canceled. Whole shards are kept; it can be continued later, too.</source>
<translation type="unfinished" />
</message>
<message>
<source>Continue</source>
<translation type="unfinished" />
</message>
<message>
<source>Each line as {line}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Encode</source>
<translation type="unfinished" />
</message>
<message>
<source>Encode a data set</source>
<translation type="unfinished" />
</message>
<message>
<source>Folder of the data set</source>
<translation type="unfinished" />
</message>
<message>
<source>Held out</source>
<translation type="unfinished" />
</message>
<message>
<source>Ids per file; the last file of a split may have fewer</source>
<translation type="unfinished" />
</message>
<message>
<source>Ids per shard</source>
<translation type="unfinished" />
</message>
<message>
<source>JSON Lines, one document per line (.jsonl)</source>
<translation type="unfinished" />
</message>
<message>
<source>No mark separates the documents.</source>
<translation type="unfinished" />
</message>
<message>
<source>None</source>
<translation type="unfinished" />
</message>
<message>
<source>NumPy arrays (.npy)</source>
<translation type="unfinished" />
</message>
<message>
<source>Parquet, one document per row (.parquet)</source>
<translation type="unfinished" />
</message>
<message>
<source>Raw integers of 16 bits (.bin)</source>
<translation type="unfinished" />
</message>
<message>
<source>Raw integers of 32 bits (.bin)</source>
<translation type="unfinished" />
</message>
<message>
<source>Raw integers with the header of llm.c (.bin)</source>
<translation type="unfinished" />
</message>
<message>
<source>Raw integers, the smallest that fit (.bin)</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of documents in shards of their own, to evaluate the model; always the same ones</source>
<translation type="unfinished" />
</message>
<message>
<source>Special token after each document</source>
<translation type="unfinished" />
</message>
<message>
<source>Special token before each document</source>
<translation type="unfinished" />
</message>
<message>
<source>Special tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Texts</source>
<translation type="unfinished" />
</message>
<message>
<source>This data set is not finished. It continues after its last whole shard.</source>
<translation type="unfinished" />
</message>
<message>
<source>This folder holds a data set already. Choose another one.</source>
<translation type="unfinished" />
</message>
<message>
<source>Weights of sources are not used: each document is written once.</source>
<translation type="unfinished" />
</message>
<message>
<source>Write as</source>
<translation type="unfinished" />
</message>
<message>
<source>no documents: there are too few for this share</source>
<translation type="unfinished" />
</message>
<message>
<source>to shards of ids of {name}, to train a model on</source>
<translation type="unfinished" />
</message>
<message>
<source>{bits} bits per id, little-endian; ids go up to {highest}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{count}. {named}{more}</source>
<translation type="unfinished" />
</message>
<message>
<source>{ids} in {shards}, {documents}, {size} of text</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>DatasetEncoding</name>
<message>
<source>Wrote a data set of {ids} to {name}.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>DecoderDialog</name>
<message numerus="yes">
<source>%n bytes are not UTF-8</source>
<extracomment>of one: %n byte is not UTF-8</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n ids that the tokenizer does not have are left out</source>
<extracomment>of one: %n id that the tokenizer does not have is left out</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>16 bits per id</source>
<translation type="unfinished" />
</message>
<message>
<source>32 bits per id</source>
<translation type="unfinished" />
</message>
<message>
<source>All files (*)</source>
<translation type="unfinished" />
</message>
<message>
<source>Clear</source>
<translation type="unfinished" />
</message>
<message>
<source>Clear the ids</source>
<translation type="unfinished" />
</message>
<message>
<source>Decode a file of ids: .npy, .bin, .txt, .json, .jsonl</source>
<translation type="unfinished" />
</message>
<message>
<source>Decode ids</source>
<translation type="unfinished" />
</message>
<message>
<source>Ids (*.npy *.bin *.txt *.json *.jsonl)</source>
<translation type="unfinished" />
</message>
<message>
<source>Ids of {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>Open a file of ids</source>
<translation type="unfinished" />
</message>
<message>
<source>Open a file of ids…</source>
<translation type="unfinished" />
</message>
<message>
<source>Paste ids separated by spaces, commas or lines, as a list, JSON or hex.</source>
<translation type="unfinished" />
</message>
<message>
<source>Reading {name} …</source>
<translation type="unfinished" />
</message>
<message>
<source>Show this text in the Tokens panel</source>
<translation type="unfinished" />
</message>
<message>
<source>Size of an id in the file</source>
<translation type="unfinished" />
</message>
<message>
<source>Text</source>
<translation type="unfinished" />
</message>
<message>
<source>Text of the ids</source>
<translation type="unfinished" />
</message>
<message>
<source>Use as the text</source>
<translation type="unfinished" />
</message>
<message>
<source>at character {place}</source>
<translation type="unfinished" />
</message>
<message>
<source>id number {place}</source>
<translation type="unfinished" />
</message>
<message>
<source>{bad}, at {places}</source>
<translation type="unfinished" />
</message>
<message>
<source>{id} (id number {place})</source>
<translation type="unfinished" />
</message>
<message>
<source>{tokens}, {size}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>DossierPanel</name>
<message>
<source>Builds</source>
<translation type="unfinished" />
</message>
<message>
<source>Documents</source>
<translation type="unfinished" />
</message>
<message>
<source>Level {level}: {tokens}</source>
<translation type="unfinished" />
</message>
<message>
<source>Listing the tokens…</source>
<translation type="unfinished" />
</message>
<message>
<source>No token is selected</source>
<translation type="unfinished" />
</message>
<message>
<source>Parts</source>
<translation type="unfinished" />
</message>
<message>
<source>Select a row in the table.</source>
<translation type="unfinished" />
</message>
<message>
<source>Stays</source>
<translation type="unfinished" />
</message>
<message>
<source>The token appears when all are listed.</source>
<translation type="unfinished" />
</message>
<message>
<source>Token</source>
<translation type="unfinished" />
</message>
<message>
<source>Used</source>
<translation type="unfinished" />
</message>
<message>
<source>Variants</source>
<translation type="unfinished" />
</message>
<message>
<source>no other token</source>
<translation type="unfinished" />
</message>
<message>
<source>no rank</source>
<translation type="unfinished" />
</message>
<message>
<source>other case, with or without the mark of a word's start</source>
<translation type="unfinished" />
</message>
<message>
<source>rank {rank}</source>
<translation type="unfinished" />
</message>
<message>
<source>score {score}</source>
<translation type="unfinished" />
</message>
<message>
<source>used {times}</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} of {all}</source>
<translation type="unfinished" />
</message>
<message>
<source>{share}, merged further {times}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Draft</name>
<message>
<source>Add special token “{token}”</source>
<translation type="unfinished" />
</message>
<message>
<source>Add the tokens of {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>Add {merges} learned from {names}</source>
<translation type="unfinished" />
</message>
<message>
<source>Add {tokens}</source>
<translation type="unfinished" />
</message>
<message>
<source>Keep the first {merges}</source>
<translation type="unfinished" />
</message>
<message>
<source>Not applied: an earlier change is impossible.</source>
<translation type="unfinished" />
</message>
<message>
<source>Not checked yet.</source>
<translation type="unfinished" />
</message>
<message>
<source>Not proved, and not measured on a text.</source>
<translation type="unfinished" />
</message>
<message>
<source>Not proved: equal on {tokens}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Proved: only pieces that had a removed token or have an added one change.</source>
<translation type="unfinished" />
</message>
<message>
<source>Proved: only pieces with a removed, an added or one of the listed older tokens change.</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove tokens not used in {names}</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove tokens that match {pattern}</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove tokens that remain in under {share} of their cases</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove tokens with {script} characters</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove {tokens}</source>
<translation type="unfinished" />
</message>
<message>
<source>Renumber all tokens, without gaps</source>
<translation type="unfinished" />
</message>
<message>
<source>Set roles: {roles}</source>
<translation type="unfinished" />
</message>
<message>
<source>Working…</source>
<translation type="unfinished" />
</message>
<message>
<source>Wrong: {pieces} changed against the proof. Please report this.</source>
<translation type="unfinished" />
</message>
<message>
<source>done</source>
<translation type="unfinished" />
</message>
<message>
<source>id {id}</source>
<translation type="unfinished" />
</message>
<message>
<source>no id changes</source>
<translation type="unfinished" />
</message>
<message>
<source>none</source>
<translation type="unfinished" />
</message>
<message>
<source>the sample tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>token {id}</source>
<translation type="unfinished" />
</message>
<message>
<source>with those built from them</source>
<translation type="unfinished" />
</message>
<message>
<source>{before} → {after}</source>
<translation type="unfinished" />
</message>
<message>
<source>{name}: {before} → {after}</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} added</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} kept: others are built from them</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} left out</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} needed for these</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} removed</source>
<translation type="unfinished" />
</message>
<message>
<source>{role} around each text</source>
<translation type="unfinished" />
</message>
<message>
<source>{role} not around each text</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>DraftPanel</name>
<message>
<source>&amp;Delete</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Edit…</source>
<translation type="unfinished" />
</message>
<message>
<source>Add a change to the draft</source>
<translation type="unfinished" />
</message>
<message>
<source>Add tokens…</source>
<translation type="unfinished" />
</message>
<message>
<source>Add, remove or renumber tokens in a copy. {name} stays as it is.</source>
<translation type="unfinished" />
</message>
<message>
<source>Change</source>
<translation type="unfinished" />
</message>
<message>
<source>Change a copy</source>
<translation type="unfinished" />
</message>
<message>
<source>Corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Draft</source>
<translation type="unfinished" />
</message>
<message>
<source>Measure the changes on the sources of Train</source>
<translation type="unfinished" />
</message>
<message>
<source>Measure the changes on the text of Inspect</source>
<translation type="unfinished" />
</message>
<message>
<source>Measured on</source>
<translation type="unfinished" />
</message>
<message>
<source>Not all changes are possible: {reason}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Open text</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove tokens…</source>
<translation type="unfinished" />
</message>
<message>
<source>The tokens of {name} cannot be changed: {reason}.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Drafts</name>
<message>
<source>It is there again when the file can be opened. If the file is elsewhere now, open it, and take the draft over.</source>
<translation type="unfinished" />
</message>
<message>
<source>Made {name}. It is not saved yet.</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove in a copy…</source>
<translation type="unfinished" />
</message>
<message>
<source>The draft of {file} is kept: {changes}.</source>
<translation type="unfinished" />
</message>
<message>
<source>The original is not open any more.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use for the open tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} changed</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} changed {number}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>DriftModel</name>
<message>
<source>Cuts, per 1,000</source>
<translation type="unfinished" />
</message>
<message>
<source>Ends of tokens at which the text, cut there, has other ids: streams, prompts</source>
<translation type="unfinished" />
</message>
<message>
<source>Ids come back</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Whether the ids, decoded and encoded again, are the same</source>
<translation type="unfinished" />
</message>
<message>
<source>Words that end inside a token, where a stop string would be missed</source>
<translation type="unfinished" />
</message>
<message>
<source>Words, per 1,000</source>
<translation type="unfinished" />
</message>
<message>
<source>cannot encode it</source>
<translation type="unfinished" />
</message>
<message>
<source>no</source>
<translation type="unfinished" />
</message>
<message>
<source>yes</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} not tried</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>DriftPage</name>
<message>
<source>Drift of each tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens of this text that can change. Click a figure to go to its next place.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Drifting</name>
<message numerus="yes">
<source>%n places were not tried.</source>
<extracomment>of one: %n place was not tried.</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>Bar: a text cut there has other ids ({n}, {rate} in 1,000 tokens).</source>
<translation type="unfinished" />
</message>
<message>
<source>Canceled.</source>
<translation type="unfinished" />
</message>
<message>
<source>Decoded and encoded again, the ids are the same.</source>
<translation type="unfinished" />
</message>
<message>
<source>Decoded and encoded again, the ids differ from token {n} on (line above).</source>
<translation type="unfinished" />
</message>
<message>
<source>Looking for drift…</source>
<translation type="unfinished" />
</message>
<message>
<source>Mark where tokens would not stay</source>
<translation type="unfinished" />
</message>
<message>
<source>The drift could not be computed.</source>
<translation type="unfinished" />
</message>
<message>
<source>The tokenizer cannot encode this text.</source>
<translation type="unfinished" />
</message>
<message>
<source>There is no text.</source>
<translation type="unfinished" />
</message>
<message>
<source>Tick: a word ends inside a token ({n}, {rate} in 1,000).</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>EditorPanel</name>
<message>
<source>A regular expression. Each alternative, separated by |, gets its own line.</source>
<translation type="unfinished" />
</message>
<message>
<source>Back</source>
<translation type="unfinished" />
</message>
<message>
<source>Go back to training; this pattern is kept here</source>
<translation type="unfinished" />
</message>
<message>
<source>Go to character {n}</source>
<translation type="unfinished" />
</message>
<message>
<source>Pieces of each alternative. The first match wins.</source>
<translation type="unfinished" />
</message>
<message>
<source>Regex lab</source>
<translation type="unfinished" />
</message>
<message>
<source>Show the place</source>
<translation type="unfinished" />
</message>
<message>
<source>Undo to the last valid pattern</source>
<translation type="unfinished" />
</message>
<message>
<source>Use this pattern</source>
<translation type="unfinished" />
</message>
<message>
<source>checking…</source>
<translation type="unfinished" />
</message>
<message>
<source>compiles · groups have no effect</source>
<translation type="unfinished" />
</message>
<message>
<source>compiles · no capture groups</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>EncodeDialog</name>
<message numerus="yes">
<source>%n bytes were not UTF-8 and became U+FFFD</source>
<extracomment>of one: %n byte was not UTF-8 and became U+FFFD</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n documents</source>
<extracomment>of one: %n document</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n ids</source>
<extracomment>of one: %n id</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n lines are not documents</source>
<extracomment>of one: %n line is not a document</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>32 bits per id; opens with numpy.load, also with mmap_mode="r".</source>
<translation type="unfinished" />
</message>
<message>
<source>A JSON object on each line</source>
<translation type="unfinished" />
</message>
<message>
<source>Add to each document</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose the text file</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose…</source>
<translation type="unfinished" />
</message>
<message>
<source>Documents</source>
<translation type="unfinished" />
</message>
<message>
<source>Each line</source>
<translation type="unfinished" />
</message>
<message>
<source>Each line as {line}; null where a line is not a document.</source>
<translation type="unfinished" />
</message>
<message>
<source>Encode</source>
<translation type="unfinished" />
</message>
<message>
<source>Encode a file</source>
<translation type="unfinished" />
</message>
<message>
<source>JSON Lines, one document per line (.jsonl)</source>
<translation type="unfinished" />
</message>
<message>
<source>JSON, one list (.json)</source>
<translation type="unfinished" />
</message>
<message>
<source>Key of the text</source>
<translation type="unfinished" />
</message>
<message>
<source>NumPy array (.npy)</source>
<translation type="unfinished" />
</message>
<message>
<source>One list of all ids.</source>
<translation type="unfinished" />
</message>
<message>
<source>Raw integers (.bin)</source>
<translation type="unfinished" />
</message>
<message>
<source>Special tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Text file</source>
<translation type="unfinished" />
</message>
<message>
<source>Text, ids separated by spaces (.txt)</source>
<translation type="unfinished" />
</message>
<message>
<source>The ids of each document on one line.</source>
<translation type="unfinished" />
</message>
<message>
<source>The text to encode</source>
<translation type="unfinished" />
</message>
<message>
<source>The whole file</source>
<translation type="unfinished" />
</message>
<message>
<source>Write as</source>
<translation type="unfinished" />
</message>
<message>
<source>to ids of {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>with the text under</source>
<translation type="unfinished" />
</message>
<message>
<source>{bits} bits per id, little-endian; ids go up to {highest}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{count}, written as null: {lines}{more}</source>
<translation type="unfinished" />
</message>
<message>
<source>{token} after</source>
<translation type="unfinished" />
</message>
<message>
<source>{token} before</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>EngineError</name>
<message>
<source>Add files or folders with text.</source>
<translation type="unfinished" />
</message>
<message>
<source>Add it as a special token, or choose one that exists.</source>
<translation type="unfinished" />
</message>
<message>
<source>Add it as a special token.</source>
<translation type="unfinished" />
</message>
<message>
<source>Add it by itself.</source>
<translation type="unfinished" />
</message>
<message>
<source>Add one, such as \p{{N}}, or leave numbers to the pattern.</source>
<translation type="unfinished" />
</message>
<message>
<source>Add texts to see how certain a difference is.</source>
<translation type="unfinished" />
</message>
<message>
<source>Add the line, or open the publisher's tokenizer.json.</source>
<translation type="unfinished" />
</message>
<message>
<source>Add up only what was counted in the same way.</source>
<translation type="unfinished" />
</message>
<message>
<source>Add “{becomes}” instead.</source>
<translation type="unfinished" />
</message>
<message>
<source>Allow it, or treat it as text.</source>
<translation type="unfinished" />
</message>
<message>
<source>Ask for permission to read it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Both rows are the same.</source>
<translation type="unfinished" />
</message>
<message>
<source>CLIP itself uses only the first {taken} of the {count} merges</source>
<translation type="unfinished" />
</message>
<message>
<source>Change its roles or their order.</source>
<translation type="unfinished" />
</message>
<message>
<source>Change the folder's patterns.</source>
<translation type="unfinished" />
</message>
<message>
<source>Change the pattern, or choose a preset.</source>
<translation type="unfinished" />
</message>
<message>
<source>Check its name; it is run without a shell, with its words as they are.</source>
<translation type="unfinished" />
</message>
<message>
<source>Check its texts, then save it again.</source>
<translation type="unfinished" />
</message>
<message>
<source>Check that it exists and is readable.</source>
<translation type="unfinished" />
</message>
<message>
<source>Check that it is the right file.</source>
<translation type="unfinished" />
</message>
<message>
<source>Check that these are ids of this tokenizer.</source>
<translation type="unfinished" />
</message>
<message>
<source>Check the file, or get a new copy.</source>
<translation type="unfinished" />
</message>
<message>
<source>Check the network, or open a local file.</source>
<translation type="unfinished" />
</message>
<message>
<source>Check the path. Texts are passed in a list of their own, [[text]], or as TextSource(name, text).</source>
<translation type="unfinished" />
</message>
<message>
<source>Check the spaces: they are part of a token.</source>
<translation type="unfinished" />
</message>
<message>
<source>Check where the file comes from: it may be damaged or malicious.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose SentencePiece's rule first.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a .card.json file of this program.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a BPE vocabulary.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a SentencePiece or llama2.c file.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a byte-level BPE tokenizer.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a byte-level tokenizer without a normalizer.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a byte-level, CLIP or SentencePiece tokenizer.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a file in it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a file or a folder.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a file or folder with text.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a file that has one.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a file with one of: {choices}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a folder outside of it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a larger size, or cover fewer characters.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a larger size.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a length.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a number in this range.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a preset that splits, such as GPT-4, use less text, or raise the limit.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a preset.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a published pattern, or one without $, ^, lookbehind, \w and (?i:…).</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a regular file.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a shorter name.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a shorter word.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a size in this range.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a token of this vocabulary.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a tokenizer trained here.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose an id of this vocabulary.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose and clean the text before, or pass texts in a list of their own: [[text, …]].</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose another encoding, or replace or skip them.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose another encoding.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose another field to use them.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose another field, or hold out less.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose another field; the other records are used.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose another folder to encode it from the start.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose another folder.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose another format.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose another name.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose another source.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose another special token and train again.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose another split pattern, or divide the text.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose another split pattern, or raise the limit.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose another text.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose bpe_simple_vocab_16e6.txt.gz as it was downloaded, or download it again.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose in the training what they were counted with.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose its publisher's.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose its publisher's: {names}, or a regular expression.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose nanochat's tokenizer.pkl.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose one of them.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose one of these: {choices}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose one of {names}, or write (?:{name}) for plain letters.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose one of {names}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose one that has some, or leave out special tokens.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose one with its own card.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose other tokens.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose that format.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose the file itself to read it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose the file with the vocabulary; if a model has several files, the first.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose the folder of the parts.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose the one that it describes.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose the special token that has it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose the text itself.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose the text of a special token.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose the text's encoding.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose them by a file name pattern instead.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose what fills the rows.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose {smallest} or more.</source>
<translation type="unfinished" />
</message>
<message>
<source>Close it with ), or write \( to match one.</source>
<translation type="unfinished" />
</message>
<message>
<source>Close it with ], or write \[ to match one.</source>
<translation type="unfinished" />
</message>
<message>
<source>Close it; here it is read as a letter.</source>
<translation type="unfinished" />
</message>
<message>
<source>Close other programs, or use less text.</source>
<translation type="unfinished" />
</message>
<message>
<source>Close other programs; try again.</source>
<translation type="unfinished" />
</message>
<message>
<source>Compare it with a copy from its source.</source>
<translation type="unfinished" />
</message>
<message>
<source>Compare only texts that say the same line by line.</source>
<translation type="unfinished" />
</message>
<message>
<source>Continue it, or use another folder.</source>
<translation type="unfinished" />
</message>
<message>
<source>Convert it with llama.cpp.</source>
<translation type="unfinished" />
</message>
<message>
<source>Correct it, or leave it out; the other lines are used.</source>
<translation type="unfinished" />
</message>
<message>
<source>Correct it, or leave it out; the other rows are used.</source>
<translation type="unfinished" />
</message>
<message>
<source>Correct it; the syntax is that of Python's regex module.</source>
<translation type="unfinished" />
</message>
<message>
<source>Count all shards with the same number of them.</source>
<translation type="unfinished" />
</message>
<message>
<source>Count that part again.</source>
<translation type="unfinished" />
</message>
<message>
<source>Count these, or accept counts of a part of the text.</source>
<translation type="unfinished" />
</message>
<message>
<source>Decode smaller files.</source>
<translation type="unfinished" />
</message>
<message>
<source>Delete it, or save the tokenizer again.</source>
<translation type="unfinished" />
</message>
<message>
<source>Delete this change. Save a tokenizer whose tokens are needed later.</source>
<translation type="unfinished" />
</message>
<message>
<source>Discard it, and train again.</source>
<translation type="unfinished" />
</message>
<message>
<source>Divide it; the others are used.</source>
<translation type="unfinished" />
</message>
<message>
<source>Do not give another pattern.</source>
<translation type="unfinished" />
</message>
<message>
<source>Do not trust this file. Use ChatML instead.</source>
<translation type="unfinished" />
</message>
<message>
<source>Encode shorter texts, such as single lines.</source>
<translation type="unfinished" />
</message>
<message>
<source>Encode the file as one text, or split it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Everything except merges can be shown.</source>
<translation type="unfinished" />
</message>
<message>
<source>Export it as it is.</source>
<translation type="unfinished" />
</message>
<message>
<source>Fetch again to continue.</source>
<translation type="unfinished" />
</message>
<message>
<source>Fetch the vocabulary in the window, or name a file.</source>
<translation type="unfinished" />
</message>
<message>
<source>Figures per word are left out.</source>
<translation type="unfinished" />
</message>
<message>
<source>For a cased vocabulary, put a tokenizer_config.json with "do_lower_case": false next to it.</source>
<translation type="unfinished" />
</message>
<message>
<source>For such a model open its tokenizer.json.</source>
<translation type="unfinished" />
</message>
<message>
<source>Free some space, or set TMPDIR to a folder with more.</source>
<translation type="unfinished" />
</message>
<message>
<source>Free space, or save elsewhere.</source>
<translation type="unfinished" />
</message>
<message>
<source>GPT-2's files cannot store this tokenizer: its tokens are not made by merging bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>GPT-2's files cannot store this tokenizer: some tokens have no merge, or the ends of words are units</source>
<translation type="unfinished" />
</message>
<message>
<source>GPT-2's files cannot store this tokenizer: they do not store a normalizer</source>
<translation type="unfinished" />
</message>
<message>
<source>GPT-2's files store no split pattern; readers use GPT-2's</source>
<translation type="unfinished" />
</message>
<message>
<source>Get a new copy of the file.</source>
<translation type="unfinished" />
</message>
<message>
<source>Get a new copy, or choose another vocabulary for llama2.c.</source>
<translation type="unfinished" />
</message>
<message>
<source>Get a new copy, or close the list with ].</source>
<translation type="unfinished" />
</message>
<message>
<source>Get another file, or update the program.</source>
<translation type="unfinished" />
</message>
<message>
<source>Get the whole file back, or delete {card} if the file was rewritten.</source>
<translation type="unfinished" />
</message>
<message>
<source>Give it a text, or remove it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Give it a text.</source>
<translation type="unfinished" />
</message>
<message>
<source>Give it an unused id.</source>
<translation type="unfinished" />
</message>
<message>
<source>Give the special tokens lower ids, or choose another format.</source>
<translation type="unfinished" />
</message>
<message>
<source>Give these two tokens these ids, or choose another format.</source>
<translation type="unfinished" />
</message>
<message>
<source>Hold out more, or add texts: intervals need {fewest} of them, so about {needed} documents in all.</source>
<translation type="unfinished" />
</message>
<message>
<source>If its publisher uses another one, ids differ.</source>
<translation type="unfinished" />
</message>
<message>
<source>If the special token contains a line end, remove it; otherwise get a new copy.</source>
<translation type="unfinished" />
</message>
<message>
<source>If the split pattern continues on this line, write it in one line; otherwise get a new copy.</source>
<translation type="unfinished" />
</message>
<message>
<source>If this was not intended, delete the card.</source>
<translation type="unfinished" />
</message>
<message>
<source>If you need its ids, compare some.</source>
<translation type="unfinished" />
</message>
<message>
<source>If you trust it, read it anyway or unpack it.</source>
<translation type="unfinished" />
</message>
<message>
<source>If your texts have such places, save it in the format that it came in.</source>
<translation type="unfinished" />
</message>
<message>
<source>Include it again in the list of the folder's files.</source>
<translation type="unfinished" />
</message>
<message>
<source>Install it to have the file checked by it.</source>
<translation type="unfinished" />
</message>
<message>
<source>It may have been moved; choose it again.</source>
<translation type="unfinished" />
</message>
<message>
<source>Its own pattern gives its library's ids.</source>
<translation type="unfinished" />
</message>
<message>
<source>Its tokens are of what it makes of them.</source>
<translation type="unfinished" />
</message>
<message>
<source>Keep it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Keep the .card.json file next to it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Keep the file that you opened.</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave it out, or forbid less.</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave it out, or get a new copy.</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave it out, or save it as UTF-8.</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave it out.</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave one of the two out.</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave the role unk as it is.</source>
<translation type="unfinished" />
</message>
<message>
<source>Let it count first.</source>
<translation type="unfinished" />
</message>
<message>
<source>Let special tokens move after the merges.</source>
<translation type="unfinished" />
</message>
<message>
<source>Lines are missing or out of order; get a new copy.</source>
<translation type="unfinished" />
</message>
<message>
<source>Look at it, then add the change again.</source>
<translation type="unfinished" />
</message>
<message>
<source>Lower the counts or weights.</source>
<translation type="unfinished" />
</message>
<message>
<source>Lower the held-out share to train on it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Lower the held-out share, or add texts: a file of plain text is one document.</source>
<translation type="unfinished" />
</message>
<message>
<source>Make it match at least one character, for example + instead of *.</source>
<translation type="unfinished" />
</message>
<message>
<source>Measure again.</source>
<translation type="unfinished" />
</message>
<message>
<source>Name it as in “{instead}”, with signs and letters.</source>
<translation type="unfinished" />
</message>
<message>
<source>Name one of its special tokens: {choices}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Name one of {choices}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Name one or more.</source>
<translation type="unfinished" />
</message>
<message>
<source>Name their key “input_ids”.</source>
<translation type="unfinished" />
</message>
<message>
<source>No action is needed.</source>
<translation type="unfinished" />
</message>
<message>
<source>No action is needed; saving it again corrects this.</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing was written. Choose a format that holds everything.</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing was written. Please report this.</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing was written. Try a shorter text.</source>
<translation type="unfinished" />
</message>
<message>
<source>Number the shards from 0 to {last}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Open a local file.</source>
<translation type="unfinished" />
</message>
<message>
<source>Open it again, or choose another.</source>
<translation type="unfinished" />
</message>
<message>
<source>Open it with this program, or train fewer merges.</source>
<translation type="unfinished" />
</message>
<message>
<source>Open its ranks (.tiktoken).</source>
<translation type="unfinished" />
</message>
<message>
<source>Open the .model next time.</source>
<translation type="unfinished" />
</message>
<message>
<source>Open the .model that was saved with it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Open the tokenizer.json or SentencePiece model that it was made from.</source>
<translation type="unfinished" />
</message>
<message>
<source>Open the tokenizer.json that it was made from.</source>
<translation type="unfinished" />
</message>
<message>
<source>PDF files are not read</source>
<translation type="unfinished" />
</message>
<message>
<source>Parquet files need pyarrow, which is not installed</source>
<translation type="unfinished" />
</message>
<message>
<source>Pass a list of ids.</source>
<translation type="unfinished" />
</message>
<message>
<source>Pass a list of lists of ids.</source>
<translation type="unfinished" />
</message>
<message>
<source>Pass a list, or a column of datasets, which can be read again.</source>
<translation type="unfinished" />
</message>
<message>
<source>Pass a list; encode takes a text.</source>
<translation type="unfinished" />
</message>
<message>
<source>Pass a text.</source>
<translation type="unfinished" />
</message>
<message>
<source>Pass a token.</source>
<translation type="unfinished" />
</message>
<message>
<source>Pass an id.</source>
<translation type="unfinished" />
</message>
<message>
<source>Pass the file's pattern to minbpe's RegexTokenizer, or train with the preset minbpe.</source>
<translation type="unfinished" />
</message>
<message>
<source>Please report it with the details.</source>
<translation type="unfinished" />
</message>
<message>
<source>Published vocabularies have up to 40 MB. If this is the right file, open it anyway.</source>
<translation type="unfinished" />
</message>
<message>
<source>Put a number in its place, or get a new copy.</source>
<translation type="unfinished" />
</message>
<message>
<source>Put it into the same folder as one of: {choices}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Put the piece before its count.</source>
<translation type="unfinished" />
</message>
<message>
<source>Put two or more with equally many lines into one folder.</source>
<translation type="unfinished" />
</message>
<message>
<source>Put “{token}” into model.vocab with id {id}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Raise the limit of the sample to use it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Raise the limit, drop the rarest, or use less text.</source>
<translation type="unfinished" />
</message>
<message>
<source>Raise the limit, or use less text.</source>
<translation type="unfinished" />
</message>
<message>
<source>Read it again when nothing writes to it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Reinstall the program, or choose another file.</source>
<translation type="unfinished" />
</message>
<message>
<source>Reinstall the program.</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove (?r).</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove it, or get a new copy.</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove it; for a brace write \{{.</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove one of the two.</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove other tokens.</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove such characters from the text, or use another tokenizer.</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove such characters, or use another tokenizer.</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove the ), or write \) to match one.</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove the cause and save it again; until then, these files do not belong together.</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove the line, or get a new copy.</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove the link.</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove the pattern, or choose another preset.</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove them from texts you do not trust.</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove these too.</source>
<translation type="unfinished" />
</message>
<message>
<source>Rename it without white space, or save as tiktoken ranks (.tiktoken).</source>
<translation type="unfinished" />
</message>
<message>
<source>Rename its columns, or read it as another kind.</source>
<translation type="unfinished" />
</message>
<message>
<source>Rename the special token.</source>
<translation type="unfinished" />
</message>
<message>
<source>Rename the token, or choose another format.</source>
<translation type="unfinished" />
</message>
<message>
<source>Reopen or replace it, or save under another name.</source>
<translation type="unfinished" />
</message>
<message>
<source>Repair it, or encode the whole file.</source>
<translation type="unfinished" />
</message>
<message>
<source>Repair it, or get a new copy.</source>
<translation type="unfinished" />
</message>
<message>
<source>Repair the link, or choose the file itself.</source>
<translation type="unfinished" />
</message>
<message>
<source>Restore that text and try again.</source>
<translation type="unfinished" />
</message>
<message>
<source>Restore that text, or start again in another folder.</source>
<translation type="unfinished" />
</message>
<message>
<source>Resume it to continue.</source>
<translation type="unfinished" />
</message>
<message>
<source>Resume it, or remove it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Run it in a shell to repair it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Save it again with a release of tokenizers that writes version 1.0.</source>
<translation type="unfinished" />
</message>
<message>
<source>Save it as SentencePiece (.model) or GGUF (.gguf).</source>
<translation type="unfinished" />
</message>
<message>
<source>Save it as UTF-8, or get a new copy.</source>
<translation type="unfinished" />
</message>
<message>
<source>Save it as a Hugging Face tokenizer (.json).</source>
<translation type="unfinished" />
</message>
<message>
<source>Save it as a SentencePiece model (.model), or write it anyway.</source>
<translation type="unfinished" />
</message>
<message>
<source>Save it as a SentencePiece model (.model).</source>
<translation type="unfinished" />
</message>
<message>
<source>Save it as a minbpe model (.model).</source>
<translation type="unfinished" />
</message>
<message>
<source>Save it as text in its own program.</source>
<translation type="unfinished" />
</message>
<message>
<source>Save it as text, or unpack it and strip its HTML.</source>
<translation type="unfinished" />
</message>
<message>
<source>Save it as tiktoken ranks (.tiktoken).</source>
<translation type="unfinished" />
</message>
<message>
<source>Save it elsewhere, or replace that file.</source>
<translation type="unfinished" />
</message>
<message>
<source>Save it here once to get a card.</source>
<translation type="unfinished" />
</message>
<message>
<source>Save it in another folder, or move that file first.</source>
<translation type="unfinished" />
</message>
<message>
<source>Save it under another name or in another folder.</source>
<translation type="unfinished" />
</message>
<message>
<source>Save it with one value per line (.jsonl).</source>
<translation type="unfinished" />
</message>
<message>
<source>Save it with smaller row groups.</source>
<translation type="unfinished" />
</message>
<message>
<source>Save its text as a text file.</source>
<translation type="unfinished" />
</message>
<message>
<source>Save or export it before you quit.</source>
<translation type="unfinished" />
</message>
<message>
<source>Save the ids again with numpy.save.</source>
<translation type="unfinished" />
</message>
<message>
<source>Save the ids as a one-dimensional array of integers.</source>
<translation type="unfinished" />
</message>
<message>
<source>Saving it again writes one that tokenizers opens.</source>
<translation type="unfinished" />
</message>
<message>
<source>Say what to add or remove.</source>
<translation type="unfinished" />
</message>
<message>
<source>See the files next to it for the others.</source>
<translation type="unfinished" />
</message>
<message>
<source>Set the key of the text, or encode the file as a whole.</source>
<translation type="unfinished" />
</message>
<message>
<source>Set the options and sources yourself.</source>
<translation type="unfinished" />
</message>
<message>
<source>Set “dropout” in the file to null.</source>
<translation type="unfinished" />
</message>
<message>
<source>Shorten it, or close other programs and open it anyway.</source>
<translation type="unfinished" />
</message>
<message>
<source>Shorten it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Shorten or truncate it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Simplify it, or limit the longest token.</source>
<translation type="unfinished" />
</message>
<message>
<source>Simplify it, or use smaller files.</source>
<translation type="unfinished" />
</message>
<message>
<source>Simplify it: repeated groups should match the same text in only one way.</source>
<translation type="unfinished" />
</message>
<message>
<source>Simplify the pattern.</source>
<translation type="unfinished" />
</message>
<message>
<source>Start training again.</source>
<translation type="unfinished" />
</message>
<message>
<source>Start training again; the text or the options changed.</source>
<translation type="unfinished" />
</message>
<message>
<source>Such a vocabulary cannot be extended.</source>
<translation type="unfinished" />
</message>
<message>
<source>Switch some of them off, and copy a command for each kind.</source>
<translation type="unfinished" />
</message>
<message>
<source>Texts in UTF-8 are not affected.</source>
<translation type="unfinished" />
</message>
<message>
<source>The file is cut short; get a new copy.</source>
<translation type="unfinished" />
</message>
<message>
<source>The file is damaged, or tokens are missing; get a new copy.</source>
<translation type="unfinished" />
</message>
<message>
<source>The file is damaged; get a new copy.</source>
<translation type="unfinished" />
</message>
<message>
<source>The text was counted again; the result is the same.</source>
<translation type="unfinished" />
</message>
<message>
<source>The tokenizer is not affected.</source>
<translation type="unfinished" />
</message>
<message>
<source>The vocabulary and the merges do not belong together; get a new copy.</source>
<translation type="unfinished" />
</message>
<message>
<source>They are ignored.</source>
<translation type="unfinished" />
</message>
<message>
<source>They are left out.</source>
<translation type="unfinished" />
</message>
<message>
<source>This vocabulary cannot encode every text; get a complete copy.</source>
<translation type="unfinished" />
</message>
<message>
<source>Train on more text.</source>
<translation type="unfinished" />
</message>
<message>
<source>Train on them, or switch them off to count the other sources.</source>
<translation type="unfinished" />
</message>
<message>
<source>Train on whole documents.</source>
<translation type="unfinished" />
</message>
<message>
<source>Train with a special token as eos.</source>
<translation type="unfinished" />
</message>
<message>
<source>Train with another split pattern.</source>
<translation type="unfinished" />
</message>
<message>
<source>Train with special tokens to avoid unused ids.</source>
<translation type="unfinished" />
</message>
<message>
<source>Train with the preset GPT-2 or minbpe, or choose another format.</source>
<translation type="unfinished" />
</message>
<message>
<source>Train with the preset minbpe, which differs from GPT-4 in this alone, or choose another format.</source>
<translation type="unfinished" />
</message>
<message>
<source>Training continues without one.</source>
<translation type="unfinished" />
</message>
<message>
<source>Training resumed from the one before, with {n_merges} merges.</source>
<translation type="unfinished" />
</message>
<message>
<source>Training started from the beginning.</source>
<translation type="unfinished" />
</message>
<message>
<source>Truncate or pad the ids where your model needs it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Try a smaller input.</source>
<translation type="unfinished" />
</message>
<message>
<source>Try again later, or open a local file.</source>
<translation type="unfinished" />
</message>
<message>
<source>Type one, or choose the preset without a split.</source>
<translation type="unfinished" />
</message>
<message>
<source>Unpack it into a folder, or pack its files as zip.</source>
<translation type="unfinished" />
</message>
<message>
<source>Unpack it once yourself.</source>
<translation type="unfinished" />
</message>
<message>
<source>Unpack it yourself with its password.</source>
<translation type="unfinished" />
</message>
<message>
<source>Unpack it yourself.</source>
<translation type="unfinished" />
</message>
<message>
<source>Unpack only the members that you need.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use ChatML instead.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use ChatML, or check the template (Tokenizer › Chat template…).</source>
<translation type="unfinished" />
</message>
<message>
<source>Use ChatML, or set a template.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use a Unicode script name, such as Cyrillic.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use a file, or a list of texts.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use a larger context length.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use a larger vocabulary, or fewer of them.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use a number above 0, up to 1.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use a number of 0 or more; a gain must be below 1.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use a number of 1 or more.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use a share above 0, up to 1, such as 0.99995.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use a shorter text, or divide it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use a shorter text; if it happens on opening, check where the file comes from.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use a vocabulary with byte fallback to keep them.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use another value.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use counts below 10^18.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use counts of 0 or more.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use fewer messages, or ChatML.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use fewer nested groups.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use fewer parts.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use files that count-pieces or merge-counts wrote.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use less text, or a split pattern that makes shorter pieces.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use merge-counts to add them up.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use one of {choices}, or choose a format.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use one of {choices}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use those options, or start again in another folder.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use u32 or npy, which hold larger ids.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use whole numbers of 0 or more.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use whole numbers, separated by spaces or commas.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use {choices}, or a set of texts.</source>
<translation type="unfinished" />
</message>
<message>
<source>Wait until it ends, or stop it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Wait until it ends, or use another folder.</source>
<translation type="unfinished" />
</message>
<message>
<source>Wait until it is finished.</source>
<translation type="unfinished" />
</message>
<message>
<source>Write a backslash as \\.</source>
<translation type="unfinished" />
</message>
<message>
<source>Write each group as (?:…), or save as tiktoken ranks (.tiktoken).</source>
<translation type="unfinished" />
</message>
<message>
<source>Write groups as \1 or \g&lt;name&gt;.</source>
<translation type="unfinished" />
</message>
<message>
<source>Write it as \n or \r, or save as tiktoken ranks (.tiktoken).</source>
<translation type="unfinished" />
</message>
<message>
<source>Write it with whole characters.</source>
<translation type="unfinished" />
</message>
<message>
<source>Write that space as [ ] or \x20, or save as tiktoken ranks (.tiktoken).</source>
<translation type="unfinished" />
</message>
<message>
<source>Write the group out there.</source>
<translation type="unfinished" />
</message>
<message>
<source>Write the merges as lists.</source>
<translation type="unfinished" />
</message>
<message>
<source>Write {instead} instead.</source>
<translation type="unfinished" />
</message>
<message>
<source>a .vocab cannot be opened; {model} was opened</source>
<translation type="unfinished" />
</message>
<message>
<source>a .vocab is incomplete, and {model} next to it is missing or different</source>
<translation type="unfinished" />
</message>
<message>
<source>a CLIP file cannot store this tokenizer: CLIP cleans text, and this tokenizer does not</source>
<translation type="unfinished" />
</message>
<message>
<source>a CLIP file cannot store this tokenizer: it needs word-end merges (&lt;/w&gt;), as in CLIP</source>
<translation type="unfinished" />
</message>
<message>
<source>a CLIP file cannot store this tokenizer: its special tokens are {held}, and “{token}” differs</source>
<translation type="unfinished" />
</message>
<message>
<source>a GGUF vocabulary cannot store this tokenizer: id {id} is more than {limit} above the rest</source>
<translation type="unfinished" />
</message>
<message>
<source>a GGUF vocabulary cannot store this tokenizer: llama.cpp has no equivalent tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>a GGUF vocabulary cannot store this tokenizer: llama.cpp has no such split</source>
<translation type="unfinished" />
</message>
<message>
<source>a GGUF vocabulary cannot store this tokenizer: llama.cpp's split treats whole words differently</source>
<translation type="unfinished" />
</message>
<message>
<source>a GGUF vocabulary cannot store this tokenizer: token {id}, “{token}”, is not a merge of two others</source>
<translation type="unfinished" />
</message>
<message>
<source>a SentencePiece model cannot store this tokenizer: SentencePiece needs scores; this one has ranks</source>
<translation type="unfinished" />
</message>
<message>
<source>a SentencePiece model cannot store this tokenizer: it has several unknown tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>a SentencePiece model cannot store this tokenizer: special token {id}, “{token}”, is not a control token</source>
<translation type="unfinished" />
</message>
<message>
<source>a SentencePiece model cannot store this tokenizer: with “▁” for spaces, token {id} equals another one</source>
<translation type="unfinished" />
</message>
<message>
<source>a batch is several lists of ids, not {type}</source>
<translation type="unfinished" />
</message>
<message>
<source>a command reads all sources alike, and these are read in different ways</source>
<translation type="unfinished" />
</message>
<message>
<source>a field of type {kind} is not allowed here</source>
<translation type="unfinished" />
</message>
<message>
<source>a file of tiktoken ranks cannot store this tokenizer: only tiktoken makes token {id}, “{token}”, from bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>a file of tiktoken ranks cannot store this tokenizer: tokens {first} and {second} are both “{token}”</source>
<translation type="unfinished" />
</message>
<message>
<source>a file of version {version} must list its special tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>a file that {format} puts next to it would have the same name</source>
<translation type="unfinished" />
</message>
<message>
<source>a llama2.c tokenizer cannot store this tokenizer: ids 0 to 258 must be unknown, start, end and bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>a llama2.c tokenizer cannot store this tokenizer: it has {held} and no “{token}”</source>
<translation type="unfinished" />
</message>
<message>
<source>a llama2.c tokenizer cannot store this tokenizer: llama2.c needs scores; this one has ranks</source>
<translation type="unfinished" />
</message>
<message>
<source>a merge would make token {id} again</source>
<translation type="unfinished" />
</message>
<message>
<source>a minbpe model cannot store this tokenizer: a line end in the split pattern is not allowed</source>
<translation type="unfinished" />
</message>
<message>
<source>a minbpe model cannot store this tokenizer: byte 0x{byte} has id {id}; a byte must be its own id</source>
<translation type="unfinished" />
</message>
<message>
<source>a minbpe model cannot store this tokenizer: id {id} has no token, and merges must have no gaps</source>
<translation type="unfinished" />
</message>
<message>
<source>a minbpe model cannot store this tokenizer: its pattern contains a lone surrogate</source>
<translation type="unfinished" />
</message>
<message>
<source>a minbpe model cannot store this tokenizer: minbpe drops white space at the ends of a pattern</source>
<translation type="unfinished" />
</message>
<message>
<source>a minbpe model cannot store this tokenizer: minbpe loses text with a capture group</source>
<translation type="unfinished" />
</message>
<message>
<source>a minbpe model cannot store this tokenizer: the special token “{token}” contains white space</source>
<translation type="unfinished" />
</message>
<message>
<source>a minbpe model cannot store this tokenizer: token {id}, “{token}”, is not a merge of two earlier ones</source>
<translation type="unfinished" />
</message>
<message>
<source>a piece of over {limit} bytes would need over {percent} % of the memory</source>
<translation type="unfinished" />
</message>
<message>
<source>a quote is never closed</source>
<translation type="unfinished" />
</message>
<message>
<source>a record has over {limit} million characters</source>
<translation type="unfinished" />
</message>
<message>
<source>a release of tokenizers before 0.20 cannot store this tokenizer: the token “{token}” contains a space</source>
<translation type="unfinished" />
</message>
<message>
<source>a shard has at least 1 id</source>
<translation type="unfinished" />
</message>
<message>
<source>a special token and its id were expected, but the line says “{line}”</source>
<translation type="unfinished" />
</message>
<message>
<source>a symbolic link is where the program keeps a file of its own</source>
<translation type="unfinished" />
</message>
<message>
<source>a table of counts needs the columns “piece” and “count”; this one has: {choices}</source>
<translation type="unfinished" />
</message>
<message>
<source>a tekken.json cannot store this tokenizer: it has no split pattern</source>
<translation type="unfinished" />
</message>
<message>
<source>a tekken.json cannot store this tokenizer: it needs special tokens, bytes, then others</source>
<translation type="unfinished" />
</message>
<message>
<source>a tekken.json cannot store this tokenizer: only tekken makes token {id} “{token}” from bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>a text is str or bytes, not {type}</source>
<translation type="unfinished" />
</message>
<message>
<source>a token has other keys than {keys}, which mistral_common refuses</source>
<translation type="unfinished" />
</message>
<message>
<source>a token in base64 and its rank were expected, but the line says “{line}”</source>
<translation type="unfinished" />
</message>
<message>
<source>a token is {wanted}, not {type}</source>
<translation type="unfinished" />
</message>
<message>
<source>a token to add is empty</source>
<translation type="unfinished" />
</message>
<message>
<source>a tokenizer.json cannot store this tokenizer: it has no model of this kind</source>
<translation type="unfinished" />
</message>
<message>
<source>a tokenizer.json cannot store this tokenizer: its normalizer “{name}” has no counterpart there</source>
<translation type="unfinished" />
</message>
<message>
<source>a tokenizer.json cannot store this tokenizer: merging by its scores gives other ids for “{text}”</source>
<translation type="unfinished" />
</message>
<message>
<source>a tokenizer.json cannot store this tokenizer: only SentencePiece has user-defined and unused tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>a tokenizer.json cannot store this tokenizer: tokenizers matches the split pattern “{pattern}” differently</source>
<translation type="unfinished" />
</message>
<message>
<source>a tokenizer.json cannot store this tokenizer: tokens {first} and {second} are both “{token}”</source>
<translation type="unfinished" />
</message>
<message>
<source>a tokenizer.json cannot store this tokenizer: “{token}”, with a space or “▁”, is matched in texts only by tokenizers</source>
<translation type="unfinished" />
</message>
<message>
<source>a tokenizer.json cannot store this tokenizer: “▁” would be a space, unlike in llama2.c</source>
<translation type="unfinished" />
</message>
<message>
<source>a training run stopped here after {n_merges} merges</source>
<translation type="unfinished" />
</message>
<message>
<source>a value is of type {kind}, which does not exist</source>
<translation type="unfinished" />
</message>
<message>
<source>after a special token at the start, tokenizers decodes a space that this tokenizer omits</source>
<translation type="unfinished" />
</message>
<message>
<source>an exact copy of the opened file, which {library} runs</source>
<translation type="unfinished" />
</message>
<message>
<source>an extended tokenizer keeps its split pattern</source>
<translation type="unfinished" />
</message>
<message>
<source>an id is a whole number, not {type}</source>
<translation type="unfinished" />
</message>
<message>
<source>an iterator or open file is read only once</source>
<translation type="unfinished" />
</message>
<message>
<source>another program changed the file after you opened or saved it</source>
<translation type="unfinished" />
</message>
<message>
<source>another run writes to this data set</source>
<translation type="unfinished" />
</message>
<message>
<source>another training run is using this checkpoint</source>
<translation type="unfinished" />
</message>
<message>
<source>another window is fetching {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>bytes outside the encoding are skipped, as requested</source>
<translation type="unfinished" />
</message>
<message>
<source>bytes that are not UTF-8 are measured as U+FFFD</source>
<translation type="unfinished" />
</message>
<message>
<source>characters without a token are dropped</source>
<translation type="unfinished" />
</message>
<message>
<source>counted pieces are no text that could be encoded</source>
<translation type="unfinished" />
</message>
<message>
<source>documents that can be read only once cannot be held out of a data set</source>
<translation type="unfinished" />
</message>
<message>
<source>e-books (EPUB) are not read</source>
<translation type="unfinished" />
</message>
<message>
<source>earlier merges leave “{token}” in {count} tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>files of a folder are left out or read otherwise one by one</source>
<translation type="unfinished" />
</message>
<message>
<source>held_out, sample and clean are not for a single text in memory</source>
<translation type="unfinished" />
</message>
<message>
<source>id {id} does not fit into 16 bits</source>
<translation type="unfinished" />
</message>
<message>
<source>id {id} is outside 0 to {highest}</source>
<translation type="unfinished" />
</message>
<message>
<source>ids are a list of whole numbers, not {type}</source>
<translation type="unfinished" />
</message>
<message>
<source>ids are not in merge order; no {size} tokens come first</source>
<translation type="unfinished" />
</message>
<message>
<source>internal error ({reason})</source>
<translation type="unfinished" />
</message>
<message>
<source>invalid JSON (line {line}, column {column}): {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>it announces {count} members; at most {limit} are read</source>
<translation type="unfinished" />
</message>
<message>
<source>it begins as JSON, but a list has no end</source>
<translation type="unfinished" />
</message>
<message>
<source>it cannot be read as Parquet: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>it contains NUL bytes, so it is not plain text</source>
<translation type="unfinished" />
</message>
<message>
<source>it contains no text</source>
<translation type="unfinished" />
</message>
<message>
<source>it describes another tokenizer, or an earlier state of this one</source>
<translation type="unfinished" />
</message>
<message>
<source>it has no column of text</source>
<translation type="unfinished" />
</message>
<message>
<source>it has no footer that says how its pieces were counted</source>
<translation type="unfinished" />
</message>
<message>
<source>it has no unknown token, which SentencePiece needs</source>
<translation type="unfinished" />
</message>
<message>
<source>it has other tokens than when this change was added</source>
<translation type="unfinished" />
</message>
<message>
<source>it has {count} entries for {tokens} tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>it has {highest} merges; {n_merges} cannot be kept</source>
<translation type="unfinished" />
</message>
<message>
<source>it has {length} bytes; the limit is {longest}</source>
<translation type="unfinished" />
</message>
<message>
<source>it has {lines} lines, and “{other}” has {other_lines}</source>
<translation type="unfinished" />
</message>
<message>
<source>it holds a {kind}, not a tiktoken Encoding</source>
<translation type="unfinished" />
</message>
<message>
<source>it holds counted pieces, not text</source>
<translation type="unfinished" />
</message>
<message>
<source>it holds only “{name}”, the name of an encoding</source>
<translation type="unfinished" />
</message>
<message>
<source>it holds {count} files named after a language, such as deu.txt</source>
<translation type="unfinished" />
</message>
<message>
<source>it holds {count} tokens; the limit is {limit}</source>
<translation type="unfinished" />
</message>
<message>
<source>it is beyond the requested sample</source>
<translation type="unfinished" />
</message>
<message>
<source>it is encrypted</source>
<translation type="unfinished" />
</message>
<message>
<source>it is held out for evaluation</source>
<translation type="unfinished" />
</message>
<message>
<source>it is missing, or not as in a tiktoken Encoding</source>
<translation type="unfinished" />
</message>
<message>
<source>it is nested too deeply</source>
<translation type="unfinished" />
</message>
<message>
<source>it is not a valid SentencePiece model: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>it is one JSON value of more than {limit} million characters</source>
<translation type="unfinished" />
</message>
<message>
<source>it is one of {n} shards; {other} has {first} shards of the same text</source>
<translation type="unfinished" />
</message>
<message>
<source>it is packed twice</source>
<translation type="unfinished" />
</message>
<message>
<source>it unpacks to more than {largest} bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>it unpacks to more than {ratio} times its size</source>
<translation type="unfinished" />
</message>
<message>
<source>it was made by changing another vocabulary</source>
<translation type="unfinished" />
</message>
<message>
<source>it would be in {source}, which is read: other shards would read other files</source>
<translation type="unfinished" />
</message>
<message>
<source>its bytes overlap another member's, as in a decompression bomb</source>
<translation type="unfinished" />
</message>
<message>
<source>its checksum is wrong; {used} unpacked bytes are used</source>
<translation type="unfinished" />
</message>
<message>
<source>its compression method is not supported</source>
<translation type="unfinished" />
</message>
<message>
<source>its directory is damaged at byte {offset}</source>
<translation type="unfinished" />
</message>
<message>
<source>its directory is missing: the file is cut short</source>
<translation type="unfinished" />
</message>
<message>
<source>its folder does not exist</source>
<translation type="unfinished" />
</message>
<message>
<source>its footer cannot be read: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>its longest token is given as {longest} bytes, outside 1 to {highest}</source>
<translation type="unfinished" />
</message>
<message>
<source>its members unpack to more than {limit} GB</source>
<translation type="unfinished" />
</message>
<message>
<source>its model does not merge by score</source>
<translation type="unfinished" />
</message>
<message>
<source>its name does not match the patterns</source>
<translation type="unfinished" />
</message>
<message>
<source>its name is too long for this system</source>
<translation type="unfinished" />
</message>
<message>
<source>its name starts with a dot</source>
<translation type="unfinished" />
</message>
<message>
<source>its pieces were counted with the {what} {counted}, and the training has {wanted}</source>
<translation type="unfinished" />
</message>
<message>
<source>its rows are not those of counted pieces: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>its split pattern is not known</source>
<translation type="unfinished" />
</message>
<message>
<source>its split pattern is not known, so text cannot be encoded</source>
<translation type="unfinished" />
</message>
<message>
<source>its split pattern {pre} is not known, so text cannot be encoded</source>
<translation type="unfinished" />
</message>
<message>
<source>its symbolic links form a loop</source>
<translation type="unfinished" />
</message>
<message>
<source>its tokens are not merged in the order of their ids</source>
<translation type="unfinished" />
</message>
<message>
<source>its tokens cannot be changed: {why}</source>
<translation type="unfinished" />
</message>
<message>
<source>its value is not {expected}</source>
<translation type="unfinished" />
</message>
<message>
<source>its version is {version}; known: {known}</source>
<translation type="unfinished" />
</message>
<message>
<source>its version is {version}; only "1.0" is known</source>
<translation type="unfinished" />
</message>
<message>
<source>its version is {version}; only 2 and 3 can be read</source>
<translation type="unfinished" />
</message>
<message>
<source>its {what} is {this}, that of {other} is {that}</source>
<translation type="unfinished" />
</message>
<message>
<source>line {line} is no document: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>links in a zip file are not followed</source>
<translation type="unfinished" />
</message>
<message>
<source>lists are nested more than {limit} deep</source>
<translation type="unfinished" />
</message>
<message>
<source>llama.cpp adds a space after special tokens, which changes ids</source>
<translation type="unfinished" />
</message>
<message>
<source>llama.cpp cannot encode characters that have no token</source>
<translation type="unfinished" />
</message>
<message>
<source>llama.cpp decides by its text, such as “{first}”, where it finds {count} special tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>llama.cpp keeps bytes that are not UTF-8; SentencePiece turns them into U+FFFD</source>
<translation type="unfinished" />
</message>
<message>
<source>llama.cpp makes the control token “{token}” from a text that spells it</source>
<translation type="unfinished" />
</message>
<message>
<source>llama.cpp skips {count} bytes without a token, such as 0x{first}</source>
<translation type="unfinished" />
</message>
<message>
<source>llama.cpp starts a new text after its {count} user-defined tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>llama.cpp uses the {count} unused tokens; SentencePiece does not</source>
<translation type="unfinished" />
</message>
<message>
<source>llama.cpp's nearest split, {pre}, cuts the white space that ends a text after its last line end</source>
<translation type="unfinished" />
</message>
<message>
<source>llama.cpp's split {pre} cuts at marks (\p{{M}}), as in Hindi</source>
<translation type="unfinished" />
</message>
<message>
<source>llama2.c cannot use it without a token for a space</source>
<translation type="unfinished" />
</message>
<message>
<source>llama2.c needs the 256 bytes at ids 3 to 258.</source>
<translation type="unfinished" />
</message>
<message>
<source>merge {merge} joins the same two tokens as merge {first}</source>
<translation type="unfinished" />
</message>
<message>
<source>merge {merge} of “{left}” and “{right}” does not make token {id}, “{token}”</source>
<translation type="unfinished" />
</message>
<message>
<source>merge {merge} uses id {id}, which has no token</source>
<translation type="unfinished" />
</message>
<message>
<source>merge {number} is {merge}; two tokens were expected</source>
<translation type="unfinished" />
</message>
<message>
<source>merge {number}, “{left}” + “{right}”: “{part}” is not a token</source>
<translation type="unfinished" />
</message>
<message>
<source>merge {number}, “{left}” + “{right}”: “{right}” lacks the prefix “{prefix}”</source>
<translation type="unfinished" />
</message>
<message>
<source>merge {number}, “{merge}”, does not make a token from two tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>merge {number}: “{left}” + “{right}” (“{token}”) is not a token</source>
<translation type="unfinished" />
</message>
<message>
<source>merge {rank} was ({left}, {right}) before, and is {now} now</source>
<translation type="unfinished" />
</message>
<message>
<source>minbpe's load ignores the file's split pattern</source>
<translation type="unfinished" />
</message>
<message>
<source>minbpe's load ignores the file's split pattern: text that ends in white space may differ</source>
<translation type="unfinished" />
</message>
<message>
<source>new merges need id {id}, which belongs to “{token}”</source>
<translation type="unfinished" />
</message>
<message>
<source>no document is left to train on: all are held out ({n})</source>
<translation type="unfinished" />
</message>
<message>
<source>no file format can store this tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>no row is a piece and a count; this one is: {row}</source>
<translation type="unfinished" />
</message>
<message>
<source>no text can produce “{token}”: it is normalized to “{becomes}”</source>
<translation type="unfinished" />
</message>
<message>
<source>no text can produce “{token}”: the split always cuts inside “{part}”</source>
<translation type="unfinished" />
</message>
<message>
<source>no text is left to train on; bytes left out: {reasons}</source>
<translation type="unfinished" />
</message>
<message>
<source>no text produces {count} tokens without a merge, such as “{token}”</source>
<translation type="unfinished" />
</message>
<message>
<source>no token has id {id}</source>
<translation type="unfinished" />
</message>
<message>
<source>no token has id {id} at position {position} of the ids (from 0)</source>
<translation type="unfinished" />
</message>
<message>
<source>no token has the id {id}</source>
<translation type="unfinished" />
</message>
<message>
<source>no token has the role {role}</source>
<translation type="unfinished" />
</message>
<message>
<source>no token is “{token}”</source>
<translation type="unfinished" />
</message>
<message>
<source>no token matches: {what}</source>
<translation type="unfinished" />
</message>
<message>
<source>no tokenizer file ends in “{suffix}”</source>
<translation type="unfinished" />
</message>
<message>
<source>no training here splits words as this tokenizer does</source>
<translation type="unfinished" />
</message>
<message>
<source>none of {lines} lines has text under “{field}”; line {line}: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>not equal: after {n_equal} equal tokens, the ids differ in line {line} of {text}</source>
<translation type="unfinished" />
</message>
<message>
<source>nothing was compared: {size} bytes of text have no token</source>
<translation type="unfinished" />
</message>
<message>
<source>of {documents} documents none is held out, at a share of {share}</source>
<translation type="unfinished" />
</message>
<message>
<source>only tokenizer.json has a form for older programs</source>
<translation type="unfinished" />
</message>
<message>
<source>other texts would get other ids: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>pieces of up to {length} bytes need about {need} bytes; the limit is {limit}</source>
<translation type="unfinished" />
</message>
<message>
<source>rank {rank} should be that byte, and is 0x{byte}</source>
<translation type="unfinished" />
</message>
<message>
<source>rank {rank} where {expected} is expected</source>
<translation type="unfinished" />
</message>
<message>
<source>ranks {first} and {second} are the same token</source>
<translation type="unfinished" />
</message>
<message>
<source>reading it needs more memory than is allowed</source>
<translation type="unfinished" />
</message>
<message>
<source>reading it takes too long</source>
<translation type="unfinished" />
</message>
<message>
<source>reading its {size} bytes needs more than {memory} MiB of memory</source>
<translation type="unfinished" />
</message>
<message>
<source>repeating its training gives other tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>run.c keeps extra spaces, “▁” and invalid UTF-8, so ids differ there</source>
<translation type="unfinished" />
</message>
<message>
<source>sentencepiece never uses token {id}, U+0000; byte tokens stand for it</source>
<translation type="unfinished" />
</message>
<message>
<source>several keys could hold the ids: {keys} (at these characters)</source>
<translation type="unfinished" />
</message>
<message>
<source>shard {number} of the same text is in {other} too</source>
<translation type="unfinished" />
</message>
<message>
<source>some bytes are not UTF-8</source>
<translation type="unfinished" />
</message>
<message>
<source>some bytes are not {encoding}</source>
<translation type="unfinished" />
</message>
<message>
<source>some files could not be replaced: {reason}. New: {new}; unchanged or missing: {old}</source>
<translation type="unfinished" />
</message>
<message>
<source>some merges are texts, some lists, which tokenizers refuses</source>
<translation type="unfinished" />
</message>
<message>
<source>some rows have no value in the column “{column}”</source>
<translation type="unfinished" />
</message>
<message>
<source>some special tokens from 128004 to 128255 differ in Llama 3.1</source>
<translation type="unfinished" />
</message>
<message>
<source>some texts need the byte of token {id}; such tokens: {count}</source>
<translation type="unfinished" />
</message>
<message>
<source>special token {id} has an empty text</source>
<translation type="unfinished" />
</message>
<message>
<source>special token {id}, {token}, contains a lone surrogate</source>
<translation type="unfinished" />
</message>
<message>
<source>tabs separate the tokens of merges, which tokenizers refuses</source>
<translation type="unfinished" />
</message>
<message>
<source>tar archives are not read</source>
<translation type="unfinished" />
</message>
<message>
<source>text {number} has {n_tokens} tokens; the context is {context}</source>
<translation type="unfinished" />
</message>
<message>
<source>texts are a list of str or bytes, not {type}</source>
<translation type="unfinished" />
</message>
<message>
<source>the GGUF file has no tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>the added token “{token}” has id {id}, but tokenizers gives it {new_id}</source>
<translation type="unfinished" />
</message>
<message>
<source>the address is not https</source>
<translation type="unfinished" />
</message>
<message>
<source>the array cannot be read: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>the array is {dimensions}-dimensional, of {kind}</source>
<translation type="unfinished" />
</message>
<message>
<source>the byte order mark at the start of the file was ignored</source>
<translation type="unfinished" />
</message>
<message>
<source>the card does not say how it was trained</source>
<translation type="unfinished" />
</message>
<message>
<source>the card lacks {what}</source>
<translation type="unfinished" />
</message>
<message>
<source>the character coverage is {coverage}</source>
<translation type="unfinished" />
</message>
<message>
<source>the chat template cannot be run: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>the chat template did not finish in {seconds} s and was stopped</source>
<translation type="unfinished" />
</message>
<message>
<source>the chat template ended the helper process: {how}</source>
<translation type="unfinished" />
</message>
<message>
<source>the chat template has {length} characters; the limit is {limit}</source>
<translation type="unfinished" />
</message>
<message>
<source>the chat template is not valid Jinja: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>the chat template rejects this conversation: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>the chat template tried an unsafe operation and was stopped: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>the chat template used too much memory and was stopped</source>
<translation type="unfinished" />
</message>
<message>
<source>the chat template uses “{token}” (id {id})</source>
<translation type="unfinished" />
</message>
<message>
<source>the checkpoint in {folder} could not be written: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>the checkpoint is {why}</source>
<translation type="unfinished" />
</message>
<message>
<source>the command {command} cannot be run: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>the command {command} ended with {status}: {line}</source>
<translation type="unfinished" />
</message>
<message>
<source>the comparison is no longer kept</source>
<translation type="unfinished" />
</message>
<message>
<source>the compressed data cannot be read: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>the compressed data ends early, after {size} bytes of text</source>
<translation type="unfinished" />
</message>
<message>
<source>the connection ended after {done} of {size} bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>the context length is missing, or too small</source>
<translation type="unfinished" />
</message>
<message>
<source>the corpus holds counted pieces, not text</source>
<translation type="unfinished" />
</message>
<message>
<source>the corpus is empty</source>
<translation type="unfinished" />
</message>
<message>
<source>the count {count} is negative</source>
<translation type="unfinished" />
</message>
<message>
<source>the count {count} is too large</source>
<translation type="unfinished" />
</message>
<message>
<source>the counted pieces in the checkpoint are damaged</source>
<translation type="unfinished" />
</message>
<message>
<source>the counted text has {n_bytes} bytes, over {most}</source>
<translation type="unfinished" />
</message>
<message>
<source>the data set cannot be continued: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>the distinct pieces have {n_bytes} bytes, more than {limit}</source>
<translation type="unfinished" />
</message>
<message>
<source>the distinct pieces need {n_bytes} bytes; the limit is {limit}</source>
<translation type="unfinished" />
</message>
<message>
<source>the download is not the published {name}: its SHA-256 differs</source>
<translation type="unfinished" />
</message>
<message>
<source>the encoding of the file was not recognized</source>
<translation type="unfinished" />
</message>
<message>
<source>the encoding “{encoding}” is not known</source>
<translation type="unfinished" />
</message>
<message>
<source>the field “{field}” is not text</source>
<translation type="unfinished" />
</message>
<message>
<source>the file announces {count} keys, more than fit in it</source>
<translation type="unfinished" />
</message>
<message>
<source>the file asks for {what}, which the workbench does not apply</source>
<translation type="unfinished" />
</message>
<message>
<source>the file asks for {what}, which the workbench neither applies nor saves</source>
<translation type="unfinished" />
</message>
<message>
<source>the file begins with a byte order mark, which does not belong there</source>
<translation type="unfinished" />
</message>
<message>
<source>the file cannot be read: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>the file cannot be written: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>the file changed during reading</source>
<translation type="unfinished" />
</message>
<message>
<source>the file does not exist, nor has a vocabulary of this name been fetched</source>
<translation type="unfinished" />
</message>
<message>
<source>the file does not exist: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>the file does not name its model type; its keys show it</source>
<translation type="unfinished" />
</message>
<message>
<source>the file does not name its split pattern; GPT-2's is used</source>
<translation type="unfinished" />
</message>
<message>
<source>the file does not name the normalizer ({name}); the card does</source>
<translation type="unfinished" />
</message>
<message>
<source>the file does not say the roles {roles}; the card does</source>
<translation type="unfinished" />
</message>
<message>
<source>the file does not say whether text is lower-cased; it is, as by default in BERT</source>
<translation type="unfinished" />
</message>
<message>
<source>the file does not say whose score rule applies; the card does</source>
<translation type="unfinished" />
</message>
<message>
<source>the file does not store the split pattern; CLIP itself uses its own</source>
<translation type="unfinished" />
</message>
<message>
<source>the file ends early</source>
<translation type="unfinished" />
</message>
<message>
<source>the file ends early; {used} unpacked bytes are used</source>
<translation type="unfinished" />
</message>
<message>
<source>the file ends inside token {id}</source>
<translation type="unfinished" />
</message>
<message>
<source>the file ends where {expected} should be</source>
<translation type="unfinished" />
</message>
<message>
<source>the file has Windows line ends</source>
<translation type="unfinished" />
</message>
<message>
<source>the file has more than {largest} bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>the file has more than {largest} bytes, which is unusual for JSON</source>
<translation type="unfinished" />
</message>
<message>
<source>the file has no chat template; the card has</source>
<translation type="unfinished" />
</message>
<message>
<source>the file has no decoder, so tokenizers decodes with spaces between tokens; {format} does not</source>
<translation type="unfinished" />
</message>
<message>
<source>the file has no pattern or special tokens; the card does</source>
<translation type="unfinished" />
</message>
<message>
<source>the file has no {key}</source>
<translation type="unfinished" />
</message>
<message>
<source>the file has over {limit} bytes, too many to show</source>
<translation type="unfinished" />
</message>
<message>
<source>the file has {n_bytes} bytes, not a multiple of the id size, {size}</source>
<translation type="unfinished" />
</message>
<message>
<source>the file has {size} bytes besides the vocabulary; the limit is {largest}</source>
<translation type="unfinished" />
</message>
<message>
<source>the file has {size} bytes; more than {largest} are unusual for JSON</source>
<translation type="unfinished" />
</message>
<message>
<source>the file holds a whole model, and only its vocabulary would remain</source>
<translation type="unfinished" />
</message>
<message>
<source>the file holds no tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>the file holds only CLIP's two special tokens, not {tokens}</source>
<translation type="unfinished" />
</message>
<message>
<source>the file holds {count} tokens; llama2.c needs at least {smallest}</source>
<translation type="unfinished" />
</message>
<message>
<source>the file is damaged ({reason}); {used} unpacked bytes are used</source>
<translation type="unfinished" />
</message>
<message>
<source>the file is empty</source>
<translation type="unfinished" />
</message>
<message>
<source>the file is neither gzip data nor CLIP's list of merges</source>
<translation type="unfinished" />
</message>
<message>
<source>the file is not UTF-8 here</source>
<translation type="unfinished" />
</message>
<message>
<source>the file is not UTF-8; read as {encoding}</source>
<translation type="unfinished" />
</message>
<message>
<source>the file is {kind}, which cannot be opened here</source>
<translation type="unfinished" />
</message>
<message>
<source>the file may be cut short: it has no end mark or card ({merges} merges)</source>
<translation type="unfinished" />
</message>
<message>
<source>the file should extend to byte {needed}, but has {size} bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>the file would build {name}, not only a tiktoken Encoding</source>
<translation type="unfinished" />
</message>
<message>
<source>the file's own split pattern is {own}; {given} is used as requested</source>
<translation type="unfinished" />
</message>
<message>
<source>the files do not say which tokens are special; the card does</source>
<translation type="unfinished" />
</message>
<message>
<source>the first line announces {expected} merges, but more follow</source>
<translation type="unfinished" />
</message>
<message>
<source>the folder has no .parquet file of counted pieces</source>
<translation type="unfinished" />
</message>
<message>
<source>the folder holds a data set already</source>
<translation type="unfinished" />
</message>
<message>
<source>the folder holds an unfinished data set</source>
<translation type="unfinished" />
</message>
<message>
<source>the folder holds another data set: not the same {what}</source>
<translation type="unfinished" />
</message>
<message>
<source>the folder is in {source}, which is read</source>
<translation type="unfinished" />
</message>
<message>
<source>the helper process cannot start: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>the helper process ended during {operation!r}: {how}</source>
<translation type="unfinished" />
</message>
<message>
<source>the helper process failed: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>the helper process hung in {operation!r} for {seconds} s and was stopped</source>
<translation type="unfinished" />
</message>
<message>
<source>the helper process ran out of memory during {operation!r}</source>
<translation type="unfinished" />
</message>
<message>
<source>the helper process takes at most {limit} bytes, not {size}</source>
<translation type="unfinished" />
</message>
<message>
<source>the id of the token “{token}” is {id}, which is not a whole number</source>
<translation type="unfinished" />
</message>
<message>
<source>the id {id} of the token “{token}” is outside 0 to {highest}</source>
<translation type="unfinished" />
</message>
<message>
<source>the key {key} occurs twice</source>
<translation type="unfinished" />
</message>
<message>
<source>the key “{key}” is missing</source>
<translation type="unfinished" />
</message>
<message>
<source>the key “{key}” occurs twice; programs read it differently</source>
<translation type="unfinished" />
</message>
<message>
<source>the last line has no end: the file may be cut short ({merges} merges)</source>
<translation type="unfinished" />
</message>
<message>
<source>the last line of the merges has no end: the file may be cut short</source>
<translation type="unfinished" />
</message>
<message>
<source>the length of the rows is missing, or too small</source>
<translation type="unfinished" />
</message>
<message>
<source>the line has more than {limit} bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>the line is not UTF-8</source>
<translation type="unfinished" />
</message>
<message>
<source>the line is not valid JSON</source>
<translation type="unfinished" />
</message>
<message>
<source>the list ends after {count} of {expected} merges</source>
<translation type="unfinished" />
</message>
<message>
<source>the memory limit of {limit} bytes has no room for any of the {n} pieces</source>
<translation type="unfinished" />
</message>
<message>
<source>the merge makes “{token}”, which is already token {first}</source>
<translation type="unfinished" />
</message>
<message>
<source>the merge needs “{part}”, which no earlier line makes</source>
<translation type="unfinished" />
</message>
<message>
<source>the merge uses id {id}, but only ids up to {last} exist by then</source>
<translation type="unfinished" />
</message>
<message>
<source>the merge uses the negative id {id}</source>
<translation type="unfinished" />
</message>
<message>
<source>the merge would make a token of {length} bytes; the limit is {longest}</source>
<translation type="unfinished" />
</message>
<message>
<source>the merges lack their first line, “#version”</source>
<translation type="unfinished" />
</message>
<message>
<source>the merges of an exact copy cannot be rewritten</source>
<translation type="unfinished" />
</message>
<message>
<source>the model has a token of its own for unknown text</source>
<translation type="unfinished" />
</message>
<message>
<source>the model type {type} is not known</source>
<translation type="unfinished" />
</message>
<message>
<source>the name of a key has {length} bytes; from 1 to {limit} are allowed</source>
<translation type="unfinished" />
</message>
<message>
<source>the newest state of the checkpoint is {why}</source>
<translation type="unfinished" />
</message>
<message>
<source>the number of merges to add is missing</source>
<translation type="unfinished" />
</message>
<message>
<source>the number of resamples {draws} is outside 1 to {highest}</source>
<translation type="unfinished" />
</message>
<message>
<source>the number of special tokens was expected, but the line says “{line}”</source>
<translation type="unfinished" />
</message>
<message>
<source>the number {number} has {length} digits</source>
<translation type="unfinished" />
</message>
<message>
<source>the other one of its two files is missing</source>
<translation type="unfinished" />
</message>
<message>
<source>the output of the command {command} does not fit in {folder}</source>
<translation type="unfinished" />
</message>
<message>
<source>the pair {left} {right} is merged again; its first merge made id {first}</source>
<translation type="unfinished" />
</message>
<message>
<source>the pattern calls a group: {part!r}</source>
<translation type="unfinished" />
</message>
<message>
<source>the pattern can match the empty text</source>
<translation type="unfinished" />
</message>
<message>
<source>the pattern closes a group that was never opened</source>
<translation type="unfinished" />
</message>
<message>
<source>the pattern contains {part}, part of {whose}</source>
<translation type="unfinished" />
</message>
<message>
<source>the pattern has a fuzzy constraint, {part!r}</source>
<translation type="unfinished" />
</message>
<message>
<source>the pattern has {length} characters, more than {limit}</source>
<translation type="unfinished" />
</message>
<message>
<source>the pattern is empty</source>
<translation type="unfinished" />
</message>
<message>
<source>the pattern is not valid: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>the pattern nests groups too deeply</source>
<translation type="unfinished" />
</message>
<message>
<source>the pattern of forbidden tokens took more than {seconds} s on “{token}”</source>
<translation type="unfinished" />
</message>
<message>
<source>the pattern opens a group with {part} and never closes it</source>
<translation type="unfinished" />
</message>
<message>
<source>the pattern opens a set with {part} and never closes it</source>
<translation type="unfinished" />
</message>
<message>
<source>the pattern searches backwards</source>
<translation type="unfinished" />
</message>
<message>
<source>the pattern {pattern!r} is too slow on this text: stopped after {seconds} s</source>
<translation type="unfinished" />
</message>
<message>
<source>the pattern {pattern!r} ran out of memory on this text</source>
<translation type="unfinished" />
</message>
<message>
<source>the pickle cannot be read: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>the preset {preset} splits only at spaces and takes no pattern</source>
<translation type="unfinished" />
</message>
<message>
<source>the process that ran the pattern {pattern!r} ended: {how}</source>
<translation type="unfinished" />
</message>
<message>
<source>the publisher answers {status}, {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>the rank {rank} is already in line {first}</source>
<translation type="unfinished" />
</message>
<message>
<source>the rank {rank} is negative</source>
<translation type="unfinished" />
</message>
<message>
<source>the rank “{rank}” is not a plain number</source>
<translation type="unfinished" />
</message>
<message>
<source>the record has no field “{field}”</source>
<translation type="unfinished" />
</message>
<message>
<source>the regular expression contains {part}, which is not supported</source>
<translation type="unfinished" />
</message>
<message>
<source>the regular expression is not valid: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>the regular expression took more than {seconds} s and was stopped</source>
<translation type="unfinished" />
</message>
<message>
<source>the replacement is not valid: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>the replacement table of its normalizer is invalid: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>the role {role} has an empty token</source>
<translation type="unfinished" />
</message>
<message>
<source>the role {role} has two tokens, “{first}” and “{second}”</source>
<translation type="unfinished" />
</message>
<message>
<source>the row has {n_cells} cells, too few for the column</source>
<translation type="unfinished" />
</message>
<message>
<source>the row is not a piece and a whole number</source>
<translation type="unfinished" />
</message>
<message>
<source>the rule “{rule}” counts tokens, and has no text</source>
<translation type="unfinished" />
</message>
<message>
<source>the score of token {id} is {score}, which is not a finite number</source>
<translation type="unfinished" />
</message>
<message>
<source>the seed tokens ({count}) need {n_merges} merges; there is room for {room}</source>
<translation type="unfinished" />
</message>
<message>
<source>the sources contain no text to encode</source>
<translation type="unfinished" />
</message>
<message>
<source>the sources contain no text to train on</source>
<translation type="unfinished" />
</message>
<message>
<source>the special token “{token}” has id {id}, outside 0 to {highest}</source>
<translation type="unfinished" />
</message>
<message>
<source>the special token “{token}” has id {id}, the id of “{other}”</source>
<translation type="unfinished" />
</message>
<message>
<source>the special token “{token}” is listed twice</source>
<translation type="unfinished" />
</message>
<message>
<source>the special token “{token}” may be learned; SentencePiece needs it once</source>
<translation type="unfinished" />
</message>
<message>
<source>the special token “{token}” was also learned; SentencePiece needs it once</source>
<translation type="unfinished" />
</message>
<message>
<source>the special tokens “{other}” and “{token}” have the same id {id}</source>
<translation type="unfinished" />
</message>
<message>
<source>the split is that of the tokenizer that is extended</source>
<translation type="unfinished" />
</message>
<message>
<source>the split pattern finds no piece in the {n_bytes} bytes of text</source>
<translation type="unfinished" />
</message>
<message>
<source>the split pattern has no alternative of digits alone</source>
<translation type="unfinished" />
</message>
<message>
<source>the split pattern of “{tokenizer}” is not known</source>
<translation type="unfinished" />
</message>
<message>
<source>the sum of the counts of “{piece}” is over 2^63 - 1</source>
<translation type="unfinished" />
</message>
<message>
<source>the template writes over {limit} characters</source>
<translation type="unfinished" />
</message>
<message>
<source>the text cannot be divided: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>the text contains the special token “{token}”</source>
<translation type="unfinished" />
</message>
<message>
<source>the text has a piece of {length} bytes; the limit is {longest}</source>
<translation type="unfinished" />
</message>
<message>
<source>the text has no words</source>
<translation type="unfinished" />
</message>
<message>
<source>the text has {n} parts; {least} are needed</source>
<translation type="unfinished" />
</message>
<message>
<source>the text has {size} bytes; {library} gets at most {limit} at once</source>
<translation type="unfinished" />
</message>
<message>
<source>the text is not UTF-8</source>
<translation type="unfinished" />
</message>
<message>
<source>the text is not that of which the data set was begun</source>
<translation type="unfinished" />
</message>
<message>
<source>the text needs byte 0x{byte}, which has no token</source>
<translation type="unfinished" />
</message>
<message>
<source>the text's pieces differ from those at the start</source>
<translation type="unfinished" />
</message>
<message>
<source>the token has no bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>the token is already in line {first}, with rank {rank}</source>
<translation type="unfinished" />
</message>
<message>
<source>the token of the role {role}, “{token}”, is no special token</source>
<translation type="unfinished" />
</message>
<message>
<source>the token “{token}” occurs twice, with ids {first} and {second}</source>
<translation type="unfinished" />
</message>
<message>
<source>the tokenizer changes the text before it is split</source>
<translation type="unfinished" />
</message>
<message>
<source>the tokenizer has no eos, so llama.cpp ends a reply at id {id} (“{token}”)</source>
<translation type="unfinished" />
</message>
<message>
<source>the tokenizer has no token for padding</source>
<translation type="unfinished" />
</message>
<message>
<source>the tokenizer that was kept there cannot be read</source>
<translation type="unfinished" />
</message>
<message>
<source>the tokens would have {size} bytes together; the limit is {largest}</source>
<translation type="unfinished" />
</message>
<message>
<source>the tokens “{other}” and “{token}” have the same id {id}</source>
<translation type="unfinished" />
</message>
<message>
<source>the training has not counted its text</source>
<translation type="unfinished" />
</message>
<message>
<source>the unknown token, “{token}”, is not in the vocabulary</source>
<translation type="unfinished" />
</message>
<message>
<source>the vocabulary has neither the 256 bytes nor an unknown token</source>
<translation type="unfinished" />
</message>
<message>
<source>the vocabulary has no [UNK], which is the token of a word without pieces</source>
<translation type="unfinished" />
</message>
<message>
<source>the vocabulary is empty</source>
<translation type="unfinished" />
</message>
<message>
<source>the vocabulary reaches to byte {needed}; only {limit} bytes are read</source>
<translation type="unfinished" />
</message>
<message>
<source>the vocabulary size {size} is outside {lowest} to {highest}</source>
<translation type="unfinished" />
</message>
<message>
<source>the vocabulary size {vocab_size} is too small for the bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>the written {format} reads back differently</source>
<translation type="unfinished" />
</message>
<message>
<source>there are blank lines in the merges, which tokenizers refuses</source>
<translation type="unfinished" />
</message>
<message>
<source>there are extra spaces in the merges, which tokenizers refuses</source>
<translation type="unfinished" />
</message>
<message>
<source>there are several chat templates; “{chosen}” is shown, not {others}</source>
<translation type="unfinished" />
</message>
<message>
<source>there are {count} special tokens; the limit is {limit}</source>
<translation type="unfinished" />
</message>
<message>
<source>there are {documents} documents; intervals need {fewest} or more</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no checkpoint in {folder}</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no cleaning step “{name}”</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no column “{column}”</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no file or folder “{text}”</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no form “{form}” of a data set</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no format “{name}”</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no normalizer {name!r}</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no preset {preset!r}</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no published vocabulary “{name}”</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no role {role!r}</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no rule {rule!r}</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no rule “{rule}”</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no script “{script}”</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no shard {number} of {n}</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no split pattern {name!r}</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no text to measure</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no tie rule {tie!r}</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no token {token}</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no tokenizer to compare</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no way {numbers!r} to cut numbers</source>
<translation type="unfinished" />
</message>
<message>
<source>there is not enough memory</source>
<translation type="unfinished" />
</message>
<message>
<source>there is not enough space for {needed} bytes: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>there is nothing to change</source>
<translation type="unfinished" />
</message>
<message>
<source>these bytes are other fields, names and marks</source>
<translation type="unfinished" />
</message>
<message>
<source>this card cannot be used: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>this checkpoint has another corpus: {difference}</source>
<translation type="unfinished" />
</message>
<message>
<source>this checkpoint has other options: {name} was {then}, now it is {now}</source>
<translation type="unfinished" />
</message>
<message>
<source>this folder was already read, or links back to a folder that contains it</source>
<translation type="unfinished" />
</message>
<message>
<source>this is a folder, not a file</source>
<translation type="unfinished" />
</message>
<message>
<source>this is a pipe or a device, not a regular file</source>
<translation type="unfinished" />
</message>
<message>
<source>this is a {kind}, neither a file nor a folder</source>
<translation type="unfinished" />
</message>
<message>
<source>this is not a tokenizer file of a known format</source>
<translation type="unfinished" />
</message>
<message>
<source>this is not the corpus that it was trained on: {difference}</source>
<translation type="unfinished" />
</message>
<message>
<source>this is the file that is read</source>
<translation type="unfinished" />
</message>
<message>
<source>this system cannot have a file of this name</source>
<translation type="unfinished" />
</message>
<message>
<source>this tokenizer cannot be extended: {why}</source>
<translation type="unfinished" />
</message>
<message>
<source>this tokenizer cannot encode in parts, and the text is over {limit} bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>this tokenizer has been closed</source>
<translation type="unfinished" />
</message>
<message>
<source>this tokenizer has no chat template</source>
<translation type="unfinished" />
</message>
<message>
<source>this tokenizer has no end token</source>
<translation type="unfinished" />
</message>
<message>
<source>this tokenizer has no special tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>this tokenizer has no start token</source>
<translation type="unfinished" />
</message>
<message>
<source>token {id} contains U+0000, which SentencePiece does not allow</source>
<translation type="unfinished" />
</message>
<message>
<source>token {id} has no bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>token {id} has {length} bytes, more than the file's longest, {longest}</source>
<translation type="unfinished" />
</message>
<message>
<source>token {id} has {length} bytes; SentencePiece allows fewer than {limit}</source>
<translation type="unfinished" />
</message>
<message>
<source>token {id} is a byte, but byte fallback is off</source>
<translation type="unfinished" />
</message>
<message>
<source>token {id} is of type {kind}; only 1 to 6 exist</source>
<translation type="unfinished" />
</message>
<message>
<source>token {id} is “{token}”, where llama2.c expects byte {expected}</source>
<translation type="unfinished" />
</message>
<message>
<source>token {id}, “{token}”, is marked as a byte, but is not written &lt;0xNN&gt;</source>
<translation type="unfinished" />
</message>
<message>
<source>token {id}, “{token}”, is not UTF-8</source>
<translation type="unfinished" />
</message>
<message>
<source>tokenizers cannot open this file: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>tokens {first} and {second} are both unknown tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>training was stopped; its state is in {folder}</source>
<translation type="unfinished" />
</message>
<message>
<source>two ids were expected, but the line says “{line}”</source>
<translation type="unfinished" />
</message>
<message>
<source>two symbols to merge were expected, but the line says “{line}”</source>
<translation type="unfinished" />
</message>
<message>
<source>two tokens have id {id}</source>
<translation type="unfinished" />
</message>
<message>
<source>two tokens were expected, but the line says “{line}”</source>
<translation type="unfinished" />
</message>
<message>
<source>unpacking it needs more than 128 MB of memory</source>
<translation type="unfinished" />
</message>
<message>
<source>unpacking it needs more than 256 MB of memory</source>
<translation type="unfinished" />
</message>
<message>
<source>where special tokens overlap in a text, one of the two takes the longest, the other the leftmost</source>
<translation type="unfinished" />
</message>
<message>
<source>without a split, training needs about {need} bytes; the limit is {limit}</source>
<translation type="unfinished" />
</message>
<message>
<source>without {source} nothing is left to train on</source>
<translation type="unfinished" />
</message>
<message>
<source>you are not allowed to read the file: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>you are not allowed to write here: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>you left it out</source>
<translation type="unfinished" />
</message>
<message>
<source>{card} cannot be read and was not used: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>{card} describes another version of this file and was not used</source>
<translation type="unfinished" />
</message>
<message>
<source>{card} has other {what} than the file's publisher; the card's are used</source>
<translation type="unfinished" />
</message>
<message>
<source>{card} lists {expected} tokens, but the file has {tokens}</source>
<translation type="unfinished" />
</message>
<message>
<source>{component} is run by {library}</source>
<translation type="unfinished" />
</message>
<message>
<source>{count} bytes have no token; the first is 0x{first}</source>
<translation type="unfinished" />
</message>
<message>
<source>{count} merges come twice; tokenizers uses the last</source>
<translation type="unfinished" />
</message>
<message>
<source>{count} special tokens keep ids up to {highest}; ids {size} to {lowest} have no token</source>
<translation type="unfinished" />
</message>
<message>
<source>{expected} was expected here</source>
<translation type="unfinished" />
</message>
<message>
<source>{file} was used only in part: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>{format} cannot store this tokenizer: it stores no normalizer ({name}), so ids differ</source>
<translation type="unfinished" />
</message>
<message>
<source>{format} cannot store this tokenizer: its tokens are not merged in id order</source>
<translation type="unfinished" />
</message>
<message>
<source>{format} cannot store this tokenizer: some bytes have no token</source>
<translation type="unfinished" />
</message>
<message>
<source>{format} cannot store this tokenizer: text is split in stages, by several patterns</source>
<translation type="unfinished" />
</message>
<message>
<source>{format} cannot store this tokenizer: two tokens have the same bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>{format} cannot store this tokenizer: “{token}” is special as {id} and ordinary as {other}</source>
<translation type="unfinished" />
</message>
<message>
<source>{format} does not say how to match {count} added tokens, such as “{first}”</source>
<translation type="unfinished" />
</message>
<message>
<source>{format} does not store the normalizer; readers omit it</source>
<translation type="unfinished" />
</message>
<message>
<source>{format} files can be read but not written</source>
<translation type="unfinished" />
</message>
<message>
<source>{format} stores {count} added tokens as special, such as “{first}”</source>
<translation type="unfinished" />
</message>
<message>
<source>{host} cannot be reached ({reason})</source>
<translation type="unfinished" />
</message>
<message>
<source>{kind} cannot be read</source>
<translation type="unfinished" />
</message>
<message>
<source>{library} always treats special tokens as special</source>
<translation type="unfinished" />
</message>
<message>
<source>{library} cannot use it: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>{library} cannot use the written file: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>{library} could not process it: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>{library} crashed with this tokenizer: {how}</source>
<translation type="unfinished" />
</message>
<message>
<source>{library} did not answer within {seconds} s</source>
<translation type="unfinished" />
</message>
<message>
<source>{library} is not installed</source>
<translation type="unfinished" />
</message>
<message>
<source>{library} may split differently</source>
<translation type="unfinished" />
</message>
<message>
<source>{library} ran out of memory</source>
<translation type="unfinished" />
</message>
<message>
<source>{model} tokenizers are not supported, so text cannot be encoded</source>
<translation type="unfinished" />
</message>
<message>
<source>{n_bytes} bytes after its end are not packed text</source>
<translation type="unfinished" />
</message>
<message>
<source>{n_characters} characters need {smallest} tokens; the vocabulary size is {vocab_size}</source>
<translation type="unfinished" />
</message>
<message>
<source>{n_missing} of {n} shards are missing: {missing}</source>
<translation type="unfinished" />
</message>
<message>
<source>{names} next to it belongs to another tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>{names} next to it would be replaced, but does not belong to it</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} is not valid JSON</source>
<translation type="unfinished" />
</message>
<message>
<source>{option} cannot be used here: {why}</source>
<translation type="unfinished" />
</message>
<message>
<source>{option} cannot be used to count pieces</source>
<translation type="unfinished" />
</message>
<message>
<source>{option} is {value}</source>
<translation type="unfinished" />
</message>
<message>
<source>{option} of the source cannot be {value}</source>
<translation type="unfinished" />
</message>
<message>
<source>{share} is no share of residues</source>
<translation type="unfinished" />
</message>
<message>
<source>{size} tokens are announced; the file has {specials} special and {tokens} ordinary tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>{source} is not a source of this training</source>
<translation type="unfinished" />
</message>
<message>
<source>{token} is not UTF-8</source>
<translation type="unfinished" />
</message>
<message>
<source>{value} at position {position} of the ids (from 0) is not a whole number</source>
<translation type="unfinished" />
</message>
<message>
<source>{value} is larger than any id</source>
<translation type="unfinished" />
</message>
<message>
<source>{value} is negative</source>
<translation type="unfinished" />
</message>
<message>
<source>{value} where {kind} is expected</source>
<translation type="unfinished" />
</message>
<message>
<source>{vocab} next to it has {shown} merges, the file only {merges}</source>
<translation type="unfinished" />
</message>
<message>
<source>“minbpe v1” was expected, but the line says “{version}”</source>
<translation type="unfinished" />
</message>
<message>
<source>“{choice}” names no special tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>“{key}” of the normalizer “{kind}” is missing or of the wrong type</source>
<translation type="unfinished" />
</message>
<message>
<source>“{name}” does not give every text back as it was: {texts} of {of} differ</source>
<translation type="unfinished" />
</message>
<message>
<source>“{name}” encodes the same text differently each time, as with dropout</source>
<translation type="unfinished" />
</message>
<message>
<source>“{name}” is listed twice</source>
<translation type="unfinished" />
</message>
<message>
<source>“{name}” is not among the compared tokenizers</source>
<translation type="unfinished" />
</message>
<message>
<source>“{name}” is not among the languages</source>
<translation type="unfinished" />
</message>
<message>
<source>“{name}” was not saved, and is not kept any more</source>
<translation type="unfinished" />
</message>
<message>
<source>“{text}” contains a lone surrogate</source>
<translation type="unfinished" />
</message>
<message>
<source>“{text}” is not UTF-8</source>
<translation type="unfinished" />
</message>
<message>
<source>“{token}” (id {id}) is part of other tokens, such as “{first}”; in all: {count}</source>
<translation type="unfinished" />
</message>
<message>
<source>“{token}” (id {id}) is the start, end or padding token of texts</source>
<translation type="unfinished" />
</message>
<message>
<source>“{token}” cannot be made without a token that is forbidden</source>
<translation type="unfinished" />
</message>
<message>
<source>“{token}” exists before any merge</source>
<translation type="unfinished" />
</message>
<message>
<source>“{token}” has an unknown escape at character {at}</source>
<translation type="unfinished" />
</message>
<message>
<source>“{token}” has {length} bytes; the limit is {longest}</source>
<translation type="unfinished" />
</message>
<message>
<source>“{token}” is a seed token and a special token</source>
<translation type="unfinished" />
</message>
<message>
<source>“{token}” is a seed token and forbidden</source>
<translation type="unfinished" />
</message>
<message>
<source>“{token}” is already special token {id}</source>
<translation type="unfinished" />
</message>
<message>
<source>“{token}” is already token {id}</source>
<translation type="unfinished" />
</message>
<message>
<source>“{token}” is not a special token of this tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>“{token}” is not base64: {reason}</source>
<translation type="unfinished" />
</message>
<message>
<source>“{token}” is special token {id} in that vocabulary</source>
<translation type="unfinished" />
</message>
<message>
<source>“{value}” is not an id</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>EqualCard</name>
<message>
<source>Both encoded the text</source>
<translation type="unfinished" />
</message>
<message>
<source>Encoded only by the workbench</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ErrorBarsSection</name>
<message>
<source>Error bars</source>
<translation type="unfinished" />
</message>
<message>
<source>Find error bars</source>
<translation type="unfinished" />
</message>
<message>
<source>Half of the text gives {share} other tokens; twice the text changes as many, or fewer.</source>
<translation type="unfinished" />
</message>
<message>
<source>In all of them: {sure} of {tokens}. In less than half: {few}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Margin</source>
<translation type="unfinished" />
</message>
<message>
<source>Plot</source>
<translation type="unfinished" />
</message>
<message>
<source>Survival</source>
<translation type="unfinished" />
</message>
<message>
<source>The card will contain it after the next save.</source>
<translation type="unfinished" />
</message>
<message>
<source>The tie rule decided {tied}: the next best pair occurred as often.</source>
<translation type="unfinished" />
</message>
<message>
<source>Train again twenty times, each without a twentieth of the text: which tokens stay, and what twice the text would change. The columns Survival and Margin show it by token.</source>
<translation type="unfinished" />
</message>
<message>
<source>lowest</source>
<translation type="unfinished" />
</message>
<message>
<source>merge, in order → % of trainings that have its token; mean and lowest</source>
<translation type="unfinished" />
</message>
<message>
<source>merge, in order → how much more often than the next best pair; median and lowest</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} documents</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} stretches of text</source>
<translation type="unfinished" />
</message>
<message>
<source>{parts} trainings, each without a part of {units}.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Exchange</name>
<message>
<source>Loaded “{title}”.</source>
<translation type="unfinished" />
</message>
<message>
<source>Opened {name}.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Export</name>
<message numerus="yes">
<source>%n files are not in the proof, or not whole, as in a training: {names}</source>
<extracomment>of one: %n file is not in the proof, or not whole, as in a training: {names}</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>BERT vocabulary</source>
<translation type="unfinished" />
</message>
<message>
<source>CLIP merges</source>
<translation type="unfinished" />
</message>
<message>
<source>Equal on {tokens}</source>
<translation type="unfinished" />
</message>
<message>
<source>GGUF vocabulary</source>
<translation type="unfinished" />
</message>
<message>
<source>GPT-2 files</source>
<translation type="unfinished" />
</message>
<message>
<source>GPT-2 merges and vocabulary</source>
<translation type="unfinished" />
</message>
<message>
<source>Holds everything</source>
<translation type="unfinished" />
</message>
<message>
<source>Hugging Face tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>It opens; no text was encoded.</source>
<translation type="unfinished" />
</message>
<message>
<source>It was told the split, which the file does not store.</source>
<translation type="unfinished" />
</message>
<message>
<source>Leaves something out</source>
<translation type="unfinished" />
</message>
<message>
<source>Mistral tekken</source>
<translation type="unfinished" />
</message>
<message>
<source>No library opens it</source>
<translation type="unfinished" />
</message>
<message>
<source>No library that encodes such files is installed; only the workbench read {tokens}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Not checked</source>
<translation type="unfinished" />
</message>
<message>
<source>Not opened in {library}</source>
<translation type="unfinished" />
</message>
<message>
<source>Opened in {library}</source>
<translation type="unfinished" />
</message>
<message>
<source>Read back by the workbench</source>
<translation type="unfinished" />
</message>
<message>
<source>Same ids, and decoding gives the same {size}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Same ids, but decoded to different text there.</source>
<translation type="unfinished" />
</message>
<message>
<source>SentencePiece model</source>
<translation type="unfinished" />
</message>
<message>
<source>The same with special tokens.</source>
<translation type="unfinished" />
</message>
<message>
<source>With special tokens the ids are the same, but decode to different text.</source>
<translation type="unfinished" />
</message>
<message>
<source>With special tokens the ids differ, as noted above.</source>
<translation type="unfinished" />
</message>
<message>
<source>Would give other ids</source>
<translation type="unfinished" />
</message>
<message>
<source>Written</source>
<translation type="unfinished" />
</message>
<message>
<source>Written, with other ids</source>
<translation type="unfinished" />
</message>
<message>
<source>it is not installed</source>
<translation type="unfinished" />
</message>
<message>
<source>it reads the file but cannot encode; {library} can, and is not installed</source>
<translation type="unfinished" />
</message>
<message>
<source>llama2.c tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>minbpe model</source>
<translation type="unfinished" />
</message>
<message>
<source>nanochat pickle</source>
<translation type="unfinished" />
</message>
<message>
<source>only the workbench reads it back</source>
<translation type="unfinished" />
</message>
<message>
<source>the library that it is for</source>
<translation type="unfinished" />
</message>
<message>
<source>the same {tokens}</source>
<translation type="unfinished" />
</message>
<message>
<source>tiktoken ranks</source>
<translation type="unfinished" />
</message>
<message>
<source>tokens, pattern, special tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>{group}: {n}…</source>
<translation type="unfinished" />
</message>
<message>
<source>{size}, under a temporary name</source>
<translation type="unfinished" />
</message>
<message>
<source>{title}: equal on the first {tokens}, then different from byte {byte} of {text}, line {line}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{title}: equal on this text, but not on others.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ExportDialog</name>
<message>
<source>Add a file…</source>
<translation type="unfinished" />
</message>
<message>
<source>Cancel</source>
<translation type="unfinished" />
</message>
<message>
<source>Change…</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a text for the proof</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose where to save</source>
<translation type="unfinished" />
</message>
<message>
<source>Close</source>
<translation type="unfinished" />
</message>
<message>
<source>Close this window (Esc)</source>
<translation type="unfinished" />
</message>
<message>
<source>Done</source>
<translation type="unfinished" />
</message>
<message>
<source>Export</source>
<translation type="unfinished" />
</message>
<message>
<source>Export and prove</source>
<translation type="unfinished" />
</message>
<message>
<source>Export to</source>
<translation type="unfinished" />
</message>
<message>
<source>Export {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>File</source>
<translation type="unfinished" />
</message>
<message>
<source>Merges as text, for older programs</source>
<translation type="unfinished" />
</message>
<message>
<source>Needed by programs with a tokenizers release before 0.20.</source>
<translation type="unfinished" />
</message>
<message>
<source>Prove on</source>
<translation type="unfinished" />
</message>
<message>
<source>Prove on a text file of your own</source>
<translation type="unfinished" />
</message>
<message>
<source>Replace and prove</source>
<translation type="unfinished" />
</message>
<message>
<source>Replace these too</source>
<translation type="unfinished" />
</message>
<message>
<source>Show in folder</source>
<translation type="unfinished" />
</message>
<message>
<source>Show the file in its folder</source>
<translation type="unfinished" />
</message>
<message>
<source>This file exists and will be replaced.</source>
<translation type="unfinished" />
</message>
<message>
<source>Try the proof</source>
<translation type="unfinished" />
</message>
<message>
<source>Write the file, read it back and compare the ids on a text</source>
<translation type="unfinished" />
</message>
<message>
<source>Written: {names}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Exporting</name>
<message>
<source>No text: only open the file</source>
<translation type="unfinished" />
</message>
<message>
<source>The corpus and the open text, {size}</source>
<translation type="unfinished" />
</message>
<message>
<source>The corpus, {size}</source>
<translation type="unfinished" />
</message>
<message>
<source>The open text, {size}</source>
<translation type="unfinished" />
</message>
<message>
<source>the open text</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ExtendDialog</name>
<message>
<source>Add merges learned from the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Merges</source>
<translation type="unfinished" />
</message>
<message>
<source>Training continues after the existing merges, which stay as they are.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ExtendField</name>
<message>
<source>Add merges to an existing tokenizer instead of using a preset</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose…</source>
<translation type="unfinished" />
</message>
<message>
<source>Extend a tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Its own split, vocabulary, special tokens, tie rule and longest token apply, not the preset's.</source>
<translation type="unfinished" />
</message>
<message>
<source>Merges to add</source>
<translation type="unfinished" />
</message>
<message>
<source>Number of merges to add to the tokenizer.</source>
<translation type="unfinished" />
</message>
<message>
<source>Start from bytes instead</source>
<translation type="unfinished" />
</message>
<message>
<source>{name}, split by {split}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>FaultStrip</name>
<message>
<source>Give it another id</source>
<translation type="unfinished" />
</message>
<message>
<source>Keep it</source>
<translation type="unfinished" />
</message>
<message>
<source>Keep those</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave out what cannot be added</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove these too</source>
<translation type="unfinished" />
</message>
<message>
<source>Take its present tokens</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>FetchDialog</name>
<message>
<source>Cancel</source>
<translation type="unfinished" />
</message>
<message>
<source>Close</source>
<translation type="unfinished" />
</message>
<message>
<source>Download progress</source>
<translation type="unfinished" />
</message>
<message>
<source>Downloaded from their publishers only when you ask, and checked by hash.</source>
<translation type="unfinished" />
</message>
<message>
<source>Fetch a published vocabulary</source>
<translation type="unfinished" />
</message>
<message>
<source>Fetch and open</source>
<translation type="unfinished" />
</message>
<message>
<source>From</source>
<translation type="unfinished" />
</message>
<message>
<source>License</source>
<translation type="unfinished" />
</message>
<message>
<source>Open</source>
<translation type="unfinished" />
</message>
<message>
<source>Open a local file…</source>
<translation type="unfinished" />
</message>
<message>
<source>Published vocabularies</source>
<translation type="unfinished" />
</message>
<message>
<source>{done} of {total}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>FileChanges</name>
<message>
<source>Changed how {name} is read.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose at most {n} files, or leave them out by name.</source>
<translation type="unfinished" />
</message>
<message>
<source>Left out {name}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Using {name} again.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>FileEncoding</name>
<message>
<source>Wrote {ids} to {name}, {size}.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>FileList</name>
<message>
<source>Files</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>FileListing</name>
<message>
<source>All sources</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>FilePage</name>
<message>
<source>Back to the sources (Esc)</source>
<translation type="unfinished" />
</message>
<message>
<source>Every file is used.</source>
<translation type="unfinished" />
</message>
<message>
<source>Left out</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing is left out</source>
<translation type="unfinished" />
</message>
<message>
<source>Show only files that are left out</source>
<translation type="unfinished" />
</message>
<message>
<source>{files}…</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Files</name>
<message numerus="yes">
<source>Changed how %n files are read.</source>
<extracomment>of one: Changed how {name} is read.</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>Left out %n files.</source>
<extracomment>of one: Left out %n file.</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>Not read by the run</source>
<translation type="unfinished" />
</message>
<message numerus="yes">
<source>Using %n files again.</source>
<extracomment>of one: Using %n file again.</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
</context>
<context>
<name>Filters</name>
<message>
<source>All</source>
<translation type="unfinished" />
</message>
<message>
<source>All tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Any length</source>
<translation type="unfinished" />
</message>
<message>
<source>Any script</source>
<translation type="unfinished" />
</message>
<message>
<source>Bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose fewer filters.</source>
<translation type="unfinished" />
</message>
<message>
<source>Hex</source>
<translation type="unfinished" />
</message>
<message>
<source>Id</source>
<translation type="unfinished" />
</message>
<message>
<source>Ids go from 0 to {last}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Longer</source>
<translation type="unfinished" />
</message>
<message>
<source>Merges</source>
<translation type="unfinished" />
</message>
<message>
<source>One byte</source>
<translation type="unfinished" />
</message>
<message>
<source>Only tokens of a length</source>
<translation type="unfinished" />
</message>
<message>
<source>Only tokens of a script</source>
<translation type="unfinished" />
</message>
<message>
<source>Partial UTF-8</source>
<translation type="unfinished" />
</message>
<message>
<source>Regex</source>
<translation type="unfinished" />
</message>
<message>
<source>Search by</source>
<translation type="unfinished" />
</message>
<message>
<source>Search for a token by id</source>
<translation type="unfinished" />
</message>
<message>
<source>Search for tokens in which a regular expression matches</source>
<translation type="unfinished" />
</message>
<message>
<source>Search for tokens that contain a text</source>
<translation type="unfinished" />
</message>
<message>
<source>Search for tokens that contain bytes, in hexadecimal</source>
<translation type="unfinished" />
</message>
<message>
<source>Search the vocabulary</source>
<translation type="unfinished" />
</message>
<message>
<source>Single bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>Special</source>
<translation type="unfinished" />
</message>
<message>
<source>Special tokens, outside the merges</source>
<translation type="unfinished" />
</message>
<message>
<source>Text</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens made by merging two others</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens of one byte</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens of several bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens whose bytes are not whole UTF-8 characters</source>
<translation type="unfinished" />
</message>
<message>
<source>Try a pattern that matches more.</source>
<translation type="unfinished" />
</message>
<message>
<source>Try fewer characters.</source>
<translation type="unfinished" />
</message>
<message>
<source>Type whole bytes, as 6C 65 6E.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>FindBar</name>
<message>
<source>Bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>Bytes, such as E6 97 or \xE6\n</source>
<translation type="unfinished" />
</message>
<message>
<source>Close (Esc)</source>
<translation type="unfinished" />
</message>
<message>
<source>Find</source>
<translation type="unfinished" />
</message>
<message>
<source>Find a text</source>
<translation type="unfinished" />
</message>
<message>
<source>Find bytes, in hexadecimal or escaped</source>
<translation type="unfinished" />
</message>
<message>
<source>Find tokens by their ids</source>
<translation type="unfinished" />
</message>
<message>
<source>Find what</source>
<translation type="unfinished" />
</message>
<message>
<source>Id</source>
<translation type="unfinished" />
</message>
<message>
<source>Ids, such as 464 or 464 1</source>
<translation type="unfinished" />
</message>
<message>
<source>Match upper and lower case</source>
<translation type="unfinished" />
</message>
<message>
<source>Next match (F3)</source>
<translation type="unfinished" />
</message>
<message>
<source>Previous match (Shift+F3)</source>
<translation type="unfinished" />
</message>
<message>
<source>Regular expression</source>
<translation type="unfinished" />
</message>
<message>
<source>Replace</source>
<translation type="unfinished" />
</message>
<message>
<source>Replace all</source>
<translation type="unfinished" />
</message>
<message>
<source>Replace all; one Undo restores them all</source>
<translation type="unfinished" />
</message>
<message>
<source>Replace this match and go to the next (Enter)</source>
<translation type="unfinished" />
</message>
<message>
<source>Replace with</source>
<translation type="unfinished" />
</message>
<message>
<source>Text</source>
<translation type="unfinished" />
</message>
<message>
<source>Whole words only</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Finding</name>
<message>
<source>Ids are whole numbers, such as 464 or 464, 1</source>
<translation type="unfinished" />
</message>
<message>
<source>Not found</source>
<translation type="unfinished" />
</message>
<message>
<source>Searching…</source>
<translation type="unfinished" />
</message>
<message>
<source>Write bytes in hex, such as E6 97, or as escapes, such as \xE6 and \n</source>
<translation type="unfinished" />
</message>
<message>
<source>{all} matches; the first {most} are shown</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} of {all}</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} of {all} so far</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} so far</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>FindingList</name>
<message numerus="yes">
<source>%n more</source>
<extracomment>of one: %n more</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>Show all</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>FindingRow</name>
<message>
<source>Show</source>
<translation type="unfinished" />
</message>
<message>
<source>Show it in the text</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>FindingsBar</name>
<message>
<source>Cancel</source>
<translation type="unfinished" />
</message>
<message>
<source>Check health</source>
<translation type="unfinished" />
</message>
<message>
<source>Checking the health: waiting for its turn…</source>
<translation type="unfinished" />
</message>
<message>
<source>Checking the health: {done} of {total} tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Counting the corpus…</source>
<translation type="unfinished" />
</message>
<message>
<source>Counting the text…</source>
<translation type="unfinished" />
</message>
<message>
<source>Find tokens that no text is encoded to, fragments, over-long tokens and near twins</source>
<translation type="unfinished" />
</message>
<message>
<source>Findings</source>
<translation type="unfinished" />
</message>
<message>
<source>Progress</source>
<translation type="unfinished" />
</message>
<message>
<source>Show all</source>
<translation type="unfinished" />
</message>
<message>
<source>The health was not checked</source>
<translation type="unfinished" />
</message>
<message>
<source>The tokens were not counted</source>
<translation type="unfinished" />
</message>
<message>
<source>Try again</source>
<translation type="unfinished" />
</message>
<message>
<source>longest: {n}</source>
<translation type="unfinished" />
</message>
<message>
<source>the corpus is empty</source>
<translation type="unfinished" />
</message>
<message>
<source>the counting was canceled</source>
<translation type="unfinished" />
</message>
<message>
<source>there is no text to count</source>
<translation type="unfinished" />
</message>
<message>
<source>unreadable: {files}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>FirstMinutes</name>
<message>
<source>Next: {title}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>FirstSteps</name>
<message>
<source>A language model reads tokens, not letters: each color is one. Type, and see how your own words are cut.</source>
<translation type="unfinished" />
</message>
<message>
<source>Close the first steps</source>
<translation type="unfinished" />
</message>
<message>
<source>Compare the two</source>
<translation type="unfinished" />
</message>
<message>
<source>First steps</source>
<translation type="unfinished" />
</message>
<message>
<source>Look inside and compare</source>
<translation type="unfinished" />
</message>
<message>
<source>See tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>The same text by both tokenizers: which one needs fewer tokens, and where? Vocabulary lists all that each has.</source>
<translation type="unfinished" />
</message>
<message>
<source>Train on the sample</source>
<translation type="unfinished" />
</message>
<message>
<source>Train your own</source>
<translation type="unfinished" />
</message>
<message>
<source>Training is running</source>
<translation type="unfinished" />
</message>
<message>
<source>Training joins the two neighbors that occur most often, again and again. Watch it learn from a sample.</source>
<translation type="unfinished" />
</message>
<message>
<source>Type your own text</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ForbiddenTokens</name>
<message>
<source>A token is whole characters, or bytes of one: parts of characters join nothing else.</source>
<translation type="unfinished" />
</message>
<message>
<source>Forbidden tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Forbidden tokens, one per line</source>
<translation type="unfinished" />
</message>
<message>
<source>Keep characters whole</source>
<translation type="unfinished" />
</message>
<message>
<source>One token a line</source>
<translation type="unfinished" />
</message>
<message>
<source>Pattern of forbidden tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Regular expression</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens that it matches are not made. It runs in a separate process, for at most 2 s.</source>
<translation type="unfinished" />
</message>
<message>
<source>Training skips their pairs. Spaces count; write \n, \xE4 and \\ for a line end, a byte and a backslash.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>FormatList</name>
<message>
<source>Formats</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>FrequentPanel</name>
<message numerus="yes">
<source>%n occur once</source>
<extracomment>of one: %n occurs once</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>Click a piece to step through its occurrences</source>
<translation type="unfinished" />
</message>
<message>
<source>Most frequent pieces</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} distinct, {once}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>HealthSection</name>
<message>
<source>A text that is encoded to it</source>
<translation type="unfinished" />
</message>
<message>
<source>Health</source>
<translation type="unfinished" />
</message>
<message>
<source>Its own text is encoded to it</source>
<translation type="unfinished" />
</message>
<message>
<source>Reason</source>
<translation type="unfinished" />
</message>
<message>
<source>Show in Inspect</source>
<translation type="unfinished" />
</message>
<message>
<source>Witness</source>
<translation type="unfinished" />
</message>
<message>
<source>counts only: health not checked</source>
<translation type="unfinished" />
</message>
<message>
<source>no problem found</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>HoverCard</name>
<message numerus="yes">
<source>1 of %n tokens</source>
<extracomment>of one: 1 of %n token</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>Bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>Bytes of text</source>
<translation type="unfinished" />
</message>
<message>
<source>Click to select · Alt+← → step through tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>In this text</source>
<translation type="unfinished" />
</message>
<message>
<source>Token under the pointer</source>
<translation type="unfinished" />
</message>
<message>
<source>id {id}</source>
<translation type="unfinished" />
</message>
<message>
<source>{count}, rank {rank}</source>
<translation type="unfinished" />
</message>
<message>
<source>{count}, score {score}</source>
<translation type="unfinished" />
</message>
<message>
<source>{shared} in this box · Alt+→ next</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>IdsField</name>
<message>
<source> … and {n} bytes more</source>
<translation type="unfinished" />
</message>
<message>
<source>72 101 108 108 111, [72, 101, 108], one per line …</source>
<translation type="unfinished" />
</message>
<message>
<source>Ids</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>IdsPanel</name>
<message>
<source>Copied id {id}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Ids</source>
<translation type="unfinished" />
</message>
<message>
<source>follows the text</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>InterruptedRuns</name>
<message>
<source>A training run was interrupted after {merges}: {run}.</source>
<translation type="unfinished" />
</message>
<message>
<source>A training run was interrupted while its text was counted: {run}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Discard</source>
<translation type="unfinished" />
</message>
<message>
<source>Discard all ({n})</source>
<translation type="unfinished" />
</message>
<message>
<source>Discarded the interrupted training run.</source>
<translation type="unfinished" />
</message>
<message>
<source>Discarded the trained tokenizer.</source>
<translation type="unfinished" />
</message>
<message>
<source>Discarded {n} trained tokenizers.</source>
<translation type="unfinished" />
</message>
<message>
<source>Open</source>
<translation type="unfinished" />
</message>
<message>
<source>Resume</source>
<translation type="unfinished" />
</message>
<message>
<source>{text}, {when}. Counting starts again; nothing had been learned yet.</source>
<translation type="unfinished" />
</message>
<message>
<source>{text}, {when}. Resume it to get the same tokenizer as without the interruption.</source>
<translation type="unfinished" />
</message>
<message>
<source>“{name}” was made by changing a copy and not saved: {tokens}.</source>
<translation type="unfinished" />
</message>
<message>
<source>“{name}” was trained and not saved: {tokens}, {run}.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Jobs</name>
<message>
<source>Changing a copy of {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>Checking the health of {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>Counting the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Counting the tokens of {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>Encoding with {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>Error bars of {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>Exporting {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>Fetching {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>Listing the tokens of {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>Measuring the changed copy of {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>Opening {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>Reading {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>Replacing in the text</source>
<translation type="unfinished" />
</message>
<message>
<source>Saving {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>Scanning {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>Searching the text</source>
<translation type="unfinished" />
</message>
<message>
<source>Where the tokens of {name} came from</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Keeping</name>
<message>
<source>Changed since the last session and reloaded: {files}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Changed since the last session and reloaded: {names}.</source>
<translation type="unfinished" />
</message>
<message>
<source>It is unchanged in {folder}; this is a new session.</source>
<translation type="unfinished" />
</message>
<message>
<source>Missing since the last session: {names}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Report…</source>
<translation type="unfinished" />
</message>
<message>
<source>Some changes of a draft cannot be restored: {changes}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Some settings cannot be read: {file} is damaged.</source>
<translation type="unfinished" />
</message>
<message>
<source>The damaged file is kept as {file}.</source>
<translation type="unfinished" />
</message>
<message>
<source>The damaged file is kept as {file}. Missing settings have their defaults.</source>
<translation type="unfinished" />
</message>
<message>
<source>The last session cannot be read: its file is damaged.</source>
<translation type="unfinished" />
</message>
<message>
<source>The last session was written by a newer version of this program.</source>
<translation type="unfinished" />
</message>
<message>
<source>The program did not exit properly last time. Your work was restored.</source>
<translation type="unfinished" />
</message>
<message>
<source>They need a text that was not kept, or are of a newer version.</source>
<translation type="unfinished" />
</message>
<message>
<source>This session cannot be kept for the next start.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>KeptText</name>
<message>
<source>Open the file to see its new contents.</source>
<translation type="unfinished" />
</message>
<message>
<source>Save the text to restore the file.</source>
<translation type="unfinished" />
</message>
<message>
<source>The last session had {name} with edits.</source>
<translation type="unfinished" />
</message>
<message>
<source>The text of the last session cannot be read: {file}, {reason}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Your edits are kept in {file}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Your edits could not be kept.</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} has changed since the last session; the new version is shown.</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} has changed since the last session; the text is here as you left it.</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} was moved or deleted since the last session; its text is here as you left it.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>KindsView</name>
<message>
<source>Click a kind to step through its occurrences</source>
<translation type="unfinished" />
</message>
<message>
<source>Kinds of differences</source>
<translation type="unfinished" />
</message>
<message>
<source>This: {this}; other: {other}; {times}</source>
<translation type="unfinished" />
</message>
<message>
<source>{text} lost</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>LabPlace</name>
<message>
<source>All {n} sources</source>
<translation type="unfinished" />
</message>
<message>
<source>Python's library</source>
<translation type="unfinished" />
</message>
<message>
<source>Sample text</source>
<translation type="unfinished" />
</message>
<message>
<source>Text in Tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Training now uses the pattern of the regex lab.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>LanguageDots</name>
<message>
<source>, premium {premium} = UTF-8 {bytes} × vocabulary {vocabulary}</source>
<translation type="unfinished" />
</message>
<message>
<source>Languages by premium</source>
<translation type="unfinished" />
</message>
<message>
<source>Premium, A</source>
<translation type="unfinished" />
</message>
<message>
<source>UTF-8</source>
<translation type="unfinished" />
</message>
<message>
<source>Vocabulary</source>
<translation type="unfinished" />
</message>
<message>
<source>cannot encode it</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>LanguagesPage</name>
<message>
<source>Canceled. These are done, compared with {language}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a folder with one text in several languages: one file each (deu.txt, hin.txt, …), line by line the same.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a folder…</source>
<translation type="unfinished" />
</message>
<message>
<source>Compared with {language}</source>
<translation type="unfinished" />
</message>
<message>
<source>Default: eng_Latn, eng or the first</source>
<translation type="unfinished" />
</message>
<message>
<source>Folder of languages</source>
<translation type="unfinished" />
</message>
<message>
<source>Keep the finished languages</source>
<translation type="unfinished" />
</message>
<message>
<source>Measure again</source>
<translation type="unfinished" />
</message>
<message>
<source>One file per language, deu.txt, hin.txt, …, all with equally many lines</source>
<translation type="unfinished" />
</message>
<message>
<source>Premium</source>
<translation type="unfinished" />
</message>
<message>
<source>Reference language</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens of the same text, compared with {language}</source>
<translation type="unfinished" />
</message>
<message>
<source>{line}; {most} pay most</source>
<translation type="unfinished" />
</message>
<message>
<source>{name}: Gini {gini}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Legend</name>
<message>
<source>What the colors mean</source>
<translation type="unfinished" />
</message>
<message>
<source>What the dots mean</source>
<translation type="unfinished" />
</message>
<message>
<source>What the lines mean</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>LicensesDialog</name>
<message>
<source>License</source>
<translation type="unfinished" />
</message>
<message>
<source>Licenses</source>
<translation type="unfinished" />
</message>
<message>
<source>Packages</source>
<translation type="unfinished" />
</message>
<message>
<source>The package comes without a text of its license.</source>
<translation type="unfinished" />
</message>
<message>
<source>license not stated</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ListPage</name>
<message>
<source>Preview</source>
<translation type="unfinished" />
</message>
<message>
<source>Scripts, lengths and frequent pieces of the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Show the chosen source line by line, before and after cleaning (Enter)</source>
<translation type="unfinished" />
</message>
<message>
<source>Statistics</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Looking</name>
<message>
<source>the open text</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>MainWindow</name>
<message>
<source>All files (*)</source>
<translation type="unfinished" />
</message>
<message>
<source>By source</source>
<translation type="unfinished" />
</message>
<message>
<source>Chat</source>
<translation type="unfinished" />
</message>
<message>
<source>Chat template</source>
<translation type="unfinished" />
</message>
<message>
<source>Compare</source>
<translation type="unfinished" />
</message>
<message>
<source>Compiled kernels are active.</source>
<translation type="unfinished" />
</message>
<message>
<source>Compiled kernels are not active: {reason}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Draft</source>
<translation type="unfinished" />
</message>
<message>
<source>Extend a tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>First steps</source>
<translation type="unfinished" />
</message>
<message>
<source>Ids</source>
<translation type="unfinished" />
</message>
<message>
<source>Jinja templates (*.jinja *.jinja2 *.j2)</source>
<translation type="unfinished" />
</message>
<message>
<source>Measures</source>
<translation type="unfinished" />
</message>
<message>
<source>Most frequent pieces</source>
<translation type="unfinished" />
</message>
<message>
<source>Options</source>
<translation type="unfinished" />
</message>
<message>
<source>Pieces</source>
<translation type="unfinished" />
</message>
<message>
<source>Preview</source>
<translation type="unfinished" />
</message>
<message>
<source>Regex lab</source>
<translation type="unfinished" />
</message>
<message>
<source>Results are the same, but slower. With a C compiler, bash packaging/run builds them.</source>
<translation type="unfinished" />
</message>
<message>
<source>Saved {names}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Selected token</source>
<translation type="unfinished" />
</message>
<message>
<source>Splitting, counting, training and encoding run as machine code.</source>
<translation type="unfinished" />
</message>
<message>
<source>Starting points</source>
<translation type="unfinished" />
</message>
<message>
<source>The conversation is now the text.</source>
<translation type="unfinished" />
</message>
<message>
<source>The decoded ids are now the text.</source>
<translation type="unfinished" />
</message>
<message>
<source>The saved panel layout cannot be used; the default layout was restored.</source>
<translation type="unfinished" />
</message>
<message>
<source>The witness is now the text.</source>
<translation type="unfinished" />
</message>
<message>
<source>Token</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokenizer workbench</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Training</source>
<translation type="unfinished" />
</message>
<message>
<source>Vocabulary</source>
<translation type="unfinished" />
</message>
<message>
<source>Your text</source>
<translation type="unfinished" />
</message>
<message>
<source>{name}[*] – Tokenizer workbench</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ManualDialog</name>
<message>
<source>Manual</source>
<translation type="unfinished" />
</message>
<message>
<source>Page of the manual</source>
<translation type="unfinished" />
</message>
<message>
<source>Pages</source>
<translation type="unfinished" />
</message>
<message>
<source>Search the manual</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Marks</name>
<message>
<source>new</source>
<translation type="unfinished" />
</message>
<message>
<source>was {pattern}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Matching</name>
<message>
<source>column {value}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>MeasuresModel</name>
<message>
<source>A word is {word}</source>
<translation type="unfinished" />
</message>
<message>
<source>Click to reverse the order</source>
<translation type="unfinished" />
</message>
<message>
<source>Click to sort by how much better {letter} is than {other}</source>
<translation type="unfinished" />
</message>
<message>
<source>Compared with A: {words}</source>
<translation type="unfinished" />
</message>
<message>
<source>Difference to A: between {low} and {high}</source>
<translation type="unfinished" />
</message>
<message>
<source>Fewer is better</source>
<translation type="unfinished" />
</message>
<message>
<source>In 95 of 100 cases between {low} and {high}</source>
<translation type="unfinished" />
</message>
<message>
<source>Measure</source>
<translation type="unfinished" />
</message>
<message>
<source>More is better</source>
<translation type="unfinished" />
</message>
<message>
<source>Neither more nor less is better</source>
<translation type="unfinished" />
</message>
<message>
<source>Note: {note}</source>
<translation type="unfinished" />
</message>
<message>
<source>Source: {source}</source>
<translation type="unfinished" />
</message>
<message>
<source>The certainty of the difference is unknown</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>no difference shown</source>
<translation type="unfinished" />
</message>
<message>
<source>{letter}: {name}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>MeasuresPanel</name>
<message>
<source>Arrow: which way is better. Tick: the better one.</source>
<translation type="unfinished" />
</message>
<message>
<source>Bar: the range of the difference in 95 of 100 cases; the mark is 0.</source>
<translation type="unfinished" />
</message>
<message>
<source>Bar: the range of the figure in 95 of 100 cases.</source>
<translation type="unfinished" />
</message>
<message>
<source>Bytes lost</source>
<translation type="unfinished" />
</message>
<message>
<source>Bytes outside all pieces are neither trained on nor encoded; decoding cannot restore them</source>
<translation type="unfinished" />
</message>
<message>
<source>Bytes per piece</source>
<translation type="unfinished" />
</message>
<message>
<source>Cancel</source>
<translation type="unfinished" />
</message>
<message>
<source>Canceled. Finished measures stay.</source>
<translation type="unfinished" />
</message>
<message>
<source>Canceled. Measured: {done} of {all} sources.</source>
<translation type="unfinished" />
</message>
<message>
<source>Difference to A. Tick: the better one.</source>
<translation type="unfinished" />
</message>
<message>
<source>Distinct pieces</source>
<translation type="unfinished" />
</message>
<message>
<source>Longest piece; long pieces are slow to encode</source>
<translation type="unfinished" />
</message>
<message>
<source>Longest, bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>Matching only, in megabytes per second. Training uses faster, compiled code for published patterns</source>
<translation type="unfinished" />
</message>
<message>
<source>Mean length of a piece, without lost bytes. No token is longer than its piece</source>
<translation type="unfinished" />
</message>
<message>
<source>Measure again</source>
<translation type="unfinished" />
</message>
<message>
<source>Measures</source>
<translation type="unfinished" />
</message>
<message>
<source>Measures of each tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Measuring</source>
<translation type="unfinished" />
</message>
<message>
<source>No tick for tokens that lose text: {names}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing to measure yet</source>
<translation type="unfinished" />
</message>
<message>
<source>Number of different pieces; each needs memory</source>
<translation type="unfinished" />
</message>
<message>
<source>Number of pieces in the text</source>
<translation type="unfinished" />
</message>
<message>
<source>On the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>On the held-out share</source>
<translation type="unfinished" />
</message>
<message>
<source>On this text</source>
<translation type="unfinished" />
</message>
<message>
<source>One text is too little to estimate certainty.</source>
<translation type="unfinished" />
</message>
<message>
<source>Pieces</source>
<translation type="unfinished" />
</message>
<message>
<source>Slow pattern: no compiled code for {part}</source>
<translation type="unfinished" />
</message>
<message>
<source>Speed, MB/s</source>
<translation type="unfinished" />
</message>
<message>
<source>Speed: one core, median of five runs.</source>
<translation type="unfinished" />
</message>
<message>
<source>This</source>
<translation type="unfinished" />
</message>
<message>
<source>Training and encoding split by it in a separate process</source>
<translation type="unfinished" />
</message>
<message>
<source>{letter} cannot encode it: {cause}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} files are left out or read in part: {names}</source>
<translation type="unfinished" />
</message>
<message>
<source>{share} of the text</source>
<translation type="unfinished" />
</message>
<message>
<source>≈: no difference to A shown.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Measuring</name>
<message>
<source>No share of the corpus is held out: set “Held-out share” under Train.</source>
<translation type="unfinished" />
</message>
<message>
<source>Open or train a second tokenizer to compare.</source>
<translation type="unfinished" />
</message>
<message>
<source>The corpus is empty: add files to it under Train.</source>
<translation type="unfinished" />
</message>
<message>
<source>There is no text: type or open one under Inspect.</source>
<translation type="unfinished" />
</message>
<message>
<source>this text</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>MergeByHandDialog</name>
<message>
<source>A text, or ids: 1 2 3 1 2</source>
<translation type="unfinished" />
</message>
<message>
<source>Byte-pair encoding as in minbpe: count adjacent pairs, replace the most frequent one with a new id from left to right, and repeat.</source>
<translation type="unfinished" />
</message>
<message>
<source>Ids</source>
<translation type="unfinished" />
</message>
<message>
<source>Merge</source>
<translation type="unfinished" />
</message>
<message>
<source>Merge by hand</source>
<translation type="unfinished" />
</message>
<message>
<source>Merge the chosen pair everywhere</source>
<translation type="unfinished" />
</message>
<message>
<source>Merge {left} {right}</source>
<translation type="unfinished" />
</message>
<message>
<source>Merges</source>
<translation type="unfinished" />
</message>
<message>
<source>Merges so far</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing to merge</source>
<translation type="unfinished" />
</message>
<message>
<source>Pairs</source>
<translation type="unfinished" />
</message>
<message>
<source>Pairs and how often they occur</source>
<translation type="unfinished" />
</message>
<message>
<source>Text, or ids separated by spaces or commas</source>
<translation type="unfinished" />
</message>
<message>
<source>The ids now</source>
<translation type="unfinished" />
</message>
<message>
<source>Undo</source>
<translation type="unfinished" />
</message>
<message>
<source>Undo the last merge</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>MergeDialog</name>
<message>
<source>Add the tokens of another tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens that the merges of this one cut apart are left out and listed, and so are special tokens.</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} (not saved yet)</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>MergeLogPanel</name>
<message numerus="yes">
<source>%n merges</source>
<extracomment>of one: %n merge</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>Count</source>
<translation type="unfinished" />
</message>
<message>
<source>Forbid in the next training</source>
<translation type="unfinished" />
</message>
<message>
<source>Forbidden next time: “{token}”</source>
<translation type="unfinished" />
</message>
<message>
<source>From</source>
<translation type="unfinished" />
</message>
<message>
<source>Go to the newest</source>
<translation type="unfinished" />
</message>
<message>
<source>Holding.</source>
<translation type="unfinished" />
</message>
<message>
<source>Id</source>
<translation type="unfinished" />
</message>
<message>
<source>Merge log</source>
<translation type="unfinished" />
</message>
<message>
<source>Newest first; scroll to pause.</source>
<translation type="unfinished" />
</message>
<message>
<source>Search the merges</source>
<translation type="unfinished" />
</message>
<message>
<source>Show in the vocabulary</source>
<translation type="unfinished" />
</message>
<message>
<source>Text of a token, or an id</source>
<translation type="unfinished" />
</message>
<message>
<source>Token</source>
<translation type="unfinished" />
</message>
<message numerus="yes">
<source>{shown} of %n merges</source>
<extracomment>of one: {shown} of %n merge</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>{token} from {left} and {right}, which were adjacent {times}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>MergeTable</name>
<message>
<source>Merges, newest first</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>MergeTreeView</name>
<message>
<source>Built from</source>
<translation type="unfinished" />
</message>
<message>
<source>No token is selected</source>
<translation type="unfinished" />
</message>
<message>
<source>id {id}. Click for its step, double-click for the token.</source>
<translation type="unfinished" />
</message>
<message>
<source>{token} is not made by a merge</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>MessageCard</name>
<message>
<source>&amp;Add a message after it</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Remove</source>
<translation type="unfinished" />
</message>
<message>
<source>Another role</source>
<translation type="unfinished" />
</message>
<message>
<source>Another role, then Enter</source>
<translation type="unfinished" />
</message>
<message>
<source>Drag to move this message; a click opens its menu</source>
<translation type="unfinished" />
</message>
<message>
<source>Message of {role}</source>
<translation type="unfinished" />
</message>
<message>
<source>Move &amp;down</source>
<translation type="unfinished" />
</message>
<message>
<source>Move &amp;up</source>
<translation type="unfinished" />
</message>
<message>
<source>Role</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>MessageList</name>
<message>
<source>Add a message</source>
<translation type="unfinished" />
</message>
<message>
<source>Add a message after the last one (Ctrl+Enter in a message)</source>
<translation type="unfinished" />
</message>
<message>
<source>Changed the role to {role}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Moved the message down.</source>
<translation type="unfinished" />
</message>
<message>
<source>Moved the message up.</source>
<translation type="unfinished" />
</message>
<message>
<source>Removed the message.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Metrics</name>
<message>
<source>Byte fallback</source>
<translation type="unfinished" />
</message>
<message>
<source>Bytes per token</source>
<translation type="unfinished" />
</message>
<message>
<source>Characters per token</source>
<translation type="unfinished" />
</message>
<message>
<source>Continued words</source>
<translation type="unfinished" />
</message>
<message>
<source>Fertility</source>
<translation type="unfinished" />
</message>
<message>
<source>Fragments</source>
<translation type="unfinished" />
</message>
<message>
<source>Lossless</source>
<translation type="unfinished" />
</message>
<message>
<source>Normalized sequence length</source>
<translation type="unfinished" />
</message>
<message>
<source>Numbers kept whole</source>
<translation type="unfinished" />
</message>
<message>
<source>Percentile mass</source>
<translation type="unfinished" />
</message>
<message>
<source>Residue</source>
<translation type="unfinished" />
</message>
<message>
<source>Rényi efficiency</source>
<translation type="unfinished" />
</message>
<message>
<source>Rényi efficiency, nominal</source>
<translation type="unfinished" />
</message>
<message>
<source>Shannon efficiency</source>
<translation type="unfinished" />
</message>
<message>
<source>Shannon efficiency, nominal</source>
<translation type="unfinished" />
</message>
<message>
<source>Shannon entropy</source>
<translation type="unfinished" />
</message>
<message>
<source>Stable</source>
<translation type="unfinished" />
</message>
<message>
<source>Type-token ratio</source>
<translation type="unfinished" />
</message>
<message>
<source>Unknown</source>
<translation type="unfinished" />
</message>
<message>
<source>Vocabulary used</source>
<translation type="unfinished" />
</message>
<message>
<source>Words kept whole</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>MoreOptions</name>
<message>
<source> MB</source>
<translation type="unfinished" />
</message>
<message>
<source>40 %</source>
<translation type="unfinished" />
</message>
<message>
<source>Character coverage</source>
<translation type="unfinished" />
</message>
<message>
<source>Correct the forbidden tokens first.</source>
<translation type="unfinished" />
</message>
<message>
<source>Correct the seed tokens first.</source>
<translation type="unfinished" />
</message>
<message>
<source>Digits are never joined with anything else.</source>
<translation type="unfinished" />
</message>
<message>
<source>Each digit separately</source>
<translation type="unfinished" />
</message>
<message>
<source>Equal pairs</source>
<translation type="unfinished" />
</message>
<message>
<source>In bytes (Llama 2: characters). Pairs that would make a longer token are not merged.</source>
<translation type="unfinished" />
</message>
<message>
<source>Longest token</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory for distinct pieces. When full, you choose: drop the rarest or stop. Default: 40 % of all.</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory limit</source>
<translation type="unfinished" />
</message>
<message>
<source>Minimum count</source>
<translation type="unfinished" />
</message>
<message>
<source>Pairs that occur less often are not merged.</source>
<translation type="unfinished" />
</message>
<message>
<source>Runs of spaces become one; spaces at both ends are removed (remove_extra_whitespaces).</source>
<translation type="unfinished" />
</message>
<message>
<source>Share of the text's characters that get tokens; the rest is encoded as bytes.</source>
<translation type="unfinished" />
</message>
<message>
<source>Single spaces</source>
<translation type="unfinished" />
</message>
<message>
<source>Stop below gain</source>
<translation type="unfinished" />
</message>
<message>
<source>This computer</source>
<translation type="unfinished" />
</message>
<message>
<source>Training ends when a merge saves a smaller share of the text's tokens.</source>
<translation type="unfinished" />
</message>
<message>
<source>Wait until the list of tokens is read.</source>
<translation type="unfinished" />
</message>
<message>
<source>Which of two equally frequent pairs is merged first.</source>
<translation type="unfinished" />
</message>
<message>
<source>no limit</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Naming</name>
<message>
<source>Name the tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Name, also suggested for its file:</source>
<translation type="unfinished" />
</message>
<message>
<source>Renamed to “{name}”.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>NoticeStrip</name>
<message>
<source>Close this message</source>
<translation type="unfinished" />
</message>
<message>
<source>Details</source>
<translation type="unfinished" />
</message>
<message>
<source>Details of the error</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} more</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Notices</name>
<message>
<source>Internal error: {summary}</source>
<translation type="unfinished" />
</message>
<message>
<source>No ids were written. {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing was changed.</source>
<translation type="unfinished" />
</message>
<message>
<source>Report…</source>
<translation type="unfinished" />
</message>
<message>
<source>Saved {names}: {cause}.</source>
<translation type="unfinished" />
</message>
<message>
<source>The action failed</source>
<translation type="unfinished" />
</message>
<message>
<source>The changed copy was not made</source>
<translation type="unfinished" />
</message>
<message>
<source>The corpus was not counted</source>
<translation type="unfinished" />
</message>
<message>
<source>The data set was not finished</source>
<translation type="unfinished" />
</message>
<message>
<source>The data set was not finished. {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>The source is not shown</source>
<translation type="unfinished" />
</message>
<message>
<source>The sources were not added</source>
<translation type="unfinished" />
</message>
<message>
<source>The text was not opened</source>
<translation type="unfinished" />
</message>
<message>
<source>The text was not read</source>
<translation type="unfinished" />
</message>
<message>
<source>The text was not tokenized</source>
<translation type="unfinished" />
</message>
<message>
<source>The tokenizer was not exported</source>
<translation type="unfinished" />
</message>
<message>
<source>The tokenizer was not opened</source>
<translation type="unfinished" />
</message>
<message>
<source>The tokenizer was not saved</source>
<translation type="unfinished" />
</message>
<message>
<source>The tokenizer was not trained</source>
<translation type="unfinished" />
</message>
<message>
<source>The tokens were not counted</source>
<translation type="unfinished" />
</message>
<message>
<source>The tokens were not read</source>
<translation type="unfinished" />
</message>
<message>
<source>The training could not be estimated</source>
<translation type="unfinished" />
</message>
<message>
<source>The vocabulary cannot be shown</source>
<translation type="unfinished" />
</message>
<message>
<source>The vocabulary was not fetched</source>
<translation type="unfinished" />
</message>
<message>
<source>Training stopped at {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>Your work is still here; save it. Please report this.</source>
<translation type="unfinished" />
</message>
<message>
<source>byte {value}</source>
<translation type="unfinished" />
</message>
<message>
<source>character {value}</source>
<translation type="unfinished" />
</message>
<message>
<source>column {value}</source>
<translation type="unfinished" />
</message>
<message>
<source>id {value}</source>
<translation type="unfinished" />
</message>
<message>
<source>key “{value}”</source>
<translation type="unfinished" />
</message>
<message>
<source>line {value}</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} is not shown</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} was not added</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} was not counted</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} was not fetched</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} was not opened</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} was not read</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} was not saved</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} was not written</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} was opened: {cause}.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>NumberMaps</name>
<message>
<source>Point at a number.</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens of each number; the arrow keys go from number to number</source>
<translation type="unfinished" />
</message>
<message>
<source>{letter} has no token for it</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} or more</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>NumbersChoice</name>
<message>
<source>How numbers are cut</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>NumbersPage</name>
<message>
<source>Numbers from 0 to 9,999 that are one token: {whole}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Occurrence</name>
<message>
<source>{bytes}   characters {characters}</source>
<translation type="unfinished" />
</message>
<message>
<source>{count} so far</source>
<translation type="unfinished" />
</message>
<message>
<source>{rank} of {all}</source>
<translation type="unfinished" />
</message>
<message>
<source>{span}, cut</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Opening</name>
<message>
<source>All files (*)</source>
<translation type="unfinished" />
</message>
<message>
<source>Open a tokenizer or a text</source>
<translation type="unfinished" />
</message>
<message>
<source>Open as text</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokenizers ({suffixes})</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>OriginsSection</name>
<message>
<source>Find where the tokens came from</source>
<translation type="unfinished" />
</message>
<message>
<source>Leave it out…</source>
<translation type="unfinished" />
</message>
<message>
<source>Read the text again: the share of each source in every token, its documents, and the file that made it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Where the tokens came from</source>
<translation type="unfinished" />
</message>
<message>
<source>Which tokens go and come without this source</source>
<translation type="unfinished" />
</message>
<message>
<source>Without it: −{gone} +{come}</source>
<translation type="unfinished" />
</message>
<message>
<source>Without {source}</source>
<translation type="unfinished" />
</message>
<message>
<source>decided {most}, {alone} of them by itself</source>
<translation type="unfinished" />
</message>
<message>
<source>{tokens} occurred in one file only.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>OutcomeView</name>
<message>
<source>Added</source>
<translation type="unfinished" />
</message>
<message>
<source>Added, but their own text becomes other tokens: a text that contains them, or why</source>
<translation type="unfinished" />
</message>
<message>
<source>Changed pieces in {name}: {n}</source>
<translation type="unfinished" />
</message>
<message>
<source>Kept</source>
<translation type="unfinished" />
</message>
<message>
<source>Left out</source>
<translation type="unfinished" />
</message>
<message>
<source>Needed for these</source>
<translation type="unfinished" />
</message>
<message>
<source>New tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>No merge made them before; the added tokens complete them</source>
<translation type="unfinished" />
</message>
<message>
<source>Not encoded by themselves</source>
<translation type="unfinished" />
</message>
<message>
<source>Not removed: other tokens are built from them</source>
<translation type="unfinished" />
</message>
<message>
<source>Older tokens that may now occur</source>
<translation type="unfinished" />
</message>
<message>
<source>Other ids</source>
<translation type="unfinished" />
</message>
<message>
<source>Pieces of the text with other tokens, the most frequent first</source>
<translation type="unfinished" />
</message>
<message>
<source>Removed</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens that are gone</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens that cannot be added, and why</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens that the added ones are built from</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens with another id: old and new id</source>
<translation type="unfinished" />
</message>
<message>
<source>What the changes do</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>OverlapPage</name>
<message>
<source>Both are the same.</source>
<translation type="unfinished" />
</message>
<message>
<source>Clear the search</source>
<translation type="unfinished" />
</message>
<message>
<source>Id in {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>No token matches “{text}”</source>
<translation type="unfinished" />
</message>
<message>
<source>Only in A</source>
<translation type="unfinished" />
</message>
<message>
<source>Only in B</source>
<translation type="unfinished" />
</message>
<message>
<source>Only the tokens of this list are searched, for just these letters.</source>
<translation type="unfinished" />
</message>
<message>
<source>Ranks</source>
<translation type="unfinished" />
</message>
<message>
<source>Ranks of shared tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Search</source>
<translation type="unfinished" />
</message>
<message>
<source>Search the tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Shared</source>
<translation type="unfinished" />
</message>
<message>
<source>There is no such token</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens of the list</source>
<translation type="unfinished" />
</message>
<message>
<source>Which rank each shared token has in both</source>
<translation type="unfinished" />
</message>
<message>
<source>Which tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>rank in A → rank in {name}; stronger: more tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>{larger} is {smaller} and {merges} more.</source>
<translation type="unfinished" />
</message>
<message>
<source>{shared} shared, {one} only in A, {other} only in {letter}. Jaccard {share}.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Overview</name>
<message>
<source>Back to the tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Does not apply to so few documents.</source>
<translation type="unfinished" />
</message>
<message>
<source>Does not apply: nothing can be proved of a tokenizer without merges.</source>
<translation type="unfinished" />
</message>
<message>
<source>Does not apply: this tokenizer does not merge pairs.</source>
<translation type="unfinished" />
</message>
<message>
<source>Findings</source>
<translation type="unfinished" />
</message>
<message>
<source>Not checked yet.</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing is counted.</source>
<translation type="unfinished" />
</message>
<message>
<source>Show</source>
<translation type="unfinished" />
</message>
<message>
<source>Show: {finding}</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens by script and length</source>
<translation type="unfinished" />
</message>
<message>
<source>length in bytes; a click filters</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Pages</name>
<message>
<source>Pages of the panel</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>PairPage</name>
<message>
<source>Tokenizer to compare with A</source>
<translation type="unfinished" />
</message>
<message>
<source>{one} and {other}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>PartedCard</name>
<message>
<source>A this tokenizer    B the file</source>
<translation type="unfinished" />
</message>
<message>
<source>Cause</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy report</source>
<translation type="unfinished" />
</message>
<message>
<source>Export as {format}</source>
<translation type="unfinished" />
</message>
<message>
<source>Not equal: nothing was written.</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing was written.</source>
<translation type="unfinished" />
</message>
<message>
<source>What to do</source>
<translation type="unfinished" />
</message>
<message>
<source>Write anyway</source>
<translation type="unfinished" />
</message>
<message>
<source>unknown; please report it with the file</source>
<translation type="unfinished" />
</message>
<message>
<source>{format} holds everything.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Pasting</name>
<message>
<source>Pasted {time} {number}.txt</source>
<translation type="unfinished" />
</message>
<message>
<source>This is too much to paste; add it as a file.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>PatternEditor</name>
<message>
<source>Copy</source>
<translation type="unfinished" />
</message>
<message>
<source>Cut</source>
<translation type="unfinished" />
</message>
<message>
<source>Paste</source>
<translation type="unfinished" />
</message>
<message>
<source>Redo</source>
<translation type="unfinished" />
</message>
<message>
<source>Select all</source>
<translation type="unfinished" />
</message>
<message>
<source>Split pattern</source>
<translation type="unfinished" />
</message>
<message>
<source>Undo</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>PatternModel</name>
<message>
<source>Published</source>
<translation type="unfinished" />
</message>
<message>
<source>Yours</source>
<translation type="unfinished" />
</message>
<message>
<source>compared with</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>PatternsPanel</name>
<message>
<source>Click a pattern to start from it. Undo goes back.</source>
<translation type="unfinished" />
</message>
<message>
<source>Compare with it</source>
<translation type="unfinished" />
</message>
<message>
<source>Patterns</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove</source>
<translation type="unfinished" />
</message>
<message>
<source>Rename…</source>
<translation type="unfinished" />
</message>
<message>
<source>Return: start from it. Space: compare. F2: rename. Delete: remove.</source>
<translation type="unfinished" />
</message>
<message>
<source>Save this pattern under a name</source>
<translation type="unfinished" />
</message>
<message>
<source>Start from it</source>
<translation type="unfinished" />
</message>
<message>
<source>Starting points</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Picture</name>
<message>
<source>the first {shown} of {every} tokens</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>PiecesPanel</name>
<message numerus="yes">
<source>%n bytes are lost ({share})</source>
<extracomment>of one: %n byte is lost ({share})</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n kinds</source>
<extracomment>of one: %n kind</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n more kinds</source>
<extracomment>of one: %n more kind</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n places</source>
<extracomment>of one: %n place</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>Add this alternative. It was tried: nothing of this text is lost then</source>
<translation type="unfinished" />
</message>
<message>
<source>Add {part}</source>
<translation type="unfinished" />
</message>
<message>
<source>All</source>
<translation type="unfinished" />
</message>
<message>
<source>Compared with</source>
<translation type="unfinished" />
</message>
<message>
<source>Differ</source>
<translation type="unfinished" />
</message>
<message>
<source>Difference</source>
<translation type="unfinished" />
</message>
<message>
<source>Fewer kinds</source>
<translation type="unfinished" />
</message>
<message>
<source>Highlight</source>
<translation type="unfinished" />
</message>
<message>
<source>Highlight only lost text, or only differences between the patterns</source>
<translation type="unfinished" />
</message>
<message>
<source>Lost</source>
<translation type="unfinished" />
</message>
<message>
<source>More kinds</source>
<translation type="unfinished" />
</message>
<message>
<source>Next place (F8)</source>
<translation type="unfinished" />
</message>
<message>
<source>Pattern to compare with</source>
<translation type="unfinished" />
</message>
<message>
<source>Patterns</source>
<translation type="unfinished" />
</message>
<message>
<source>Pieces</source>
<translation type="unfinished" />
</message>
<message>
<source>Previous place (Shift+F8)</source>
<translation type="unfinished" />
</message>
<message>
<source>Text</source>
<translation type="unfinished" />
</message>
<message>
<source>Text to split: the beginning of one source, or of all sources</source>
<translation type="unfinished" />
</message>
<message>
<source>Texts</source>
<translation type="unfinished" />
</message>
<message>
<source>differs {here} of {n}</source>
<translation type="unfinished" />
</message>
<message>
<source>lost {here} of {n}</source>
<translation type="unfinished" />
</message>
<message>
<source>no difference</source>
<translation type="unfinished" />
</message>
<message>
<source>nothing lost</source>
<translation type="unfinished" />
</message>
<message>
<source>to {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} differ</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} lost</source>
<translation type="unfinished" />
</message>
<message>
<source>{places}, {kinds}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>PiecesView</name>
<message>
<source>Alt+Left and Alt+Right go from piece to piece</source>
<translation type="unfinished" />
</message>
<message>
<source>Text with its pieces</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Pipeline</name>
<message numerus="yes">
<source>%n bytes</source>
<extracomment>of one: %n byte</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n characters</source>
<extracomment>of one: %n character</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n pieces</source>
<extracomment>of one: %n piece</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n tokens</source>
<extracomment>of one: %n token</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>Bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>Columns are in byte order, with each letter over its own: a word read from the right starts at the left.</source>
<translation type="unfinished" />
</message>
<message>
<source>Columns are in byte order. Words of joined letters are drawn whole, over their columns, and read from the right.</source>
<translation type="unfinished" />
</message>
<message>
<source>Lower case</source>
<translation type="unfinished" />
</message>
<message>
<source>Merges</source>
<translation type="unfinished" />
</message>
<message>
<source>Normalize</source>
<translation type="unfinished" />
</message>
<message>
<source>Pieces</source>
<translation type="unfinished" />
</message>
<message>
<source>Prepend</source>
<translation type="unfinished" />
</message>
<message>
<source>Raw</source>
<translation type="unfinished" />
</message>
<message>
<source>Replace</source>
<translation type="unfinished" />
</message>
<message>
<source>Spaces</source>
<translation type="unfinished" />
</message>
<message>
<source>Special tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Strip</source>
<translation type="unfinished" />
</message>
<message>
<source>The stages of this text cannot be shown: {cause}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Unescape</source>
<translation type="unfinished" />
</message>
<message>
<source>Whitespace</source>
<translation type="unfinished" />
</message>
<message>
<source>added by this step</source>
<translation type="unfinished" />
</message>
<message>
<source>bytes {first} to {last}</source>
<translation type="unfinished" />
</message>
<message>
<source>characters {first} to {last}</source>
<translation type="unfinished" />
</message>
<message>
<source>end</source>
<translation type="unfinished" />
</message>
<message>
<source>end added; ids below</source>
<translation type="unfinished" />
</message>
<message>
<source>from {raw}</source>
<translation type="unfinished" />
</message>
<message>
<source>id {id}</source>
<translation type="unfinished" />
</message>
<message>
<source>lossy: spaces dropped</source>
<translation type="unfinished" />
</message>
<message>
<source>lossy: white space dropped</source>
<translation type="unfinished" />
</message>
<message>
<source>lossy: {n} dropped</source>
<translation type="unfinished" />
</message>
<message>
<source>raw bytes {start} to {end}</source>
<translation type="unfinished" />
</message>
<message>
<source>start</source>
<translation type="unfinished" />
</message>
<message>
<source>start added; ids below</source>
<translation type="unfinished" />
</message>
<message>
<source>start and end added</source>
<translation type="unfinished" />
</message>
<message>
<source>the mapping of characters is approximate</source>
<translation type="unfinished" />
</message>
<message>
<source>{n}, letters →</source>
<translation type="unfinished" />
</message>
<message>
<source>{n}, words ←</source>
<translation type="unfinished" />
</message>
<message>
<source>{tokens}; ids below</source>
<translation type="unfinished" />
</message>
<message>
<source>{where}, read by itself</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>PipelineCanvas</name>
<message>
<source>Stages of the text</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>PipelinePage</name>
<message>
<source>Pipeline</source>
<translation type="unfinished" />
</message>
<message>
<source>The stages of this text cannot be shown.</source>
<translation type="unfinished" />
</message>
<message>
<source>The text is not encoded: it contains special tokens, which are an error now. Treat them as plain text, or allow them.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>PipelineSection</name>
<message>
<source>Next part (Page Down)</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing of this text is left to encode.</source>
<translation type="unfinished" />
</message>
<message>
<source>Pipeline</source>
<translation type="unfinished" />
</message>
<message>
<source>Previous part (Page Up)</source>
<translation type="unfinished" />
</message>
<message>
<source>Type a text to see it stage by stage.</source>
<translation type="unfinished" />
</message>
<message>
<source>hover or use the arrow keys to highlight a span in every row</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Pointer</name>
<message>
<source>Copy</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy token</source>
<translation type="unfinished" />
</message>
<message>
<source>Cut</source>
<translation type="unfinished" />
</message>
<message>
<source>Paste</source>
<translation type="unfinished" />
</message>
<message>
<source>Redo</source>
<translation type="unfinished" />
</message>
<message>
<source>Select all</source>
<translation type="unfinished" />
</message>
<message>
<source>Undo</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>PreviewModel</name>
<message>
<source>Before</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>PreviewPanel</name>
<message numerus="yes">
<source>%n lines with problems</source>
<extracomment>of one: %n line with problems</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>After {steps}</source>
<translation type="unfinished" />
</message>
<message>
<source>As it is used</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose a source to see its lines</source>
<translation type="unfinished" />
</message>
<message>
<source>Continue</source>
<translation type="unfinished" />
</message>
<message>
<source>In the file, and as trained on.</source>
<translation type="unfinished" />
</message>
<message>
<source>Next problem (F8)</source>
<translation type="unfinished" />
</message>
<message>
<source>Preview</source>
<translation type="unfinished" />
</message>
<message>
<source>Preview of the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Previous problem (Shift+F8)</source>
<translation type="unfinished" />
</message>
<message>
<source>Source</source>
<translation type="unfinished" />
</message>
<message>
<source>Sources</source>
<translation type="unfinished" />
</message>
<message>
<source>Start</source>
<translation type="unfinished" />
</message>
<message>
<source>The source whose lines are shown</source>
<translation type="unfinished" />
</message>
<message>
<source>could not be read</source>
<translation type="unfinished" />
</message>
<message>
<source>document {n}</source>
<translation type="unfinished" />
</message>
<message>
<source>no problems here</source>
<translation type="unfinished" />
</message>
<message>
<source>nothing to show</source>
<translation type="unfinished" />
</message>
<message>
<source>reading…</source>
<translation type="unfinished" />
</message>
<message>
<source>removed</source>
<translation type="unfinished" />
</message>
<message>
<source>replaced</source>
<translation type="unfinished" />
</message>
<message>
<source>special-token text</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} or more</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>PreviewView</name>
<message>
<source>Lines before and after cleaning</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ProblemStrip</name>
<message>
<source>Render this conversation with ChatML instead</source>
<translation type="unfinished" />
</message>
<message>
<source>Use ChatML</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Rail</name>
<message>
<source>Tasks</source>
<translation type="unfinished" />
</message>
<message>
<source>a job is running</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ReadingsChoice</name>
<message>
<source>The encoding is uncertain. Which line is correct?</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RegexLab</name>
<message>
<source>Available once the pattern has run through the text</source>
<translation type="unfinished" />
</message>
<message>
<source>Basic</source>
<translation type="unfinished" />
</message>
<message>
<source>Character {n} of {name}: {count} × {character} in a row.</source>
<translation type="unfinished" />
</message>
<message>
<source>From training</source>
<translation type="unfinished" />
</message>
<message>
<source>It was at character {n} of {name}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Locked while training</source>
<translation type="unfinished" />
</message>
<message>
<source>My {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>No split</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing else was stopped.</source>
<translation type="unfinished" />
</message>
<message>
<source>Removed {name}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Restored</source>
<translation type="unfinished" />
</message>
<message>
<source>Results below are from the last valid pattern.</source>
<translation type="unfinished" />
</message>
<message>
<source>SentencePiece: no pattern</source>
<translation type="unfinished" />
</message>
<message>
<source>Stopped after {time}: too slow on this text.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use this pattern for training, and go back (Ctrl+Return)</source>
<translation type="unfinished" />
</message>
<message>
<source>character {n}</source>
<translation type="unfinished" />
</message>
<message>
<source>character {n}: a ( is missing</source>
<translation type="unfinished" />
</message>
<message>
<source>character {n}: a ) is missing</source>
<translation type="unfinished" />
</message>
<message>
<source>character {n}: a ] is missing</source>
<translation type="unfinished" />
</message>
<message>
<source>cleaned text</source>
<translation type="unfinished" />
</message>
<message>
<source>digits</source>
<translation type="unfinished" />
</message>
<message>
<source>letters</source>
<translation type="unfinished" />
</message>
<message>
<source>line end</source>
<translation type="unfinished" />
</message>
<message>
<source>mixed text</source>
<translation type="unfinished" />
</message>
<message>
<source>one piece per document</source>
<translation type="unfinished" />
</message>
<message>
<source>punctuation and symbols</source>
<translation type="unfinished" />
</message>
<message>
<source>ran {time} from here</source>
<translation type="unfinished" />
</message>
<message>
<source>space</source>
<translation type="unfinished" />
</message>
<message>
<source>spaces</source>
<translation type="unfinished" />
</message>
<message>
<source>splits only at spaces</source>
<translation type="unfinished" />
</message>
<message>
<source>tab</source>
<translation type="unfinished" />
</message>
<message>
<source>white space</source>
<translation type="unfinished" />
</message>
<message>
<source>{name}, changed</source>
<translation type="unfinished" />
</message>
<message>
<source>{what}; decoding cannot restore them.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RemoveDialog</name>
<message>
<source>Also remove the tokens that are built from them</source>
<translation type="unfinished" />
</message>
<message>
<source>Ids</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Text</source>
<translation type="unfinished" />
</message>
<message>
<source>one token, with its spaces</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Renewing</name>
<message>
<source>Close the other windows first.</source>
<translation type="unfinished" />
</message>
<message>
<source>Everything was forgotten.</source>
<translation type="unfinished" />
</message>
<message>
<source>Forget everything</source>
<translation type="unfinished" />
</message>
<message>
<source>Forget everything?</source>
<translation type="unfinished" />
</message>
<message>
<source>Keep it</source>
<translation type="unfinished" />
</message>
<message>
<source>New session started.</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing was changed: training is running.</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing was forgotten: another window of this program is open.</source>
<translation type="unfinished" />
</message>
<message>
<source>This deletes the text and its undo history, the conversation, the corpus list, unsaved tokenizers, interrupted training runs, recent files and settings: {size} in {folder}. It cannot be undone. Files that you saved are not affected.</source>
<translation type="unfinished" />
</message>
<message>
<source>Wait for it to finish, or cancel it.</source>
<translation type="unfinished" />
</message>
<message>
<source>{size} kept: show the folder</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Replay</name>
<message>
<source>{left} + {right} → {token}, adjacent {times}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ReplayControls</name>
<message>
<source>Continue</source>
<translation type="unfinished" />
</message>
<message>
<source>Go to the end of the replay</source>
<translation type="unfinished" />
</message>
<message>
<source>Pause</source>
<translation type="unfinished" />
</message>
<message>
<source>Progress of the replay</source>
<translation type="unfinished" />
</message>
<message>
<source>Replay</source>
<translation type="unfinished" />
</message>
<message>
<source>Skip</source>
<translation type="unfinished" />
</message>
<message>
<source>Speed</source>
<translation type="unfinished" />
</message>
<message>
<source>Speed of the replay</source>
<translation type="unfinished" />
</message>
<message>
<source>Speed: to the right it is faster</source>
<translation type="unfinished" />
</message>
<message>
<source>{done} of {total} merges</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} s in all</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ReportDialog</name>
<message>
<source>Close</source>
<translation type="unfinished" />
</message>
<message>
<source>Copied</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy the report</source>
<translation type="unfinished" />
</message>
<message>
<source>Report a problem</source>
<translation type="unfinished" />
</message>
<message>
<source>Show the log folder</source>
<translation type="unfinished" />
</message>
<message>
<source>The report</source>
<translation type="unfinished" />
</message>
<message>
<source>This is all that the report says: versions, this computer, and where in the program things went wrong. Your text, names of files and tokens are not in it. Copy it into your message and add what you did. Nothing is sent.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RolesDialog</name>
<message>
<source>None</source>
<translation type="unfinished" />
</message>
<message>
<source>Put bos before each text</source>
<translation type="unfinished" />
</message>
<message>
<source>Put eos after each text</source>
<translation type="unfinished" />
</message>
<message>
<source>Roles of special tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>The model has this token of its own</source>
<translation type="unfinished" />
</message>
<message>
<source>Token of the role {role}</source>
<translation type="unfinished" />
</message>
<message>
<source>Which token begins and ends a text, fills up a batch, or begins a turn of a chat.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RuleDialog</name>
<message>
<source>Also remove the tokens that are built from them</source>
<translation type="unfinished" />
</message>
<message>
<source>Counted in</source>
<translation type="unfinished" />
</message>
<message>
<source>Matching a regular expression</source>
<translation type="unfinished" />
</message>
<message>
<source>Mostly merged further: residues</source>
<translation type="unfinished" />
</message>
<message>
<source>Not used in a text</source>
<translation type="unfinished" />
</message>
<message>
<source>Of all times that a token is made, the share in which it remains</source>
<translation type="unfinished" />
</message>
<message>
<source>Pattern</source>
<translation type="unfinished" />
</message>
<message>
<source>Remains in under</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove tokens by a rule</source>
<translation type="unfinished" />
</message>
<message>
<source>Script</source>
<translation type="unfinished" />
</message>
<message>
<source>Single bytes and special tokens always stay.</source>
<translation type="unfinished" />
</message>
<message>
<source>The corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>The open text</source>
<translation type="unfinished" />
</message>
<message>
<source>Which</source>
<translation type="unfinished" />
</message>
<message>
<source>With characters of a script</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunHeader</name>
<message>
<source>Add 1,000 merges</source>
<translation type="unfinished" />
</message>
<message>
<source>Cancel</source>
<translation type="unfinished" />
</message>
<message>
<source>Checking the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose text and options for another run</source>
<translation type="unfinished" />
</message>
<message>
<source>Continue from here without counting the text again</source>
<translation type="unfinished" />
</message>
<message>
<source>Counting pairs</source>
<translation type="unfinished" />
</message>
<message>
<source>Counting pieces</source>
<translation type="unfinished" />
</message>
<message>
<source>Export…</source>
<translation type="unfinished" />
</message>
<message>
<source>Keep {n}</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory used by this run, and by the whole program</source>
<translation type="unfinished" />
</message>
<message>
<source>Name it…</source>
<translation type="unfinished" />
</message>
<message>
<source>New run</source>
<translation type="unfinished" />
</message>
<message>
<source>Next:</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing was left out</source>
<translation type="unfinished" />
</message>
<message>
<source>Pause</source>
<translation type="unfinished" />
</message>
<message>
<source>Paused</source>
<translation type="unfinished" />
</message>
<message>
<source>Progress of the training</source>
<translation type="unfinished" />
</message>
<message>
<source>Reading the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Rename the tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Repeat this run</source>
<translation type="unfinished" />
</message>
<message>
<source>Replay</source>
<translation type="unfinished" />
</message>
<message>
<source>Resume</source>
<translation type="unfinished" />
</message>
<message>
<source>Save it for another library, and prove that it is the same</source>
<translation type="unfinished" />
</message>
<message>
<source>Save the tokenizer and its card</source>
<translation type="unfinished" />
</message>
<message>
<source>Save…</source>
<translation type="unfinished" />
</message>
<message>
<source>See your text with it</source>
<translation type="unfinished" />
</message>
<message>
<source>Show what was not read, and why</source>
<translation type="unfinished" />
</message>
<message>
<source>Starting</source>
<translation type="unfinished" />
</message>
<message>
<source>Stop here</source>
<translation type="unfinished" />
</message>
<message>
<source>Stop here and keep {n}</source>
<translation type="unfinished" />
</message>
<message>
<source>Stop training and keep the tokens learned so far</source>
<translation type="unfinished" />
</message>
<message>
<source>The longest tokens:
{tokens}</source>
<translation type="unfinished" />
</message>
<message>
<source>Train again from the record; the result is the same file</source>
<translation type="unfinished" />
</message>
<message>
<source>Training</source>
<translation type="unfinished" />
</message>
<message>
<source>Watch the merges once more, slowly</source>
<translation type="unfinished" />
</message>
<message>
<source>checkpoint {time} ago</source>
<translation type="unfinished" />
</message>
<message>
<source>elapsed</source>
<translation type="unfinished" />
</message>
<message>
<source>left</source>
<translation type="unfinished" />
</message>
<message>
<source>longest: {tokens}</source>
<translation type="unfinished" />
</message>
<message>
<source>memory, {size} in all</source>
<translation type="unfinished" />
</message>
<message>
<source>merges</source>
<translation type="unfinished" />
</message>
<message>
<source>merges a second</source>
<translation type="unfinished" />
</message>
<message>
<source>pieces</source>
<translation type="unfinished" />
</message>
<message>
<source>read</source>
<translation type="unfinished" />
</message>
<message>
<source>{done} of {total}</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} MB</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunPlots</name>
<message>
<source>Compression</source>
<translation type="unfinished" />
</message>
<message>
<source>Lengths</source>
<translation type="unfinished" />
</message>
<message>
<source>Merges</source>
<translation type="unfinished" />
</message>
<message>
<source>Most tokens, {n}, are {length} bytes long.</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing learned yet.</source>
<translation type="unfinished" />
</message>
<message>
<source>Pair counts</source>
<translation type="unfinished" />
</message>
<message>
<source>Pairs</source>
<translation type="unfinished" />
</message>
<message>
<source>The first merged pair occurred {first} times, the last {last}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Token lengths</source>
<translation type="unfinished" />
</message>
<message>
<source>View of the run</source>
<translation type="unfinished" />
</message>
<message>
<source>bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>bytes per token against vocabulary size</source>
<translation type="unfinished" />
</message>
<message>
<source>count of each merged pair, log–log</source>
<translation type="unfinished" />
</message>
<message>
<source>held out</source>
<translation type="unfinished" />
</message>
<message>
<source>merge number</source>
<translation type="unfinished" />
</message>
<message>
<source>target {n}</source>
<translation type="unfinished" />
</message>
<message>
<source>tokens by length in bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>vocabulary size (log)</source>
<translation type="unfinished" />
</message>
<message>
<source>{value} bytes per token at {size} tokens, from {start} at {first}; the target is {target}.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>RunningCard</name>
<message>
<source>Progress of the proof</source>
<translation type="unfinished" />
</message>
<message>
<source>Proving</source>
<translation type="unfinished" />
</message>
<message>
<source>nothing has been saved yet</source>
<translation type="unfinished" />
</message>
<message>
<source>{tokens} equal so far, {done} of {total} read</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SamePage</name>
<message>
<source>Different.</source>
<translation type="unfinished" />
</message>
<message>
<source>Equal on {tokens}, but not proved.</source>
<translation type="unfinished" />
</message>
<message>
<source>Every text has the same ids in both, and all ids stand for the same text.</source>
<translation type="unfinished" />
</message>
<message>
<source>It is not UTF-8; no difference was found in UTF-8.</source>
<translation type="unfinished" />
</message>
<message>
<source>No difference was found on {texts} of {size}. Not proved to be the same: {stages}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Special tokens in it are treated as special.</source>
<translation type="unfinished" />
</message>
<message>
<source>Text: {text}</source>
<translation type="unfinished" />
</message>
<message>
<source>The same ids stand for different texts. Responsible stage: {stage}.</source>
<translation type="unfinished" />
</message>
<message>
<source>The same: proved for every text.</source>
<translation type="unfinished" />
</message>
<message>
<source>The same: their files are equal.</source>
<translation type="unfinished" />
</message>
<message>
<source>The text that separates them, and the ids of both</source>
<translation type="unfinished" />
</message>
<message>
<source>This is the shortest text found that separates them. Responsible stage: {stage}.</source>
<translation type="unfinished" />
</message>
<message>
<source>What is known of the two</source>
<translation type="unfinished" />
</message>
<message>
<source>What is not UTF-8 was left out: the library of one of the two replaces it.</source>
<translation type="unfinished" />
</message>
<message>
<source>Whether the two are the same</source>
<translation type="unfinished" />
</message>
<message>
<source>{letter}: cannot encode it</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SaveTokensDialog</name>
<message>
<source>As in this window, up to {rows} rows; the file says what is left out.</source>
<translation type="unfinished" />
</message>
<message>
<source>Drawing: {share}</source>
<translation type="unfinished" />
</message>
<message>
<source>One self-contained file, light or dark as the reader's system; up to {tokens}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Picture (.png)</source>
<translation type="unfinished" />
</message>
<message>
<source>Picture, double resolution (.png)</source>
<translation type="unfinished" />
</message>
<message>
<source>Save</source>
<translation type="unfinished" />
</message>
<message>
<source>Save as</source>
<translation type="unfinished" />
</message>
<message>
<source>Save tokens as</source>
<translation type="unfinished" />
</message>
<message>
<source>The rest does not fit, and the file says so. Select what to save.</source>
<translation type="unfinished" />
</message>
<message>
<source>The selection, {tokens}</source>
<translation type="unfinished" />
</message>
<message>
<source>The whole text, {tokens}</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Vector drawing (.svg)</source>
<translation type="unfinished" />
</message>
<message>
<source>Web page, with ids and bytes (.html)</source>
<translation type="unfinished" />
</message>
<message>
<source>as shown</source>
<translation type="unfinished" />
</message>
<message>
<source>{tokens}, {size}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Saving</name>
<message>
<source>&amp;Mark the chosen place of the text for the page</source>
<translation type="unfinished" />
</message>
<message>
<source>A model needs other rows of embeddings for them.</source>
<translation type="unfinished" />
</message>
<message>
<source>As &amp;JSON (.json)…</source>
<translation type="unfinished" />
</message>
<message>
<source>As a &amp;page (.html)…</source>
<translation type="unfinished" />
</message>
<message>
<source>As a &amp;table (.csv)…</source>
<translation type="unfinished" />
</message>
<message>
<source>Export the vocabulary</source>
<translation type="unfinished" />
</message>
<message>
<source>No format can store this tokenizer.</source>
<translation type="unfinished" />
</message>
<message>
<source>Replace</source>
<translation type="unfinished" />
</message>
<message>
<source>Report</source>
<translation type="unfinished" />
</message>
<message>
<source>Save as…</source>
<translation type="unfinished" />
</message>
<message>
<source>Save the comparison</source>
<translation type="unfinished" />
</message>
<message>
<source>Save the picture</source>
<translation type="unfinished" />
</message>
<message>
<source>Save the tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Saved {names}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Show the code</source>
<translation type="unfinished" />
</message>
<message>
<source>There are no measures yet</source>
<translation type="unfinished" />
</message>
<message>
<source>Write the measures to a file</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} has new ids, and a map of them next to it.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ScriptMap</name>
<message>
<source>Tokens by script and length</source>
<translation type="unfinished" />
</message>
<message>
<source>{script}, {length}: {tokens}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SeedTokens</name>
<message>
<source>Made before all others, however rare, with the parts that they need. Spaces count; write \n and \\ for a line end and a backslash.</source>
<translation type="unfinished" />
</message>
<message>
<source>One token a line</source>
<translation type="unfinished" />
</message>
<message>
<source>Seed tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Seed tokens, one a line</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SelectedTokenPanel</name>
<message>
<source>Built from</source>
<translation type="unfinished" />
</message>
<message>
<source>Characters</source>
<translation type="unfinished" />
</message>
<message>
<source>Click a token in the text to see its bytes, its rank and the merges that made it.</source>
<translation type="unfinished" />
</message>
<message>
<source>In this text</source>
<translation type="unfinished" />
</message>
<message>
<source>Its facts appear once the tokens of this tokenizer are listed.</source>
<translation type="unfinished" />
</message>
<message>
<source>Next occurrence (F3)</source>
<translation type="unfinished" />
</message>
<message>
<source>No token is selected</source>
<translation type="unfinished" />
</message>
<message>
<source>Not listed yet</source>
<translation type="unfinished" />
</message>
<message>
<source>Previous occurrence (Shift+F3)</source>
<translation type="unfinished" />
</message>
<message>
<source>Selected token</source>
<translation type="unfinished" />
</message>
<message>
<source>Show</source>
<translation type="unfinished" />
</message>
<message>
<source>Show in the vocabulary</source>
<translation type="unfinished" />
</message>
<message>
<source>Span</source>
<translation type="unfinished" />
</message>
<message>
<source>The merges of its word, step by step</source>
<translation type="unfinished" />
</message>
<message>
<source>The merges that made this token</source>
<translation type="unfinished" />
</message>
<message>
<source>Why these tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>bytes {span}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SettingsDialog</name>
<message>
<source> %</source>
<translation type="unfinished" />
</message>
<message>
<source> GB</source>
<translation type="unfinished" />
</message>
<message>
<source>All of it</source>
<translation type="unfinished" />
</message>
<message>
<source>As the system</source>
<translation type="unfinished" />
</message>
<message>
<source>Automatic</source>
<translation type="unfinished" />
</message>
<message>
<source>Close</source>
<translation type="unfinished" />
</message>
<message>
<source>Dark</source>
<translation type="unfinished" />
</message>
<message>
<source>Font of tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>For tokens, bytes and ids. Characters it lacks are shown in other fonts.</source>
<translation type="unfinished" />
</message>
<message>
<source>Keep for the next start</source>
<translation type="unfinished" />
</message>
<message>
<source>Light</source>
<translation type="unfinished" />
</message>
<message>
<source>Memory limit</source>
<translation type="unfinished" />
</message>
<message>
<source>Motion</source>
<translation type="unfinished" />
</message>
<message>
<source>Of the whole window. 150 % is the presentation size.</source>
<translation type="unfinished" />
</message>
<message>
<source>Proxy for Fetch</source>
<translation type="unfinished" />
</message>
<message>
<source>Reduced</source>
<translation type="unfinished" />
</message>
<message>
<source>Reduced: nothing fades or moves.</source>
<translation type="unfinished" />
</message>
<message>
<source>Restore defaults</source>
<translation type="unfinished" />
</message>
<message>
<source>Session</source>
<translation type="unfinished" />
</message>
<message>
<source>Settings</source>
<translation type="unfinished" />
</message>
<message>
<source>Size</source>
<translation type="unfinished" />
</message>
<message>
<source>Size of tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>System</source>
<translation type="unfinished" />
</message>
<message>
<source>Text, corpus and open tokenizers come back. If off, they are deleted when you quit; unsaved training results are kept.</source>
<translation type="unfinished" />
</message>
<message>
<source>The address of a proxy without a password. If empty, the system's is used.</source>
<translation type="unfinished" />
</message>
<message>
<source>Theme</source>
<translation type="unfinished" />
</message>
<message>
<source>What counting, training and encoding take as the memory of this computer.</source>
<translation type="unfinished" />
</message>
<message>
<source>{family} (missing)</source>
<translation type="unfinished" />
</message>
<message>
<source>“{value}” is no address of a proxy. Example: http://proxy.example:8080</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ShareField</name>
<message>
<source> %</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Side</name>
<message>
<source>Pieces of the text below, per alternative</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SizeMark</name>
<message>
<source>at {size} of {whole}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SizeScale</name>
<message>
<source>{n} reachable</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} requested</source>
<translation type="unfinished" />
</message>
<message>
<source>≈ {n} reachable</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SizeSlider</name>
<message>
<source>Encode with the first merges only. Arrow keys change the size, with Shift by one merge; Page Up doubles it, Escape uses the whole vocabulary again.</source>
<translation type="unfinished" />
</message>
<message>
<source>Vocabulary size</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SizeStrip</name>
<message>
<source>Use the whole vocabulary again (Esc)</source>
<translation type="unfinished" />
</message>
<message>
<source>Vocabulary size</source>
<translation type="unfinished" />
</message>
<message>
<source>{size} of {whole} → {tokens}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Sizes</name>
<message>
<source>Encode with the whole vocabulary again</source>
<translation type="unfinished" />
</message>
<message>
<source>bytes only</source>
<translation type="unfinished" />
</message>
<message>
<source>last merge {left} + {right} → {token}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SnippetDialog</name>
<message>
<source>Close</source>
<translation type="unfinished" />
</message>
<message>
<source>Ids are new or have changed: a model needs other rows of embeddings. The map next to the tokenizer says which.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use the new ids in a model</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SnippetView</name>
<message>
<source>Copied</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy</source>
<translation type="unfinished" />
</message>
<message>
<source>How to use the file</source>
<translation type="unfinished" />
</message>
<message>
<source>Language and library</source>
<translation type="unfinished" />
</message>
<message>
<source>Use it</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SourceBars</name>
<message>
<source>, between {low} and {high} in 95 of 100 cases</source>
<translation type="unfinished" />
</message>
<message>
<source>Measure by source</source>
<translation type="unfinished" />
</message>
<message>
<source>cannot encode it</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SourceChoice</name>
<message numerus="yes">
<source>%n files</source>
<extracomment>of one: %n file</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n sources</source>
<extracomment>of one: %n source</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>&amp;Files…</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose the texts</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose…</source>
<translation type="unfinished" />
</message>
<message>
<source>F&amp;older…</source>
<translation type="unfinished" />
</message>
<message>
<source>The corpus: empty. Choose files or a folder.</source>
<translation type="unfinished" />
</message>
<message>
<source>The corpus: {sources}, {size}</source>
<translation type="unfinished" />
</message>
<message>
<source>The texts to encode</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SourceList</name>
<message>
<source>Sources</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SourceMenu</name>
<message>
<source>All files</source>
<translation type="unfinished" />
</message>
<message>
<source>All of it</source>
<translation type="unfinished" />
</message>
<message>
<source>Another field…</source>
<translation type="unfinished" />
</message>
<message>
<source>Corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Encoding</source>
<translation type="unfinished" />
</message>
<message>
<source>File names</source>
<translation type="unfinished" />
</message>
<message>
<source>Invalid bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>List the files…</source>
<translation type="unfinished" />
</message>
<message>
<source>Multiply the counts of this source by:</source>
<translation type="unfinished" />
</message>
<message>
<source>Other patterns…</source>
<translation type="unfinished" />
</message>
<message>
<source>Other…</source>
<translation type="unfinished" />
</message>
<message>
<source>Path of the text field, such as meta.body:</source>
<translation type="unfinished" />
</message>
<message>
<source>Patterns, separated by spaces; ! excludes: *.txt notes/* !*.log</source>
<translation type="unfinished" />
</message>
<message>
<source>Preview…</source>
<translation type="unfinished" />
</message>
<message>
<source>Read anyway</source>
<translation type="unfinished" />
</message>
<message>
<source>Read as {encoding}</source>
<translation type="unfinished" />
</message>
<message>
<source>Remove from the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Replace with U+FFFD</source>
<translation type="unfinished" />
</message>
<message>
<source>Sample</source>
<translation type="unfinished" />
</message>
<message>
<source>Skip</source>
<translation type="unfinished" />
</message>
<message>
<source>Stop with an error</source>
<translation type="unfinished" />
</message>
<message>
<source>Switch off</source>
<translation type="unfinished" />
</message>
<message>
<source>Switch on</source>
<translation type="unfinished" />
</message>
<message>
<source>Text from</source>
<translation type="unfinished" />
</message>
<message>
<source>The first {size}</source>
<translation type="unfinished" />
</message>
<message>
<source>UTF-8, or by byte order mark</source>
<translation type="unfinished" />
</message>
<message>
<source>Weight</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} (looks like it)</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} (possible)</source>
<translation type="unfinished" />
</message>
<message>
<source>{share} of the documents</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SourceSet</name>
<message>
<source>This is already in the corpus.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SourcesPanel</name>
<message>
<source>&amp;Largest of A first</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Smallest of A first</source>
<translation type="unfinished" />
</message>
<message>
<source>By &amp;name</source>
<translation type="unfinished" />
</message>
<message>
<source>By source</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose Whole corpus to see each source separately.</source>
<translation type="unfinished" />
</message>
<message>
<source>In the &amp;order of the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Measure and order</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing to measure yet</source>
<translation type="unfinished" />
</message>
<message>
<source>One text, one source</source>
<translation type="unfinished" />
</message>
<message>
<source>S&amp;ort</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SpecialDialog</name>
<message>
<source>Add a special token</source>
<translation type="unfinished" />
</message>
<message>
<source>Id</source>
<translation type="unfinished" />
</message>
<message>
<source>It is outside the merges: text becomes it only where special tokens are allowed.</source>
<translation type="unfinished" />
</message>
<message>
<source>Text</source>
<translation type="unfinished" />
</message>
<message>
<source>the first free id after all others</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SpecialTokensField</name>
<message>
<source>Add</source>
<translation type="unfinished" />
</message>
<message>
<source>Add a special token</source>
<translation type="unfinished" />
</message>
<message>
<source>Special tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>This token is already in the list.</source>
<translation type="unfinished" />
</message>
<message>
<source>Type its text, or remove it.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SpecialsButton</name>
<message>
<source>As an error</source>
<translation type="unfinished" />
</message>
<message>
<source>As plain text</source>
<translation type="unfinished" />
</message>
<message>
<source>As special tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Encoded like any other text</source>
<translation type="unfinished" />
</message>
<message>
<source>One id each, wherever the text occurs</source>
<translation type="unfinished" />
</message>
<message>
<source>Only these</source>
<translation type="unfinished" />
</message>
<message>
<source>Refuse texts that contain one, as in tiktoken</source>
<translation type="unfinished" />
</message>
<message>
<source>Special tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Special tokens: error</source>
<translation type="unfinished" />
</message>
<message>
<source>Special tokens: plain text</source>
<translation type="unfinished" />
</message>
<message>
<source>Special tokens: special</source>
<translation type="unfinished" />
</message>
<message>
<source>Special tokens: {n} special</source>
<translation type="unfinished" />
</message>
<message>
<source>and {n} more</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SpecialsStrip</name>
<message>
<source>A model would not see it as the special token.</source>
<translation type="unfinished" />
</message>
<message>
<source>A model would not see them as special tokens.</source>
<translation type="unfinished" />
</message>
<message>
<source>Allow it</source>
<translation type="unfinished" />
</message>
<message>
<source>Allow them</source>
<translation type="unfinished" />
</message>
<message>
<source>Not encoded: {names} in the text.</source>
<translation type="unfinished" />
</message>
<message>
<source>One id each, wherever the text occurs.</source>
<translation type="unfinished" />
</message>
<message>
<source>Special tokens are set to be an error, as in tiktoken.</source>
<translation type="unfinished" />
</message>
<message>
<source>Treat it as plain text</source>
<translation type="unfinished" />
</message>
<message>
<source>Treat them as plain text</source>
<translation type="unfinished" />
</message>
<message>
<source>{names} are treated as special tokens.</source>
<translation type="unfinished" />
</message>
<message>
<source>{names} occur in the text and were treated as plain text.</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} is treated as a special token.</source>
<translation type="unfinished" />
</message>
<message>
<source>{name} occurs in the text and was treated as plain text.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Splits</name>
<message>
<source>Choose its publisher's split, or type a pattern.</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose the split…</source>
<translation type="unfinished" />
</message>
<message>
<source>Split of {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>The file does not say how it splits text. Choose its publisher's split, or type a pattern:</source>
<translation type="unfinished" />
</message>
<message>
<source>The split that you chose is not needed.</source>
<translation type="unfinished" />
</message>
<message>
<source>Use its own</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Spoken</name>
<message>
<source>Line {line}</source>
<translation type="unfinished" />
</message>
<message>
<source>Token {token}</source>
<translation type="unfinished" />
</message>
<message>
<source>id {id}</source>
<translation type="unfinished" />
</message>
<message>
<source>number {n} of {all}</source>
<translation type="unfinished" />
</message>
<message>
<source>{line} of {all}: {words}</source>
<translation type="unfinished" />
</message>
<message>
<source>{tokens}, line {line}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>StatisticsDialog</name>
<message>
<source>Characters by script</source>
<translation type="unfinished" />
</message>
<message>
<source>Characters by script, per cent</source>
<translation type="unfinished" />
</message>
<message>
<source>Digits, white space and punctuation have a bar of their own</source>
<translation type="unfinished" />
</message>
<message>
<source>Documents by length</source>
<translation type="unfinished" />
</message>
<message>
<source>Documents by length in bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>Longest piece: {size}, “{piece}”</source>
<translation type="unfinished" />
</message>
<message>
<source>Most frequent pieces</source>
<translation type="unfinished" />
</message>
<message>
<source>Split by GPT-4's pattern</source>
<translation type="unfinished" />
</message>
<message>
<source>Statistics of the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>bytes used</source>
<translation type="unfinished" />
</message>
<message>
<source>characters</source>
<translation type="unfinished" />
</message>
<message>
<source>digits, other</source>
<translation type="unfinished" />
</message>
<message>
<source>distinct pieces</source>
<translation type="unfinished" />
</message>
<message>
<source>documents</source>
<translation type="unfinished" />
</message>
<message>
<source>duplicate document</source>
<translation type="unfinished" />
</message>
<message>
<source>duplicate documents</source>
<translation type="unfinished" />
</message>
<message>
<source>lines</source>
<translation type="unfinished" />
</message>
<message>
<source>others</source>
<translation type="unfinished" />
</message>
<message>
<source>{size} held out</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>StatusBar</name>
<message>
<source>+{n} more</source>
<translation type="unfinished" />
</message>
<message>
<source>Compiled kernels active</source>
<translation type="unfinished" />
</message>
<message>
<source>Slow: pure Python</source>
<translation type="unfinished" />
</message>
<message>
<source>Status</source>
<translation type="unfinished" />
</message>
<message>
<source>{what}: click to see why</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Steps</name>
<message>
<source>, in {n} places</source>
<translation type="unfinished" />
</message>
<message>
<source>A space is added before it: {id}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Before the text: {names}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Best pair at {place}: {left} + {right} → {id}, score {score}, {of}</source>
<translation type="unfinished" />
</message>
<message>
<source>Each character becomes its token, or its bytes if it has no token.</source>
<translation type="unfinished" />
</message>
<message>
<source>Merge {pair}, rank {rank}, {place}</source>
<translation type="unfinished" />
</message>
<message>
<source>No adjacent pair makes a token: {ids}.</source>
<translation type="unfinished" />
</message>
<message>
<source>No pair has a rank: {tokens}.</source>
<translation type="unfinished" />
</message>
<message>
<source>No pair is left; the end token is added: {ids}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing is added before this part of the text.</source>
<translation type="unfinished" />
</message>
<message>
<source>The vocabulary is sorted by bytes, for binary search. It begins with:</source>
<translation type="unfinished" />
</message>
<message>
<source>characters: {tokens}</source>
<translation type="unfinished" />
</message>
<message>
<source>end</source>
<translation type="unfinished" />
</message>
<message>
<source>end: no pair has a rank</source>
<translation type="unfinished" />
</message>
<message>
<source>highest of {n} pairs</source>
<translation type="unfinished" />
</message>
<message>
<source>lowest of {n} pairs</source>
<translation type="unfinished" />
</message>
<message>
<source>sorted vocabulary</source>
<translation type="unfinished" />
</message>
<message>
<source>start: {ids}</source>
<translation type="unfinished" />
</message>
<message>
<source>the only pair</source>
<translation type="unfinished" />
</message>
<message>
<source>{token} replaces the two; the rest moves up.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>StepsView</name>
<message>
<source>All steps</source>
<translation type="unfinished" />
</message>
<message>
<source>Go to the end (End)</source>
<translation type="unfinished" />
</message>
<message>
<source>Go to the start (Home)</source>
<translation type="unfinished" />
</message>
<message>
<source>Pause (Space)</source>
<translation type="unfinished" />
</message>
<message>
<source>Play (Space)</source>
<translation type="unfinished" />
</message>
<message>
<source>Step</source>
<translation type="unfinished" />
</message>
<message>
<source>Step back (Left)</source>
<translation type="unfinished" />
</message>
<message>
<source>Step forward (Right)</source>
<translation type="unfinished" />
</message>
<message>
<source>Steps</source>
<translation type="unfinished" />
</message>
<message>
<source>The word has {n}; step by step works up to {longest}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Why these tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>step {n} of {all}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Summary</name>
<message>
<source>Cancel the check of the changes</source>
<translation type="unfinished" />
</message>
<message>
<source>Canceled.</source>
<translation type="unfinished" />
</message>
<message>
<source>Equal on {tokens} here.</source>
<translation type="unfinished" />
</message>
<message>
<source>Look again</source>
<translation type="unfinished" />
</message>
<message>
<source>Make the tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Open the changed copy as a tokenizer of its own; this one stays</source>
<translation type="unfinished" />
</message>
<message>
<source>Progress of the draft</source>
<translation type="unfinished" />
</message>
<message>
<source>There is no text to measure on.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>SymbolRow</name>
<message>
<source>Word: {symbols}</source>
<translation type="unfinished" />
</message>
<message>
<source>id {id}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TemplateChoice</name>
<message>
<source>ChatML</source>
<translation type="unfinished" />
</message>
<message>
<source>Keep using this tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Own template</source>
<translation type="unfinished" />
</message>
<message>
<source>Template</source>
<translation type="unfinished" />
</message>
<message>
<source>The tokenizer's own</source>
<translation type="unfinished" />
</message>
<message>
<source>This tokenizer has no chat template</source>
<translation type="unfinished" />
</message>
<message>
<source>{name}, pinned</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TemplateStrip</name>
<message>
<source>Text of the template</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TextFacts</name>
<message numerus="yes">
<source>%n NULs</source>
<extracomment>of one: %n NUL</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n U+FEFF inside</source>
<extracomment>of one: %n U+FEFF inside</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n invalid bytes</source>
<extracomment>of one: %n invalid byte</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n line separators</source>
<extracomment>of one: %n line separator</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n lone surrogates</source>
<extracomment>of one: %n lone surrogate</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n no-break spaces</source>
<extracomment>of one: %n no-break space</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>UTF-8</source>
<translation type="unfinished" />
</message>
<message>
<source>UTF-8 with BOM</source>
<translation type="unfinished" />
</message>
<message>
<source>line ends mixed: {counts}</source>
<translation type="unfinished" />
</message>
<message>
<source>line ends {kind}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TextFooter</name>
<message>
<source>About the text</source>
<translation type="unfinished" />
</message>
<message>
<source>Type, paste or drop a file here. Tab inserts a tab; F6 goes to the next panel.</source>
<translation type="unfinished" />
</message>
<message>
<source>read-only over 64 MB</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TextPage</name>
<message>
<source>Aligning…</source>
<translation type="unfinished" />
</message>
<message>
<source>Gray where all cut alike, colored where they differ.</source>
<translation type="unfinished" />
</message>
<message>
<source>N and P go from difference to difference</source>
<translation type="unfinished" />
</message>
<message>
<source>Next difference (N, F8)</source>
<translation type="unfinished" />
</message>
<message>
<source>Previous difference (P, Shift+F8)</source>
<translation type="unfinished" />
</message>
<message>
<source>The chosen place</source>
<translation type="unfinished" />
</message>
<message>
<source>There is no text to compare</source>
<translation type="unfinished" />
</message>
<message>
<source>Type or open one under Inspect.</source>
<translation type="unfinished" />
</message>
<message>
<source>×3: tokens of one character</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TextSaving</name>
<message>
<source>Open it</source>
<translation type="unfinished" />
</message>
<message>
<source>Replace it</source>
<translation type="unfinished" />
</message>
<message>
<source>Save as…</source>
<translation type="unfinished" />
</message>
<message>
<source>Save the text</source>
<translation type="unfinished" />
</message>
<message>
<source>Saved {names}.</source>
<translation type="unfinished" />
</message>
<message>
<source>text.txt</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TieChoice</name>
<message>
<source>When two pairs are equally frequent</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Toast</name>
<message>
<source>Undo</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TokenFacts</name>
<message>
<source>Built from</source>
<translation type="unfinished" />
</message>
<message>
<source>Bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>Id</source>
<translation type="unfinished" />
</message>
<message>
<source>Length</source>
<translation type="unfinished" />
</message>
<message>
<source>Rank</source>
<translation type="unfinished" />
</message>
<message>
<source>Score</source>
<translation type="unfinished" />
</message>
<message>
<source>Token</source>
<translation type="unfinished" />
</message>
<message>
<source>What all tokens of the word were merged from</source>
<translation type="unfinished" />
</message>
<message>
<source>What the selected token was merged from</source>
<translation type="unfinished" />
</message>
<message>
<source>Word</source>
<translation type="unfinished" />
</message>
<message>
<source>byte</source>
<translation type="unfinished" />
</message>
<message>
<source>ids below, bytes in hex</source>
<translation type="unfinished" />
</message>
<message>
<source>merge</source>
<translation type="unfinished" />
</message>
<message>
<source>special</source>
<translation type="unfinished" />
</message>
<message>
<source>token</source>
<translation type="unfinished" />
</message>
<message>
<source>{rank} of {all}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TokenIds</name>
<message>
<source>Arrow keys go from id to id</source>
<translation type="unfinished" />
</message>
<message>
<source>Ids of the text</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TokenLabels</name>
<message>
<source>A residue that occurs in {n} documents or fewer, or not at all: a model hardly sees it in training. A forecast, not a proof.</source>
<translation type="unfinished" />
</message>
<message>
<source>Another token reads the same after Unicode normalization (NFKC).</source>
<translation type="unfinished" />
</message>
<message>
<source>Fragments</source>
<translation type="unfinished" />
</message>
<message>
<source>Glitch forecast</source>
<translation type="unfinished" />
</message>
<message>
<source>In the counted text it is merged further in more than {share} of all cases.</source>
<translation type="unfinished" />
</message>
<message>
<source>More than {n} characters.</source>
<translation type="unfinished" />
</message>
<message>
<source>Near twins</source>
<translation type="unfinished" />
</message>
<message>
<source>Neither proved unreachable nor found in the texts of a bounded search.</source>
<translation type="unfinished" />
</message>
<message>
<source>Never used</source>
<translation type="unfinished" />
</message>
<message>
<source>No round trip</source>
<translation type="unfinished" />
</message>
<message>
<source>No round trip, but among the tokens of a text: its witness.</source>
<translation type="unfinished" />
</message>
<message>
<source>Not decided</source>
<translation type="unfinished" />
</message>
<message>
<source>Only inside others</source>
<translation type="unfinished" />
</message>
<message>
<source>Over-long</source>
<translation type="unfinished" />
</message>
<message>
<source>Proved: no text is encoded to it. The split always cuts inside it, or merging its bytes ends with other tokens.</source>
<translation type="unfinished" />
</message>
<message>
<source>Residues</source>
<translation type="unfinished" />
</message>
<message>
<source>Several bytes that are not whole UTF-8 characters.</source>
<translation type="unfinished" />
</message>
<message>
<source>The counted text is encoded without it.</source>
<translation type="unfinished" />
</message>
<message>
<source>The text of the token is encoded to other tokens. A token that is not UTF-8 is encoded as one piece.</source>
<translation type="unfinished" />
</message>
<message>
<source>Unreachable</source>
<translation type="unfinished" />
</message>
<message>
<source>broken bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>fragment</source>
<translation type="unfinished" />
</message>
<message>
<source>glitch forecast</source>
<translation type="unfinished" />
</message>
<message>
<source>near twin</source>
<translation type="unfinished" />
</message>
<message>
<source>never used</source>
<translation type="unfinished" />
</message>
<message>
<source>no round trip</source>
<translation type="unfinished" />
</message>
<message>
<source>not decided</source>
<translation type="unfinished" />
</message>
<message>
<source>only inside others</source>
<translation type="unfinished" />
</message>
<message>
<source>other scripts</source>
<translation type="unfinished" />
</message>
<message>
<source>over-long</source>
<translation type="unfinished" />
</message>
<message>
<source>residue</source>
<translation type="unfinished" />
</message>
<message>
<source>several scripts</source>
<translation type="unfinished" />
</message>
<message>
<source>signs, digits</source>
<translation type="unfinished" />
</message>
<message>
<source>unreachable</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TokenLines</name>
<message>
<source>A single byte is a token before any merge.</source>
<translation type="unfinished" />
</message>
<message>
<source>Line {number}: {fault}</source>
<translation type="unfinished" />
</message>
<message>
<source>These bytes are not UTF-8.</source>
<translation type="unfinished" />
</message>
<message>
<source>Unknown escape; write a backslash as \\.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TokenPage</name>
<message>
<source>Tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>id {ids}</source>
<translation type="unfinished" />
</message>
<message>
<source>ids {ids}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TokenRows</name>
<message>
<source>Token {token}</source>
<translation type="unfinished" />
</message>
<message>
<source>id {id}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TokenSaving</name>
<message>
<source>Nothing was changed. Save them again.</source>
<translation type="unfinished" />
</message>
<message>
<source>Saved {tokens} to {name}.</source>
<translation type="unfinished" />
</message>
<message>
<source>The tokens were not saved: the text has changed meanwhile.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TokenTextView</name>
<message>
<source>Alt+Left and Alt+Right step through the tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Text with its tokens</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TokenizerPicker</name>
<message>
<source>Choose a tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>No tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>Open</source>
<translation type="unfinished" />
</message>
<message>
<source>Recent</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokenizer: {name}, {fact}</source>
<translation type="unfinished" />
</message>
<message>
<source>not saved</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Tokenizers</name>
<message>
<source>Closed {name}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Open anyway</source>
<translation type="unfinished" />
</message>
<message>
<source>not saved yet</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TokensModel</name>
<message>
<source>Token</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TokensPanel</name>
<message>
<source>Copied {tokens}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Ids</source>
<translation type="unfinished" />
</message>
<message numerus="yes">
<source>Replaced %n places.</source>
<extracomment>of one: Replaced %n place.</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>Show spaces and line ends as marks</source>
<translation type="unfinished" />
</message>
<message>
<source>Text</source>
<translation type="unfinished" />
</message>
<message>
<source>The clipboard contains no text.</source>
<translation type="unfinished" />
</message>
<message>
<source>The text with its tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>The text with the ids under its tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TokensStrip</name>
<message>
<source>Show in the Tokens panel</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Your text with the tokens learned so far</source>
<translation type="unfinished" />
</message>
<message>
<source>your text with the first {size}: {tokens}, was {before} at 256</source>
<translation type="unfinished" />
</message>
<message>
<source>your text: {tokens}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Toolbar</name>
<message>
<source>Help</source>
<translation type="unfinished" />
</message>
<message>
<source>Switch to dark</source>
<translation type="unfinished" />
</message>
<message>
<source>Switch to light</source>
<translation type="unfinished" />
</message>
<message>
<source>Tool bar</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Training</name>
<message>
<source>Training canceled.</source>
<translation type="unfinished" />
</message>
<message>
<source>Training canceled. {merges} discarded.</source>
<translation type="unfinished" />
</message>
<message>
<source>Training run {number}</source>
<translation type="unfinished" />
</message>
<message>
<source>Training: checking the text</source>
<translation type="unfinished" />
</message>
<message>
<source>Training: counting pairs</source>
<translation type="unfinished" />
</message>
<message>
<source>Training: merge {done} of {total}</source>
<translation type="unfinished" />
</message>
<message>
<source>Training: paused</source>
<translation type="unfinished" />
</message>
<message>
<source>Training: reading</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TrainingOptionsPanel</name>
<message numerus="yes">
<source>%n merges</source>
<extracomment>of one: %n merge</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n merges more</source>
<extracomment>of one: %n merge more</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n special tokens</source>
<extracomment>of one: %n special token</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>Add text to the corpus first.</source>
<translation type="unfinished" />
</message>
<message>
<source>Basic</source>
<translation type="unfinished" />
</message>
<message>
<source>Basic preset, no split, to {tokens}</source>
<translation type="unfinished" />
</message>
<message>
<source>Correct the special tokens first.</source>
<translation type="unfinished" />
</message>
<message>
<source>Custom</source>
<translation type="unfinished" />
</message>
<message>
<source>Custom split pattern, to {tokens}</source>
<translation type="unfinished" />
</message>
<message>
<source>Edit the pattern live against the corpus (Ctrl+Shift+R)</source>
<translation type="unfinished" />
</message>
<message>
<source>How the split pattern cuts numbers.</source>
<translation type="unfinished" />
</message>
<message>
<source>It runs in a separate process and is stopped if it hangs for 2 s.</source>
<translation type="unfinished" />
</message>
<message>
<source>More options</source>
<translation type="unfinished" />
</message>
<message>
<source>No split</source>
<translation type="unfinished" />
</message>
<message>
<source>Number of tokens, including the 256 bytes; special tokens are added.</source>
<translation type="unfinished" />
</message>
<message>
<source>Numbers</source>
<translation type="unfinished" />
</message>
<message>
<source>Options</source>
<translation type="unfinished" />
</message>
<message>
<source>Regex lab…</source>
<translation type="unfinished" />
</message>
<message>
<source>Split pattern</source>
<translation type="unfinished" />
</message>
<message>
<source>The pair that occurs first</source>
<translation type="unfinished" />
</message>
<message>
<source>The pair with the smallest ids</source>
<translation type="unfinished" />
</message>
<message>
<source>The shorter pair, then alphabetically</source>
<translation type="unfinished" />
</message>
<message>
<source>The smallest pair, in Hugging Face's byte order</source>
<translation type="unfinished" />
</message>
<message>
<source>Training options</source>
<translation type="unfinished" />
</message>
<message>
<source>Type a regular expression.</source>
<translation type="unfinished" />
</message>
<message>
<source>Type a split pattern first.</source>
<translation type="unfinished" />
</message>
<message>
<source>Vocabulary size</source>
<translation type="unfinished" />
</message>
<message>
<source>What the split pattern says</source>
<translation type="unfinished" />
</message>
<message>
<source>Your own split</source>
<translation type="unfinished" />
</message>
<message>
<source>as Hugging Face</source>
<translation type="unfinished" />
</message>
<message>
<source>as SentencePiece</source>
<translation type="unfinished" />
</message>
<message>
<source>as minbpe</source>
<translation type="unfinished" />
</message>
<message>
<source>as rustbpe</source>
<translation type="unfinished" />
</message>
<message>
<source>as the pattern</source>
<translation type="unfinished" />
</message>
<message>
<source>byte fallback</source>
<translation type="unfinished" />
</message>
<message>
<source>cleaned, &lt;/w&gt;</source>
<translation type="unfinished" />
</message>
<message>
<source>its own cl100k</source>
<translation type="unfinished" />
</message>
<message>
<source>locked while training</source>
<translation type="unfinished" />
</message>
<message>
<source>single digits</source>
<translation type="unfinished" />
</message>
<message>
<source>some changed</source>
<translation type="unfinished" />
</message>
<message>
<source>threes from left</source>
<translation type="unfinished" />
</message>
<message>
<source>threes from right</source>
<translation type="unfinished" />
</message>
<message>
<source>whole</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} at the end of a word</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} characters and merges</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} more merges for {name}</source>
<translation type="unfinished" />
</message>
<message>
<source>{preset} ({encoding}) preset, to {tokens}</source>
<translation type="unfinished" />
</message>
<message>
<source>{preset} preset, to {tokens}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TrainingRunPanel</name>
<message numerus="yes">
<source>%n bytes were not UTF-8 and were replaced.</source>
<extracomment>of one: %n byte was not UTF-8 and was replaced.</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n faults</source>
<extracomment>of one: %n fault</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n files left out</source>
<extracomment>of one: %n file left out</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n merges discarded.</source>
<extracomment>of one: %n merge discarded.</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n rare pieces were dropped.</source>
<extracomment>of one: %n rare piece was dropped.</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>Cancelling</source>
<translation type="unfinished" />
</message>
<message>
<source>No document was held out: the share is too small for so few documents.</source>
<translation type="unfinished" />
</message>
<message>
<source>No pair is left to merge.</source>
<translation type="unfinished" />
</message>
<message>
<source>No tokenizer was made. Nothing was changed.</source>
<translation type="unfinished" />
</message>
<message>
<source>Nothing was changed.</source>
<translation type="unfinished" />
</message>
<message>
<source>Saved as {name}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Stopped by you.</source>
<translation type="unfinished" />
</message>
<message>
<source>Stopping</source>
<translation type="unfinished" />
</message>
<message>
<source>The next merge would save less than the limit.</source>
<translation type="unfinished" />
</message>
<message numerus="yes">
<source>The split pattern skips %n bytes of the text.</source>
<extracomment>of one: The split pattern skips %n byte of the text.</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>Trained {tokens} in {time}</source>
<translation type="unfinished" />
</message>
<message>
<source>Training</source>
<translation type="unfinished" />
</message>
<message>
<source>Training canceled</source>
<translation type="unfinished" />
</message>
<message>
<source>Training failed</source>
<translation type="unfinished" />
</message>
<message>
<source>{ratio} bytes per token, from {start}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{ratio} on held-out text.</source>
<translation type="unfinished" />
</message>
<message>
<source>{used} of {all} tokens used.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TrainingRuns</name>
<message>
<source>Continue training</source>
<translation type="unfinished" />
</message>
<message>
<source>Drop the rarest and continue</source>
<translation type="unfinished" />
</message>
<message>
<source>Its checkpoint could not be written. “Stop here and keep” saves what has been learned.</source>
<translation type="unfinished" />
</message>
<message>
<source>Quit and lose it</source>
<translation type="unfinished" />
</message>
<message>
<source>Stop</source>
<translation type="unfinished" />
</message>
<message>
<source>The distinct pieces take {size}, more than the limit of {limit}.</source>
<translation type="unfinished" />
</message>
<message>
<source>This training run cannot be resumed.</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} pieces so far. You can drop the rarest; the card records how many.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TrainingSection</name>
<message>
<source>0: the tie rule decided between equal pairs</source>
<translation type="unfinished" />
</message>
<message>
<source>Documents</source>
<translation type="unfinished" />
</message>
<message>
<source>File</source>
<translation type="unfinished" />
</message>
<message>
<source>Find error bars</source>
<translation type="unfinished" />
</message>
<message>
<source>Find where it came from</source>
<translation type="unfinished" />
</message>
<message>
<source>Margin</source>
<translation type="unfinished" />
</message>
<message>
<source>Source</source>
<translation type="unfinished" />
</message>
<message>
<source>Survival</source>
<translation type="unfinished" />
</message>
<message>
<source>Training</source>
<translation type="unfinished" />
</message>
<message>
<source>Which texts made it a token?</source>
<translation type="unfinished" />
</message>
<message>
<source>Would it be learned from a slightly different text?</source>
<translation type="unfinished" />
</message>
<message>
<source>in {n} of {all} trainings without a part of the text each</source>
<translation type="unfinished" />
</message>
<message>
<source>not learned by this training</source>
<translation type="unfinished" />
</message>
<message>
<source>only in {file}</source>
<translation type="unfinished" />
</message>
<message>
<source>{share} in {file}</source>
<translation type="unfinished" />
</message>
<message>
<source>{times} more than the next best pair</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Turns</name>
<message>
<source>When message {n} comes, tokens before it change: {lost} of {all}.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>TwoRows</name>
<message>
<source>Both rows of tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>first difference</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>UsageBar</name>
<message>
<source>Where the tokens go</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>UsesList</name>
<message>
<source>Places where the token is used</source>
<translation type="unfinished" />
</message>
<message>
<source>{file}, byte {place} of its document</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>UsesSection</name>
<message>
<source>1–{shown} of {n}</source>
<translation type="unfinished" />
</message>
<message>
<source>Cancel</source>
<translation type="unfinished" />
</message>
<message>
<source>In the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>In the text</source>
<translation type="unfinished" />
</message>
<message>
<source>It is not used there.</source>
<translation type="unfinished" />
</message>
<message>
<source>Search again</source>
<translation type="unfinished" />
</message>
<message>
<source>Searching: {share}</source>
<translation type="unfinished" />
</message>
<message>
<source>Searching…</source>
<translation type="unfinished" />
</message>
<message>
<source>Show more</source>
<translation type="unfinished" />
</message>
<message>
<source>The places could not be read.</source>
<translation type="unfinished" />
</message>
<message>
<source>The search was canceled.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>ViewMenu</name>
<message>
<source>&amp;All measures</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Differences to A</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Figures</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Measures</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Reversed</source>
<translation type="unfinished" />
</message>
<message>
<source>&amp;Sort by</source>
<translation type="unfinished" />
</message>
<message>
<source>A &amp;line for each tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>All of them</source>
<translation type="unfinished" />
</message>
<message>
<source>As listed</source>
<translation type="unfinished" />
</message>
<message>
<source>Differences in &amp;per cent</source>
<translation type="unfinished" />
</message>
<message>
<source>Only those with an &amp;interval</source>
<translation type="unfinished" />
</message>
<message>
<source>S&amp;ource</source>
<translation type="unfinished" />
</message>
<message>
<source>What the table shows</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Views</name>
<message>
<source>Causes</source>
<translation type="unfinished" />
</message>
<message>
<source>Curves</source>
<translation type="unfinished" />
</message>
<message>
<source>Drift</source>
<translation type="unfinished" />
</message>
<message>
<source>Frequencies, coverage, lengths, compression by size</source>
<translation type="unfinished" />
</message>
<message>
<source>Languages</source>
<translation type="unfinished" />
</message>
<message>
<source>Overlap</source>
<translation type="unfinished" />
</message>
<message>
<source>Same?</source>
<translation type="unfinished" />
</message>
<message>
<source>Save the picture…</source>
<translation type="unfinished" />
</message>
<message>
<source>Save what this page shows as PNG or SVG</source>
<translation type="unfinished" />
</message>
<message>
<source>Show</source>
<translation type="unfinished" />
</message>
<message>
<source>Text</source>
<translation type="unfinished" />
</message>
<message>
<source>The text under each tokenizer</source>
<translation type="unfinished" />
</message>
<message>
<source>What one text costs in several languages</source>
<translation type="unfinished" />
</message>
<message>
<source>Where tokens of this text can change</source>
<translation type="unfinished" />
</message>
<message>
<source>Whether two are the same for every text</source>
<translation type="unfinished" />
</message>
<message>
<source>Which tokens two vocabularies share</source>
<translation type="unfinished" />
</message>
<message>
<source>Why they differ on this text</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>VocabularyHead</name>
<message>
<source>As a table (.csv)…</source>
<translation type="unfinished" />
</message>
<message>
<source>As minbpe's .vocab…</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose the columns</source>
<translation type="unfinished" />
</message>
<message>
<source>Columns</source>
<translation type="unfinished" />
</message>
<message>
<source>Count nothing</source>
<translation type="unfinished" />
</message>
<message>
<source>Count the tokens of the sources of Train</source>
<translation type="unfinished" />
</message>
<message>
<source>Count the tokens of the text of Inspect</source>
<translation type="unfinished" />
</message>
<message>
<source>Counts in the corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>Counts in the text</source>
<translation type="unfinished" />
</message>
<message>
<source>Export</source>
<translation type="unfinished" />
</message>
<message>
<source>Id, token, bytes, length, rank or score, pair</source>
<translation type="unfinished" />
</message>
<message>
<source>In corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>In text</source>
<translation type="unfinished" />
</message>
<message>
<source>No counts</source>
<translation type="unfinished" />
</message>
<message>
<source>One token per line, with its two parts</source>
<translation type="unfinished" />
</message>
<message>
<source>Vocabulary</source>
<translation type="unfinished" />
</message>
<message>
<source>What is counted</source>
<translation type="unfinished" />
</message>
<message>
<source>Write the vocabulary to a file</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>VocabularyModel</name>
<message>
<source>Bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>Documents</source>
<translation type="unfinished" />
</message>
<message>
<source>Error bars: how many trainings have the token that leave out a part of the text each</source>
<translation type="unfinished" />
</message>
<message>
<source>Error bars: how much more often its pair occurred than the next best; 0: a tie rule decided</source>
<translation type="unfinished" />
</message>
<message>
<source>Health</source>
<translation type="unfinished" />
</message>
<message>
<source>How often it stays, of all cases in which it is made by a merge</source>
<translation type="unfinished" />
</message>
<message>
<source>How often the token is used</source>
<translation type="unfinished" />
</message>
<message>
<source>Id</source>
<translation type="unfinished" />
</message>
<message>
<source>In bytes</source>
<translation type="unfinished" />
</message>
<message>
<source>In corpus</source>
<translation type="unfinished" />
</message>
<message>
<source>In how many documents the token is used</source>
<translation type="unfinished" />
</message>
<message>
<source>In text</source>
<translation type="unfinished" />
</message>
<message>
<source>Length</source>
<translation type="unfinished" />
</message>
<message>
<source>Margin</source>
<translation type="unfinished" />
</message>
<message>
<source>Rank</source>
<translation type="unfinished" />
</message>
<message>
<source>Score</source>
<translation type="unfinished" />
</message>
<message>
<source>Stays</source>
<translation type="unfinished" />
</message>
<message>
<source>Survival</source>
<translation type="unfinished" />
</message>
<message>
<source>Token</source>
<translation type="unfinished" />
</message>
<message>
<source>What is wrong with the token</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} of {all}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>VocabularyPanel</name>
<message>
<source>Clear the filters</source>
<translation type="unfinished" />
</message>
<message>
<source>List the tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Listing the tokens…</source>
<translation type="unfinished" />
</message>
<message>
<source>No token matches</source>
<translation type="unfinished" />
</message>
<message>
<source>No tokens are listed</source>
<translation type="unfinished" />
</message>
<message>
<source>The listing was canceled.</source>
<translation type="unfinished" />
</message>
<message>
<source>The tokens could not be listed.</source>
<translation type="unfinished" />
</message>
<message>
<source>They appear when all are listed.</source>
<translation type="unfinished" />
</message>
<message>
<source>{shown} of {all}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>VocabularyTable</name>
<message>
<source>Copy ids</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy rows</source>
<translation type="unfinished" />
</message>
<message>
<source>Copy text</source>
<translation type="unfinished" />
</message>
<message>
<source>Selected tokens</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens of the vocabulary</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>WhatIfView</name>
<message>
<source>It occurs {times} in the corpus.</source>
<translation type="unfinished" />
</message>
<message>
<source>It occurs {times} in the sample text.</source>
<translation type="unfinished" />
</message>
<message>
<source>Merging</source>
<translation type="unfinished" />
</message>
<message>
<source>Never one token: it is longer than training allows.</source>
<translation type="unfinished" />
</message>
<message>
<source>Never one token: one of its characters is missing or too rare in the sample text.</source>
<translation type="unfinished" />
</message>
<message>
<source>Never one token: one of its characters is missing or too rare in this corpus.</source>
<translation type="unfinished" />
</message>
<message>
<source>Never one token: the sample text gives only {size} tokens, and the word stays {n}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Never one token: this corpus gives only {size} tokens, and the word stays {n}.</source>
<translation type="unfinished" />
</message>
<message>
<source>Never one token: training joins neither different scripts nor letters and signs.</source>
<translation type="unfinished" />
</message>
<message>
<source>Never one token: training keeps each digit separate.</source>
<translation type="unfinished" />
</message>
<message>
<source>Not with a vocabulary of {size}, where it is {n}.</source>
<translation type="unfinished" />
</message>
<message>
<source>One token with a vocabulary of {size} or more, trained on the sample text.</source>
<translation type="unfinished" />
</message>
<message>
<source>One token with a vocabulary of {size} or more, trained on this corpus.</source>
<translation type="unfinished" />
</message>
<message>
<source>Reading the text</source>
<translation type="unfinished" />
</message>
<message>
<source>Stop</source>
<translation type="unfinished" />
</message>
<message>
<source>The word does not occur in the corpus.</source>
<translation type="unfinished" />
</message>
<message>
<source>The word does not occur in the sample text.</source>
<translation type="unfinished" />
</message>
<message numerus="yes">
<source>There is no token “{word}”. It would take %n more merges.</source>
<extracomment>of one: There is no token “{word}”. It would take %n more merge.</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>This cannot be tried: no training here splits words as this tokenizer does.</source>
<translation type="unfinished" />
</message>
<message>
<source>Train on the corpus, or on the sample text if it is empty, until the word is one token</source>
<translation type="unfinished" />
</message>
<message>
<source>Training until it is one token</source>
<translation type="unfinished" />
</message>
<message>
<source>Waiting for the training</source>
<translation type="unfinished" />
</message>
<message>
<source>What if</source>
<translation type="unfinished" />
</message>
<message>
<source>What is missing</source>
<translation type="unfinished" />
</message>
<message>
<source>When does this word become one token?</source>
<translation type="unfinished" />
</message>
<message>
<source>When this word becomes one token</source>
<translation type="unfinished" />
</message>
<message>
<source>Why not one token</source>
<translation type="unfinished" />
</message>
<message>
<source>“{word}” is a token, id {id}, but merging goes another way.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>WithoutPage</name>
<message>
<source>Back to the findings</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens that come</source>
<translation type="unfinished" />
</message>
<message>
<source>Tokens that go</source>
<translation type="unfinished" />
</message>
<message>
<source>Without {source}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>WordLabel</name>
<message>
<source>{sentence} Click to read more.</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>Wording</name>
<message numerus="yes">
<source>%n bytes</source>
<extracomment>of one: %n byte</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n changes</source>
<extracomment>of one: %n change</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n files</source>
<extracomment>of one: %n file</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n ids</source>
<extracomment>of one: %n id</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n merges</source>
<extracomment>of one: %n merge</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n more</source>
<extracomment>of one: %n more</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n occurrences</source>
<extracomment>of one: %n occurrence</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n pairs</source>
<extracomment>of one: %n pair</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n pieces</source>
<extracomment>of one: %n piece</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n shared tokens have a rank</source>
<extracomment>of one: %n shared token has a rank</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n sources</source>
<extracomment>of one: %n source</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n texts</source>
<extracomment>of one: %n text</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n times</source>
<extracomment>of one: %n time</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n tokens</source>
<extracomment>of one: %n token</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n tokens come</source>
<extracomment>of one: %n token comes</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>%n tokens go</source>
<extracomment>of one: %n token goes</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>&amp;Forget %n marked places</source>
<extracomment>of one: &amp;Forget %n marked place</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>bytes</source>
<extracomment>of one: byte</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>characters</source>
<extracomment>of one: character</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>tokens</source>
<extracomment>of one: token</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>{hours} h {minutes} min</source>
<translation type="unfinished" />
</message>
<message>
<source>{minutes} min {seconds} s</source>
<translation type="unfinished" />
</message>
<message numerus="yes">
<source>{names} do not give the text back: not ranked</source>
<extracomment>of one: {names} does not give the text back: not ranked</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>{name} needs %n fewer tokens</source>
<extracomment>of one: {name} needs %n fewer token</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message numerus="yes">
<source>{name} needs fewest, %n fewer tokens than the next</source>
<extracomment>of one: {name} needs fewest, %n fewer token than the next</extracomment>
<translation type="unfinished">
<numerusform />
</translation>
</message>
<message>
<source>{n} GB</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} KB</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} MB</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} TB</source>
<translation type="unfinished" />
</message>
<message>
<source>{n} million</source>
<translation type="unfinished" />
</message>
<message>
<source>{seconds} s</source>
<translation type="unfinished" />
</message>
<message>
<source>{time} left</source>
<translation type="unfinished" />
</message>
<message>
<source>{value} %</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>WritingDialog</name>
<message>
<source>Cancel</source>
<translation type="unfinished" />
</message>
<message>
<source>Canceled; nothing was written.</source>
<translation type="unfinished" />
</message>
<message>
<source>Change…</source>
<translation type="unfinished" />
</message>
<message>
<source>Choose where to save</source>
<translation type="unfinished" />
</message>
<message>
<source>Close</source>
<translation type="unfinished" />
</message>
<message>
<source>Close this window (Esc)</source>
<translation type="unfinished" />
</message>
<message>
<source>Progress</source>
<translation type="unfinished" />
</message>
<message>
<source>Replace</source>
<translation type="unfinished" />
</message>
<message>
<source>Show in folder</source>
<translation type="unfinished" />
</message>
<message>
<source>Show the file in its folder</source>
<translation type="unfinished" />
</message>
<message>
<source>This file exists and will be replaced.</source>
<translation type="unfinished" />
</message>
<message>
<source>Write to</source>
<translation type="unfinished" />
</message>
<message>
<source>{done} of {total}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>_Delegate</name>
<message>
<source>Name of the pattern</source>
<translation type="unfinished" />
</message>
<message>
<source>compared</source>
<translation type="unfinished" />
</message>
<message>
<source>compared with</source>
<translation type="unfinished" />
</message>
<message>
<source>edited</source>
<translation type="unfinished" />
</message>
<message>
<source>lost</source>
<translation type="unfinished" />
</message>
<message>
<source>space lost</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>_DoneCard</name>
<message>
<source>From {size} of text, {documents}.</source>
<translation type="unfinished" />
</message>
<message>
<source>From {size} of text.</source>
<translation type="unfinished" />
</message>
<message>
<source>special tokens in the text, encoded as text: {times}.</source>
<translation type="unfinished" />
</message>
<message>
<source>{ids}, {size}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>_FaultStrip</name>
<message>
<source>Back to the last valid pattern</source>
<translation type="unfinished" />
</message>
<message>
<source>Show the place</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>_JobRow</name>
<message>
<source>Cancel: {job}</source>
<translation type="unfinished" />
</message>
<message>
<source>Progress</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>_KindHeads</name>
<message>
<source>Places</source>
<translation type="unfinished" />
</message>
<message>
<source>This</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>_LostStrip</name>
<message>
<source>Add the missing part</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>_Model</name>
<message>
<source>Byte</source>
<translation type="unfinished" />
</message>
<message>
<source>Code point</source>
<translation type="unfinished" />
</message>
<message>
<source>Hex</source>
<translation type="unfinished" />
</message>
<message>
<source>Meaning</source>
<translation type="unfinished" />
</message>
<message>
<source>Occurs</source>
<translation type="unfinished" />
</message>
<message>
<source>Pair</source>
<translation type="unfinished" />
</message>
<message>
<source>Shown as</source>
<translation type="unfinished" />
</message>
<message>
<source>Text</source>
<translation type="unfinished" />
</message>
<message>
<source>id {id}; never made by merging</source>
<translation type="unfinished" />
</message>
<message>
<source>id {id}; not made this way</source>
<translation type="unfinished" />
</message>
<message>
<source>id {id}; round {round} made {chosen}</source>
<translation type="unfinished" />
</message>
<message>
<source>id {id}; this merge exists</source>
<translation type="unfinished" />
</message>
<message>
<source>no such token</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>_Note</name>
<message>
<source>Inserting the lines: {share} %</source>
<translation type="unfinished" />
</message>
<message>
<source>Reading the lines…</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>_Pieces</name>
<message>
<source>Most frequent pieces</source>
<translation type="unfinished" />
</message>
<message>
<source>Times</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>_RoleButton</name>
<message>
<source>Begins a message of this role in a chat</source>
<translation type="unfinished" />
</message>
<message>
<source>Begins a text</source>
<translation type="unfinished" />
</message>
<message>
<source>Ends a text; goes after each document of a data set</source>
<translation type="unfinished" />
</message>
<message>
<source>Fills up the shorter texts of a batch</source>
<translation type="unfinished" />
</message>
<message>
<source>Represents text that has no token</source>
<translation type="unfinished" />
</message>
<message>
<source>Represents what a model is to predict</source>
<translation type="unfinished" />
</message>
<message>
<source>Role</source>
<translation type="unfinished" />
</message>
<message>
<source>Roles of the special token</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>_SpecialRow</name>
<message>
<source>Remove this special token</source>
<translation type="unfinished" />
</message>
<message>
<source>Text of the special token</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>_Step</name>
<message>
<source>Step {number}, done: {title}</source>
<translation type="unfinished" />
</message>
<message>
<source>Step {number}: {title}</source>
<translation type="unfinished" />
</message>
</context>
<context>
<name>_StepModel</name>
<message>
<source>Merge</source>
<translation type="unfinished" />
</message>
<message>
<source>Merge, and the word then</source>
<translation type="unfinished" />
</message>
<message>
<source>Rank</source>
<translation type="unfinished" />
</message>
<message>
<source>Round</source>
<translation type="unfinished" />
</message>
<message>
<source>Score</source>
<translation type="unfinished" />
</message>
<message>
<source>Step</source>
<translation type="unfinished" />
</message>
</context>
</TS>
