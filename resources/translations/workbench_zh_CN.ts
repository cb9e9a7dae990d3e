<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
<name>AboutDialog</name>
<message>
<source>About Tokenizer workbench</source>
<translation>关于 Tokenizer workbench</translation>
</message>
<message>
<source>Close</source>
<translation>关闭</translation>
</message>
<message>
<source>Free software under the MIT license.</source>
<translation>自由软件，MIT 许可证。</translation>
</message>
<message>
<source>Licenses of the libraries</source>
<translation>各库的许可证</translation>
</message>
<message>
<source>Shows how text becomes tokens, and trains small tokenizers without code.</source>
<translation>展示文本如何变成词元，无需代码即可训练小型分词器。</translation>
</message>
<message>
<source>Tokenizer workbench</source>
<translation>Tokenizer workbench</translation>
</message>
</context>
<context>
<name>AccountView</name>
<message>
<source> and more</source>
<translation> 等</translation>
</message>
<message numerus="yes">
<source>%n bytes</source>
<extracomment>of one: %n byte</extracomment>
<translation>
<numerusform>%n 字节</numerusform>
</translation>
</message>
<message>
<source>How much is used?</source>
<translation>用了多少？</translation>
</message>
<message>
<source>Read the whole corpus to see how much of it is used</source>
<translation>读取整个语料，查看其中用了多少</translation>
</message>
<message>
<source>all accounted for</source>
<translation>全部计入</translation>
</message>
<message>
<source>changed meanwhile</source>
<translation>期间已更改</translation>
</message>
<message>
<source>removed by cleaning</source>
<translation>被清洗去除</translation>
</message>
<message>
<source>replaced</source>
<translation>已替换</translation>
</message>
<message>
<source>skipped</source>
<translation>已跳过</translation>
</message>
<message>
<source>skipped: {reason}</source>
<translation>已跳过：{reason}</translation>
</message>
<message>
<source>used as they are</source>
<translation>原样使用</translation>
</message>
</context>
<context>
<name>Actions</name>
<message>
<source>&amp;About Tokenizer workbench</source>
<translation>关于 Tokenizer workbench(&amp;A)</translation>
</message>
<message>
<source>&amp;All panels</source>
<translation>全部面板(&amp;A)</translation>
</message>
<message>
<source>&amp;Built from: the whole word</source>
<translation>由何合并而成：整个词(&amp;B)</translation>
</message>
<message>
<source>&amp;Cancel training</source>
<translation>取消训练(&amp;C)</translation>
</message>
<message>
<source>&amp;Close the tokenizer</source>
<translation>关闭分词器(&amp;C)</translation>
</message>
<message>
<source>&amp;Code</source>
<translation>代码(&amp;C)</translation>
</message>
<message>
<source>&amp;Command palette…</source>
<translation>命令面板(&amp;C)…</translation>
</message>
<message>
<source>&amp;Compare</source>
<translation>比较(&amp;C)</translation>
</message>
<message>
<source>&amp;Copy</source>
<translation>复制(&amp;C)</translation>
</message>
<message>
<source>&amp;Dark</source>
<translation>深色(&amp;D)</translation>
</message>
<message>
<source>&amp;Decode a file…</source>
<translation>解码文件(&amp;D)…</translation>
</message>
<message>
<source>&amp;Decode ids…</source>
<translation>解码 ID(&amp;D)…</translation>
</message>
<message>
<source>&amp;Edit</source>
<translation>编辑(&amp;E)</translation>
</message>
<message>
<source>&amp;Error bars and sources…</source>
<translation>误差线与来源(&amp;E)…</translation>
</message>
<message>
<source>&amp;Export…</source>
<translation>导出(&amp;E)…</translation>
</message>
<message>
<source>&amp;Fetch…</source>
<translation>下载(&amp;F)…</translation>
</message>
<message>
<source>&amp;File</source>
<translation>文件(&amp;F)</translation>
</message>
<message>
<source>&amp;Find…</source>
<translation>查找(&amp;F)…</translation>
</message>
<message>
<source>&amp;Float this panel</source>
<translation>浮动此面板(&amp;F)</translation>
</message>
<message>
<source>&amp;Forget everything…</source>
<translation>全部清除(&amp;F)…</translation>
</message>
<message>
<source>&amp;Graphemes</source>
<translation>字素(&amp;G)</translation>
</message>
<message>
<source>&amp;Help</source>
<translation>帮助(&amp;H)</translation>
</message>
<message>
<source>&amp;Inspect</source>
<translation>查看(&amp;I)</translation>
</message>
<message>
<source>&amp;Invalid bytes</source>
<translation>无效字节(&amp;I)</translation>
</message>
<message>
<source>&amp;Keyboard shortcuts</source>
<translation>键盘快捷键(&amp;K)</translation>
</message>
<message>
<source>&amp;Licenses…</source>
<translation>许可证(&amp;L)…</translation>
</message>
<message>
<source>&amp;Light</source>
<translation>浅色(&amp;L)</translation>
</message>
<message>
<source>&amp;Merge by hand…</source>
<translation>手动合并(&amp;M)…</translation>
</message>
<message>
<source>&amp;New session</source>
<translation>新建会话(&amp;N)</translation>
</message>
<message>
<source>&amp;Next panel</source>
<translation>下一个面板(&amp;N)</translation>
</message>
<message>
<source>&amp;Next tokenizer</source>
<translation>下一个分词器(&amp;N)</translation>
</message>
<message>
<source>&amp;Open…</source>
<translation>打开(&amp;O)…</translation>
</message>
<message>
<source>&amp;Panels</source>
<translation>面板(&amp;P)</translation>
</message>
<message>
<source>&amp;Paste</source>
<translation>粘贴(&amp;P)</translation>
</message>
<message>
<source>&amp;Pause or resume</source>
<translation>暂停或继续(&amp;P)</translation>
</message>
<message>
<source>&amp;Previous tokenizer</source>
<translation>上一个分词器(&amp;P)</translation>
</message>
<message>
<source>&amp;Quit</source>
<translation>退出(&amp;Q)</translation>
</message>
<message>
<source>&amp;Redo</source>
<translation>重做(&amp;R)</translation>
</message>
<message>
<source>&amp;Rename…</source>
<translation>重命名(&amp;R)…</translation>
</message>
<message>
<source>&amp;Report a problem…</source>
<translation>报告问题(&amp;R)…</translation>
</message>
<message>
<source>&amp;Reset this layout</source>
<translation>重置此布局(&amp;R)</translation>
</message>
<message>
<source>&amp;Right to left</source>
<translation>从右到左(&amp;R)</translation>
</message>
<message>
<source>&amp;Sample text</source>
<translation>示例文本(&amp;S)</translation>
</message>
<message>
<source>&amp;Sample tokenizer</source>
<translation>示例分词器(&amp;S)</translation>
</message>
<message>
<source>&amp;Save</source>
<translation>保存(&amp;S)</translation>
</message>
<message>
<source>&amp;Show session folder</source>
<translation>显示会话文件夹(&amp;S)</translation>
</message>
<message>
<source>&amp;Train</source>
<translation>训练(&amp;T)</translation>
</message>
<message>
<source>&amp;Undo</source>
<translation>撤销(&amp;U)</translation>
</message>
<message>
<source>&amp;View</source>
<translation>视图(&amp;V)</translation>
</message>
<message>
<source>&amp;Vocabulary</source>
<translation>词表(&amp;V)</translation>
</message>
<message>
<source>&amp;Vocabulary size</source>
<translation>词表大小(&amp;V)</translation>
</message>
<message>
<source>&amp;When does this word become one token?</source>
<translation>这个词何时成为一个词元？(&amp;W)</translation>
</message>
<message>
<source>&amp;Zoom</source>
<translation>缩放(&amp;Z)</translation>
</message>
<message>
<source>&amp;Zoom out</source>
<translation>缩小(&amp;Z)</translation>
</message>
<message>
<source>A training is running</source>
<translation>训练正在进行</translation>
</message>
<message>
<source>A&amp;ctual size</source>
<translation>实际大小(&amp;C)</translation>
</message>
<message>
<source>Add &amp;files…</source>
<translation>添加文件(&amp;F)…</translation>
</message>
<message>
<source>Add 1,000 &amp;merges</source>
<translation>再增加 1,000 次合并(&amp;M)</translation>
</message>
<message>
<source>Add Python's source code and documentation from this computer</source>
<translation>添加本机上的 Python 源代码和文档</translation>
</message>
<message>
<source>Add a f&amp;older…</source>
<translation>添加文件夹(&amp;O)…</translation>
</message>
<message>
<source>Add all text files of a folder to the corpus</source>
<translation>把文件夹中的所有文本文件加入语料</translation>
</message>
<message>
<source>Add text files to the corpus</source>
<translation>把文本文件加入语料</translation>
</message>
<message>
<source>Add the &amp;sample text</source>
<translation>添加示例文本(&amp;S)</translation>
</message>
<message>
<source>Add the P&amp;ython library</source>
<translation>添加 Python 标准库(&amp;Y)</translation>
</message>
<message>
<source>Add the bundled sample text to the corpus</source>
<translation>把自带的示例文本加入语料</translation>
</message>
<message>
<source>Add, remove or renumber tokens in a copy of the open tokenizer</source>
<translation>在已打开分词器的副本中添加、删除或重新编号词元</translation>
</message>
<message>
<source>Appearan&amp;ce</source>
<translation>外观(&amp;C)</translation>
</message>
<message>
<source>Browse the tokens of the open tokenizer</source>
<translation>浏览已打开分词器的词元</translation>
</message>
<message>
<source>C&amp;olor</source>
<translation>着色(&amp;O)</translation>
</message>
<message>
<source>Chan&amp;ge a copy…</source>
<translation>修改副本(&amp;G)…</translation>
</message>
<message>
<source>Characters of several code points: marks, emoji, flags, conjuncts</source>
<translation>由多个码位组成的字符：附标、表情符号、旗帜、连字</translation>
</message>
<message>
<source>Chat &amp;beside the text</source>
<translation>在文本旁显示对话(&amp;B)</translation>
</message>
<message>
<source>Check the files of the corpus for changes</source>
<translation>检查语料文件是否有更改</translation>
</message>
<message>
<source>Choose text and options for a new tokenizer</source>
<translation>为新分词器选择文本和选项</translation>
</message>
<message>
<source>Co&amp;unt a folder…</source>
<translation>统计文件夹(&amp;U)…</translation>
</message>
<message>
<source>Color by &amp;order</source>
<translation>按顺序着色(&amp;O)</translation>
</message>
<message>
<source>Color by fre&amp;quency</source>
<translation>按频率着色(&amp;Q)</translation>
</message>
<message>
<source>Color by len&amp;gth</source>
<translation>按长度着色(&amp;G)</translation>
</message>
<message>
<source>Color by ran&amp;k</source>
<translation>按合并序号着色(&amp;K)</translation>
</message>
<message>
<source>Color tokens by how early they were learned</source>
<translation>按学到的早晚为词元着色</translation>
</message>
<message>
<source>Color tokens by how often they occur in the text</source>
<translation>按在文本中出现的次数为词元着色</translation>
</message>
<message>
<source>Color tokens by their length in bytes</source>
<translation>按字节长度为词元着色</translation>
</message>
<message>
<source>Com&amp;piled kernels</source>
<translation>编译内核(&amp;P)</translation>
</message>
<message>
<source>Compare tokenizers</source>
<translation>比较分词器</translation>
</message>
<message>
<source>Context &amp;limit…</source>
<translation>上下文上限(&amp;L)…</translation>
</message>
<message>
<source>Continue the last run without counting the text again</source>
<translation>继续上次训练，不重新统计文本</translation>
</message>
<message>
<source>Convert the open tokenizer to another format, and prove it</source>
<translation>把已打开的分词器转换为其他格式并验证</translation>
</message>
<message>
<source>Copy a picture of the colored tokens</source>
<translation>复制着色词元的图片</translation>
</message>
<message>
<source>Copy a&amp;s</source>
<translation>复制为(&amp;S)</translation>
</message>
<message>
<source>Copy as &amp;HTML</source>
<translation>复制为 HTML(&amp;H)</translation>
</message>
<message>
<source>Copy as &amp;ids</source>
<translation>复制为 ID(&amp;I)</translation>
</message>
<message>
<source>Copy as Python &amp;list</source>
<translation>复制为 Python 列表(&amp;L)</translation>
</message>
<message>
<source>Copy as i&amp;mage</source>
<translation>复制为图片(&amp;M)</translation>
</message>
<message>
<source>Copy as token &amp;strings</source>
<translation>复制为词元字符串(&amp;S)</translation>
</message>
<message>
<source>Copy comman&amp;d to count elsewhere</source>
<translation>复制用于在别处统计的命令(&amp;D)</translation>
</message>
<message>
<source>Copy the colored tokens as a web page with ids and bytes</source>
<translation>把着色词元复制为带 ID 和字节的网页</translation>
</message>
<message>
<source>Copy the ids as a Python or JSON list</source>
<translation>把 ID 复制为 Python 或 JSON 列表</translation>
</message>
<message>
<source>Copy the ids of the selection, or of the whole text</source>
<translation>复制所选内容或全文的 ID</translation>
</message>
<message>
<source>Copy the shell command that counts the corpus on other machines</source>
<translation>复制在其他机器上统计语料的 shell 命令</translation>
</message>
<message>
<source>Copy the tokens, one per line, with reversible escapes</source>
<translation>复制词元，每行一个，转义可还原</translation>
</message>
<message>
<source>Count every &amp;byte of the corpus</source>
<translation>逐字节核算语料(&amp;B)</translation>
</message>
<message>
<source>Count the pairs of a text or of ids, and merge them one by one</source>
<translation>统计文本或 ID 中的词元对，并逐个合并</translation>
</message>
<message>
<source>Count the tokens of each file of a folder</source>
<translation>统计文件夹中每个文件的词元数</translation>
</message>
<message>
<source>Cu&amp;t</source>
<translation>剪切(&amp;T)</translation>
</message>
<message>
<source>Dark text on white</source>
<translation>白底深色文字</translation>
</message>
<message>
<source>Delete everything that this program has kept</source>
<translation>删除本程序保存的一切</translation>
</message>
<message>
<source>Download a vocabulary from its publisher or the Hugging Face Hub</source>
<translation>从发布者或 Hugging Face Hub 下载词表</translation>
</message>
<message>
<source>Edit the split pattern and see its effect on the corpus</source>
<translation>编辑预分词正则，并查看它对语料的效果</translation>
</message>
<message>
<source>Encode a f&amp;ile…</source>
<translation>编码文件(&amp;I)…</translation>
</message>
<message>
<source>Encode a text file of any size as a file of ids</source>
<translation>把任意大小的文本文件编码为 ID 文件</translation>
</message>
<message>
<source>Encode data set…</source>
<translation>编码数据集…</translation>
</message>
<message>
<source>Encode the corpus, or files and folders, to shards of ids</source>
<translation>把语料或文件和文件夹编码为 ID 分片</translation>
</message>
<message>
<source>Encode the text of a special token as that token, not as plain text</source>
<translation>把特殊词元的文本编码为该词元，而不是普通文本</translation>
</message>
<message>
<source>Encode with the whole vocabulary again</source>
<translation>重新使用整个词表编码</translation>
</message>
<message>
<source>F&amp;ull screen</source>
<translation>全屏(&amp;U)</translation>
</message>
<message>
<source>Find &amp;next</source>
<translation>查找下一个(&amp;N)</translation>
</message>
<message>
<source>Find and replace in the text</source>
<translation>在文本中查找和替换</translation>
</message>
<message>
<source>Find any action by typing</source>
<translation>输入文字查找任意操作</translation>
</message>
<message>
<source>Find pre&amp;vious</source>
<translation>查找上一个(&amp;V)</translation>
</message>
<message>
<source>Find text, a regular expression, bytes or ids in the text</source>
<translation>在文本中查找文字、正则表达式、字节或 ID</translation>
</message>
<message>
<source>Follow the &amp;system</source>
<translation>跟随系统(&amp;S)</translation>
</message>
<message>
<source>Go to the next match or occurrence of the selected token</source>
<translation>转到下一个匹配，或所选词元的下一处</translation>
</message>
<message>
<source>Go to the next place where the compared tokenizers differ</source>
<translation>转到所比较分词器的下一处不同</translation>
</message>
<message>
<source>Go to the previous match or occurrence of the selected token</source>
<translation>转到上一个匹配，或所选词元的上一处</translation>
</message>
<message>
<source>Go to the previous place where the compared tokenizers differ</source>
<translation>转到所比较分词器的上一处不同</translation>
</message>
<message>
<source>Go to the slider that limits the vocabulary</source>
<translation>转到限制词表大小的滑块</translation>
</message>
<message>
<source>Hebrew and Arabic, mixed with left-to-right text</source>
<translation>希伯来文和阿拉伯文，混有从左到右的文本</translation>
</message>
<message>
<source>How sure the vocabulary is, and where its tokens came from</source>
<translation>词表有多稳定，其词元从何而来</translation>
</message>
<message>
<source>Ids beside the te&amp;xt</source>
<translation>在文本旁显示 ID(&amp;X)</translation>
</message>
<message>
<source>Ids under t&amp;he tokens</source>
<translation>在词元下显示 ID(&amp;H)</translation>
</message>
<message>
<source>Invalid UTF-8, control characters and unassigned characters</source>
<translation>无效 UTF-8、控制字符和未分配字符</translation>
</message>
<message>
<source>Light text on black</source>
<translation>黑底浅色文字</translation>
</message>
<message>
<source>Line numbers</source>
<translation>行号</translation>
</message>
<message>
<source>Load the text shown at the first start</source>
<translation>载入首次启动时显示的文本</translation>
</message>
<message>
<source>Ma&amp;nual</source>
<translation>手册(&amp;N)</translation>
</message>
<message>
<source>Make the text larger</source>
<translation>放大文字</translation>
</message>
<message>
<source>Make the text smaller</source>
<translation>缩小文字</translation>
</message>
<message>
<source>Move the focus to the next panel</source>
<translation>把焦点移到下一个面板</translation>
</message>
<message>
<source>Ne&amp;xt difference</source>
<translation>下一处不同(&amp;X)</translation>
</message>
<message>
<source>No token with merges is selected</source>
<translation>未选中由合并得到的词元</translation>
</message>
<message>
<source>No training is running</source>
<translation>没有正在进行的训练</translation>
</message>
<message>
<source>Nothing is selected</source>
<translation>未选中任何内容</translation>
</message>
<message>
<source>Only one tokenizer is open</source>
<translation>只打开了一个分词器</translation>
</message>
<message>
<source>Open &amp;recent</source>
<translation>最近打开(&amp;R)</translation>
</message>
<message>
<source>Open a file of ids and show its text</source>
<translation>打开 ID 文件并显示其文本</translation>
</message>
<message>
<source>Open a tokenizer or a text</source>
<translation>打开分词器或文本</translation>
</message>
<message>
<source>Open any file as text</source>
<translation>把任意文件作为文本打开</translation>
</message>
<message>
<source>Open as &amp;text…</source>
<translation>作为文本打开(&amp;T)…</translation>
</message>
<message>
<source>Open the tokenizer that comes with the program</source>
<translation>打开程序自带的分词器</translation>
</message>
<message>
<source>P&amp;resentation size</source>
<translation>演示字号(&amp;R)</translation>
</message>
<message>
<source>Panel: {name}</source>
<translation>面板：{name}</translation>
</message>
<message>
<source>Picture of the &amp;curves…</source>
<translation>曲线的图片(&amp;C)…</translation>
</message>
<message>
<source>Picture of the &amp;step…</source>
<translation>步骤的图片(&amp;S)…</translation>
</message>
<message>
<source>Picture of the merge &amp;tree…</source>
<translation>合并树的图片(&amp;T)…</translation>
</message>
<message>
<source>Pipeline vie&amp;w</source>
<translation>流程视图(&amp;W)</translation>
</message>
<message>
<source>Previe&amp;w the corpus</source>
<translation>预览语料(&amp;W)</translation>
</message>
<message>
<source>Previous d&amp;ifference</source>
<translation>上一处不同(&amp;I)</translation>
</message>
<message>
<source>R&amp;epeat this training</source>
<translation>重复此训练(&amp;E)</translation>
</message>
<message>
<source>R&amp;eplace…</source>
<translation>替换(&amp;E)…</translation>
</message>
<message>
<source>Re&amp;gex lab</source>
<translation>正则实验室(&amp;G)</translation>
</message>
<message>
<source>Read about the focused panel</source>
<translation>阅读焦点面板的说明</translation>
</message>
<message>
<source>Read the whole corpus to see how much of it is used</source>
<translation>读取整个语料，查看其中用了多少</translation>
</message>
<message>
<source>Redo the last undone change</source>
<translation>重做上次撤销的更改</translation>
</message>
<message>
<source>Rename the current tokenizer</source>
<translation>重命名当前分词器</translation>
</message>
<message>
<source>Resc&amp;an the sources</source>
<translation>重新扫描来源(&amp;A)</translation>
</message>
<message>
<source>Reset the text to its normal size</source>
<translation>把文字恢复为正常大小</translation>
</message>
<message>
<source>Restore the default layout of this task</source>
<translation>恢复此任务的默认布局</translation>
</message>
<message>
<source>Roles and c&amp;hat template…</source>
<translation>角色与对话模板(&amp;H)…</translation>
</message>
<message>
<source>S&amp;paces and line ends</source>
<translation>空格和换行(&amp;P)</translation>
</message>
<message>
<source>Sa&amp;ve text as…</source>
<translation>文本另存为(&amp;V)…</translation>
</message>
<message>
<source>Save &amp;as…</source>
<translation>另存为(&amp;A)…</translation>
</message>
<message>
<source>Save a pict&amp;ure</source>
<translation>保存图片(&amp;U)</translation>
</message>
<message>
<source>Save a picture of the curves of the training run</source>
<translation>保存训练曲线的图片</translation>
</message>
<message>
<source>Save a picture of the merge tree of the selected token or word</source>
<translation>保存所选词元或词的合并树图片</translation>
</message>
<message>
<source>Save a picture of the present step of Why these tokens</source>
<translation>保存“为何是这些词元”当前步骤的图片</translation>
</message>
<message>
<source>Save session &amp;as…</source>
<translation>会话另存为(&amp;A)…</translation>
</message>
<message>
<source>Save te&amp;xt</source>
<translation>保存文本(&amp;X)</translation>
</message>
<message>
<source>Save text, tokenizer and view as one file that opens the same</source>
<translation>把文本、分词器和视图保存为一个文件，打开后状态相同</translation>
</message>
<message>
<source>Save the colored tokens as a web page, PNG or SVG</source>
<translation>把着色词元保存为网页、PNG 或 SVG</translation>
</message>
<message>
<source>Save the open tokenizer</source>
<translation>保存已打开的分词器</translation>
</message>
<message>
<source>Save the open tokenizer under another name</source>
<translation>把已打开的分词器另存为其他名称</translation>
</message>
<message>
<source>Save the text to another file, byte for byte</source>
<translation>把文本逐字节保存到另一个文件</translation>
</message>
<message>
<source>Save the text to its file, byte for byte</source>
<translation>把文本逐字节保存到其文件</translation>
</message>
<message>
<source>Save to&amp;kens as…</source>
<translation>词元另存为(&amp;K)…</translation>
</message>
<message>
<source>Scripts, lengths and frequent pieces of the corpus</source>
<translation>语料的文字系统、长度和常见片段</translation>
</message>
<message>
<source>See how text becomes tokens</source>
<translation>查看文本如何变成词元</translation>
</message>
<message>
<source>Select &amp;all</source>
<translation>全选(&amp;A)</translation>
</message>
<message>
<source>Sessio&amp;n</source>
<translation>会话(&amp;N)</translation>
</message>
<message>
<source>Settin&amp;gs…</source>
<translation>设置(&amp;G)…</translation>
</message>
<message>
<source>Show a source line by line, before and after cleaning</source>
<translation>逐行显示来源，清洗前后对照</translation>
</message>
<message>
<source>Show and copy a report of versions and the last problems</source>
<translation>显示并复制一份报告：版本和最近的问题</translation>
</message>
<message>
<source>Show every panel at once</source>
<translation>一次显示所有面板</translation>
</message>
<message>
<source>Show line numbers in short texts too</source>
<translation>短文本也显示行号</translation>
</message>
<message>
<source>Show or hide this panel</source>
<translation>显示或隐藏此面板</translation>
</message>
<message>
<source>Show spaces and line &amp;ends</source>
<translation>显示空格和换行(&amp;E)</translation>
</message>
<message>
<source>Show spaces and line ends as marks</source>
<translation>用标记显示空格和换行</translation>
</message>
<message>
<source>Show the &amp;first steps</source>
<translation>显示入门步骤(&amp;F)</translation>
</message>
<message>
<source>Show the character for each byte in GPT-2's and CLIP's files</source>
<translation>显示 GPT-2 和 CLIP 文件中每个字节对应的字符</translation>
</message>
<message>
<source>Show the folder where sessions are kept</source>
<translation>显示保存会话的文件夹</translation>
</message>
<message>
<source>Show the id under each token</source>
<translation>在每个词元下显示 ID</translation>
</message>
<message>
<source>Show the ids in a panel beside the text, line by line</source>
<translation>在文本旁的面板中逐行显示 ID</translation>
</message>
<message>
<source>Show the keys of all commands</source>
<translation>显示所有命令的按键</translation>
</message>
<message>
<source>Show the licenses of all that comes with the program</source>
<translation>显示程序所含各项的许可证</translation>
</message>
<message>
<source>Show the line at the caret, stage by stage</source>
<translation>逐阶段显示光标所在的行</translation>
</message>
<message>
<source>Show the merge trees of all tokens of the word</source>
<translation>显示该词所有词元的合并树</translation>
</message>
<message>
<source>Show the whole window larger, for an audience</source>
<translation>放大整个窗口，便于观众观看</translation>
</message>
<message>
<source>Show where the text exceeds a model's context</source>
<translation>显示文本在何处超出模型的上下文</translation>
</message>
<message>
<source>Show whether the compiled kernels are active, and why</source>
<translation>显示编译内核是否启用及原因</translation>
</message>
<message>
<source>Show which special token has which role, and the chat template</source>
<translation>显示各特殊词元的角色以及对话模板</translation>
</message>
<message>
<source>Six colors in turn, so that neighbors differ</source>
<translation>六种颜色轮流使用，使相邻词元不同色</translation>
</message>
<message>
<source>Source code, web addresses and numbers</source>
<translation>源代码、网址和数字</translation>
</message>
<message>
<source>Start over; unsaved tokenizers stay open</source>
<translation>重新开始；未保存的分词器保持打开</translation>
</message>
<message>
<source>Start t&amp;raining</source>
<translation>开始训练(&amp;R)</translation>
</message>
<message>
<source>Stat&amp;istics of the corpus</source>
<translation>语料统计(&amp;I)</translation>
</message>
<message>
<source>Step through the &amp;merges</source>
<translation>逐步查看合并(&amp;M)</translation>
</message>
<message>
<source>Step through the merges of the selected word</source>
<translation>逐步查看所选词的合并</translation>
</message>
<message>
<source>Stop here and &amp;keep</source>
<translation>就此停止并保留(&amp;K)</translation>
</message>
<message>
<source>Stop training now and keep the tokens learned so far</source>
<translation>立即停止训练，保留已学到的词元</translation>
</message>
<message>
<source>Switch to the next open tokenizer</source>
<translation>切换到下一个已打开的分词器</translation>
</message>
<message>
<source>Switch to the previous open tokenizer</source>
<translation>切换到上一个已打开的分词器</translation>
</message>
<message>
<source>Texts to tr&amp;y</source>
<translation>试用文本(&amp;Y)</translation>
</message>
<message>
<source>The &amp;byte alphabet…</source>
<translation>字节字母表(&amp;B)…</translation>
</message>
<message>
<source>The text has no tokens yet</source>
<translation>文本还没有词元</translation>
</message>
<message>
<source>The whole vocabulary is in use</source>
<translation>正在使用整个词表</translation>
</message>
<message>
<source>Theme, motion, what is kept, memory, proxy</source>
<translation>主题、动效、保存内容、内存、代理</translation>
</message>
<message>
<source>There is nothing to redo</source>
<translation>没有可重做的内容</translation>
</message>
<message>
<source>There is nothing to undo</source>
<translation>没有可撤销的内容</translation>
</message>
<message>
<source>This tokenizer has no merges in order</source>
<translation>此分词器没有有序的合并</translation>
</message>
<message>
<source>This tokenizer has no record of its training</source>
<translation>此分词器没有训练记录</translation>
</message>
<message>
<source>This tokenizer has no roles or chat template</source>
<translation>此分词器没有角色或对话模板</translation>
</message>
<message>
<source>This tokenizer has no special tokens</source>
<translation>此分词器没有特殊词元</translation>
</message>
<message>
<source>To&amp;kenizer</source>
<translation>分词器(&amp;K)</translation>
</message>
<message>
<source>Train a &amp;tokenizer…</source>
<translation>训练分词器(&amp;T)…</translation>
</message>
<message>
<source>Train a tokenizer on the bundled sample text</source>
<translation>用自带的示例文本训练分词器</translation>
</message>
<message>
<source>Train a tokenizer on your own text</source>
<translation>用自己的文本训练分词器</translation>
</message>
<message>
<source>Train again from the record; the result is the same file</source>
<translation>按记录重新训练；得到相同的文件</translation>
</message>
<message>
<source>Train on the corpus until the selected word becomes one token</source>
<translation>用语料训练，直到所选的词成为一个词元</translation>
</message>
<message>
<source>Train on the sample</source>
<translation>用示例训练</translation>
</message>
<message>
<source>Treat special to&amp;kens as special</source>
<translation>把特殊词元按特殊处理(&amp;K)</translation>
</message>
<message>
<source>Type or paste ids and see their text</source>
<translation>输入或粘贴 ID，查看其文本</translation>
</message>
<message>
<source>Undo the last change to the text</source>
<translation>撤销对文本的上次更改</translation>
</message>
<message>
<source>Undock the focused panel, or dock it again</source>
<translation>分离焦点面板，或重新停靠</translation>
</message>
<message>
<source>Use the system's light or dark theme</source>
<translation>使用系统的浅色或深色主题</translation>
</message>
<message>
<source>Use the whole v&amp;ocabulary</source>
<translation>使用整个词表(&amp;O)</translation>
</message>
<message>
<source>White space, line ends and invisible characters</source>
<translation>空白、换行和不可见字符</translation>
</message>
<message>
<source>Write a conversation and see its tokens</source>
<translation>编写对话，查看其词元</translation>
</message>
<message>
<source>Zoo&amp;m in</source>
<translation>放大(&amp;M)</translation>
</message>
</context>
<context>
<name>AddDialog</name>
<message>
<source>A list of tokens</source>
<translation>词元列表</translation>
</message>
<message>
<source>Add each line unchanged</source>
<translation>每行原样添加</translation>
</message>
<message>
<source>Add the lines of a text file</source>
<translation>添加文本文件中的各行</translation>
</message>
<message>
<source>Add tokens</source>
<translation>添加词元</translation>
</message>
<message>
<source>Add “ word” for each “word”</source>
<translation>为每个“word”添加“ word”</translation>
</message>
<message>
<source>Add “word” and “ word” for each line</source>
<translation>为每行添加“word”和“ word”</translation>
</message>
<message>
<source>As written</source>
<translation>按原样</translation>
</message>
<message>
<source>Both</source>
<translation>两者</translation>
</message>
<message>
<source>From a file…</source>
<translation>从文件…</translation>
</message>
<message>
<source>Leave out what cannot be added, and list it</source>
<translation>排除无法添加的并列出</translation>
</message>
<message>
<source>Lines inserted</source>
<translation>已插入各行</translation>
</message>
<message>
<source>One token per line. Spaces are part of a token: “ word” is the word inside a sentence.</source>
<translation>每行一个词元。空格是词元的一部分：“ word”是句子中间的词。</translation>
</message>
<message>
<source>Spaces</source>
<translation>空格</translation>
</message>
<message>
<source>Tokens, one per line</source>
<translation>词元，每行一个</translation>
</message>
<message>
<source>With a space before</source>
<translation>前面加空格</translation>
</message>
</context>
<context>
<name>Adding</name>
<message>
<source>Add a folder to the corpus</source>
<translation>向语料添加文件夹</translation>
</message>
<message>
<source>Add files to the corpus</source>
<translation>向语料添加文件</translation>
</message>
<message>
<source>Add files…</source>
<translation>添加文件…</translation>
</message>
<message>
<source>Add folder…</source>
<translation>添加文件夹…</translation>
</message>
<message>
<source>The Python library</source>
<translation>Python 标准库</translation>
</message>
<message>
<source>The clipboard contains no file paths.</source>
<translation>剪贴板中没有文件路径。</translation>
</message>
<message>
<source>Use the sample</source>
<translation>使用示例</translation>
</message>
</context>
<context>
<name>AlignedView</name>
<message>
<source>N and P go to the next and the previous difference</source>
<translation>N 和 P 转到下一处和上一处不同</translation>
</message>
<message>
<source>Text under each tokenizer</source>
<translation>各分词器下的文本</translation>
</message>
</context>
<context>
<name>AlignedWords</name>
<message>
<source>All cut this text alike</source>
<translation>全部切分相同</translation>
</message>
<message>
<source>All need the same number of tokens</source>
<translation>全部所需词元数相同</translation>
</message>
<message>
<source>Faint: {names} may still cut it elsewhere.</source>
<translation>淡色：{names} 可能还会在别处切分。</translation>
</message>
<message>
<source>Line over letters, * before a number: not restored by {names}, so not ranked.</source>
<translation>字母上有线、数字前有 *：{names} 未能还原，因此那里不参与排名。</translation>
</message>
<message>
<source>Line under a box, compared with A: solid cuts less, dashed more, dotted elsewhere.</source>
<translation>框下的线，与 A 相比：实线表示切得更少，虚线表示切得更多，点线表示切在别处。</translation>
</message>
<message>
<source>Some token positions of {names} are approximate.</source>
<translation>{names} 的一些词元位置是近似的。</translation>
</message>
<message>
<source>Too long to align all of it: what you see is aligned</source>
<translation>文本太长，无法全部对齐：所见部分已对齐</translation>
</message>
<message>
<source>cuts elsewhere than A</source>
<translation>切分位置与 A 不同</translation>
</message>
<message>
<source>cuts less than A</source>
<translation>比 A 切得少</translation>
</message>
<message>
<source>cuts more than A</source>
<translation>比 A 切得多</translation>
</message>
<message>
<source>not restored exactly</source>
<translation>未能原样还原</translation>
</message>
<message>
<source>{names} need fewest tokens</source>
<translation>{names} 所需词元最少</translation>
</message>
<message>
<source>{names} not ranked</source>
<translation>{names} 不参与排名</translation>
</message>
</context>
<context>
<name>Around</name>
<message>
<source>end {n}</source>
<translation>结尾 {n}</translation>
</message>
<message>
<source>limit {n}</source>
<translation>上限 {n}</translation>
</message>
</context>
<context>
<name>BaseStrip</name>
<message>
<source>An id in the changes may be another token now. Review the changes first.</source>
<translation>更改中的某个 ID 现在可能是另一个词元。请先检查这些更改。</translation>
</message>
<message>
<source>Open it again</source>
<translation>重新打开</translation>
</message>
<message>
<source>Save as…</source>
<translation>另存为…</translation>
</message>
<message>
<source>The draft uses the open tokenizer. Save it, or at the next start the draft waits until the file is back.</source>
<translation>草稿使用已打开的分词器。请保存它；否则草稿在下次启动时会等到文件恢复。</translation>
</message>
<message>
<source>The draft uses the tokenizer as it was opened.</source>
<translation>草稿使用分词器打开时的状态。</translation>
</message>
<message>
<source>Use it as it is now</source>
<translation>使用现在的状态</translation>
</message>
<message>
<source>it had {before}, now {now}</source>
<translation>原有 {before}，现有 {now}</translation>
</message>
<message>
<source>of {now}, some differ</source>
<translation>{now} 中有一些不同</translation>
</message>
<message>
<source>{file} was changed by another program.</source>
<translation>{file} 已被另一个程序更改。</translation>
</message>
<message>
<source>{file} was moved or deleted.</source>
<translation>{file} 已被移动或删除。</translation>
</message>
<message>
<source>{name} has changed since this draft was made: {sizes}.</source>
<translation>{name} 在此草稿建立后已更改：{sizes}。</translation>
</message>
</context>
<context>
<name>BeforeCard</name>
<message>
<source>Can be written, with these differences:</source>
<translation>可以写入，但有以下差异：</translation>
</message>
<message>
<source>Nothing is lost.</source>
<translation>不丢失任何内容。</translation>
</message>
<message>
<source>Some texts would get other ids. The proof can be tried, but nothing is written:</source>
<translation>一些文本会得到不同的 ID。可以尝试验证，但不会写入任何内容：</translation>
</message>
<message>
<source>The file itself holds everything.</source>
<translation>文件本身保存全部内容。</translation>
</message>
<message>
<source>This format cannot store the tokenizer:</source>
<translation>此格式无法保存该分词器：</translation>
</message>
</context>
<context>
<name>BeforeRun</name>
<message numerus="yes">
<source>%n bytes are not UTF-8</source>
<extracomment>of one: %n byte is not UTF-8</extracomment>
<translation>
<numerusform>%n 字节不是 UTF-8</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n files left out</source>
<extracomment>of one: %n file left out</extracomment>
<translation>
<numerusform>已排除 %n 个文件</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n parts of the text cannot be read</source>
<extracomment>of one: %n part of the text cannot be read</extracomment>
<translation>
<numerusform>文本中有 %n 处无法读取</numerusform>
</translation>
</message>
<message>
<source>Add text to the corpus first.</source>
<translation>请先向语料添加文本。</translation>
</message>
<message>
<source>Before the start</source>
<translation>开始之前</translation>
</message>
<message>
<source>Fewer tokens than requested</source>
<translation>词元少于所需</translation>
</message>
<message>
<source>Last run</source>
<translation>上次训练</translation>
</message>
<message>
<source>Leave out</source>
<translation>排除</translation>
</message>
<message>
<source>Limit tokens to {n}</source>
<translation>把词元限制为 {n}</translation>
</message>
<message>
<source>More memory than this computer has</source>
<translation>超出本机内存</translation>
</message>
<message>
<source>No estimate for this text</source>
<translation>无法估计此文本</translation>
</message>
<message>
<source>No problems found in the part read</source>
<translation>已读部分未发现问题</translation>
</message>
<message>
<source>No problems found in this text</source>
<translation>此文本未发现问题</translation>
</message>
<message>
<source>One piece has {n} bytes</source>
<translation>有一个片段长 {n} 字节</translation>
</message>
<message>
<source>Perhaps fewer tokens than requested</source>
<translation>词元可能少于所需</translation>
</message>
<message>
<source>Scanning the text…</source>
<translation>正在扫描文本…</translation>
</message>
<message>
<source>Show the last run again</source>
<translation>重新显示上次训练</translation>
</message>
<message>
<source>Slow pattern</source>
<translation>正则较慢</translation>
</message>
<message>
<source>Start training</source>
<translation>开始训练</translation>
</message>
<message numerus="yes">
<source>The text contains {text} %n times</source>
<extracomment>of one: The text contains {text} %n time</extracomment>
<translation>
<numerusform>文本包含 {text} %n 次</numerusform>
</translation>
</message>
<message>
<source>This text is too large without a split</source>
<translation>不预分词时，此文本太大</translation>
</message>
<message>
<source>To see where, count every byte of the corpus</source>
<translation>“语料”中的“逐字节核算”会显示位置</translation>
</message>
<message>
<source>Train a tokenizer on your own text</source>
<translation>用自己的文本训练分词器</translation>
</message>
<message>
<source>Training joins the pieces that your text repeats most, merge by merge.</source>
<translation>训练把文本中最常重复的片段逐次合并。</translation>
</message>
<message>
<source>about {size}</source>
<translation>约 {size}</translation>
</message>
<message>
<source>about {time}</source>
<translation>约 {time}</translation>
</message>
<message>
<source>bytes, the longest piece</source>
<translation>字节，最长片段</translation>
</message>
<message>
<source>bytes, the longest piece seen</source>
<translation>字节，已见的最长片段</translation>
</message>
<message>
<source>estimated from {size} of it</source>
<translation>根据其中 {size} 估计</translation>
</message>
<message>
<source>expected</source>
<translation>预计</translation>
</message>
<message>
<source>memory needed</source>
<translation>所需内存</translation>
</message>
<message>
<source>memory, of {size}</source>
<translation>内存，共 {size}</translation>
</message>
<message>
<source>no compiled code for {part}</source>
<translation>{part} 没有编译代码</translation>
</message>
<message numerus="yes">
<source>on %n cores</source>
<extracomment>of one: on %n core</extracomment>
<translation>
<numerusform>使用 %n 个核心</numerusform>
</translation>
</message>
<message>
<source>see the corpus</source>
<translation>请看语料</translation>
</message>
<message>
<source>see the message</source>
<translation>请看提示</translation>
</message>
<message>
<source>the limit is {size}; choose a preset that splits</source>
<translation>上限为 {size}；请选择会预分词的预设</translation>
</message>
<message>
<source>they are replaced and counted</source>
<translation>它们会被替换并计数</translation>
</message>
<message>
<source>tokens and more</source>
<translation>词元或更多</translation>
</message>
<message>
<source>tokens at most</source>
<translation>词元，最多</translation>
</message>
<message>
<source>tokens can be learned</source>
<translation>个词元可以学到</translation>
</message>
<message>
<source>trained as plain text</source>
<translation>作为普通文本训练</translation>
</message>
<message>
<source>training ends early</source>
<translation>训练提前结束</translation>
</message>
<message numerus="yes">
<source>{size} in %n sources</source>
<extracomment>of one: {size} in %n source</extracomment>
<translation>
<numerusform>%n 个来源，{size}</numerusform>
</translation>
</message>
</context>
<context>
<name>Busy</name>
<message>
<source>Cancel</source>
<translation>取消</translation>
</message>
</context>
<context>
<name>ByteAlphabetDialog</name>
<message>
<source>32, 20, Ġ, U+0120 …</source>
<translation>32, 20, Ġ, U+0120 …</translation>
</message>
<message>
<source>Byte alphabet</source>
<translation>字节字母表</translation>
</message>
<message>
<source>Bytes and their characters</source>
<translation>字节及其字符</translation>
</message>
<message>
<source>GPT-2, CLIP and Hugging Face write each byte as one visible character (bytes_to_unicode). Printable Latin-1 stands for itself; the other 68 bytes start at U+0100.</source>
<translation>GPT-2、CLIP 和 Hugging Face 把每个字节写成一个可见字符（bytes_to_unicode）。可打印的 Latin-1 字符代表自身；其余 68 个字节从 U+0100 开始。</translation>
</message>
<message>
<source>Search the byte alphabet</source>
<translation>搜索字节字母表</translation>
</message>
</context>
<context>
<name>Candidates</name>
<message>
<source>Candidates</source>
<translation>候选</translation>
</message>
<message>
<source>Show fewer</source>
<translation>显示更少</translation>
</message>
<message>
<source>Show some or all of the pairs that can merge here</source>
<translation>显示此处可合并的部分或全部词元对</translation>
</message>
<message>
<source>and {n} more</source>
<translation>另有 {n} 个</translation>
</message>
</context>
<context>
<name>Card</name>
<message>
<source>&amp;Remove from the comparison</source>
<translation>移出比较(&amp;R)</translation>
</message>
<message>
<source>Click for actions</source>
<translation>单击显示操作</translation>
</message>
<message>
<source>Make it the &amp;reference</source>
<translation>设为参照(&amp;R)</translation>
</message>
<message>
<source>Move to the &amp;left</source>
<translation>左移(&amp;L)</translation>
</message>
<message>
<source>Move to the r&amp;ight</source>
<translation>右移(&amp;I)</translation>
</message>
<message>
<source>Name of the file</source>
<translation>文件名</translation>
</message>
<message>
<source>Name of {letter}</source>
<translation>{letter} 的名称</translation>
</message>
<message>
<source>Re&amp;name…</source>
<translation>重命名(&amp;N)…</translation>
</message>
<message>
<source>does not restore the text, so it is not ranked</source>
<translation>未能还原文本，因此不参与排名</translation>
</message>
<message>
<source>not ranked</source>
<translation>不参与排名</translation>
</message>
<message>
<source>reference · {fact}</source>
<translation>参照 · {fact}</translation>
</message>
<message>
<source>the reference</source>
<translation>参照</translation>
</message>
<message>
<source>tokens here</source>
<translation>此处的词元</translation>
</message>
<message>
<source>{count} tokens here</source>
<translation>此处有 {count}个词元</translation>
</message>
<message>
<source>{letter}: {name}</source>
<translation>{letter}：{name}</translation>
</message>
<message>
<source>{tokens} in the vocabulary</source>
<translation>词表含 {tokens}</translation>
</message>
</context>
<context>
<name>CausesModel</name>
<message>
<source>Enter or a click goes to the next such place</source>
<translation>按回车或单击转到下一处</translation>
</message>
<message>
<source>Kind of text</source>
<translation>文本类型</translation>
</message>
<message>
<source>Places</source>
<translation>位置</translation>
</message>
<message>
<source>Stage</source>
<translation>阶段</translation>
</message>
<message>
<source>Tokens saved</source>
<translation>节省的词元</translation>
</message>
</context>
<context>
<name>CausesPage</name>
<message>
<source>Both cut this text alike.</source>
<translation>两者对此文本的切分相同。</translation>
</message>
<message>
<source>Causes of the differences</source>
<translation>差异的原因</translation>
</message>
<message>
<source>{name} costs {tokens} more than A. Click a line to go to its next place.</source>
<translation>{name} 比 A 多用 {tokens}。单击一行转到其下一处。</translation>
</message>
<message>
<source>{name} saves {tokens} compared with A. Click a line to go to its next place.</source>
<translation>{name} 比 A 节省 {tokens}。单击一行转到其下一处。</translation>
</message>
</context>
<context>
<name>ChangeDialog</name>
<message>
<source>Add to the draft</source>
<translation>加入草稿</translation>
</message>
<message>
<source>Cancel</source>
<translation>取消</translation>
</message>
</context>
<context>
<name>ChangeList</name>
<message>
<source>Changes</source>
<translation>更改</translation>
</message>
</context>
<context>
<name>ChangeMenu</name>
<message>
<source>&amp;Keep the first merges…</source>
<translation>保留最前的合并(&amp;K)…</translation>
</message>
<message>
<source>&amp;Remove tokens…</source>
<translation>删除词元(&amp;R)…</translation>
</message>
<message>
<source>Add &amp;merges learned from the corpus…</source>
<translation>添加从语料学到的合并(&amp;M)…</translation>
</message>
<message>
<source>Add &amp;tokens…</source>
<translation>添加词元(&amp;T)…</translation>
</message>
<message>
<source>Add a &amp;special token…</source>
<translation>添加特殊词元(&amp;S)…</translation>
</message>
<message>
<source>Add files under Train first.</source>
<translation>请先在“训练”下添加文件。</translation>
</message>
<message>
<source>Add the tokens of &amp;another tokenizer…</source>
<translation>添加另一分词器的词元(&amp;A)…</translation>
</message>
<message>
<source>Change</source>
<translation>更改</translation>
</message>
<message>
<source>Not possible: {reason}.</source>
<translation>无法进行：{reason}。</translation>
</message>
<message>
<source>Open another tokenizer first, or train one.</source>
<translation>请先打开或训练另一个分词器。</translation>
</message>
<message>
<source>R&amp;oles and chat template…</source>
<translation>角色与对话模板(&amp;O)…</translation>
</message>
<message>
<source>Re&amp;number all tokens</source>
<translation>全部词元重新编号(&amp;N)</translation>
</message>
<message>
<source>Remove by r&amp;ule…</source>
<translation>按规则删除(&amp;U)…</translation>
</message>
<message>
<source>The sample text</source>
<translation>示例文本</translation>
</message>
<message>
<source>the open text</source>
<translation>已打开的文本</translation>
</message>
</context>
<context>
<name>Changes</name>
<message numerus="yes">
<source>%n bytes became U+FFFD</source>
<extracomment>of one: %n byte became U+FFFD</extracomment>
<translation>
<numerusform>%n 字节变为 U+FFFD</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n characters</source>
<extracomment>of one: %n character</extracomment>
<translation>
<numerusform>%n 个字符</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n characters added</source>
<extracomment>of one: %n character added</extracomment>
<translation>
<numerusform>增加 %n 个字符</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n characters changed</source>
<extracomment>of one: %n character changed</extracomment>
<translation>
<numerusform>更改 %n 个字符</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n characters removed</source>
<extracomment>of one: %n character removed</extracomment>
<translation>
<numerusform>删除 %n 个字符</numerusform>
</translation>
</message>
<message>
<source>Changed before splitting</source>
<translation>预分词前有更改</translation>
</message>
<message>
<source>Lower case</source>
<translation>转为小写</translation>
</message>
<message>
<source>Normalized</source>
<translation>规范化</translation>
</message>
<message>
<source>Show or hide each step</source>
<translation>显示或隐藏各步骤</translation>
</message>
<message>
<source>Spaces</source>
<translation>空格</translation>
</message>
<message>
<source>Strip</source>
<translation>去除首尾空白</translation>
</message>
<message>
<source>Unescape</source>
<translation>反转义</translation>
</message>
<message>
<source>Whitespace</source>
<translation>空白</translation>
</message>
<message>
<source>lossy</source>
<translation>有损</translation>
</message>
<message>
<source>lossy: {what}</source>
<translation>有损：{what}</translation>
</message>
<message>
<source>nothing is lost</source>
<translation>无丢失</translation>
</message>
<message>
<source>the beginning of the text</source>
<translation>文本的开头</translation>
</message>
<message>
<source>unchanged</source>
<translation>未更改</translation>
</message>
<message>
<source>unchanged by {steps}</source>
<translation>{steps} 未作更改</translation>
</message>
<message>
<source>{n} added</source>
<translation>增加 {n} 个</translation>
</message>
<message>
<source>{n} changed</source>
<translation>更改 {n} 个</translation>
</message>
<message>
<source>{n} removed</source>
<translation>删除 {n} 个</translation>
</message>
</context>
<context>
<name>Chat</name>
<message>
<source>Line {line}: {cause}.</source>
<translation>第 {line} 行：{cause}。</translation>
</message>
<message>
<source>Message {number} contains {token}, which a model reads as the real token.</source>
<translation>第 {number} 条消息包含 {token}，模型会把它当作真正的词元。</translation>
</message>
<message>
<source>Not special here, so encoded as plain text: {names}.</source>
<translation>此处不按特殊处理，因此编码为普通文本：{names}。</translation>
</message>
<message>
<source>The messages are not in order in the text, so the template tokens of this one are not known</source>
<translation>消息在文本中的顺序不对，因此不知道此消息的模板词元</translation>
</message>
<message>
<source>The template changes a message, so content and template cannot be separated.</source>
<translation>模板更改了某条消息，因此无法区分内容和模板。</translation>
</message>
<message>
<source>The template changes this message, so its content tokens are not known</source>
<translation>模板更改了此消息，因此不知道其内容词元</translation>
</message>
<message>
<source>Tokens with a byte of this message, and tokens that the template writes for it</source>
<translation>含有此消息字节的词元，以及模板为它写入的词元</translation>
</message>
<message>
<source>assistant</source>
<translation>助手</translation>
</message>
<message>
<source>not separable</source>
<translation>无法区分</translation>
</message>
<message>
<source>system</source>
<translation>系统</translation>
</message>
<message>
<source>template</source>
<translation>模板</translation>
</message>
<message>
<source>tool</source>
<translation>工具</translation>
</message>
<message>
<source>user</source>
<translation>用户</translation>
</message>
<message>
<source>{content} + {template} template</source>
<translation>{content} + {template} 模板</translation>
</message>
<message>
<source>{tokens} with template</source>
<translation>含模板共 {tokens}</translation>
</message>
</context>
<context>
<name>ChatCounts</name>
<message>
<source>Counts</source>
<translation>计数</translation>
</message>
<message>
<source>in messages</source>
<translation>在消息中</translation>
</message>
<message>
<source>in template</source>
<translation>在模板中</translation>
</message>
<message>
<source>tokens</source>
<translation>词元</translation>
</message>
</context>
<context>
<name>ChatPanel</name>
<message>
<source>Add a message</source>
<translation>添加消息</translation>
</message>
<message>
<source>As text</source>
<translation>作为文本</translation>
</message>
<message>
<source>Asks the model for an answer (add_generation_prompt)</source>
<translation>请模型作答（add_generation_prompt）</translation>
</message>
<message>
<source>Chat</source>
<translation>对话</translation>
</message>
<message>
<source>Copied the conversation, {tokens}.</source>
<translation>已复制对话，{tokens}。</translation>
</message>
<message>
<source>Copy the whole text, including the template</source>
<translation>复制全文，包括模板</translation>
</message>
<message>
<source>End with the start of the assistant's turn</source>
<translation>以助手轮次的开头结束</translation>
</message>
<message>
<source>Messages</source>
<translation>消息</translation>
</message>
<message>
<source>No messages yet</source>
<translation>还没有消息</translation>
</message>
<message>
<source>Pages of the panel</source>
<translation>面板的页面</translation>
</message>
<message>
<source>Show this text in the Tokens panel</source>
<translation>在“词元”面板中显示此文本</translation>
</message>
<message>
<source>Text of the conversation</source>
<translation>对话的文本</translation>
</message>
<message>
<source>Use as text</source>
<translation>用作文本</translation>
</message>
<message>
<source>Use the sample</source>
<translation>使用示例</translation>
</message>
<message>
<source>Where the tokens go</source>
<translation>词元的去向</translation>
</message>
<message>
<source>Write a conversation and see the tokens that a model receives, including the template.</source>
<translation>编写对话，查看模型收到的词元，包括模板。</translation>
</message>
<message>
<source>limit {n}</source>
<translation>上限 {n}</translation>
</message>
<message>
<source>{fits} of {all} fit</source>
<translation>{all} 中可容纳 {fits}</translation>
</message>
</context>
<context>
<name>ChatTemplateDialog</name>
<message>
<source>Change…</source>
<translation>更改…</translation>
</message>
<message>
<source>Chat template</source>
<translation>对话模板</translation>
</message>
<message>
<source>Chat template, in Jinja: {which}</source>
<translation>对话模板（Jinja）：{which}</translation>
</message>
<message>
<source>Copy</source>
<translation>复制</translation>
</message>
<message>
<source>It has no chat template.</source>
<translation>没有对话模板。</translation>
</message>
<message>
<source>No token has a role.</source>
<translation>没有词元有角色。</translation>
</message>
<message>
<source>Other roles, or another chat template, in a copy</source>
<translation>在副本中换用其他角色或对话模板</translation>
</message>
<message>
<source>Plain</source>
<translation>纯文本</translation>
</message>
<message>
<source>Roles and chat template of {name}</source>
<translation>{name} 的角色与对话模板</translation>
</message>
<message>
<source>its own</source>
<translation>自带</translation>
</message>
</context>
<context>
<name>ChatTemplateField</name>
<message>
<source>A Jinja template, as in chat_template.jinja</source>
<translation>Jinja 模板，同 chat_template.jinja</translation>
</message>
<message>
<source>Chat template</source>
<translation>对话模板</translation>
</message>
<message>
<source>Each message between {start} and {end}, which become special tokens</source>
<translation>每条消息位于 {start} 和 {end} 之间，二者成为特殊词元</translation>
</message>
<message>
<source>Each message on a line, after the token of its role, or after “user: ”</source>
<translation>每条消息一行，前面是其角色的词元，或“user: ”</translation>
</message>
<message>
<source>From a file…</source>
<translation>从文件…</translation>
</message>
<message>
<source>None</source>
<translation>无</translation>
</message>
<message>
<source>Own template</source>
<translation>自定义模板</translation>
</message>
<message>
<source>Plain</source>
<translation>纯文本</translation>
</message>
<message>
<source>The tokenizer has no chat template</source>
<translation>此分词器没有对话模板</translation>
</message>
<message>
<source>Turns a conversation into one text. Stored if the format can.</source>
<translation>把对话变成一段文本；格式允许时写入文件。</translation>
</message>
</context>
<context>
<name>CheckLine</name>
<message>
<source>Cancel</source>
<translation>取消</translation>
</message>
<message>
<source>It was canceled.</source>
<translation>已取消。</translation>
</message>
<message>
<source>Progress</source>
<translation>进度</translation>
</message>
<message>
<source>Training again: {share}</source>
<translation>再次训练：{share}</translation>
</message>
<message>
<source>Try again</source>
<translation>重试</translation>
</message>
<message>
<source>Waiting for its turn…</source>
<translation>正在排队…</translation>
</message>
</context>
<context>
<name>ChoiceControls</name>
<message>
<source>A space is added after a special token, as at the start</source>
<translation>特殊词元后加空格，与开头相同</translation>
</message>
<message>
<source>BOS</source>
<translation>BOS</translation>
</message>
<message>
<source>EOS</source>
<translation>EOS</translation>
</message>
<message>
<source>EOT</source>
<translation>EOT</translation>
</message>
<message>
<source>Merge rule</source>
<translation>合并规则</translation>
</message>
<message>
<source>Put {tokens} {where}</source>
<translation>把 {tokens}放在{where}</translation>
</message>
<message>
<source>SOT</source>
<translation>SOT</translation>
</message>
<message>
<source>Treat special tokens as special</source>
<translation>把特殊词元按特殊处理</translation>
</message>
<message>
<source>after the text</source>
<translation>文本之后</translation>
</message>
<message>
<source>as SentencePiece</source>
<translation>同 SentencePiece</translation>
</message>
<message>
<source>as llama.cpp</source>
<translation>同 llama.cpp</translation>
</message>
<message>
<source>as llama2.c</source>
<translation>同 llama2.c</translation>
</message>
<message>
<source>before the text</source>
<translation>文本之前</translation>
</message>
<message>
<source>▁ in the text becomes a space, and invalid bytes become U+FFFD</source>
<translation>文本中的 ▁ 变为空格，无效字节变为 U+FFFD</translation>
</message>
<message>
<source>▁ stays ▁, and invalid bytes are encoded one by one</source>
<translation>▁ 保持为 ▁，无效字节逐个编码</translation>
</message>
</context>
<context>
<name>CleaningBox</name>
<message>
<source>As CLIP does before splitting: repair, unescape, single spaces, lower case</source>
<translation>同 CLIP 在预分词前所做：修复、反转义、单空格、小写</translation>
</message>
<message>
<source>CLIP cleaning</source>
<translation>CLIP 清洗</translation>
</message>
<message>
<source>Cleaning</source>
<translation>清洗</translation>
</message>
<message>
<source>Cleaning step “{step}” switched off.</source>
<translation>已关闭清洗步骤“{step}”。</translation>
</message>
<message>
<source>Cleaning step “{step}” switched on.</source>
<translation>已启用清洗步骤“{step}”。</translation>
</message>
<message>
<source>Compose letters and marks (Unicode NFC)</source>
<translation>组合字母和附标（Unicode NFC）</translation>
</message>
<message>
<source>Compose, and replace compatibility forms with ordinary characters (Unicode NFKC)</source>
<translation>组合，并把兼容形式换成普通字符（Unicode NFKC）</translation>
</message>
<message>
<source>Convert capitals to lower case</source>
<translation>把大写转为小写</translation>
</message>
<message>
<source>Held-out share</source>
<translation>留出占比</translation>
</message>
<message>
<source>Held-out share, percent</source>
<translation>留出占比，百分比</translation>
</message>
<message>
<source>Held-out share: {share}.</source>
<translation>留出占比：{share}。</translation>
</message>
<message>
<source>Leave out {text}</source>
<translation>去除 {text}</translation>
</message>
<message>
<source>Lower case</source>
<translation>转为小写</translation>
</message>
<message>
<source>NFC</source>
<translation>NFC</translation>
</message>
<message>
<source>NFKC</source>
<translation>NFKC</translation>
</message>
<message>
<source>Remove tags, comments, scripts and styles; decode character references</source>
<translation>删除标签、注释、脚本和样式；解码字符引用</translation>
</message>
<message>
<source>Remove this text everywhere; where two words would meet, a line end separates them</source>
<translation>在各处删除此文本；若两个词会相连，则用换行分开</translation>
</message>
<message>
<source>Share of documents kept out of training for evaluation; always the same documents</source>
<translation>不参与训练、留作评估的文档占比；始终是相同的文档</translation>
</message>
<message>
<source>Single spaces between words, none at line ends, at most one empty line</source>
<translation>词间单空格，行尾无空格，最多一个空行</translation>
</message>
<message>
<source>Strip HTML</source>
<translation>去除 HTML</translation>
</message>
<message>
<source>Whitespace</source>
<translation>空白</translation>
</message>
<message>
<source>in this order</source>
<translation>按此顺序</translation>
</message>
<message>
<source>{n} replaced</source>
<translation>替换 {n} 个</translation>
</message>
</context>
<context>
<name>Coloring</name>
<message>
<source>By frequency</source>
<translation>按频率</translation>
</message>
<message>
<source>By length</source>
<translation>按长度</translation>
</message>
<message>
<source>By order</source>
<translation>按顺序</translation>
</message>
<message>
<source>By rank</source>
<translation>按合并序号</translation>
</message>
<message>
<source>Color by frequency</source>
<translation>按频率着色</translation>
</message>
<message>
<source>Color by length</source>
<translation>按长度着色</translation>
</message>
<message>
<source>Color by order</source>
<translation>按顺序着色</translation>
</message>
<message>
<source>Color by rank</source>
<translation>按合并序号着色</translation>
</message>
<message>
<source>Color of the tokens</source>
<translation>词元的颜色</translation>
</message>
<message>
<source>How early a token was learned</source>
<translation>词元学到的早晚</translation>
</message>
<message>
<source>How many bytes a token has</source>
<translation>词元有多少字节</translation>
</message>
<message>
<source>How often a token occurs in this text</source>
<translation>词元在此文本中出现的次数</translation>
</message>
<message>
<source>Six colors in turn, so that neighbors differ</source>
<translation>六种颜色轮流使用，使相邻词元不同色</translation>
</message>
<message>
<source>The tokens of this text are being counted…</source>
<translation>正在统计此文本的词元…</translation>
</message>
<message>
<source>The tokens of this tokenizer are being listed…</source>
<translation>正在列出此分词器的词元…</translation>
</message>
<message>
<source>rank up to {n}</source>
<translation>序号不超过 {n}</translation>
</message>
<message>
<source>times in this text</source>
<translation>在此文本中的次数</translation>
</message>
<message>
<source>to {n}</source>
<translation>至 {n}</translation>
</message>
<message>
<source>{low} to {high}</source>
<translation>{low} 至 {high}</translation>
</message>
</context>
<context>
<name>Columns</name>
<message>
<source>Compared tokenizers</source>
<translation>所比较的分词器</translation>
</message>
</context>
<context>
<name>CommandPalette</name>
<message>
<source>Actions found</source>
<translation>找到的操作</translation>
</message>
<message>
<source>Command palette</source>
<translation>命令面板</translation>
</message>
<message>
<source>Find an action</source>
<translation>查找操作</translation>
</message>
<message>
<source>No matching action is available.</source>
<translation>没有匹配的可用操作。</translation>
</message>
<message>
<source>Not available now</source>
<translation>现在不可用</translation>
</message>
<message>
<source>Type what you want to do</source>
<translation>输入想做的事</translation>
</message>
</context>
<context>
<name>Compare</name>
<message>
<source>not saved</source>
<translation>未保存</translation>
</message>
</context>
<context>
<name>ComparePanel</name>
<message>
<source>&amp;Fetch…</source>
<translation>下载(&amp;F)…</translation>
</message>
<message>
<source>&amp;Open…</source>
<translation>打开(&amp;O)…</translation>
</message>
<message>
<source>&amp;Train a tokenizer…</source>
<translation>训练分词器(&amp;T)…</translation>
</message>
<message>
<source>Add</source>
<translation>添加</translation>
</message>
<message>
<source>Add a tokenizer to the comparison</source>
<translation>向比较添加分词器</translation>
</message>
<message>
<source>Compare</source>
<translation>比较</translation>
</message>
<message>
<source>Compare two tokenizers</source>
<translation>比较两个分词器</translation>
</message>
<message>
<source>Fetch…</source>
<translation>下载…</translation>
</message>
<message>
<source>Held out</source>
<translation>留出</translation>
</message>
<message>
<source>Measure on the held-out share of the sources</source>
<translation>在来源的留出部分上测量</translation>
</message>
<message>
<source>Measure on the sources of Train</source>
<translation>在“训练”的来源上测量</translation>
</message>
<message>
<source>Measure on the text of Inspect</source>
<translation>在“查看”的文本上测量</translation>
</message>
<message>
<source>Measured on</source>
<translation>测量于</translation>
</message>
<message>
<source>Open or train a second tokenizer to compare.</source>
<translation>打开或训练第二个分词器以便比较。</translation>
</message>
<message>
<source>Open…</source>
<translation>打开…</translation>
</message>
<message>
<source>This text</source>
<translation>此文本</translation>
</message>
<message>
<source>Train a tokenizer…</source>
<translation>训练分词器…</translation>
</message>
<message>
<source>Whole corpus</source>
<translation>整个语料</translation>
</message>
</context>
<context>
<name>ComparisonPage</name>
<message>
<source>Canceled</source>
<translation>已取消</translation>
</message>
<message>
<source>Comparing</source>
<translation>正在比较</translation>
</message>
<message>
<source>Comparing…</source>
<translation>正在比较…</translation>
</message>
<message>
<source>Nothing to show</source>
<translation>没有可显示的内容</translation>
</message>
<message>
<source>Nothing was changed.</source>
<translation>未作任何更改。</translation>
</message>
<message>
<source>The comparison failed</source>
<translation>比较失败</translation>
</message>
<message>
<source>There is no text: type or open one under Inspect.</source>
<translation>没有文本：请在“查看”下输入或打开文本。</translation>
</message>
<message>
<source>Try again</source>
<translation>重试</translation>
</message>
</context>
<context>
<name>ContextLimit</name>
<message numerus="yes">
<source>%n do not fit</source>
<extracomment>of one: %n does not fit</extracomment>
<translation>
<numerusform>%n 个放不下</numerusform>
</translation>
</message>
<message>
<source>Another limit, then Enter</source>
<translation>其他上限，然后按回车</translation>
</message>
<message>
<source>Context limit</source>
<translation>上下文上限</translation>
</message>
<message>
<source>Context limit in tokens</source>
<translation>上下文上限（词元数）</translation>
</message>
<message>
<source>No limit</source>
<translation>无上限</translation>
</message>
<message>
<source>none</source>
<translation>无</translation>
</message>
<message>
<source>{n} left</source>
<translation>剩余 {n}</translation>
</message>
<message>
<source>{n}, as the file says</source>
<translation>{n}，按文件所述</translation>
</message>
</context>
<context>
<name>CopyMenu</name>
<message>
<source>Copied {tokens}, the most that the clipboard takes. Use the File menu to save all.</source>
<translation>已复制 {tokens}，这是剪贴板的上限。要保存全部，请用“文件”菜单。</translation>
</message>
<message>
<source>Copy</source>
<translation>复制</translation>
</message>
<message>
<source>Copy text, ids or tokens</source>
<translation>复制文本、ID 或词元</translation>
</message>
<message>
<source>Ids</source>
<translation>ID</translation>
</message>
<message>
<source>Ids as a Python list</source>
<translation>ID，Python 列表</translation>
</message>
<message>
<source>Nothing was copied: {size} is too much for the clipboard. Select up to {most}.</source>
<translation>未复制：{size} 超出剪贴板的容量。最多选择 {most}。</translation>
</message>
<message>
<source>Text</source>
<translation>文本</translation>
</message>
<message>
<source>The text is still being encoded</source>
<translation>文本仍在编码</translation>
</message>
<message>
<source>Tokens as HTML</source>
<translation>词元，HTML</translation>
</message>
<message>
<source>Tokens as an image</source>
<translation>词元，图片</translation>
</message>
<message>
<source>Tokens, one per line</source>
<translation>词元，每行一个</translation>
</message>
</context>
<context>
<name>CorpusFiles</name>
<message>
<source>Archive</source>
<translation>归档</translation>
</message>
<message>
<source>By file name</source>
<translation>按文件名</translation>
</message>
<message>
<source>Counted pieces</source>
<translation>片段计数</translation>
</message>
<message>
<source>Detect</source>
<translation>自动检测</translation>
</message>
<message>
<source>Encoding</source>
<translation>编码</translation>
</message>
<message>
<source>JSON</source>
<translation>JSON</translation>
</message>
<message>
<source>Leave out</source>
<translation>排除</translation>
</message>
<message>
<source>Parquet</source>
<translation>Parquet</translation>
</message>
<message>
<source>Preview…</source>
<translation>预览…</translation>
</message>
<message>
<source>Read anyway</source>
<translation>仍然读取</translation>
</message>
<message>
<source>Read as</source>
<translation>读取为</translation>
</message>
<message>
<source>Table</source>
<translation>表格</translation>
</message>
<message>
<source>Text</source>
<translation>文本</translation>
</message>
<message>
<source>Use again</source>
<translation>重新使用</translation>
</message>
<message>
<source>as you chose</source>
<translation>按你的选择</translation>
</message>
<message>
<source>left out by you</source>
<translation>由你排除</translation>
</message>
<message>
<source>{first} or {other}?</source>
<translation>{first} 还是 {other}？</translation>
</message>
</context>
<context>
<name>CorpusFindings</name>
<message numerus="yes">
<source>%n cells are empty</source>
<extracomment>of one: %n cell is empty</extracomment>
<translation>
<numerusform>%n 个单元格为空</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n duplicate documents</source>
<extracomment>of one: %n duplicate document</extracomment>
<translation>
<numerusform>%n 个重复文档</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n faults</source>
<extracomment>of one: %n fault</extracomment>
<translation>
<numerusform>%n 处错误</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n lines are broken</source>
<extracomment>of one: %n line is broken</extracomment>
<translation>
<numerusform>%n 行损坏</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n packed files are damaged</source>
<extracomment>of one: %n packed file is damaged</extracomment>
<translation>
<numerusform>%n 个压缩文件损坏</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n packed files end early</source>
<extracomment>of one: %n packed file ends early</extracomment>
<translation>
<numerusform>%n 个压缩文件提前结束</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n packed files have extra data after their end</source>
<extracomment>of one: %n packed file has extra data after its end</extracomment>
<translation>
<numerusform>%n 个压缩文件末尾有多余数据</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n quotes are not closed</source>
<extracomment>of one: %n quote is not closed</extracomment>
<translation>
<numerusform>%n 个引号未闭合</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n records are too long</source>
<extracomment>of one: %n record is too long</extracomment>
<translation>
<numerusform>%n 条记录过长</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n records lack the field</source>
<extracomment>of one: %n record lacks the field</extracomment>
<translation>
<numerusform>%n 条记录缺少该字段</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n rows are not a piece and a count</source>
<extracomment>of one: %n row is not a piece and a count</extracomment>
<translation>
<numerusform>%n 行不是片段和次数</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n rows lack the column</source>
<extracomment>of one: %n row lacks the column</extracomment>
<translation>
<numerusform>%n 行缺少该列</numerusform>
</translation>
</message>
<message>
<source>Leave out</source>
<translation>排除</translation>
</message>
<message>
<source>No empty or unreadable files</source>
<translation>没有空的或无法读取的文件</translation>
</message>
<message>
<source>No empty or unreadable files, no duplicate documents</source>
<translation>没有空的或无法读取的文件，没有重复文档</translation>
</message>
<message>
<source>Read anyway</source>
<translation>仍然读取</translation>
</message>
<message>
<source>Read as {encoding}</source>
<translation>按 {encoding} 读取</translation>
</message>
<message>
<source>Read as {other}</source>
<translation>按 {other} 读取</translation>
</message>
<message>
<source>Skip them</source>
<translation>跳过</translation>
</message>
<message numerus="yes">
<source>The field is not text in %n records</source>
<extracomment>of one: The field is not text in %n record</extracomment>
<translation>
<numerusform>%n 条记录中该字段不是文本</numerusform>
</translation>
</message>
<message numerus="yes">
<source>The text contains {text} %n times</source>
<extracomment>of one: The text contains {text} %n time</extracomment>
<translation>
<numerusform>文本包含 {text} %n 次</numerusform>
</translation>
</message>
<message>
<source>each occurrence is counted</source>
<translation>每次出现都计入</translation>
</message>
<message>
<source>{file} and others</source>
<translation>{file} 等</translation>
</message>
<message>
<source>{name} may be {first} or {other}</source>
<translation>{name} 可能是 {first} 或 {other}</translation>
</message>
<message>
<source>{place}; trained as plain text</source>
<translation>{place}；作为普通文本训练</translation>
</message>
<message>
<source>“{line}” or “{instead}”</source>
<translation>“{line}”或“{instead}”</translation>
</message>
</context>
<context>
<name>CorpusPanel</name>
<message numerus="yes">
<source>%n records</source>
<extracomment>of one: %n record</extracomment>
<translation>
<numerusform>%n 条记录</numerusform>
</translation>
</message>
<message>
<source>Add a folder…</source>
<translation>添加文件夹…</translation>
</message>
<message>
<source>Add files…</source>
<translation>添加文件…</translation>
</message>
<message>
<source>Add text or code to train on. Your files are never changed.</source>
<translation>添加用于训练的文本或代码。你的文件绝不会被更改。</translation>
</message>
<message>
<source>Add to the corpus</source>
<translation>添加到语料</translation>
</message>
<message>
<source>Bundled text in many languages</source>
<translation>自带的多语言文本</translation>
</message>
<message>
<source>Changed how {name} is read.</source>
<translation>已更改 {name} 的读取方式。</translation>
</message>
<message>
<source>Corpus</source>
<translation>语料</translation>
</message>
<message>
<source>Drop text files or a folder here</source>
<translation>把文本文件或文件夹拖到这里</translation>
</message>
<message>
<source>It looks like {encoding}.</source>
<translation>看起来是 {encoding}。</translation>
</message>
<message numerus="yes">
<source>Left out %n sources.</source>
<extracomment>of one: Left out %n source.</extracomment>
<translation>
<numerusform>已排除 %n 个来源。</numerusform>
</translation>
</message>
<message>
<source>Left out {name}.</source>
<translation>已排除 {name}。</translation>
</message>
<message>
<source>Locked while training</source>
<translation>训练期间锁定</translation>
</message>
<message>
<source>Python's library</source>
<translation>Python 标准库</translation>
</message>
<message>
<source>Python's source code and documentation on this computer</source>
<translation>本机上的 Python 源代码和文档</translation>
</message>
<message numerus="yes">
<source>Removed %n sources.</source>
<extracomment>of one: Removed %n source.</extracomment>
<translation>
<numerusform>已移除 %n 个来源。</numerusform>
</translation>
</message>
<message>
<source>Removed {name}.</source>
<translation>已移除 {name}。</translation>
</message>
<message>
<source>Removed “{text}” from the text.</source>
<translation>已从文本中去除“{text}”。</translation>
</message>
<message>
<source>Sample</source>
<translation>示例</translation>
</message>
<message>
<source>Use the sample</source>
<translation>使用示例</translation>
</message>
<message numerus="yes">
<source>Using %n sources again.</source>
<extracomment>of one: Using %n source again.</extracomment>
<translation>
<numerusform>重新使用 %n 个来源。</numerusform>
</translation>
</message>
<message>
<source>Using {name} again.</source>
<translation>重新使用 {name}。</translation>
</message>
<message>
<source>cannot be read</source>
<translation>无法读取</translation>
</message>
<message>
<source>cannot be used</source>
<translation>无法使用</translation>
</message>
<message>
<source>column {name}</source>
<translation>列 {name}</translation>
</message>
<message>
<source>does not match the file name pattern</source>
<translation>不符合文件名模式</translation>
</message>
<message>
<source>ends early</source>
<translation>提前结束</translation>
</message>
<message>
<source>exceeds the memory limit</source>
<translation>超过内存上限</translation>
</message>
<message>
<source>field {name}</source>
<translation>字段 {name}</translation>
</message>
<message>
<source>files</source>
<translation>文件</translation>
</message>
<message>
<source>first {size}</source>
<translation>前 {size}</translation>
</message>
<message>
<source>has a count that is too large</source>
<translation>有过大的次数</translation>
</message>
<message>
<source>has a negative count</source>
<translation>有负的次数</translation>
</message>
<message>
<source>has a part twice</source>
<translation>有一部分重复</translation>
</message>
<message>
<source>has no column of counts</source>
<translation>没有次数列</translation>
</message>
<message>
<source>has no column of text</source>
<translation>没有文本列</translation>
</message>
<message>
<source>has no readable footer</source>
<translation>没有可读的文件尾</translation>
</message>
<message>
<source>has no row of a piece and a count</source>
<translation>没有“片段和次数”的行</translation>
</message>
<message>
<source>has no such column</source>
<translation>没有这一列</translation>
</message>
<message>
<source>has too many members</source>
<translation>成员过多</translation>
</message>
<message>
<source>holds no text</source>
<translation>不含文本</translation>
</message>
<message>
<source>is Parquet, which this program cannot read here</source>
<translation>是 Parquet，本程序在此无法读取</translation>
</message>
<message>
<source>is a PDF</source>
<translation>是 PDF</translation>
</message>
<message>
<source>is a URL</source>
<translation>是 URL</translation>
</message>
<message>
<source>is a hidden file</source>
<translation>是隐藏文件</translation>
</message>
<message>
<source>is a link</source>
<translation>是链接</translation>
</message>
<message>
<source>is a link to itself</source>
<translation>是指向自身的链接</translation>
</message>
<message>
<source>is a tar archive</source>
<translation>是 tar 归档</translation>
</message>
<message>
<source>is an e-book (EPUB)</source>
<translation>是电子书（EPUB）</translation>
</message>
<message>
<source>is an office document</source>
<translation>是办公文档</translation>
</message>
<message>
<source>is beyond the sample</source>
<translation>超出样本</translation>
</message>
<message>
<source>is damaged</source>
<translation>已损坏</translation>
</message>
<message>
<source>is empty</source>
<translation>是空的</translation>
</message>
<message>
<source>is encrypted</source>
<translation>已加密</translation>
</message>
<message>
<source>is missing</source>
<translation>不存在</translation>
</message>
<message>
<source>is not JSON</source>
<translation>不是 JSON</translation>
</message>
<message>
<source>is not a file or folder</source>
<translation>不是文件或文件夹</translation>
</message>
<message>
<source>is not text</source>
<translation>不是文本</translation>
</message>
<message>
<source>is packed in an unknown way</source>
<translation>以未知方式压缩</translation>
</message>
<message>
<source>is packed twice</source>
<translation>被压缩了两次</translation>
</message>
<message>
<source>is too large for one JSON value</source>
<translation>对单个 JSON 值来说太大</translation>
</message>
<message>
<source>looking…</source>
<translation>正在查看…</translation>
</message>
<message>
<source>mixes counts</source>
<translation>混有不同的计数</translation>
</message>
<message>
<source>mixes numbers of shards</source>
<translation>混有不同的分片数</translation>
</message>
<message>
<source>needs much memory to unpack</source>
<translation>解压需要大量内存</translation>
</message>
<message>
<source>no text files</source>
<translation>没有文本文件</translation>
</message>
<message>
<source>off</source>
<translation>关</translation>
</message>
<message>
<source>overlaps another file</source>
<translation>与另一个文件重叠</translation>
</message>
<message>
<source>scanning…</source>
<translation>正在扫描…</translation>
</message>
<message>
<source>unpacks to an extreme size</source>
<translation>解压后大小异常</translation>
</message>
<message>
<source>was cut</source>
<translation>已被截断</translation>
</message>
<message>
<source>was left out by you</source>
<translation>由你排除</translation>
</message>
<message>
<source>{size} packed</source>
<translation>{size}，已压缩</translation>
</message>
<message>
<source>{size}, {sources}</source>
<translation>{size}，{sources}</translation>
</message>
<message numerus="yes">
<source>{used} of %n sources</source>
<extracomment>of one: {used} of %n source</extracomment>
<translation>
<numerusform>使用 {used} / %n 个来源</numerusform>
</translation>
</message>
</context>
<context>
<name>CountCommand</name>
<message>
<source>Copied the command, for {n} shards. Add the folder “parts” to the corpus when it is done.</source>
<translation>已复制命令，共 {n} 个分片。完成后请把文件夹“parts”加入语料。</translation>
</message>
<message>
<source>There is no command: {cause}.</source>
<translation>没有命令：{cause}。</translation>
</message>
</context>
<context>
<name>CountDialog</name>
<message>
<source>A folder, or a file</source>
<translation>文件夹或文件</translation>
</message>
<message>
<source>By file</source>
<translation>按文件</translation>
</message>
<message>
<source>By folder</source>
<translation>按文件夹</translation>
</message>
<message>
<source>Cancel</source>
<translation>取消</translation>
</message>
<message>
<source>Canceled: {sum}</source>
<translation>已取消：{sum}</translation>
</message>
<message>
<source>Choose the folder</source>
<translation>选择文件夹</translation>
</message>
<message>
<source>Choose…</source>
<translation>选择…</translation>
</message>
<message>
<source>Close</source>
<translation>关闭</translation>
</message>
<message>
<source>Close this window (Esc)</source>
<translation>关闭此窗口（Esc）</translation>
</message>
<message>
<source>Copy</source>
<translation>复制</translation>
</message>
<message>
<source>Copy the selected rows, or all, as tab-separated values</source>
<translation>把所选行或全部复制为制表符分隔的值</translation>
</message>
<message>
<source>Count</source>
<translation>统计</translation>
</message>
<message>
<source>Count a folder</source>
<translation>统计文件夹</translation>
</message>
<message>
<source>Count the tokens of each file</source>
<translation>统计每个文件的词元</translation>
</message>
<message>
<source>Folder</source>
<translation>文件夹</translation>
</message>
<message>
<source>Progress</source>
<translation>进度</translation>
</message>
<message>
<source>Rows</source>
<translation>行</translation>
</message>
<message>
<source>The folder to count</source>
<translation>要统计的文件夹</translation>
</message>
<message>
<source>Tokens by file</source>
<translation>各文件的词元</translation>
</message>
<message>
<source>in tokens of {name}</source>
<translation>以 {name} 的词元计</translation>
</message>
<message>
<source>{done} of {total}</source>
<translation>{done} / {total}</translation>
</message>
<message>
<source>{tokens} in {files}, {size} of text</source>
<translation>{files}中有 {tokens}，文本 {size}</translation>
</message>
</context>
<context>
<name>CountRows</name>
<message>
<source>Bytes of text</source>
<translation>文本字节</translation>
</message>
<message>
<source>Bytes per token</source>
<translation>每词元字节数</translation>
</message>
<message>
<source>Name</source>
<translation>名称</translation>
</message>
<message>
<source>Tokens</source>
<translation>词元</translation>
</message>
</context>
<context>
<name>CountedSource</name>
<message numerus="yes">
<source>%n bytes</source>
<extracomment>of one: %n byte</extracomment>
<translation>
<numerusform>%n 字节</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n documents</source>
<extracomment>of one: %n document</extracomment>
<translation>
<numerusform>%n 个文档</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n parts</source>
<extracomment>of one: %n part</extracomment>
<translation>
<numerusform>%n 个部分</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n rare pieces</source>
<extracomment>of one: %n rare piece</extracomment>
<translation>
<numerusform>%n 个罕见片段</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n shards missing</source>
<extracomment>of one: %n shard missing</extracomment>
<translation>
<numerusform>缺少 %n 个分片</numerusform>
</translation>
</message>
<message>
<source>Cleaning or reading</source>
<translation>清洗或读取</translation>
</message>
<message>
<source>Counted pieces of</source>
<translation>片段计数来自</translation>
</message>
<message>
<source>Dropped</source>
<translation>已丢弃</translation>
</message>
<message>
<source>Most merges will be of its text. Count it apart and lower its weight if they should not be.</source>
<translation>大部分合并将来自它的文本。如果不应如此，请单独统计它，并降低它的权重。</translation>
</message>
<message>
<source>Normalizer</source>
<translation>规范化器</translation>
</message>
<message>
<source>Shards</source>
<translation>分片</translation>
</message>
<message>
<source>Split pattern</source>
<translation>预分词正则</translation>
</message>
<message>
<source>Unicode</source>
<translation>Unicode</translation>
</message>
<message>
<source>custom pattern</source>
<translation>自定义正则</translation>
</message>
<message>
<source>no split</source>
<translation>不预分词</translation>
</message>
<message>
<source>{bytes} in {documents}</source>
<translation>{bytes}，{documents}</translation>
</message>
<message>
<source>{share} is of {name}</source>
<translation>{share} 来自 {name}</translation>
</message>
</context>
<context>
<name>CountsBar</name>
<message numerus="yes">
<source>%n characters</source>
<extracomment>of one: %n character</extracomment>
<translation>
<numerusform>%n 个字符</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n tokens selected</source>
<extracomment>of one: %n token selected</extracomment>
<translation>
<numerusform>选中 %n 个词元</numerusform>
</translation>
</message>
<message>
<source>Counts</source>
<translation>计数</translation>
</message>
<message>
<source>bytes</source>
<translation>字节</translation>
</message>
<message>
<source>bytes per token</source>
<translation>每词元字节数</translation>
</message>
<message>
<source>characters</source>
<translation>字符</translation>
</message>
<message>
<source>not encoded</source>
<translation>未编码</translation>
</message>
<message numerus="yes">
<source>parts of %n tokens</source>
<extracomment>of one: part of %n token</extracomment>
<translation>
<numerusform>%n 个词元的部分</numerusform>
</translation>
</message>
<message>
<source>stopped at {share}</source>
<translation>停在 {share}</translation>
</message>
<message>
<source>the rest is not encoded</source>
<translation>其余未编码</translation>
</message>
<message>
<source>tokens</source>
<translation>词元</translation>
</message>
<message>
<source>tokens in all</source>
<translation>词元总数</translation>
</message>
<message>
<source>tokens so far</source>
<translation>目前的词元</translation>
</message>
<message numerus="yes">
<source>tokens with end</source>
<extracomment>of one: token with end</extracomment>
<translation>
<numerusform>词元，含结尾</numerusform>
</translation>
</message>
<message numerus="yes">
<source>tokens with start</source>
<extracomment>of one: token with start</extracomment>
<translation>
<numerusform>词元，含开头</numerusform>
</translation>
</message>
<message>
<source>tokens with start, end</source>
<translation>词元，含开头和结尾</translation>
</message>
<message>
<source>what you see is encoded first</source>
<translation>先编码看得见的部分</translation>
</message>
<message>
<source>{share} colored</source>
<translation>已着色 {share}</translation>
</message>
</context>
<context>
<name>CreatedCard</name>
<message>
<source>A changed copy</source>
<translation>修改后的副本</translation>
</message>
<message>
<source>Back to the draft</source>
<translation>返回草稿</translation>
</message>
<message>
<source>Compare with the original</source>
<translation>与原分词器比较</translation>
</message>
<message>
<source>Save the copy; if ids changed, a map of the ids is saved next to it</source>
<translation>保存副本；若 ID 有变，旁边会保存 ID 映射</translation>
</message>
<message>
<source>Save…</source>
<translation>保存…</translation>
</message>
<message>
<source>Show both on the open text and the corpus</source>
<translation>在已打开的文本和语料上同时显示两者</translation>
</message>
<message>
<source>{name} is open and not saved yet. Its card will list the changes.</source>
<translation>{name} 已打开，尚未保存。其信息卡会列出更改。</translation>
</message>
<message>
<source>{name} is saved. Its card lists the changes.</source>
<translation>{name} 已保存。其信息卡列出了更改。</translation>
</message>
</context>
<context>
<name>CurvesPage</name>
<message>
<source>By size</source>
<translation>按大小</translation>
</message>
<message>
<source>Bytes per token of this text at every vocabulary size</source>
<translation>此文本在各词表大小下的每词元字节数</translation>
</message>
<message>
<source>Compression by size</source>
<translation>不同大小的压缩率</translation>
</message>
<message>
<source>Coverage</source>
<translation>覆盖率</translation>
</message>
<message>
<source>Curve</source>
<translation>曲线</translation>
</message>
<message>
<source>How often the token of each rank occurs: Zipf's law</source>
<translation>各序号词元出现的次数：齐普夫定律</translation>
</message>
<message>
<source>Lengths</source>
<translation>长度</translation>
</message>
<message>
<source>Lengths of tokens</source>
<translation>词元长度</translation>
</message>
<message>
<source>Measuring</source>
<translation>正在测量</translation>
</message>
<message>
<source>Nothing to show</source>
<translation>没有可显示的内容</translation>
</message>
<message>
<source>Number of tokens by length in bytes</source>
<translation>按字节长度统计的词元数</translation>
</message>
<message>
<source>Numbers</source>
<translation>数字</translation>
</message>
<message>
<source>Rank and frequency</source>
<translation>序号与频率</translation>
</message>
<message>
<source>Ranks</source>
<translation>序号</translation>
</message>
<message>
<source>Share of the most frequent tokens</source>
<translation>最常见词元的占比</translation>
</message>
<message>
<source>There is no text: type or open one under Inspect.</source>
<translation>没有文本：请在“查看”下输入或打开文本。</translation>
</message>
<message>
<source>Tokens of each number from 0 to 9,999</source>
<translation>0 到 9,999 各数字的词元</translation>
</message>
<message>
<source>bytes of a token → % of all tokens</source>
<translation>词元的字节数 → 占全部词元的 %</translation>
</message>
<message>
<source>canceled</source>
<translation>已取消</translation>
</message>
<message>
<source>cannot be cut to a size</source>
<translation>无法截到某个大小</translation>
</message>
<message>
<source>not known yet</source>
<translation>尚不清楚</translation>
</message>
<message>
<source>number of most frequent tokens → % of all tokens</source>
<translation>最常见词元的个数 → 占全部词元的 %</translation>
</message>
<message>
<source>rank of the token → occurrences</source>
<translation>词元的序号 → 出现次数</translation>
</message>
<message>
<source>tokens in the vocabulary → bytes per token, this text</source>
<translation>词表中的词元数 → 每词元字节数，此文本</translation>
</message>
<message>
<source>{n} bytes on average</source>
<translation>平均 {n} 字节</translation>
</message>
<message>
<source>{n} bytes per token at {size}</source>
<translation>大小为 {size} 时每词元 {n} 字节</translation>
</message>
<message>
<source>{n} tokens make 90 %</source>
<translation>{n} 个词元占 90 %</translation>
</message>
<message>
<source>{n} tokens occur</source>
<translation>出现了 {n} 个词元</translation>
</message>
</context>
<context>
<name>CutDialog</name>
<message>
<source>Keep the first merges</source>
<translation>保留最前的合并</translation>
</message>
<message>
<source>Merges</source>
<translation>合并</translation>
</message>
<message>
<source>The tokens of all later merges are removed.</source>
<translation>此后所有合并的词元都会被删除。</translation>
</message>
</context>
<context>
<name>DatasetDialog</name>
<message numerus="yes">
<source>%n files were left out</source>
<extracomment>of one: %n file was left out</extracomment>
<translation>
<numerusform>排除了 %n 个文件</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n shards</source>
<extracomment>of one: %n shard</extracomment>
<translation>
<numerusform>%n 个分片</numerusform>
</translation>
</message>
<message>
<source>32 bits per id; opens with numpy.load, also with mmap_mode="r".</source>
<translation>每个 ID 32 位；用 numpy.load 打开，也可用 mmap_mode="r"。</translation>
</message>
<message>
<source>A column “ids”, lists of {bits} bits per id.</source>
<translation>一列“ids”，元素为每个 ID {bits} 位的列表。</translation>
</message>
<message>
<source>After a document</source>
<translation>文档之后</translation>
</message>
<message>
<source>Before</source>
<translation>之前</translation>
</message>
<message>
<source>Before each document</source>
<translation>每个文档之前</translation>
</message>
<message>
<source>Canceled. Whole shards are kept; you can continue later.</source>
<translation>已取消。完整的分片已保留；以后也可以继续。</translation>
</message>
<message>
<source>Continue</source>
<translation>继续</translation>
</message>
<message>
<source>Each line as {line}.</source>
<translation>每行形如 {line}。</translation>
</message>
<message>
<source>Encode</source>
<translation>编码</translation>
</message>
<message>
<source>Encode a data set</source>
<translation>编码数据集</translation>
</message>
<message>
<source>Folder of the data set</source>
<translation>数据集的文件夹</translation>
</message>
<message>
<source>Held out</source>
<translation>留出</translation>
</message>
<message>
<source>Ids per file; the last file of a split may have fewer</source>
<translation>每个文件的 ID 数；每个划分的最后一个文件可能较少</translation>
</message>
<message>
<source>Ids per shard</source>
<translation>每分片 ID 数</translation>
</message>
<message>
<source>JSON Lines, one document per line (.jsonl)</source>
<translation>JSON Lines，每行一个文档（.jsonl）</translation>
</message>
<message>
<source>No mark separates the documents.</source>
<translation>文档之间没有分隔标记。</translation>
</message>
<message>
<source>None</source>
<translation>无</translation>
</message>
<message>
<source>NumPy arrays (.npy)</source>
<translation>NumPy 数组（.npy）</translation>
</message>
<message>
<source>Parquet, one document per row (.parquet)</source>
<translation>Parquet，每行一个文档（.parquet）</translation>
</message>
<message>
<source>Raw integers of 16 bits (.bin)</source>
<translation>16 位原始整数（.bin）</translation>
</message>
<message>
<source>Raw integers of 32 bits (.bin)</source>
<translation>32 位原始整数（.bin）</translation>
</message>
<message>
<source>Raw integers with the header of llm.c (.bin)</source>
<translation>带 llm.c 文件头的原始整数（.bin）</translation>
</message>
<message>
<source>Raw integers, the smallest that fit (.bin)</source>
<translation>原始整数，取可容纳的最小位数（.bin）</translation>
</message>
<message>
<source>Share of documents in shards of their own, to evaluate the model; always the same ones</source>
<translation>单独写成分片、用于评估模型的文档占比；始终是相同的文档</translation>
</message>
<message>
<source>Special token after each document</source>
<translation>每个文档之后的特殊词元</translation>
</message>
<message>
<source>Special token before each document</source>
<translation>每个文档之前的特殊词元</translation>
</message>
<message>
<source>Special tokens</source>
<translation>特殊词元</translation>
</message>
<message>
<source>Texts</source>
<translation>文本</translation>
</message>
<message>
<source>This data set is not finished. It continues after its last whole shard.</source>
<translation>此数据集尚未完成。将从最后一个完整的分片之后继续。</translation>
</message>
<message>
<source>This folder holds a data set already. Choose another one.</source>
<translation>此文件夹中已有数据集。请另选一个。</translation>
</message>
<message>
<source>Weights of sources are not used: each document is written once.</source>
<translation>不使用来源的权重：每个文档写入一次。</translation>
</message>
<message>
<source>Write as</source>
<translation>写成</translation>
</message>
<message>
<source>no documents: there are too few for this share</source>
<translation>没有文档：对此占比来说文档太少</translation>
</message>
<message>
<source>to shards of ids of {name}, to train a model on</source>
<translation>编码为 {name} 的 ID 分片，供训练模型使用</translation>
</message>
<message>
<source>{bits} bits per id, little-endian; ids go up to {highest}.</source>
<translation>每个 ID {bits} 位，小端；ID 最大为 {highest}。</translation>
</message>
<message>
<source>{count}. {named}{more}</source>
<translation>{count}。{named}{more}</translation>
</message>
<message>
<source>{ids} in {shards}, {documents}, {size} of text</source>
<translation>{ids}，{shards}，{documents}，文本 {size}</translation>
</message>
</context>
<context>
<name>DatasetEncoding</name>
<message>
<source>Wrote a data set of {ids} to {name}.</source>
<translation>已把含 {ids}的数据集写入 {name}。</translation>
</message>
</context>
<context>
<name>DecoderDialog</name>
<message numerus="yes">
<source>%n bytes are not UTF-8</source>
<extracomment>of one: %n byte is not UTF-8</extracomment>
<translation>
<numerusform>%n 字节不是 UTF-8</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n ids that the tokenizer does not have are left out</source>
<extracomment>of one: %n id that the tokenizer does not have is left out</extracomment>
<translation>
<numerusform>分词器没有的 %n 个 ID 已略去</numerusform>
</translation>
</message>
<message>
<source>16 bits per id</source>
<translation>每个 ID 16 位</translation>
</message>
<message>
<source>32 bits per id</source>
<translation>每个 ID 32 位</translation>
</message>
<message>
<source>All files (*)</source>
<translation>所有文件 (*)</translation>
</message>
<message>
<source>Clear</source>
<translation>清空</translation>
</message>
<message>
<source>Clear the ids</source>
<translation>清空 ID</translation>
</message>
<message>
<source>Decode a file of ids: .npy, .bin, .txt, .json, .jsonl</source>
<translation>解码 ID 文件：.npy、.bin、.txt、.json、.jsonl</translation>
</message>
<message>
<source>Decode ids</source>
<translation>解码 ID</translation>
</message>
<message>
<source>Ids (*.npy *.bin *.txt *.json *.jsonl)</source>
<translation>ID (*.npy *.bin *.txt *.json *.jsonl)</translation>
</message>
<message>
<source>Ids of {name}</source>
<translation>{name} 的 ID</translation>
</message>
<message>
<source>Open a file of ids</source>
<translation>打开 ID 文件</translation>
</message>
<message>
<source>Open a file of ids…</source>
<translation>打开 ID 文件…</translation>
</message>
<message>
<source>Paste ids separated by spaces, commas or lines, as a list, JSON or hex.</source>
<translation>粘贴用空格、逗号或换行分隔的 ID，或列表、JSON、十六进制。</translation>
</message>
<message>
<source>Reading {name} …</source>
<translation>正在读取 {name} …</translation>
</message>
<message>
<source>Show this text in the Tokens panel</source>
<translation>在“词元”面板中显示此文本</translation>
</message>
<message>
<source>Size of an id in the file</source>
<translation>文件中 ID 的位数</translation>
</message>
<message>
<source>Text</source>
<translation>文本</translation>
</message>
<message>
<source>Text of the ids</source>
<translation>ID 对应的文本</translation>
</message>
<message>
<source>Use as the text</source>
<translation>用作文本</translation>
</message>
<message>
<source>at character {place}</source>
<translation>在第 {place} 个字符处</translation>
</message>
<message>
<source>id number {place}</source>
<translation>第 {place} 个 ID</translation>
</message>
<message>
<source>{bad}, at {places}</source>
<translation>{bad}，位于 {places}</translation>
</message>
<message>
<source>{id} (id number {place})</source>
<translation>{id}（第 {place} 个 ID）</translation>
</message>
<message>
<source>{tokens}, {size}</source>
<translation>{tokens}，{size}</translation>
</message>
</context>
<context>
<name>DossierPanel</name>
<message>
<source>Builds</source>
<translation>参与合并出</translation>
</message>
<message>
<source>Documents</source>
<translation>文档</translation>
</message>
<message>
<source>Level {level}: {tokens}</source>
<translation>第 {level} 层：{tokens}</translation>
</message>
<message>
<source>Listing the tokens…</source>
<translation>正在列出词元…</translation>
</message>
<message>
<source>No token is selected</source>
<translation>未选中词元</translation>
</message>
<message>
<source>Parts</source>
<translation>组成</translation>
</message>
<message>
<source>Select a row in the table.</source>
<translation>在表格中选择一行。</translation>
</message>
<message>
<source>Stays</source>
<translation>保留率</translation>
</message>
<message>
<source>The token appears when all are listed.</source>
<translation>列完后会显示该词元。</translation>
</message>
<message>
<source>Token</source>
<translation>词元</translation>
</message>
<message>
<source>Used</source>
<translation>使用</translation>
</message>
<message>
<source>Variants</source>
<translation>变体</translation>
</message>
<message>
<source>no other token</source>
<translation>没有其他词元</translation>
</message>
<message>
<source>no rank</source>
<translation>无序号</translation>
</message>
<message>
<source>other case, with or without the mark of a word's start</source>
<translation>大小写不同，或有无词首标记</translation>
</message>
<message>
<source>rank {rank}</source>
<translation>序号 {rank}</translation>
</message>
<message>
<source>score {score}</source>
<translation>分数 {score}</translation>
</message>
<message>
<source>used {times}</source>
<translation>使用 {times}</translation>
</message>
<message>
<source>{n} of {all}</source>
<translation>{n} / {all}</translation>
</message>
<message>
<source>{share}, merged further {times}</source>
<translation>{share}，被继续合并 {times}</translation>
</message>
</context>
<context>
<name>Draft</name>
<message>
<source>Add special token “{token}”</source>
<translation>添加特殊词元“{token}”</translation>
</message>
<message>
<source>Add the tokens of {name}</source>
<translation>添加 {name} 的词元</translation>
</message>
<message>
<source>Add {merges} learned from {names}</source>
<translation>添加从 {names} 学到的 {merges}</translation>
</message>
<message>
<source>Add {tokens}</source>
<translation>添加 {tokens}</translation>
</message>
<message>
<source>Keep the first {merges}</source>
<translation>保留最前的 {merges}</translation>
</message>
<message>
<source>Not applied: an earlier change is impossible.</source>
<translation>未应用：前面的某项更改无法进行。</translation>
</message>
<message>
<source>Not checked yet.</source>
<translation>尚未检查。</translation>
</message>
<message>
<source>Not proved, and not measured on a text.</source>
<translation>未验证，也未在文本上测量。</translation>
</message>
<message>
<source>Not proved: equal on {tokens}.</source>
<translation>未验证：在 {tokens}上相同。</translation>
</message>
<message>
<source>Proved: only pieces that had a removed token or have an added one change.</source>
<translation>已验证：只有曾含被删词元或现含新增词元的片段会变化。</translation>
</message>
<message>
<source>Proved: only pieces with a removed, an added or one of the listed older tokens change.</source>
<translation>已验证：只有含被删词元、新增词元或所列旧词元的片段会变化。</translation>
</message>
<message>
<source>Remove tokens not used in {names}</source>
<translation>删除 {names} 中未使用的词元</translation>
</message>
<message>
<source>Remove tokens that match {pattern}</source>
<translation>删除匹配 {pattern} 的词元</translation>
</message>
<message>
<source>Remove tokens that remain in under {share} of their cases</source>
<translation>删除保留率低于 {share} 的词元</translation>
</message>
<message>
<source>Remove tokens with {script} characters</source>
<translation>删除含{script}字符的词元</translation>
</message>
<message>
<source>Remove {tokens}</source>
<translation>删除 {tokens}</translation>
</message>
<message>
<source>Renumber all tokens, without gaps</source>
<translation>全部词元重新编号，不留空位</translation>
</message>
<message>
<source>Set roles: {roles}</source>
<translation>设置角色：{roles}</translation>
</message>
<message>
<source>Working…</source>
<translation>正在处理…</translation>
</message>
<message>
<source>Wrong: {pieces} changed against the proof. Please report this.</source>
<translation>有误：{pieces}的变化与验证不符。请报告此问题。</translation>
</message>
<message>
<source>chat template: {name}</source>
<translation>对话模板：{name}</translation>
</message>
<message>
<source>done</source>
<translation>已完成</translation>
</message>
<message>
<source>from a file</source>
<translation>来自文件</translation>
</message>
<message>
<source>id {id}</source>
<translation>ID {id}</translation>
</message>
<message>
<source>no id changes</source>
<translation>ID 均不变</translation>
</message>
<message>
<source>none</source>
<translation>无</translation>
</message>
<message>
<source>plain</source>
<translation>纯文本</translation>
</message>
<message>
<source>the sample tokenizer</source>
<translation>示例分词器</translation>
</message>
<message>
<source>token {id}</source>
<translation>词元 {id}</translation>
</message>
<message>
<source>with those built from them</source>
<translation>连同由它们合并成的词元</translation>
</message>
<message>
<source>{before} → {after}</source>
<translation>{before} → {after}</translation>
</message>
<message>
<source>{name}: {before} → {after}</source>
<translation>{name}：{before} → {after}</translation>
</message>
<message>
<source>{n} added</source>
<translation>增加 {n} 个</translation>
</message>
<message>
<source>{n} kept: others are built from them</source>
<translation>保留 {n} 个：其他词元由它们合并而成</translation>
</message>
<message>
<source>{n} left out</source>
<translation>略去 {n} 个</translation>
</message>
<message>
<source>{n} needed for these</source>
<translation>为此还需 {n} 个</translation>
</message>
<message>
<source>{n} removed</source>
<translation>删除 {n} 个</translation>
</message>
<message>
<source>{role} around each text</source>
<translation>每个文本都加 {role}</translation>
</message>
<message>
<source>{role} not around each text</source>
<translation>每个文本都不加 {role}</translation>
</message>
</context>
<context>
<name>DraftPanel</name>
<message>
<source>&amp;Delete</source>
<translation>删除(&amp;D)</translation>
</message>
<message>
<source>&amp;Edit…</source>
<translation>编辑(&amp;E)…</translation>
</message>
<message>
<source>Add a change to the draft</source>
<translation>向草稿添加更改</translation>
</message>
<message>
<source>Add tokens…</source>
<translation>添加词元…</translation>
</message>
<message>
<source>Add, remove or renumber tokens in a copy. {name} stays as it is.</source>
<translation>在副本中添加、删除或重新编号词元。{name} 保持不变。</translation>
</message>
<message>
<source>Change</source>
<translation>更改</translation>
</message>
<message>
<source>Change a copy</source>
<translation>修改副本</translation>
</message>
<message>
<source>Corpus</source>
<translation>语料</translation>
</message>
<message>
<source>Draft</source>
<translation>草稿</translation>
</message>
<message>
<source>Measure the changes on the sources of Train</source>
<translation>在“训练”的来源上测量更改</translation>
</message>
<message>
<source>Measure the changes on the text of Inspect</source>
<translation>在“查看”的文本上测量更改</translation>
</message>
<message>
<source>Measured on</source>
<translation>测量于</translation>
</message>
<message>
<source>Not all changes are possible: {reason}.</source>
<translation>并非所有更改都能进行：{reason}。</translation>
</message>
<message>
<source>Open text</source>
<translation>已打开的文本</translation>
</message>
<message>
<source>Remove tokens…</source>
<translation>删除词元…</translation>
</message>
<message>
<source>The tokens of {name} cannot be changed: {reason}.</source>
<translation>无法更改 {name} 的词元：{reason}。</translation>
</message>
</context>
<context>
<name>Drafts</name>
<message>
<source>Made {name}. It is not saved yet.</source>
<translation>已生成 {name}，尚未保存。</translation>
</message>
<message>
<source>Remove in a copy…</source>
<translation>在副本中删除…</translation>
</message>
<message>
<source>The draft of {file} is kept: {changes}.</source>
<translation>已保留 {file} 的草稿：{changes}。</translation>
</message>
<message>
<source>The draft returns when the file can be opened. If the file has moved, open it and take over the draft.</source>
<translation>能打开该文件时草稿就会恢复。如果文件已移到别处，请打开它并接管草稿。</translation>
</message>
<message>
<source>The original is not open any more.</source>
<translation>原分词器已不再打开。</translation>
</message>
<message>
<source>Use for the open tokenizer</source>
<translation>用于已打开的分词器</translation>
</message>
<message>
<source>{name} changed</source>
<translation>{name} 修改版</translation>
</message>
<message>
<source>{name} changed {number}</source>
<translation>{name} 修改版 {number}</translation>
</message>
</context>
<context>
<name>DriftModel</name>
<message>
<source>Cuts, per 1,000</source>
<translation>切点，每 1,000</translation>
</message>
<message>
<source>Ids come back</source>
<translation>ID 可还原</translation>
</message>
<message>
<source>Token ends where cutting the text changes its ids, as in streams and prompts</source>
<translation>在这些词元末尾截断时，文本会有其他 ID：流式输出、提示</translation>
</message>
<message>
<source>Tokenizer</source>
<translation>分词器</translation>
</message>
<message>
<source>Whether the ids, decoded and encoded again, are the same</source>
<translation>ID 解码后再编码是否相同</translation>
</message>
<message>
<source>Words that end inside a token, where a stop string would be missed</source>
<translation>在词元内部结束的词，停止字符串会在此漏掉</translation>
</message>
<message>
<source>Words, per 1,000</source>
<translation>词，每 1,000</translation>
</message>
<message>
<source>cannot encode it</source>
<translation>无法编码</translation>
</message>
<message>
<source>no</source>
<translation>否</translation>
</message>
<message>
<source>yes</source>
<translation>是</translation>
</message>
<message>
<source>{n} not tried</source>
<translation>{n} 个未试</translation>
</message>
</context>
<context>
<name>DriftPage</name>
<message>
<source>Drift of each tokenizer</source>
<translation>各分词器的漂移</translation>
</message>
<message>
<source>Tokens of this text that can change. Click a figure to go to its next place.</source>
<translation>此文本中可能变化的词元。单击数字转到其下一处。</translation>
</message>
</context>
<context>
<name>Drifting</name>
<message numerus="yes">
<source>%n places were not tried.</source>
<extracomment>of one: %n place was not tried.</extracomment>
<translation>
<numerusform>%n 处未试。</numerusform>
</translation>
</message>
<message>
<source>Bar: a text cut there has other ids ({n}, {rate} in 1,000 tokens).</source>
<translation>竖条：文本在此截断会有其他 ID（{n} 处，每 1,000 个词元 {rate} 处）。</translation>
</message>
<message>
<source>Canceled.</source>
<translation>已取消。</translation>
</message>
<message>
<source>Decoded and encoded again, the ids are the same.</source>
<translation>解码后再编码，ID 相同。</translation>
</message>
<message>
<source>Decoded and encoded again, the ids differ from token {n} on (line above).</source>
<translation>解码后再编码，从第 {n} 个词元起 ID 不同（上方有线）。</translation>
</message>
<message>
<source>Looking for drift…</source>
<translation>正在查找漂移…</translation>
</message>
<message>
<source>Mark tokens that would not stay</source>
<translation>标出词元会变化的位置</translation>
</message>
<message>
<source>The drift could not be computed.</source>
<translation>无法计算漂移。</translation>
</message>
<message>
<source>The tokenizer cannot encode this text.</source>
<translation>分词器无法编码此文本。</translation>
</message>
<message>
<source>There is no text.</source>
<translation>没有文本。</translation>
</message>
<message>
<source>Tick: a word ends inside a token ({n}, {rate} in 1,000).</source>
<translation>短线：词在词元内部结束（{n} 处，每 1,000 个 {rate} 处）。</translation>
</message>
</context>
<context>
<name>EditorPanel</name>
<message>
<source>A regular expression. Each alternative, separated by |, gets its own line.</source>
<translation>正则表达式。以 | 分隔的各分支各占一行。</translation>
</message>
<message>
<source>Back</source>
<translation>返回</translation>
</message>
<message>
<source>Go back to training; this pattern is kept here</source>
<translation>返回训练；此正则保留在这里</translation>
</message>
<message>
<source>Go to character {n}</source>
<translation>转到第 {n} 个字符</translation>
</message>
<message>
<source>Pieces of each alternative. The first match wins.</source>
<translation>各分支的片段。以最先匹配者为准。</translation>
</message>
<message>
<source>Regex lab</source>
<translation>正则实验室</translation>
</message>
<message>
<source>Show the place</source>
<translation>显示位置</translation>
</message>
<message>
<source>Undo to the last valid pattern</source>
<translation>撤销到上一个有效的正则</translation>
</message>
<message>
<source>Use this pattern</source>
<translation>使用此正则</translation>
</message>
<message>
<source>checking…</source>
<translation>正在检查…</translation>
</message>
<message>
<source>compiles · groups have no effect</source>
<translation>可编译 · 分组没有作用</translation>
</message>
<message>
<source>compiles · no capture groups</source>
<translation>可编译 · 没有捕获分组</translation>
</message>
</context>
<context>
<name>EncodeDialog</name>
<message numerus="yes">
<source>%n bytes were not UTF-8 and became U+FFFD</source>
<extracomment>of one: %n byte was not UTF-8 and became U+FFFD</extracomment>
<translation>
<numerusform>%n 字节不是 UTF-8，已变为 U+FFFD</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n documents</source>
<extracomment>of one: %n document</extracomment>
<translation>
<numerusform>%n 个文档</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n ids</source>
<extracomment>of one: %n id</extracomment>
<translation>
<numerusform>%n 个 ID</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n lines are not documents</source>
<extracomment>of one: %n line is not a document</extracomment>
<translation>
<numerusform>%n 行不是文档</numerusform>
</translation>
</message>
<message>
<source>32 bits per id; opens with numpy.load, also with mmap_mode="r".</source>
<translation>每个 ID 32 位；用 numpy.load 打开，也可用 mmap_mode="r"。</translation>
</message>
<message>
<source>A JSON object on each line</source>
<translation>每行一个 JSON 对象</translation>
</message>
<message>
<source>Add to each document</source>
<translation>为每个文档添加</translation>
</message>
<message>
<source>Choose the text file</source>
<translation>选择文本文件</translation>
</message>
<message>
<source>Choose…</source>
<translation>选择…</translation>
</message>
<message>
<source>Documents</source>
<translation>文档</translation>
</message>
<message>
<source>Each line</source>
<translation>每行</translation>
</message>
<message>
<source>Each line as {line}; null where a line is not a document.</source>
<translation>每行形如 {line}；不是文档的行为 null。</translation>
</message>
<message>
<source>Encode</source>
<translation>编码</translation>
</message>
<message>
<source>Encode a file</source>
<translation>编码文件</translation>
</message>
<message>
<source>JSON Lines, one document per line (.jsonl)</source>
<translation>JSON Lines，每行一个文档（.jsonl）</translation>
</message>
<message>
<source>JSON, one list (.json)</source>
<translation>JSON，一个列表（.json）</translation>
</message>
<message>
<source>Key of the text</source>
<translation>文本的键</translation>
</message>
<message>
<source>NumPy array (.npy)</source>
<translation>NumPy 数组（.npy）</translation>
</message>
<message>
<source>One list of all ids.</source>
<translation>所有 ID 的一个列表。</translation>
</message>
<message>
<source>Raw integers (.bin)</source>
<translation>原始整数（.bin）</translation>
</message>
<message>
<source>Special tokens</source>
<translation>特殊词元</translation>
</message>
<message>
<source>Text file</source>
<translation>文本文件</translation>
</message>
<message>
<source>Text, ids separated by spaces (.txt)</source>
<translation>文本，ID 以空格分隔（.txt）</translation>
</message>
<message>
<source>The ids of each document on one line.</source>
<translation>每行是一个文档的 ID。</translation>
</message>
<message>
<source>The text to encode</source>
<translation>要编码的文本</translation>
</message>
<message>
<source>The whole file</source>
<translation>整个文件</translation>
</message>
<message>
<source>Write as</source>
<translation>写成</translation>
</message>
<message>
<source>to ids of {name}</source>
<translation>编码为 {name} 的 ID</translation>
</message>
<message>
<source>with the text under</source>
<translation>文本所在的键</translation>
</message>
<message>
<source>{bits} bits per id, little-endian; ids go up to {highest}.</source>
<translation>每个 ID {bits} 位，小端；ID 最大为 {highest}。</translation>
</message>
<message>
<source>{count}, written as null: {lines}{more}</source>
<translation>{count}，写为 null：{lines}{more}</translation>
</message>
<message>
<source>{token} after</source>
<translation>之后加 {token}</translation>
</message>
<message>
<source>{token} before</source>
<translation>之前加 {token}</translation>
</message>
</context>
<context>
<name>EngineError</name>
<message>
<source>Accept it at {page}, create an access token at {tokens}, enter it below, and retry.</source>
<translation>在 {page} 同意许可，在 {tokens} 创建访问令牌，填在下面，然后重试。</translation>
</message>
<message>
<source>Add files or folders with text.</source>
<translation>请添加含有文本的文件或文件夹。</translation>
</message>
<message>
<source>Add it as a special one.</source>
<translation>把它添加为特殊词元。</translation>
</message>
<message>
<source>Add it by itself.</source>
<translation>请单独添加它。</translation>
</message>
<message>
<source>Add it, or choose another.</source>
<translation>添加它，或选择另一个。</translation>
</message>
<message>
<source>Add it, or open the tokenizer.json.</source>
<translation>添加它，或打开 tokenizer.json。</translation>
</message>
<message>
<source>Add one, such as \p{{N}}.</source>
<translation>添加一个，例如 \p{{N}}。</translation>
</message>
<message>
<source>Add texts.</source>
<translation>添加文本。</translation>
</message>
<message>
<source>Add the change again.</source>
<translation>重新添加该更改。</translation>
</message>
<message>
<source>Add up only parts counted alike.</source>
<translation>只把以相同方式统计的部分相加。</translation>
</message>
<message>
<source>Add “{becomes}” instead.</source>
<translation>改为添加“{becomes}”。</translation>
</message>
<message>
<source>Allow it, or treat it as text.</source>
<translation>允许它，或当作文本处理。</translation>
</message>
<message>
<source>Ask for read permission.</source>
<translation>请求读取权限。</translation>
</message>
<message>
<source>Both rows are the same.</source>
<translation>两行相同。</translation>
</message>
<message>
<source>CLIP uses only {taken} of the {count} merges</source>
<translation>CLIP 只使用 {count} 次合并中的 {taken} 次</translation>
</message>
<message>
<source>Change the encoding, or replace or skip them.</source>
<translation>更改编码，或替换、跳过这些字节。</translation>
</message>
<message>
<source>Change the pattern, or use a preset.</source>
<translation>修改预分词正则，或使用预设。</translation>
</message>
<message>
<source>Change the patterns.</source>
<translation>修改文件名模式。</translation>
</message>
<message>
<source>Change their roles or order.</source>
<translation>更改消息的角色或顺序。</translation>
</message>
<message>
<source>Check it at {tokens}, or create another.</source>
<translation>在 {tokens} 检查它，或另建一个。</translation>
</message>
<message>
<source>Check its name; no shell is used.</source>
<translation>检查名称；不经过 shell。</translation>
</message>
<message>
<source>Check its texts, then save it again.</source>
<translation>检查其中的文本，然后重新保存。</translation>
</message>
<message>
<source>Check that it exists and is readable.</source>
<translation>检查它是否存在且可读。</translation>
</message>
<message>
<source>Check that it is the right file.</source>
<translation>检查是否选对了文件。</translation>
</message>
<message>
<source>Check that these are ids of this tokenizer.</source>
<translation>检查这些是否是此分词器的 ID。</translation>
</message>
<message>
<source>Check the address and your permissions.</source>
<translation>检查地址和你的权限。</translation>
</message>
<message>
<source>Check the file, or get a new copy.</source>
<translation>检查该文件，或获取新的副本。</translation>
</message>
<message>
<source>Check the name. For a private model, create an access token and enter it below.</source>
<translation>检查名称。对私有模型，创建访问令牌并填在下面。</translation>
</message>
<message>
<source>Check the network, or open a local file.</source>
<translation>检查网络，或打开本地文件。</translation>
</message>
<message>
<source>Check the path. Pass texts as [[text]] or TextSource(name, text).</source>
<translation>检查路径。文本以 [[text]] 或 TextSource(name, text) 传入。</translation>
</message>
<message>
<source>Check the spaces: they are part of a token.</source>
<translation>检查空格：空格是词元的一部分。</translation>
</message>
<message>
<source>Check where the file comes from: it may be damaged or malicious.</source>
<translation>检查文件的来源：它可能已损坏或怀有恶意。</translation>
</message>
<message>
<source>Choose SentencePiece's rule.</source>
<translation>选择 SentencePiece 的规则。</translation>
</message>
<message>
<source>Choose a .card.json file of this program.</source>
<translation>选择本程序的 .card.json 文件。</translation>
</message>
<message>
<source>Choose a BPE vocabulary.</source>
<translation>选择 BPE 词表。</translation>
</message>
<message>
<source>Choose a SentencePiece or llama2.c file.</source>
<translation>选择 SentencePiece 或 llama2.c 文件。</translation>
</message>
<message>
<source>Choose a byte-level BPE tokenizer.</source>
<translation>选择字节级 BPE 分词器。</translation>
</message>
<message>
<source>Choose a file in this folder.</source>
<translation>选择此文件夹中的文件。</translation>
</message>
<message>
<source>Choose a file or folder with text.</source>
<translation>选择含有文本的文件或文件夹。</translation>
</message>
<message>
<source>Choose a file that has one.</source>
<translation>选择含有它的文件。</translation>
</message>
<message>
<source>Choose a file with one of: {choices}.</source>
<translation>选择具有以下之一的文件：{choices}。</translation>
</message>
<message>
<source>Choose a folder outside of this source.</source>
<translation>选择此来源之外的文件夹。</translation>
</message>
<message>
<source>Choose a larger size, or cover fewer characters.</source>
<translation>选择更大的词表，或覆盖更少的字符。</translation>
</message>
<message>
<source>Choose a larger size.</source>
<translation>选择更大的词表。</translation>
</message>
<message>
<source>Choose a length.</source>
<translation>选择长度。</translation>
</message>
<message>
<source>Choose a number in this range.</source>
<translation>选择此范围内的数。</translation>
</message>
<message>
<source>Choose a preset that splits, such as GPT-4, use less text, or raise the limit.</source>
<translation>选择会预分词的预设（如 GPT-4），减少文本，或提高上限。</translation>
</message>
<message>
<source>Choose a preset.</source>
<translation>选择预设。</translation>
</message>
<message>
<source>Choose a published pattern, or one without $, ^, lookbehind, \w and (?i:…).</source>
<translation>选择已发布的正则，或不含 $、^、后行断言、\w 和 (?i:…) 的正则。</translation>
</message>
<message>
<source>Choose a regular file.</source>
<translation>选择普通文件。</translation>
</message>
<message>
<source>Choose a shorter name.</source>
<translation>选择更短的名称。</translation>
</message>
<message>
<source>Choose a shorter word.</source>
<translation>选择更短的词。</translation>
</message>
<message>
<source>Choose a size in this range.</source>
<translation>选择此范围内的大小。</translation>
</message>
<message>
<source>Choose a special token for this role.</source>
<translation>为此角色选择特殊词元。</translation>
</message>
<message>
<source>Choose a token of this vocabulary.</source>
<translation>选择此词表中的词元。</translation>
</message>
<message>
<source>Choose a tokenizer trained here.</source>
<translation>选择在这里训练的分词器。</translation>
</message>
<message>
<source>Choose and clean the text before, or pass texts in a list of their own: [[text, …]].</source>
<translation>请事先选好并清洗文本，或把文本放在单独的列表中传入：[[text, …]]。</translation>
</message>
<message>
<source>Choose another encoding.</source>
<translation>选择其他编码。</translation>
</message>
<message>
<source>Choose another field to use them.</source>
<translation>选择其他字段以使用它们。</translation>
</message>
<message>
<source>Choose another field, repair the text, or hold out less.</source>
<translation>选择其他字段，修复文本，或减少留出。</translation>
</message>
<message>
<source>Choose another field; the other records are used.</source>
<translation>选择其他字段；其余记录会使用。</translation>
</message>
<message>
<source>Choose another folder.</source>
<translation>选择其他文件夹。</translation>
</message>
<message>
<source>Choose another format.</source>
<translation>选择其他格式。</translation>
</message>
<message>
<source>Choose another model, or open a file.</source>
<translation>选择其他模型，或打开文件。</translation>
</message>
<message>
<source>Choose another model.</source>
<translation>选择其他模型。</translation>
</message>
<message>
<source>Choose another name.</source>
<translation>选择其他名称。</translation>
</message>
<message>
<source>Choose another source.</source>
<translation>选择其他来源。</translation>
</message>
<message>
<source>Choose another special token and train again.</source>
<translation>选择其他特殊词元，然后重新训练。</translation>
</message>
<message>
<source>Choose another text.</source>
<translation>选择其他文本。</translation>
</message>
<message>
<source>Choose byte-level BPE without a normalizer.</source>
<translation>选择没有规范化器的字节级 BPE。</translation>
</message>
<message>
<source>Choose counts made by this program.</source>
<translation>选择由本程序统计的计数文件。</translation>
</message>
<message>
<source>Choose its publisher's.</source>
<translation>选择其发布者的方式。</translation>
</message>
<message>
<source>Choose its publisher's: {names}, or a regular expression.</source>
<translation>选择其发布者的方式：{names}，或正则表达式。</translation>
</message>
<message>
<source>Choose nanochat's tokenizer.pkl.</source>
<translation>选择 nanochat 的 tokenizer.pkl。</translation>
</message>
<message>
<source>Choose one of them.</source>
<translation>选择其中之一。</translation>
</message>
<message>
<source>Choose one of these: {choices}.</source>
<translation>从以下选择：{choices}。</translation>
</message>
<message>
<source>Choose one of {names}, or write (?:{name}) for plain letters.</source>
<translation>选择 {names} 之一；若要普通字母，写作 (?:{name})。</translation>
</message>
<message>
<source>Choose one of {names}.</source>
<translation>选择 {names} 之一。</translation>
</message>
<message>
<source>Choose one with its own card.</source>
<translation>选择有自己信息卡的文件。</translation>
</message>
<message>
<source>Choose one.</source>
<translation>选择一个。</translation>
</message>
<message>
<source>Choose other tokens.</source>
<translation>选择其他词元。</translation>
</message>
<message>
<source>Choose texts that say the same line by line.</source>
<translation>选择逐行内容相同的文本。</translation>
</message>
<message>
<source>Choose that format.</source>
<translation>选择该格式。</translation>
</message>
<message>
<source>Choose that one.</source>
<translation>选择那一个。</translation>
</message>
<message>
<source>Choose the folder of the parts.</source>
<translation>选择存放各部分的文件夹。</translation>
</message>
<message>
<source>Choose the part of the model with the vocabulary, usually the first.</source>
<translation>选择含有词表的模型分片，通常是第一个。</translation>
</message>
<message>
<source>Choose the text itself.</source>
<translation>选择文本本身。</translation>
</message>
<message>
<source>Choose the text of a special token.</source>
<translation>选择某个特殊词元的文本。</translation>
</message>
<message>
<source>Choose the text that was counted.</source>
<translation>请选择用来计数的文本。</translation>
</message>
<message>
<source>Choose the text's encoding.</source>
<translation>选择该文本的编码。</translation>
</message>
<message>
<source>Choose what to add or remove.</source>
<translation>指明要添加或删除什么。</translation>
</message>
<message>
<source>Choose {smallest} or more.</source>
<translation>选择 {smallest} 或更大的值。</translation>
</message>
<message>
<source>Close it with ), or write \(.</source>
<translation>用 ) 闭合，或写作 \(。</translation>
</message>
<message>
<source>Close it with ], or write \[.</source>
<translation>用 ] 闭合，或写作 \[。</translation>
</message>
<message>
<source>Close it; it is read as an ordinary character.</source>
<translation>请闭合；在此它被当作字母读取。</translation>
</message>
<message>
<source>Close other programs, or use less text.</source>
<translation>关闭其他程序，或减少文本。</translation>
</message>
<message>
<source>Close other programs, then retry, or count in shards without Ray.</source>
<translation>关闭其他程序后重试，或者不用 Ray 分片统计。</translation>
</message>
<message>
<source>Close other programs, then retry.</source>
<translation>关闭其他程序后重试。</translation>
</message>
<message>
<source>Compare it with a copy from its source.</source>
<translation>与来自其出处的副本比较。</translation>
</message>
<message>
<source>Connection refused</source>
<translation>连接被拒绝</translation>
</message>
<message>
<source>Connection reset by peer</source>
<translation>连接被对方重置</translation>
</message>
<message>
<source>Connection timed out</source>
<translation>连接超时</translation>
</message>
<message>
<source>Continue it, or choose another folder.</source>
<translation>继续它，或选择其他文件夹。</translation>
</message>
<message>
<source>Convert it with llama.cpp.</source>
<translation>用 llama.cpp 转换它。</translation>
</message>
<message>
<source>Correct it, or leave it out; the other lines are used.</source>
<translation>改正或去除它；其余各行会使用。</translation>
</message>
<message>
<source>Correct it, or leave it out; the other rows are used.</source>
<translation>改正或去除它；其余各行会使用。</translation>
</message>
<message>
<source>Correct it; the syntax is that of Python's regex module.</source>
<translation>改正它；语法为 Python 的 regex 模块的语法。</translation>
</message>
<message>
<source>Count all in the same number of shards.</source>
<translation>全部按相同的分片数统计。</translation>
</message>
<message>
<source>Count its pieces in a shell, or copy the files to this computer.</source>
<translation>在 shell 中统计其片段，或把文件复制到本机。</translation>
</message>
<message>
<source>Count smaller shards.</source>
<translation>分成更小的分片计数。</translation>
</message>
<message>
<source>Count that part again.</source>
<translation>重新统计该部分。</translation>
</message>
<message>
<source>Count them, or add up the parts in a shell.</source>
<translation>统计它们，或在 shell 中合计各部分。</translation>
</message>
<message>
<source>Decode smaller files.</source>
<translation>解码较小的文件。</translation>
</message>
<message>
<source>Delete the card, or save the tokenizer again.</source>
<translation>删除信息卡，或重新保存分词器。</translation>
</message>
<message>
<source>Delete this change.</source>
<translation>删除此更改。</translation>
</message>
<message>
<source>Device or resource busy</source>
<translation>设备或资源忙</translation>
</message>
<message>
<source>Discard it, and train again.</source>
<translation>丢弃它，重新训练。</translation>
</message>
<message>
<source>Disk quota exceeded</source>
<translation>超出磁盘配额</translation>
</message>
<message>
<source>Divide it; the others are used.</source>
<translation>把它分开；其余的会使用。</translation>
</message>
<message>
<source>Divide the text, for example into lines.</source>
<translation>拆分文本，例如按行拆分。</translation>
</message>
<message>
<source>Divide the text.</source>
<translation>拆分文本。</translation>
</message>
<message>
<source>Do not trust this file. Use ChatML.</source>
<translation>不要信任此文件。请使用 ChatML。</translation>
</message>
<message>
<source>Download bpe_simple_vocab_16e6.txt.gz again.</source>
<translation>重新下载 bpe_simple_vocab_16e6.txt.gz。</translation>
</message>
<message>
<source>Everything except merges can be shown.</source>
<translation>除合并外，一切都能显示。</translation>
</message>
<message>
<source>Export it as it is.</source>
<translation>原样导出。</translation>
</message>
<message>
<source>Fetch again to continue.</source>
<translation>再次下载即可继续。</translation>
</message>
<message>
<source>Figures per word are left out.</source>
<translation>不计算按词的数值。</translation>
</message>
<message>
<source>Figures that need these, and intervals, are left out; measure the text to have them.</source>
<translation>需要它们的数值和区间不显示；要得到这些，请度量文本本身。</translation>
</message>
<message>
<source>File name too long</source>
<translation>文件名过长</translation>
</message>
<message>
<source>File too large</source>
<translation>文件过大</translation>
</message>
<message>
<source>For Llama 3.1, open its tokenizer.json.</source>
<translation>对 Llama 3.1，打开其 tokenizer.json。</translation>
</message>
<message>
<source>For a cased vocabulary, add a tokenizer_config.json with "do_lower_case": false.</source>
<translation>若词表区分大小写，添加含 "do_lower_case": false 的 tokenizer_config.json。</translation>
</message>
<message>
<source>Free space or set TMPDIR.</source>
<translation>释放空间，或设置 TMPDIR。</translation>
</message>
<message>
<source>Free space, or save elsewhere.</source>
<translation>腾出空间，或保存到别处。</translation>
</message>
<message>
<source>GPT-2's files cannot store this tokenizer: its tokens are not made by merging bytes</source>
<translation>GPT-2 的文件无法保存此分词器：其词元不是由合并字节产生的</translation>
</message>
<message>
<source>GPT-2's files cannot store this tokenizer: some tokens have no merge, or the ends of words are units</source>
<translation>GPT-2 的文件无法保存此分词器：有些词元没有合并，或词尾是单独的单位</translation>
</message>
<message>
<source>GPT-2's files cannot store this tokenizer: they do not store a normalizer</source>
<translation>GPT-2 的文件无法保存此分词器：它们不保存规范化器</translation>
</message>
<message>
<source>GPT-2's files store no split pattern; readers use GPT-2's</source>
<translation>GPT-2 的文件不保存预分词正则；读取者使用 GPT-2 的</translation>
</message>
<message>
<source>Get a new copy of the file.</source>
<translation>获取该文件的新副本。</translation>
</message>
<message>
<source>Get a new copy, or choose another file.</source>
<translation>重新获取副本，或选择其他文件。</translation>
</message>
<message>
<source>Get a new copy, or close the list with ].</source>
<translation>获取新的副本，或用 ] 结束列表。</translation>
</message>
<message>
<source>Get another, or update the program.</source>
<translation>获取另一个，或更新程序。</translation>
</message>
<message>
<source>Get the whole file, or delete {card}.</source>
<translation>取回完整文件，或删除 {card}。</translation>
</message>
<message>
<source>Give it a lower id.</source>
<translation>给它更小的 ID。</translation>
</message>
<message>
<source>Give it a text.</source>
<translation>为它填写文本。</translation>
</message>
<message>
<source>Give it an unused id.</source>
<translation>给它一个未使用的 ID。</translation>
</message>
<message>
<source>Give these tokens these ids, or choose another format.</source>
<translation>给这些词元这些 ID，或选择其他格式。</translation>
</message>
<message>
<source>HF_HUB_OFFLINE is set, so the Hub is not used</source>
<translation>已设置 HF_HUB_OFFLINE，因此不访问 Hub</translation>
</message>
<message>
<source>Hold out more, or add texts: intervals need {fewest}, so about {needed} documents in all.</source>
<translation>多留出一些，或添加文本：区间需要 {fewest} 个，因此总共约需 {needed} 个文档。</translation>
</message>
<message>
<source>If not intended, delete the card.</source>
<translation>如非有意，删除信息卡。</translation>
</message>
<message>
<source>If the special token contains a line end, remove it; otherwise get a new copy.</source>
<translation>如果特殊词元含有换行，请去除；否则获取新的副本。</translation>
</message>
<message>
<source>If the split pattern continues on this line, write it in one line; otherwise get a new copy.</source>
<translation>如果预分词正则延续到此行，请写成一行；否则获取新的副本。</translation>
</message>
<message>
<source>If you need its ids, compare some.</source>
<translation>如果需要它的 ID，请比较一些。</translation>
</message>
<message>
<source>If you trust it, read it anyway.</source>
<translation>若信任它，仍可读取。</translation>
</message>
<message>
<source>If your texts have any, keep the file's own format.</source>
<translation>若文本中有这种情况，保留文件原来的格式。</translation>
</message>
<message>
<source>Include it again in the list of the folder's files.</source>
<translation>重新把它列入该文件夹的文件。</translation>
</message>
<message>
<source>Input/output error</source>
<translation>输入/输出错误</translation>
</message>
<message>
<source>Install fsspec, and s3fs for S3.</source>
<translation>安装 fsspec；读取 S3 还需要 s3fs。</translation>
</message>
<message>
<source>Install it to check the file.</source>
<translation>安装它以检查文件。</translation>
</message>
<message>
<source>Install it, or open a local file.</source>
<translation>安装它，或打开本地文件。</translation>
</message>
<message>
<source>Install the package ray[data].</source>
<translation>请安装软件包 ray[data]。</translation>
</message>
<message>
<source>Is a directory</source>
<translation>这是一个文件夹</translation>
</message>
<message>
<source>It may have been moved; choose it again.</source>
<translation>它可能已被移动；请重新选择。</translation>
</message>
<message>
<source>Its own pattern gives its library's ids.</source>
<translation>用其自带的正则才能得到其库的 ID。</translation>
</message>
<message>
<source>Keep the .card.json file next to the file.</source>
<translation>把 .card.json 文件放在该文件旁边。</translation>
</message>
<message>
<source>Keep the file that you opened.</source>
<translation>请保留所打开的文件。</translation>
</message>
<message>
<source>Keep this token.</source>
<translation>保留此词元。</translation>
</message>
<message>
<source>Leave it out, or forbid less.</source>
<translation>去除它，或减少禁用。</translation>
</message>
<message>
<source>Leave it out, or get a new copy.</source>
<translation>去除它，或获取新的副本。</translation>
</message>
<message>
<source>Leave it out, or save it as UTF-8.</source>
<translation>去除它，或保存为 UTF-8。</translation>
</message>
<message>
<source>Leave it out.</source>
<translation>去除它。</translation>
</message>
<message>
<source>Leave one of the two out.</source>
<translation>去除两者之一。</translation>
</message>
<message>
<source>Leave out the new one.</source>
<translation>不要指定新的正则。</translation>
</message>
<message>
<source>Leave the role unk as it is.</source>
<translation>角色 unk 请保持不变。</translation>
</message>
<message>
<source>Let it count first.</source>
<translation>先让它统计。</translation>
</message>
<message>
<source>Lower the counts or weights.</source>
<translation>减小次数或权重。</translation>
</message>
<message>
<source>Lower the held-out share, or add texts: a plain text file is one document.</source>
<translation>降低留出占比，或添加文本：一个纯文本文件是一个文档。</translation>
</message>
<message>
<source>Lower the held-out share.</source>
<translation>降低留出占比。</translation>
</message>
<message>
<source>Measure again.</source>
<translation>重新测量。</translation>
</message>
<message>
<source>Move the token after the merges.</source>
<translation>把该词元移到合并之后。</translation>
</message>
<message>
<source>Name a branch, tag or commit.</source>
<translation>指定分支、标签或提交。</translation>
</message>
<message>
<source>Name a file, or fetch the vocabulary.</source>
<translation>指定文件，或下载词表。</translation>
</message>
<message>
<source>Name a special token: {choices}.</source>
<translation>指定一个特殊词元：{choices}。</translation>
</message>
<message>
<source>Name one of {choices}.</source>
<translation>指定 {choices} 之一。</translation>
</message>
<message>
<source>Name one or more.</source>
<translation>指定一个或多个。</translation>
</message>
<message>
<source>Name or service not known</source>
<translation>找不到这个主机名</translation>
</message>
<message>
<source>Name the right one “input_ids”.</source>
<translation>把正确的键命名为“input_ids”。</translation>
</message>
<message>
<source>Network is unreachable</source>
<translation>网络不可达</translation>
</message>
<message>
<source>No action is needed.</source>
<translation>无需操作。</translation>
</message>
<message>
<source>No action is needed; saving it again corrects this.</source>
<translation>无需操作；重新保存会更正它。</translation>
</message>
<message>
<source>No route to host</source>
<translation>没有到主机的路由</translation>
</message>
<message>
<source>No space left on device</source>
<translation>设备上没有剩余空间</translation>
</message>
<message>
<source>No such device or address</source>
<translation>没有这个设备或地址</translation>
</message>
<message>
<source>No such file or directory</source>
<translation>没有这个文件或文件夹</translation>
</message>
<message>
<source>Not a directory</source>
<translation>不是文件夹</translation>
</message>
<message>
<source>Nothing was written. Choose a format that holds everything.</source>
<translation>未写入任何内容。请选择能保存全部内容的格式。</translation>
</message>
<message>
<source>Nothing was written. Please report this.</source>
<translation>未写入任何内容。请报告此问题。</translation>
</message>
<message>
<source>Nothing was written. Try a shorter text.</source>
<translation>未写入任何内容。请用较短的文本再试。</translation>
</message>
<message>
<source>Number the shards from 0 to {last}.</source>
<translation>分片从 0 编号到 {last}。</translation>
</message>
<message>
<source>Open a local file.</source>
<translation>打开本地文件。</translation>
</message>
<message>
<source>Open it again, or choose another.</source>
<translation>重新打开它，或选择其他文件。</translation>
</message>
<message>
<source>Open it again, then save the session.</source>
<translation>重新打开它，再保存会话。</translation>
</message>
<message>
<source>Open its .model.</source>
<translation>打开它的 .model。</translation>
</message>
<message>
<source>Open its ranks (.tiktoken).</source>
<translation>打开其 ranks 文件（.tiktoken）。</translation>
</message>
<message>
<source>Open the .model next time.</source>
<translation>下次请打开 .model 文件。</translation>
</message>
<message>
<source>Open the tokenizer.json or SentencePiece model that it was made from.</source>
<translation>打开它所来自的 tokenizer.json 或 SentencePiece 模型。</translation>
</message>
<message>
<source>Open the tokenizer.json that it was made from.</source>
<translation>打开它所来自的 tokenizer.json。</translation>
</message>
<message>
<source>Operation not permitted</source>
<translation>不允许此操作</translation>
</message>
<message>
<source>PDF files</source>
<translation>PDF 文件</translation>
</message>
<message>
<source>PDF files are not read</source>
<translation>不读取 PDF 文件</translation>
</message>
<message>
<source>Parquet files need pyarrow, which is not installed</source>
<translation>Parquet 文件需要 pyarrow，但未安装</translation>
</message>
<message>
<source>Pass a list of ids.</source>
<translation>请传入 ID 列表。</translation>
</message>
<message>
<source>Pass a list of such lists.</source>
<translation>传入由这种列表组成的列表。</translation>
</message>
<message>
<source>Pass a list of them.</source>
<translation>传入文档的列表。</translation>
</message>
<message>
<source>Pass a list, or call encode.</source>
<translation>传入列表，或调用 encode。</translation>
</message>
<message>
<source>Pass a text.</source>
<translation>请传入文本。</translation>
</message>
<message>
<source>Pass a token.</source>
<translation>请传入词元。</translation>
</message>
<message>
<source>Pass an id.</source>
<translation>请传入 ID。</translation>
</message>
<message>
<source>Pass the file's pattern to minbpe's RegexTokenizer, or train with the preset minbpe.</source>
<translation>把文件的正则传给 minbpe 的 RegexTokenizer，或用 minbpe 预设训练。</translation>
</message>
<message>
<source>Permission denied</source>
<translation>没有权限</translation>
</message>
<message>
<source>Please report it with the details.</source>
<translation>请附上详情报告此问题。</translation>
</message>
<message>
<source>Published vocabularies have up to 40 MB. If this is the right file, open it anyway.</source>
<translation>已发布的词表最大约 40 MB。如果文件没错，仍可打开。</translation>
</message>
<message>
<source>Put a number in its place, or get a new copy.</source>
<translation>在其位置填入数字，或获取新的副本。</translation>
</message>
<message>
<source>Put it into model.vocab with id {id}.</source>
<translation>以 ID {id} 把它放入 model.vocab。</translation>
</message>
<message>
<source>Put it into the same folder as one of: {choices}.</source>
<translation>把它放在与以下之一相同的文件夹中：{choices}。</translation>
</message>
<message>
<source>Put the piece first.</source>
<translation>把片段放在前面。</translation>
</message>
<message>
<source>Put two or more with equally many lines into one folder.</source>
<translation>在一个文件夹中放入两个或更多行数相等的文件。</translation>
</message>
<message>
<source>Raise the limit, drop the rarest, or use less text.</source>
<translation>提高上限、丢弃最罕见的，或减少文本。</translation>
</message>
<message>
<source>Raise the memory limit.</source>
<translation>提高内存上限。</translation>
</message>
<message>
<source>Ray cannot be imported: {reason}</source>
<translation>无法导入 Ray：{reason}</translation>
</message>
<message>
<source>Ray could not count: {reason}</source>
<translation>Ray 无法统计：{reason}</translation>
</message>
<message>
<source>Ray did not start on this computer: {reason}</source>
<translation>Ray 没有在这台计算机上启动：{reason}</translation>
</message>
<message>
<source>Read-only file system</source>
<translation>只读文件系统</translation>
</message>
<message>
<source>Reinstall the program, or choose another file.</source>
<translation>重新安装程序，或选择其他文件。</translation>
</message>
<message>
<source>Reinstall the program.</source>
<translation>重新安装程序。</translation>
</message>
<message>
<source>Remove (?r).</source>
<translation>去除 (?r)。</translation>
</message>
<message>
<source>Remove it, or get a new copy.</source>
<translation>去除它，或获取新的副本。</translation>
</message>
<message>
<source>Remove it, or give it a text.</source>
<translation>删除它，或给它文本。</translation>
</message>
<message>
<source>Remove it; for a brace write \{{.</source>
<translation>去除它；若要花括号，写作 \{{。</translation>
</message>
<message>
<source>Remove one of the two.</source>
<translation>去除两者之一。</translation>
</message>
<message>
<source>Remove one.</source>
<translation>去除一个。</translation>
</message>
<message>
<source>Remove other tokens.</source>
<translation>删除其他词元。</translation>
</message>
<message>
<source>Remove such characters, or use another tokenizer.</source>
<translation>去除这些字符，或使用其他分词器。</translation>
</message>
<message>
<source>Remove the ), or write \).</source>
<translation>删除 )，或写作 \)。</translation>
</message>
<message>
<source>Remove the cause and save it again; until then, these files do not belong together.</source>
<translation>消除原因后重新保存；在此之前，这些文件不成套。</translation>
</message>
<message>
<source>Remove the line, or get a new copy.</source>
<translation>去除该行，或获取新的副本。</translation>
</message>
<message>
<source>Remove the link.</source>
<translation>去除该链接。</translation>
</message>
<message>
<source>Remove the pattern, or choose another preset.</source>
<translation>删除预分词正则，或选择其他预设。</translation>
</message>
<message>
<source>Remove them from texts you do not trust.</source>
<translation>请把它们从不可信的文本中去除。</translation>
</message>
<message>
<source>Remove these too.</source>
<translation>也删除这些。</translation>
</message>
<message>
<source>Remove this part.</source>
<translation>删除此部分。</translation>
</message>
<message>
<source>Rename some columns, or change the kind.</source>
<translation>重命名列，或更改种类。</translation>
</message>
<message>
<source>Rename the special token.</source>
<translation>重命名该特殊词元。</translation>
</message>
<message>
<source>Rename the token, or choose another format.</source>
<translation>重命名该词元，或选择其他格式。</translation>
</message>
<message>
<source>Rename the token, or save as tiktoken ranks (.tiktoken).</source>
<translation>重命名该词元，或保存为 tiktoken 合并序号 (.tiktoken)。</translation>
</message>
<message>
<source>Reopen or replace it, or save elsewhere.</source>
<translation>重新打开或替换它，或保存到别处。</translation>
</message>
<message>
<source>Repair it, or encode whole files.</source>
<translation>修复它，或按整个文件编码。</translation>
</message>
<message>
<source>Repair it, or get a new copy.</source>
<translation>修复它，或获取新的副本。</translation>
</message>
<message>
<source>Repair the link, or choose the file itself.</source>
<translation>修复该链接，或选择文件本身。</translation>
</message>
<message>
<source>Repeat it in a shell, with that text.</source>
<translation>在 shell 中用该文本重复训练。</translation>
</message>
<message>
<source>Restore that text.</source>
<translation>恢复该文本。</translation>
</message>
<message>
<source>Resume it to continue.</source>
<translation>继续训练即可。</translation>
</message>
<message>
<source>Resume it, or remove the folder.</source>
<translation>继续它，或删除该文件夹。</translation>
</message>
<message>
<source>Run it in a shell to see why.</source>
<translation>在 shell 中运行它以查看原因。</translation>
</message>
<message>
<source>Save as JSON lines (.jsonl).</source>
<translation>保存为 JSON 行 (.jsonl)。</translation>
</message>
<message>
<source>Save elsewhere, or move that file.</source>
<translation>保存到别处，或移走那个文件。</translation>
</message>
<message>
<source>Save it as UTF-8, or get a new copy.</source>
<translation>保存为 UTF-8，或获取新的副本。</translation>
</message>
<message>
<source>Save it as a Hugging Face tokenizer (.json).</source>
<translation>保存为 Hugging Face 分词器（.json）。</translation>
</message>
<message>
<source>Save it as a SentencePiece model (.model), or write it anyway.</source>
<translation>保存为 SentencePiece 模型（.model），或仍然写入。</translation>
</message>
<message>
<source>Save it as a SentencePiece model (.model).</source>
<translation>保存为 SentencePiece 模型（.model）。</translation>
</message>
<message>
<source>Save it as a minbpe model (.model).</source>
<translation>保存为 minbpe 模型（.model）。</translation>
</message>
<message>
<source>Save it as its own file.</source>
<translation>把文本另存为单独的文件。</translation>
</message>
<message>
<source>Save it as text in its own program.</source>
<translation>在其自己的程序中保存为文本。</translation>
</message>
<message>
<source>Save it as text, or unpack it and strip its HTML.</source>
<translation>保存为文本，或解压并去除其 HTML。</translation>
</message>
<message>
<source>Save it as tiktoken ranks (.tiktoken).</source>
<translation>保存为 tiktoken ranks（.tiktoken）。</translation>
</message>
<message>
<source>Save it as version 1.0 with tokenizers.</source>
<translation>用 tokenizers 保存为 1.0 版本。</translation>
</message>
<message>
<source>Save it elsewhere, or replace that file.</source>
<translation>保存到别处，或替换该文件。</translation>
</message>
<message>
<source>Save it here once to get a card.</source>
<translation>在此保存一次即可得到信息卡。</translation>
</message>
<message>
<source>Save it under another name or in another folder.</source>
<translation>以其他名称或在其他文件夹中保存。</translation>
</message>
<message>
<source>Save it with smaller row groups.</source>
<translation>以较小的行组保存。</translation>
</message>
<message>
<source>Save its text as a text file.</source>
<translation>把其文本保存为文本文件。</translation>
</message>
<message>
<source>Save or export it before you quit.</source>
<translation>退出前请保存或导出它。</translation>
</message>
<message>
<source>Save the ids again with numpy.save.</source>
<translation>用 numpy.save 重新保存这些 ID。</translation>
</message>
<message>
<source>Save the ids as a 1-D array of integers.</source>
<translation>把 ID 保存为一维整数数组。</translation>
</message>
<message>
<source>Saving it again corrects this.</source>
<translation>重新保存会更正它。</translation>
</message>
<message>
<source>See Ray's log, and count again.</source>
<translation>查看 Ray 的日志，然后重新统计。</translation>
</message>
<message>
<source>Set the options and sources yourself.</source>
<translation>请自行设置选项和来源。</translation>
</message>
<message>
<source>Set the text's key, or encode whole files.</source>
<translation>设置文本的键，或编码整个文件。</translation>
</message>
<message>
<source>Set “dropout” in the file to null.</source>
<translation>把文件中的“dropout”设为 null。</translation>
</message>
<message>
<source>Shorten it, or close other programs and open it anyway.</source>
<translation>缩短它，或关闭其他程序后仍然打开。</translation>
</message>
<message>
<source>Shorten or truncate the text.</source>
<translation>缩短或截断文本。</translation>
</message>
<message>
<source>Shorten the pattern.</source>
<translation>缩短正则。</translation>
</message>
<message>
<source>Simplify it, or use less text.</source>
<translation>简化它，或减少文本。</translation>
</message>
<message>
<source>Simplify it: repeated groups should match the same text in only one way.</source>
<translation>简化它：重复的分组应只有一种方式匹配同一文本。</translation>
</message>
<message>
<source>Simplify the pattern.</source>
<translation>简化正则。</translation>
</message>
<message>
<source>Split it, or encode the file as one text.</source>
<translation>拆分该行，或把文件作为一个文本编码。</translation>
</message>
<message>
<source>Start again in another folder.</source>
<translation>在其他文件夹重新开始。</translation>
</message>
<message>
<source>Start again.</source>
<translation>重新开始。</translation>
</message>
<message>
<source>Start one, or use “local”.</source>
<translation>启动一个，或使用“local”。</translation>
</message>
<message>
<source>Such a vocabulary cannot be extended.</source>
<translation>这样的词表无法扩展。</translation>
</message>
<message>
<source>Switch some off, and copy a command for each kind.</source>
<translation>停用其中一些，并为每一类各复制一条命令。</translation>
</message>
<message>
<source>Temporary failure in name resolution</source>
<translation>域名解析暂时失败</translation>
</message>
<message>
<source>The bytes must be ids 3 to 258.</source>
<translation>各字节的 ID 必须是 3 到 258。</translation>
</message>
<message>
<source>The changed texts are measured.</source>
<translation>所测量的是改变后的文本。</translation>
</message>
<message>
<source>The figures are those of the rest.</source>
<translation>这些数值属于其余部分。</translation>
</message>
<message>
<source>The file is cut short; get a new copy.</source>
<translation>文件被截断；请获取新的副本。</translation>
</message>
<message>
<source>The file is damaged; get a new copy.</source>
<translation>文件已损坏；请获取新的副本。</translation>
</message>
<message>
<source>The others are in its folder.</source>
<translation>其余的在同一文件夹中。</translation>
</message>
<message>
<source>The text was counted again.</source>
<translation>已重新统计文本。</translation>
</message>
<message>
<source>The tokenizer is not affected.</source>
<translation>分词器不受影响。</translation>
</message>
<message>
<source>The vocabulary and the merges do not belong together; get a new copy.</source>
<translation>词表与合并不成套；请获取新的副本。</translation>
</message>
<message>
<source>They are ignored.</source>
<translation>它们会被忽略。</translation>
</message>
<message>
<source>They are left out.</source>
<translation>它们会被略去。</translation>
</message>
<message>
<source>This vocabulary cannot encode every text; get a complete copy.</source>
<translation>此词表无法编码每个文本；请获取完整的副本。</translation>
</message>
<message>
<source>To read it, choose the file itself.</source>
<translation>要读取它，请直接选择该文件。</translation>
</message>
<message>
<source>Too many levels of symbolic links</source>
<translation>符号链接层数过多</translation>
</message>
<message>
<source>Too many open files</source>
<translation>打开的文件过多</translation>
</message>
<message>
<source>Train again: the input changed.</source>
<translation>重新训练：输入已改变。</translation>
</message>
<message>
<source>Train fewer, or open it here.</source>
<translation>减少合并次数，或在本程序中打开。</translation>
</message>
<message>
<source>Train on more text.</source>
<translation>用更多文本训练。</translation>
</message>
<message>
<source>Train on them, or switch them off.</source>
<translation>用它们训练，或停用它们。</translation>
</message>
<message>
<source>Train on whole documents.</source>
<translation>用完整的文档训练。</translation>
</message>
<message>
<source>Train with a special token as eos.</source>
<translation>训练时用一个特殊词元作为 eos。</translation>
</message>
<message>
<source>Train with another split pattern.</source>
<translation>用其他预分词正则训练。</translation>
</message>
<message>
<source>Train with special tokens to avoid unused ids.</source>
<translation>训练时加入特殊词元，以避免未使用的 ID。</translation>
</message>
<message>
<source>Train with the preset GPT-2 or minbpe, or choose another format.</source>
<translation>用 GPT-2 或 minbpe 预设训练，或选择其他格式。</translation>
</message>
<message>
<source>Train with the preset minbpe, which differs in this alone, or choose another format.</source>
<translation>用预设 minbpe 训练（只有这一点不同），或选择其他格式。</translation>
</message>
<message>
<source>Training continues without a checkpoint.</source>
<translation>训练继续进行，但没有检查点。</translation>
</message>
<message>
<source>Training resumed from merge {n_merges}.</source>
<translation>训练已从第 {n_merges} 次合并继续。</translation>
</message>
<message>
<source>Training started from the beginning.</source>
<translation>训练从头开始。</translation>
</message>
<message>
<source>Truncate or pad the ids yourself.</source>
<translation>在模型需要处截断或填充 ID。</translation>
</message>
<message>
<source>Try a smaller input.</source>
<translation>请用较小的输入再试。</translation>
</message>
<message>
<source>Try again later, or open a local file.</source>
<translation>稍后重试，或打开本地文件。</translation>
</message>
<message>
<source>Type one, or choose the preset without a split.</source>
<translation>输入一个，或选择不预分词的预设。</translation>
</message>
<message>
<source>Undo the change, or start again in another folder.</source>
<translation>撤销此更改，或在其他文件夹重新开始。</translation>
</message>
<message>
<source>Unicode version</source>
<translation>Unicode 版本</translation>
</message>
<message>
<source>Unpack it into a folder, or pack its files as zip.</source>
<translation>把它解压到文件夹，或把其中的文件打包为 zip。</translation>
</message>
<message>
<source>Unpack it once yourself.</source>
<translation>请自行先解压一次。</translation>
</message>
<message>
<source>Unpack it yourself with its password.</source>
<translation>请自行用其密码解压。</translation>
</message>
<message>
<source>Unpack it yourself.</source>
<translation>请自行解压。</translation>
</message>
<message>
<source>Unpack only the members that you need.</source>
<translation>只解压所需的成员。</translation>
</message>
<message>
<source>Unset it, or open a local file.</source>
<translation>取消该设置，或打开本地文件。</translation>
</message>
<message>
<source>Update the program.</source>
<translation>更新程序。</translation>
</message>
<message>
<source>Use + instead of *, for example.</source>
<translation>例如用 + 代替 *。</translation>
</message>
<message>
<source>Use ChatML instead.</source>
<translation>改用 ChatML。</translation>
</message>
<message>
<source>Use ChatML or another template.</source>
<translation>使用 ChatML 或其他模板。</translation>
</message>
<message>
<source>Use ChatML, or check the template (Tokenizer › Chat template…).</source>
<translation>使用 ChatML，或检查模板（分词器 › 对话模板…）。</translation>
</message>
<message>
<source>Use a Unicode script name, such as Cyrillic.</source>
<translation>使用 Unicode 文字系统名，如 Cyrillic。</translation>
</message>
<message>
<source>Use a byte-level, CLIP or SentencePiece one.</source>
<translation>使用字节级、CLIP 或 SentencePiece 分词器。</translation>
</message>
<message>
<source>Use a file, or a list of texts.</source>
<translation>使用文件，或文本列表。</translation>
</message>
<message>
<source>Use a larger context length.</source>
<translation>使用更大的上下文长度。</translation>
</message>
<message>
<source>Use a larger sample.</source>
<translation>使用更大的样本。</translation>
</message>
<message>
<source>Use a name such as “{instead}”.</source>
<translation>使用如“{instead}”的名称。</translation>
</message>
<message>
<source>Use a number above 0, up to 1.</source>
<translation>使用大于 0、不超过 1 的数。</translation>
</message>
<message>
<source>Use a number of 0 or more; a gain must be below 1.</source>
<translation>使用 0 或更大的数；增益必须小于 1。</translation>
</message>
<message>
<source>Use a number of 1 or more.</source>
<translation>使用 1 或更大的数。</translation>
</message>
<message>
<source>Use a published pattern, UTF-8 text and formats that the program reads itself.</source>
<translation>请使用已发布的模式、UTF-8 文本，以及程序自己能读取的格式。</translation>
</message>
<message>
<source>Use a shorter text; if it happens on opening, check where the file comes from.</source>
<translation>使用较短的文本；若在打开时发生，请检查文件的来源。</translation>
</message>
<message>
<source>Use a vocabulary with byte fallback.</source>
<translation>使用带字节回退的词表。</translation>
</message>
<message>
<source>Use another split pattern, or less text.</source>
<translation>换用其他预分词正则，或减少文本。</translation>
</message>
<message>
<source>Use another split pattern, or raise the limit.</source>
<translation>换用其他预分词正则，或提高上限。</translation>
</message>
<message>
<source>Use another tokenizer, or leave them out.</source>
<translation>使用其他分词器，或略去它们。</translation>
</message>
<message>
<source>Use another value.</source>
<translation>使用其他值。</translation>
</message>
<message>
<source>Use counts below 10^18.</source>
<translation>使用小于 10^18 的次数。</translation>
</message>
<message>
<source>Use counts of 0 or more.</source>
<translation>使用 0 或更大的次数。</translation>
</message>
<message>
<source>Use fewer messages, or ChatML.</source>
<translation>减少消息，或使用 ChatML。</translation>
</message>
<message>
<source>Use fewer nested groups.</source>
<translation>减少嵌套的分组。</translation>
</message>
<message>
<source>Use fewer parts.</source>
<translation>减少部分的数量。</translation>
</message>
<message>
<source>Use fewer, or a larger vocabulary.</source>
<translation>减少种子词元，或增大词表。</translation>
</message>
<message>
<source>Use file name patterns.</source>
<translation>使用文件名模式。</translation>
</message>
<message>
<source>Use one of {choices}, or choose a format.</source>
<translation>使用 {choices} 之一，或选择格式。</translation>
</message>
<message>
<source>Use one up to 1, such as 0.99995.</source>
<translation>使用不超过 1 的数，如 0.99995。</translation>
</message>
<message>
<source>Use the parts, not their sum, or count in more shards.</source>
<translation>使用各部分，而不是其总和，或分成更多分片来计数。</translation>
</message>
<message>
<source>Use the same setting.</source>
<translation>使用相同的设置。</translation>
</message>
<message>
<source>Use u32 or npy, which hold larger ids.</source>
<translation>使用 u32 或 npy，它们能容纳更大的 ID。</translation>
</message>
<message>
<source>Use whole numbers of 0 or more.</source>
<translation>使用 0 或更大的整数。</translation>
</message>
<message>
<source>Use whole numbers, separated by spaces or commas.</source>
<translation>使用以空格或逗号分隔的整数。</translation>
</message>
<message>
<source>Use {choices}, or a set of texts.</source>
<translation>使用 {choices}，或一组文本。</translation>
</message>
<message>
<source>Valid UTF-8 is unaffected.</source>
<translation>有效的 UTF-8 不受影响。</translation>
</message>
<message>
<source>Wait until it ends, or use another folder.</source>
<translation>等它结束，或使用其他文件夹。</translation>
</message>
<message>
<source>Wait until it is finished.</source>
<translation>等它完成。</translation>
</message>
<message>
<source>Wait until no program writes to the file, then retry.</source>
<translation>等到没有程序写入该文件后重试。</translation>
</message>
<message>
<source>Wait until that run ends, or stop it first.</source>
<translation>等待该任务结束，或先停止它。</translation>
</message>
<message>
<source>With another, ids differ.</source>
<translation>若用别的正则，ID 会不同。</translation>
</message>
<message>
<source>Write (?:…), or save as tiktoken ranks (.tiktoken).</source>
<translation>写作 (?:…)，或保存为 tiktoken 合并序号 (.tiktoken)。</translation>
</message>
<message>
<source>Write \n or \r, or save as tiktoken ranks (.tiktoken).</source>
<translation>写作 \n 或 \r，或保存为 tiktoken 合并序号 (.tiktoken)。</translation>
</message>
<message>
<source>Write a backslash as \\.</source>
<translation>反斜杠写作 \\。</translation>
</message>
<message>
<source>Write groups as \1 or \g&lt;name&gt;.</source>
<translation>分组写作 \1 或 \g&lt;name&gt;。</translation>
</message>
<message>
<source>Write it with whole characters.</source>
<translation>请以完整的字符书写。</translation>
</message>
<message>
<source>Write owner/name or owner/name@revision.</source>
<translation>写作 owner/name 或 owner/name@revision。</translation>
</message>
<message>
<source>Write that space as \x20, or save as tiktoken ranks (.tiktoken).</source>
<translation>把该空格写作 \x20，或保存为 tiktoken 合并序号 (.tiktoken)。</translation>
</message>
<message>
<source>Write the group out there.</source>
<translation>请在该处写出该分组。</translation>
</message>
<message>
<source>Write the merges as lists.</source>
<translation>把合并写成列表。</translation>
</message>
<message>
<source>Write to this computer, then copy the file.</source>
<translation>先写到本机，再复制文件。</translation>
</message>
<message>
<source>Write {instead} instead.</source>
<translation>改写为 {instead}。</translation>
</message>
<message>
<source>a .vocab cannot be opened; {model} was opened</source>
<translation>.vocab 无法打开；已打开 {model}</translation>
</message>
<message>
<source>a .vocab is incomplete; {model} is missing or different</source>
<translation>.vocab 不完整；{model} 缺失或不同</translation>
</message>
<message>
<source>a CLIP file cannot store this tokenizer: CLIP cleans text, and this tokenizer does not</source>
<translation>CLIP 文件无法保存此分词器：CLIP 会清洗文本，而此分词器不会</translation>
</message>
<message>
<source>a CLIP file cannot store this tokenizer: it needs word-end merges (&lt;/w&gt;), as in CLIP</source>
<translation>CLIP 文件无法保存此分词器：它需要 CLIP 那样的词尾合并（&lt;/w&gt;）</translation>
</message>
<message>
<source>a CLIP file cannot store this tokenizer: it needs {held}; “{token}” differs</source>
<translation>CLIP 文件无法保存此分词器：它需要 {held}；“{token}”不同</translation>
</message>
<message>
<source>a GGUF file</source>
<translation>GGUF 文件</translation>
</message>
<message>
<source>a GGUF vocabulary cannot store this tokenizer: id {id} is more than {limit} above the rest</source>
<translation>GGUF 词表无法保存此分词器：ID {id} 比其余的大了超过 {limit}</translation>
</message>
<message>
<source>a GGUF vocabulary cannot store this tokenizer: llama.cpp has no equivalent tokenizer</source>
<translation>GGUF 词表无法保存此分词器：llama.cpp 没有对应的分词器</translation>
</message>
<message>
<source>a GGUF vocabulary cannot store this tokenizer: llama.cpp has no such split</source>
<translation>GGUF 词表无法保存此分词器：llama.cpp 没有这种预分词</translation>
</message>
<message>
<source>a GGUF vocabulary cannot store this tokenizer: llama.cpp's split treats whole words differently</source>
<translation>GGUF 词表无法保存此分词器：llama.cpp 的预分词对整词的处理不同</translation>
</message>
<message>
<source>a GGUF vocabulary cannot store this tokenizer: token {id}, “{token}”, is not a merge of two others</source>
<translation>GGUF 词表无法保存此分词器：词元 {id}“{token}”不是由另外两个合并而成</translation>
</message>
<message>
<source>a PDF document</source>
<translation>PDF 文档</translation>
</message>
<message>
<source>a PNG picture</source>
<translation>PNG 图片</translation>
</message>
<message>
<source>a Parquet table</source>
<translation>Parquet 表</translation>
</message>
<message>
<source>a Python pickle</source>
<translation>Python pickle</translation>
</message>
<message>
<source>a SentencePiece model</source>
<translation>SentencePiece 模型</translation>
</message>
<message>
<source>a SentencePiece model cannot store this tokenizer: SentencePiece needs scores; this one has ranks</source>
<translation>SentencePiece 模型无法保存此分词器：SentencePiece 需要分数，而它只有序号</translation>
</message>
<message>
<source>a SentencePiece model cannot store this tokenizer: it has several unknown tokens</source>
<translation>SentencePiece 模型无法保存此分词器：它有多个未知词元</translation>
</message>
<message>
<source>a SentencePiece model cannot store this tokenizer: special token {id}, “{token}”, is not a control token</source>
<translation>SentencePiece 模型无法保存此分词器：特殊词元 {id}“{token}”不是控制词元</translation>
</message>
<message>
<source>a SentencePiece model cannot store this tokenizer: with “▁” for spaces, token {id} equals another one</source>
<translation>SentencePiece 模型无法保存此分词器：以“▁”表示空格时，词元 {id} 与另一个相同</translation>
</message>
<message>
<source>a URL cannot be written to</source>
<translation>不能写入 URL</translation>
</message>
<message>
<source>a batch must be a list of lists of ids, not {type}</source>
<translation>批次应为多个 ID 列表，而不是 {type}</translation>
</message>
<message>
<source>a command reads all files of a folder alike</source>
<translation>命令以相同方式读取文件夹中的所有文件</translation>
</message>
<message>
<source>a command reads all sources alike</source>
<translation>命令以相同方式读取所有来源</translation>
</message>
<message>
<source>a count is negative</source>
<translation>有一个次数是负数</translation>
</message>
<message>
<source>a field of type {kind} is not allowed here</source>
<translation>此处不允许类型为 {kind} 的字段</translation>
</message>
<message>
<source>a file of counts cannot be cut; parts: {n}, needed: {least}</source>
<translation>计数文件不能切开；部分：{n}，需要：{least}</translation>
</message>
<message>
<source>a file of tiktoken ranks cannot store this tokenizer: only tiktoken makes token {id}, “{token}”, from bytes</source>
<translation>tiktoken ranks 文件无法保存此分词器：只有 tiktoken 会由字节得到词元 {id}“{token}”</translation>
</message>
<message>
<source>a file of tiktoken ranks cannot store this tokenizer: tokens {first} and {second} are both “{token}”</source>
<translation>tiktoken ranks 文件无法保存此分词器：词元 {first} 和 {second} 都是“{token}”</translation>
</message>
<message>
<source>a file of version {version} must list its special tokens</source>
<translation>{version} 版的文件必须列出其特殊词元</translation>
</message>
<message>
<source>a file that {format} puts next to it would have the same name</source>
<translation>{format} 放在旁边的某个文件会重名</translation>
</message>
<message>
<source>a list of merges (merges.txt)</source>
<translation>合并列表（merges.txt）</translation>
</message>
<message>
<source>a list of texts</source>
<translation>文本列表</translation>
</message>
<message>
<source>a llama2.c tokenizer cannot store this tokenizer: ids 0 to 258 must be unknown, start, end and bytes</source>
<translation>llama2.c 分词器无法保存此分词器：ID 0 至 258 必须是未知、开头、结尾和字节</translation>
</message>
<message>
<source>a llama2.c tokenizer cannot store this tokenizer: it has {held} and no “{token}”</source>
<translation>llama2.c 分词器无法保存此分词器：它有 {held}，没有“{token}”</translation>
</message>
<message>
<source>a llama2.c tokenizer cannot store this tokenizer: llama2.c needs scores; this one has ranks</source>
<translation>llama2.c 分词器无法保存此分词器：llama2.c 需要分数，而它只有序号</translation>
</message>
<message>
<source>a merge would make token {id} again</source>
<translation>某次合并会再次产生词元 {id}</translation>
</message>
<message>
<source>a minbpe model cannot store this tokenizer: byte 0x{byte} has id {id}; a byte must be its own id</source>
<translation>minbpe 模型无法保存此分词器：字节 0x{byte} 的 ID 为 {id}；字节必须以自身为 ID</translation>
</message>
<message>
<source>a minbpe model cannot store this tokenizer: capture groups lose text in minbpe</source>
<translation>minbpe 模型无法保存此分词器：捕获组会使 minbpe 丢失文本</translation>
</message>
<message>
<source>a minbpe model cannot store this tokenizer: id {id} has no token, and merges must have no gaps</source>
<translation>minbpe 模型无法保存此分词器：ID {id} 没有词元，而合并之间不能有空位</translation>
</message>
<message>
<source>a minbpe model cannot store this tokenizer: its pattern contains a lone surrogate</source>
<translation>minbpe 模型无法保存此分词器：其正则含有孤立代理项</translation>
</message>
<message>
<source>a minbpe model cannot store this tokenizer: its pattern has a line end</source>
<translation>minbpe 模型无法保存此分词器：其正则中有换行</translation>
</message>
<message>
<source>a minbpe model cannot store this tokenizer: minbpe drops white space at the ends of a pattern</source>
<translation>minbpe 模型无法保存此分词器：minbpe 会去掉正则两端的空白</translation>
</message>
<message>
<source>a minbpe model cannot store this tokenizer: token {id}, “{token}”, is not a merge of two earlier ones</source>
<translation>minbpe 模型无法保存此分词器：词元 {id}“{token}”不是由两个更早的词元合并而成</translation>
</message>
<message>
<source>a minbpe model cannot store this tokenizer: “{token}” contains white space</source>
<translation>minbpe 模型无法保存此分词器：“{token}”含有空白</translation>
</message>
<message>
<source>a number without end</source>
<translation>没有结尾的数字</translation>
</message>
<message>
<source>a piece has {length} bytes, over {longest}</source>
<translation>有一个片段长 {length} 字节，超过 {longest}</translation>
</message>
<message>
<source>a piece is in more documents than it occurs times</source>
<translation>有一个片段所在的文档数多于它出现的次数</translation>
</message>
<message>
<source>a piece of over {limit} bytes needs over {percent} % of the memory</source>
<translation>超过 {limit} 字节的片段需要 {percent} % 以上的内存</translation>
</message>
<message>
<source>a quote is never closed</source>
<translation>有一个引号始终未闭合</translation>
</message>
<message>
<source>a record has over {limit} million characters</source>
<translation>有一条记录超过 {limit} 百万个字符</translation>
</message>
<message>
<source>a release of tokenizers before 0.20 cannot store this tokenizer: the token “{token}” contains a space</source>
<translation>0.20 之前的 tokenizers 无法保存此分词器：词元“{token}”含有空格</translation>
</message>
<message>
<source>a row should be a piece and its count, but is: {row}</source>
<translation>每行应为片段及其次数，但此行是：{row}</translation>
</message>
<message>
<source>a shard has at least 1 id</source>
<translation>分片至少有 1 个 ID</translation>
</message>
<message>
<source>a special token and its id</source>
<translation>特殊词元及其 ID</translation>
</message>
<message>
<source>a special token and its id were expected, but the line says “{line}”</source>
<translation>应为特殊词元及其 ID，但该行是“{line}”</translation>
</message>
<message>
<source>a split pattern</source>
<translation>预分词正则</translation>
</message>
<message>
<source>a tekken.json cannot store this tokenizer: it has no split pattern</source>
<translation>tekken.json 无法保存此分词器：它没有预分词正则</translation>
</message>
<message>
<source>a tekken.json cannot store this tokenizer: it needs special tokens, bytes, then others</source>
<translation>tekken.json 无法保存此分词器：须依次为特殊词元、字节、其他</translation>
</message>
<message>
<source>a tekken.json cannot store this tokenizer: only tekken produces token {id}, “{token}”</source>
<translation>tekken.json 无法保存此分词器：只有 tekken 会产生词元 {id}“{token}”</translation>
</message>
<message>
<source>a text</source>
<translation>文本</translation>
</message>
<message>
<source>a text must be str or bytes, not {type}</source>
<translation>文本应为 str 或 bytes，而不是 {type}</translation>
</message>
<message>
<source>a token has other keys than {keys}, which mistral_common refuses</source>
<translation>某个词元有 {keys} 以外的键，mistral_common 会拒绝</translation>
</message>
<message>
<source>a token in base64 and its rank were expected, but the line says “{line}”</source>
<translation>应为 base64 的词元及其 rank，但该行是“{line}”</translation>
</message>
<message>
<source>a token must be {wanted}, not {type}</source>
<translation>词元应为 {wanted}，而不是 {type}</translation>
</message>
<message>
<source>a token to add is empty</source>
<translation>要添加的词元为空</translation>
</message>
<message>
<source>a tokenizer.json cannot store this tokenizer: it has no model of this kind</source>
<translation>tokenizer.json 无法保存此分词器：它没有这类模型</translation>
</message>
<message>
<source>a tokenizer.json cannot store this tokenizer: its normalizer “{name}” has no counterpart there</source>
<translation>tokenizer.json 无法保存此分词器：其规范化器“{name}”在那里没有对应项</translation>
</message>
<message>
<source>a tokenizer.json cannot store this tokenizer: merging by its scores gives other ids for “{text}”</source>
<translation>tokenizer.json 无法保存此分词器：按其分数合并会使“{text}”得到其他 ID</translation>
</message>
<message>
<source>a tokenizer.json cannot store this tokenizer: only SentencePiece has user-defined and unused tokens</source>
<translation>tokenizer.json 无法保存此分词器：只有 SentencePiece 有用户定义和未用的词元</translation>
</message>
<message>
<source>a tokenizer.json cannot store this tokenizer: tokenizers matches the split pattern “{pattern}” differently</source>
<translation>tokenizer.json 无法保存此分词器：tokenizers 对预分词正则“{pattern}”的匹配不同</translation>
</message>
<message>
<source>a tokenizer.json cannot store this tokenizer: tokens {first} and {second} are both “{token}”</source>
<translation>tokenizer.json 无法保存此分词器：词元 {first} 和 {second} 都是“{token}”</translation>
</message>
<message>
<source>a tokenizer.json cannot store this tokenizer: “{token}”, with a space or “▁”, is matched only by tokenizers</source>
<translation>tokenizer.json 无法保存此分词器：“{token}”含空格或“▁”，只有 tokenizers 会匹配它</translation>
</message>
<message>
<source>a tokenizer.json cannot store this tokenizer: “▁” is a space, unlike in llama2.c</source>
<translation>tokenizer.json 无法保存此分词器：“▁”是空格，与 llama2.c 不同</translation>
</message>
<message>
<source>a training run stopped here after {n_merges} merges</source>
<translation>一次训练在 {n_merges} 次合并后停在这里</translation>
</message>
<message>
<source>a value is missing</source>
<translation>缺少一个值</translation>
</message>
<message>
<source>a value is of type {kind}, which does not exist</source>
<translation>某个值的类型为 {kind}，而此类型不存在</translation>
</message>
<message>
<source>a value leads outside of its texts</source>
<translation>有一个值指向它的文本之外</translation>
</message>
<message>
<source>a web page (HTML)</source>
<translation>网页（HTML）</translation>
</message>
<message>
<source>a zip archive</source>
<translation>zip 压缩包</translation>
</message>
<message>
<source>added to the others, a number in it is over 2^63 - 1</source>
<translation>与其他部分相加后，其中一个数超过 2^63 - 1</translation>
</message>
<message>
<source>after {n_equal} equal tokens, ids differ in line {line} of {text}</source>
<translation>{n_equal} 个相同的词元之后，ID 在{text}的第 {line} 行不同</translation>
</message>
<message>
<source>an exact copy of the opened file, which {library} runs</source>
<translation>所打开文件的原样副本，由 {library} 运行</translation>
</message>
<message>
<source>an extended tokenizer gets its tokens by adding, before or after</source>
<translation>扩展的分词器通过添加得到词元，在扩展之前或之后</translation>
</message>
<message>
<source>an extended tokenizer keeps its split</source>
<translation>扩展的分词器保留原有的预分词</translation>
</message>
<message>
<source>an id</source>
<translation>ID</translation>
</message>
<message>
<source>an id must be a whole number, not {type}</source>
<translation>ID 应为整数，而不是 {type}</translation>
</message>
<message>
<source>an iterator or open file is read only once</source>
<translation>迭代器或已打开的文件只能读取一次</translation>
</message>
<message>
<source>an object</source>
<translation>一个对象</translation>
</message>
<message>
<source>another program has changed the file</source>
<translation>另一个程序更改了该文件</translation>
</message>
<message>
<source>another run uses this checkpoint</source>
<translation>另一个任务正在使用此检查点</translation>
</message>
<message>
<source>another run writes to this data set</source>
<translation>另一个任务正在写入此数据集</translation>
</message>
<message>
<source>another window is fetching {name}</source>
<translation>另一个窗口正在下载 {name}</translation>
</message>
<message>
<source>beyond the sample</source>
<translation>超出样本</translation>
</message>
<message>
<source>binary data</source>
<translation>二进制数据</translation>
</message>
<message>
<source>broken lines</source>
<translation>损坏的行</translation>
</message>
<message>
<source>bytes outside the encoding are skipped, as requested</source>
<translation>按要求跳过了不符合编码的字节</translation>
</message>
<message>
<source>bytes that are not UTF-8 are measured as U+FFFD</source>
<translation>非 UTF-8 的字节按 U+FFFD 测量</translation>
</message>
<message>
<source>capitals</source>
<translation>大写字母</translation>
</message>
<message>
<source>characters without tokens are dropped</source>
<translation>没有词元的字符会被丢弃</translation>
</message>
<message>
<source>chat_template is neither a text nor a list of named ones</source>
<translation>chat_template 既不是文本，也不是带名称的模板列表</translation>
</message>
<message>
<source>cleaning or reading</source>
<translation>清洗或读取方式</translation>
</message>
<message>
<source>code-like names</source>
<translation>类似代码的名称</translation>
</message>
<message>
<source>counted pieces show no words and no documents</source>
<translation>统计好的片段不显示词和文档</translation>
</message>
<message>
<source>cut short</source>
<translation>不完整</translation>
</message>
<message>
<source>damaged</source>
<translation>已损坏</translation>
</message>
<message>
<source>damaged files</source>
<translation>损坏的文件</translation>
</message>
<message>
<source>decoding</source>
<translation>解码</translation>
</message>
<message>
<source>documents of an iterator cannot be held out</source>
<translation>无法从迭代器留出文档</translation>
</message>
<message>
<source>e-books</source>
<translation>电子书</translation>
</message>
<message>
<source>e-books (EPUB) are not read</source>
<translation>不读取电子书（EPUB）</translation>
</message>
<message>
<source>earlier merges leave “{token}” in {count} tokens</source>
<translation>更早的合并使“{token}”停留在 {count}个词元</translation>
</message>
<message>
<source>empty cells</source>
<translation>空单元格</translation>
</message>
<message>
<source>extending keeps the split pattern</source>
<translation>扩展会保留预分词正则</translation>
</message>
<message>
<source>extra data after the end</source>
<translation>末尾之后的多余数据</translation>
</message>
<message>
<source>field is not text</source>
<translation>字段不是文本</translation>
</message>
<message>
<source>form of the ids</source>
<translation>ID 的形式</translation>
</message>
<message>
<source>gzip data</source>
<translation>gzip 数据</translation>
</message>
<message>
<source>header of the shards</source>
<translation>分片的文件头</translation>
</message>
<message>
<source>held out</source>
<translation>留出</translation>
</message>
<message>
<source>held-out share</source>
<translation>留出占比</translation>
</message>
<message>
<source>held_out, sample and clean are not for a single text in memory</source>
<translation>held_out、sample 和 clean 不适用于内存中的单个文本</translation>
</message>
<message>
<source>hidden files</source>
<translation>隐藏文件</translation>
</message>
<message>
<source>huggingface_hub is not installed</source>
<translation>未安装 huggingface_hub</translation>
</message>
<message>
<source>id {id} does not fit into 16 bits</source>
<translation>ID {id} 超出 16 位</translation>
</message>
<message>
<source>id {id} is outside 0 to {highest}</source>
<translation>ID {id} 不在 0 到 {highest} 之间</translation>
</message>
<message>
<source>ids are not in merge order; no {size} tokens come first</source>
<translation>ID 不按合并顺序；没有最前的 {size} 个词元可言</translation>
</message>
<message>
<source>ids must be a list of whole numbers, not {type}</source>
<translation>ID 应为整数列表，而不是 {type}</translation>
</message>
<message>
<source>ids of tokens</source>
<translation>词元的 ID</translation>
</message>
<message>
<source>in the checkpoint, {name} was {then}; now it is {now}</source>
<translation>检查点中 {name} 为 {then}；现为 {now}</translation>
</message>
<message>
<source>internal error ({reason})</source>
<translation>内部错误（{reason}）</translation>
</message>
<message>
<source>intervals need {fewest} documents; there are {documents}</source>
<translation>区间需要 {fewest} 个文档；现有 {documents} 个</translation>
</message>
<message>
<source>invalid JSON (line {line}, column {column}): {reason}</source>
<translation>无效的 JSON（第 {line} 行，第 {column} 列）：{reason}</translation>
</message>
<message>
<source>it asks for more memory than there is</source>
<translation>它要求的内存超过现有内存</translation>
</message>
<message>
<source>it begins as JSON, but a list has no end</source>
<translation>它以 JSON 开头，但有列表没有结尾</translation>
</message>
<message>
<source>it cannot be read as Parquet: {reason}</source>
<translation>无法作为 Parquet 读取：{reason}</translation>
</message>
<message>
<source>it cannot be read: {reason}</source>
<translation>无法读取：{reason}</translation>
</message>
<message>
<source>it contains NUL bytes, so it is not plain text</source>
<translation>它含有 NUL 字节，因此不是纯文本</translation>
</message>
<message>
<source>it contains no text</source>
<translation>它不含文本</translation>
</message>
<message>
<source>it declares {count} members; at most {limit} are read</source>
<translation>它声称有 {count}个成员；最多读取 {limit} 个</translation>
</message>
<message>
<source>it describes another tokenizer, or an earlier state of it</source>
<translation>它描述的是另一个分词器，或其更早的状态</translation>
</message>
<message>
<source>it does not say how its pieces were counted</source>
<translation>它没有说明片段是如何统计的</translation>
</message>
<message>
<source>it does not say what was counted</source>
<translation>它没有说明统计了什么</translation>
</message>
<message>
<source>it has no column of text</source>
<translation>它没有文本列</translation>
</message>
<message>
<source>it has no column “{column}”</source>
<translation>它没有“{column}”列</translation>
</message>
<message>
<source>it has no merges</source>
<translation>它没有合并</translation>
</message>
<message>
<source>it has no special tokens</source>
<translation>它没有特殊词元</translation>
</message>
<message>
<source>it has no unknown token, which SentencePiece needs</source>
<translation>它没有 SentencePiece 所需的未知词元</translation>
</message>
<message>
<source>it has {count} entries for {tokens} tokens</source>
<translation>它有 {count}个条目，却有 {tokens}个词元</translation>
</message>
<message>
<source>it has {highest} merges; {n_merges} cannot be kept</source>
<translation>它有 {highest} 次合并；无法保留 {n_merges} 次</translation>
</message>
<message>
<source>it has {length} bytes; the limit is {longest}</source>
<translation>它有 {length} 字节；上限为 {longest}</translation>
</message>
<message>
<source>it has {lines} lines, “{other}” has {other_lines}</source>
<translation>它有 {lines} 行，“{other}”有 {other_lines} 行</translation>
</message>
<message>
<source>it holds a {kind}, not a tiktoken Encoding</source>
<translation>它保存的是 {kind}，而不是 tiktoken 的 Encoding</translation>
</message>
<message>
<source>it holds counted pieces, not text</source>
<translation>它保存的是片段计数，而不是文本</translation>
</message>
<message>
<source>it holds only “{name}”, the name of an encoding</source>
<translation>它只保存“{name}”，即某个编码的名称</translation>
</message>
<message>
<source>it holds {count} files named after a language, such as deu.txt</source>
<translation>它含有 {count}个以语言命名的文件，如 deu.txt</translation>
</message>
<message>
<source>it holds {count} tokens; the limit is {limit}</source>
<translation>它含有 {count}个词元；上限为 {limit}</translation>
</message>
<message>
<source>it is beyond the sample</source>
<translation>它超出样本</translation>
</message>
<message>
<source>it is encrypted</source>
<translation>它已加密</translation>
</message>
<message>
<source>it is held out for evaluation</source>
<translation>它被留出用于评估</translation>
</message>
<message>
<source>it is missing, or not as in a tiktoken Encoding</source>
<translation>它缺失，或与 tiktoken 的 Encoding 不同</translation>
</message>
<message>
<source>it is nested too deeply</source>
<translation>它嵌套过深</translation>
</message>
<message>
<source>it is no record of a data set ({error})</source>
<translation>它不是数据集的记录（{error}）</translation>
</message>
<message>
<source>it is not CLIP's list of merges</source>
<translation>它不是 CLIP 的合并列表</translation>
</message>
<message>
<source>it is not UTF-8</source>
<translation>它不是 UTF-8</translation>
</message>
<message>
<source>it is not a valid SentencePiece model: {reason}</source>
<translation>它不是有效的 SentencePiece 模型：{reason}</translation>
</message>
<message>
<source>it is not made of merges</source>
<translation>它不是由合并组成的</translation>
</message>
<message>
<source>it is one of {n} shards, {other} one of {first}</source>
<translation>它是 {n} 个分片之一，{other} 是 {first} 个之一</translation>
</message>
<message>
<source>it is packed twice</source>
<translation>它被压缩了两次</translation>
</message>
<message>
<source>it is too long</source>
<translation>它太长</translation>
</message>
<message>
<source>it merges by scores, which these tokens cannot have</source>
<translation>它按分数合并，而这些词元不能有分数</translation>
</message>
<message>
<source>it merges by the scores of tokens, not by a list of merges</source>
<translation>它按词元的分数合并，而不是按合并列表</translation>
</message>
<message>
<source>it treats a text otherwise than Llama 2's before it merges</source>
<translation>它合并前对文本的处理与 Llama 2 不同</translation>
</message>
<message>
<source>it unpacks to more than {largest} bytes</source>
<translation>它解压后超过 {largest} 字节</translation>
</message>
<message>
<source>it unpacks to more than {ratio} times its size</source>
<translation>它解压后超过自身大小的 {ratio} 倍</translation>
</message>
<message>
<source>it was changed after it was written: its “{key}” is not that of what it says</source>
<translation>它写出后被改动过：其中的“{key}”与内容不符</translation>
</message>
<message>
<source>it was changed after it was written: there is no entry “{entry}”</source>
<translation>它写出后被改动过：没有“{entry}”这一项</translation>
</message>
<message>
<source>it was counted with the {what} {counted}, not {wanted}</source>
<translation>它按{what} {counted} 统计，而不是 {wanted}</translation>
</message>
<message>
<source>it was made by changing another vocabulary</source>
<translation>它由修改另一个词表得到</translation>
</message>
<message>
<source>it was trained on another corpus: {difference}</source>
<translation>它用另一个语料训练：{difference}</translation>
</message>
<message>
<source>it was written by version {program} of this program</source>
<translation>它由本程序的 {program} 版写入</translation>
</message>
<message>
<source>it would be in {source}, which is read</source>
<translation>它会在要读取的 {source} 中</translation>
</message>
<message>
<source>its array leads on and on</source>
<translation>它的数组循环不止</translation>
</message>
<message>
<source>its bytes overlap another member's, as in a decompression bomb</source>
<translation>其字节与另一个成员重叠，像解压炸弹</translation>
</message>
<message>
<source>its checksum is wrong; {used} unpacked bytes are used</source>
<translation>其校验和错误；使用了解压出的 {used} 字节</translation>
</message>
<message>
<source>its compression method is not supported</source>
<translation>不支持其压缩方法</translation>
</message>
<message>
<source>its digits are a choice of their own</source>
<translation>它的数字切分另有选项</translation>
</message>
<message>
<source>its directory is damaged at byte {offset}</source>
<translation>其目录在第 {offset} 字节处损坏</translation>
</message>
<message>
<source>its directory is missing: the file is cut short</source>
<translation>缺少其目录：文件被截断</translation>
</message>
<message>
<source>its end is not that of a Parquet file</source>
<translation>它的结尾不是 Parquet 文件的结尾</translation>
</message>
<message>
<source>its folder does not exist</source>
<translation>其文件夹不存在</translation>
</message>
<message>
<source>its footer cannot be read: {reason}</source>
<translation>无法读取其文件尾：{reason}</translation>
</message>
<message>
<source>its header is damaged: {error}</source>
<translation>它的文件头已损坏：{error}</translation>
</message>
<message>
<source>its last text has no end</source>
<translation>它的最后一段文本没有结尾</translation>
</message>
<message>
<source>its listing cannot be used: {path}</source>
<translation>它的列表无法使用：{path}</translation>
</message>
<message>
<source>its longest token is given as {longest} bytes, outside 1 to {highest}</source>
<translation>其最长词元标为 {longest} 字节，不在 1 到 {highest} 之间</translation>
</message>
<message>
<source>its members unpack to more than {limit} GB</source>
<translation>其成员解压后超过 {limit} GB</translation>
</message>
<message>
<source>its merges join characters, not bytes</source>
<translation>它的合并连接字符，而不是字节</translation>
</message>
<message>
<source>its model does not merge by score</source>
<translation>其模型不按分数合并</translation>
</message>
<message>
<source>its name does not match the patterns</source>
<translation>其名称不符合模式</translation>
</message>
<message>
<source>its name is too long for this system</source>
<translation>其名称对本系统来说过长</translation>
</message>
<message>
<source>its name starts with a dot</source>
<translation>其名称以点开头</translation>
</message>
<message>
<source>its normalizer changes the text</source>
<translation>它的规范化器会改变文本</translation>
</message>
<message>
<source>its other file is missing</source>
<translation>缺少它的另一个文件</translation>
</message>
<message>
<source>its pieces are not in order</source>
<translation>它的片段没有按顺序排列</translation>
</message>
<message>
<source>its rows are not those of counted pieces: {reason}</source>
<translation>其各行不是片段计数：{reason}</translation>
</message>
<message>
<source>its schema version is {version}, this program knows {known}</source>
<translation>它的格式版本是 {version}，本程序支持 {known}</translation>
</message>
<message>
<source>its shard needs {need} bytes for copies; {free} are free</source>
<translation>它的分片需要 {need} 字节存放副本，而可用的有 {free} 字节</translation>
</message>
<message>
<source>its size changed while it was read</source>
<translation>读取时它的大小变了</translation>
</message>
<message>
<source>its split pattern is not known</source>
<translation>其预分词正则未知</translation>
</message>
<message>
<source>its split pattern {pre} is not known, so text cannot be encoded</source>
<translation>其预分词正则 {pre} 未知，因此无法编码文本</translation>
</message>
<message>
<source>its symbolic links form a loop</source>
<translation>其符号链接形成循环</translation>
</message>
<message>
<source>its text came from standard input</source>
<translation>它的文本来自标准输入</translation>
</message>
<message>
<source>its tokens are not merged in the order of their ids</source>
<translation>其词元不按 ID 顺序合并</translation>
</message>
<message>
<source>its tokens cannot be changed: {why}</source>
<translation>无法更改其词元：{why}</translation>
</message>
<message>
<source>its tokens have changed since this change was added</source>
<translation>添加此更改之后，其词元已改变</translation>
</message>
<message>
<source>its tokens have no scores</source>
<translation>它的词元没有分数</translation>
</message>
<message>
<source>its value is not {expected}</source>
<translation>其值不是 {expected}</translation>
</message>
<message>
<source>its version is {version}, not 1.0</source>
<translation>其版本为 {version}，不是 1.0</translation>
</message>
<message>
<source>its version is {version}; known: {known}</source>
<translation>其版本为 {version}；已知：{known}</translation>
</message>
<message>
<source>its version is {version}; only 2 and 3 can be read</source>
<translation>其版本为 {version}；只能读取 2 和 3</translation>
</message>
<message>
<source>its vocabulary is not in the order that SentencePiece's trainer gives it</source>
<translation>它的词表顺序不是 SentencePiece 训练器给出的顺序</translation>
</message>
<message>
<source>its {what} is {this}, that of {other} is {that}</source>
<translation>其{what}为 {this}，而 {other} 的为 {that}</translation>
</message>
<message>
<source>its “{key}” is missing or of the wrong kind</source>
<translation>其中的“{key}”缺失或类型不对</translation>
</message>
<message>
<source>left out by you</source>
<translation>由你排除</translation>
</message>
<message>
<source>left out of the counts</source>
<translation>计数时略去</translation>
</message>
<message>
<source>letters with marks</source>
<translation>带附加符号的字母</translation>
</message>
<message>
<source>line {line} is not a document: {reason}</source>
<translation>第 {line} 行不是文档：{reason}</translation>
</message>
<message>
<source>links in a zip file are not followed</source>
<translation>不跟随 zip 文件中的链接</translation>
</message>
<message>
<source>lists are nested more than {limit} deep</source>
<translation>列表嵌套超过 {limit} 层</translation>
</message>
<message>
<source>llama.cpp adds a space after special tokens, which changes ids</source>
<translation>llama.cpp 在特殊词元后加空格，这会改变 ID</translation>
</message>
<message>
<source>llama.cpp cannot encode characters that have no token</source>
<translation>llama.cpp 无法编码没有词元的字符</translation>
</message>
<message>
<source>llama.cpp keeps invalid UTF-8, unlike SentencePiece</source>
<translation>与 SentencePiece 不同，llama.cpp 会保留无效 UTF-8</translation>
</message>
<message>
<source>llama.cpp makes the control token “{token}” from a text that spells it</source>
<translation>llama.cpp 会把拼写相同的文本变成控制词元“{token}”</translation>
</message>
<message>
<source>llama.cpp matches {count} special tokens by their text, such as “{first}”</source>
<translation>llama.cpp 按文本匹配 {count} 个特殊词元，如“{first}”</translation>
</message>
<message>
<source>llama.cpp skips {count} bytes without a token, such as 0x{first}</source>
<translation>llama.cpp 跳过没有词元的 {count}个字节，如 0x{first}</translation>
</message>
<message>
<source>llama.cpp starts a new text after its {count} user-defined tokens</source>
<translation>llama.cpp 在其 {count}个用户定义词元之后开始新的文本</translation>
</message>
<message>
<source>llama.cpp uses the {count} unused tokens; SentencePiece does not</source>
<translation>llama.cpp 使用 {count}个未用词元；SentencePiece 不使用</translation>
</message>
<message>
<source>llama.cpp's nearest split, {pre}, cuts white space after the last line end</source>
<translation>llama.cpp 最接近的预分词 {pre} 会在最后一个换行之后切开空白</translation>
</message>
<message>
<source>llama.cpp's split {pre} cuts at marks (\p{{M}}), as in Hindi</source>
<translation>llama.cpp 的预分词 {pre} 会在附标（\p{{M}}）处切开，如印地语</translation>
</message>
<message>
<source>llama2.c needs a token for a space</source>
<translation>llama2.c 需要空格的词元</translation>
</message>
<message>
<source>merge {merge} joins the same two tokens as merge {first}</source>
<translation>合并 {merge} 与合并 {first} 合并相同的两个词元</translation>
</message>
<message>
<source>merge {merge} uses id {id}, which has no token</source>
<translation>合并 {merge} 使用 ID {id}，而它没有词元</translation>
</message>
<message>
<source>merge {merge}, “{left}” + “{right}”, is not token {id}, “{token}”</source>
<translation>合并 {merge}（“{left}”+“{right}”）不是词元 {id}“{token}”</translation>
</message>
<message>
<source>merge {number} is {merge}; two tokens were expected</source>
<translation>合并 {number} 是 {merge}；应为两个词元</translation>
</message>
<message>
<source>merge {number}, “{left}” + “{right}”: “{part}” is not a token</source>
<translation>合并 {number}，“{left}” + “{right}”：“{part}”不是词元</translation>
</message>
<message>
<source>merge {number}, “{left}” + “{right}”: “{right}” has no prefix “{prefix}”</source>
<translation>合并 {number}，“{left}” + “{right}”：“{right}”没有前缀“{prefix}”</translation>
</message>
<message>
<source>merge {number}, “{merge}”, does not make a token from two tokens</source>
<translation>合并 {number}“{merge}”不是由两个词元得到一个词元</translation>
</message>
<message>
<source>merge {number}: “{left}” + “{right}” (“{token}”) is not a token</source>
<translation>合并 {number}：“{left}” + “{right}”（“{token}”）不是词元</translation>
</message>
<message>
<source>merge {rank} was ({left}, {right}), now {now}</source>
<translation>合并 {rank} 原为 ({left}, {right})，现为 {now}</translation>
</message>
<message>
<source>merges</source>
<translation>合并</translation>
</message>
<message>
<source>minbpe's load ignores the file's split pattern</source>
<translation>minbpe 的 load 忽略文件中的预分词正则</translation>
</message>
<message>
<source>minbpe's load ignores the pattern: white space at ends may differ</source>
<translation>minbpe 加载时忽略正则：末尾的空白可能不同</translation>
</message>
<message>
<source>new merges need id {id}, that of “{token}”</source>
<translation>新的合并需要 ID {id}，即“{token}”的 ID</translation>
</message>
<message>
<source>no Ray cluster is at “{address}”: {reason}</source>
<translation>“{address}”处没有 Ray 集群：{reason}</translation>
</message>
<message>
<source>no answer</source>
<translation>没有回应</translation>
</message>
<message>
<source>no document is left to train on: all are held out ({n})</source>
<translation>没有剩下可训练的文档：全部被留出（{n}）</translation>
</message>
<message>
<source>no file format can store this tokenizer</source>
<translation>没有文件格式能保存此分词器</translation>
</message>
<message>
<source>no file of {source} is there</source>
<translation>{source} 的文件都不在了</translation>
</message>
<message>
<source>no header</source>
<translation>没有文件头</translation>
</message>
<message>
<source>no list of whole numbers under “ids”</source>
<translation>“ids”下不是整数列表</translation>
</message>
<message>
<source>no package that reads such a URL is installed</source>
<translation>没有安装读取这种 URL 的软件包</translation>
</message>
<message>
<source>no preset splits words as this tokenizer does</source>
<translation>没有预设像此分词器这样预分词</translation>
</message>
<message>
<source>no reply</source>
<translation>没有回应</translation>
</message>
<message>
<source>no text can produce “{token}”: the split always cuts inside “{part}”</source>
<translation>没有文本能产生“{token}”：预分词总在“{part}”内部切开</translation>
</message>
<message>
<source>no text is left to train on; left out: {reasons}</source>
<translation>没有剩下可供训练的文本；排除的有：{reasons}</translation>
</message>
<message>
<source>no text produces {count} tokens without a merge, such as “{token}”</source>
<translation>没有文本能产生 {count}个没有合并的词元，如“{token}”</translation>
</message>
<message>
<source>no token has id {id}</source>
<translation>没有 ID 为 {id} 的词元</translation>
</message>
<message>
<source>no token has id {id} at position {position} of the ids (from 0)</source>
<translation>ID 的第 {position} 个位置（从 0 起）的 {id} 没有词元</translation>
</message>
<message>
<source>no token has the role {role}</source>
<translation>没有角色为 {role} 的词元</translation>
</message>
<message>
<source>no token is “{token}”</source>
<translation>没有词元“{token}”</translation>
</message>
<message>
<source>no token matches: {what}</source>
<translation>没有词元匹配：{what}</translation>
</message>
<message>
<source>no tokenizer file ends in “{suffix}”</source>
<translation>没有以“{suffix}”结尾的分词器文件</translation>
</message>
<message>
<source>none of {documents} documents is held out at a share of {share}</source>
<translation>{documents}个文档中没有留出任何一个，占比为 {share}</translation>
</message>
<message>
<source>none of {lines} lines has text under “{field}”; line {line}: {reason}</source>
<translation>{lines} 行中没有一行在“{field}”下有文本；第 {line} 行：{reason}</translation>
</message>
<message>
<source>normalizer</source>
<translation>规范化器</translation>
</message>
<message>
<source>normalizer, split or merges</source>
<translation>规范化器、预分词或合并</translation>
</message>
<message>
<source>not UTF-8</source>
<translation>不是 UTF-8</translation>
</message>
<message>
<source>not enough space for {needed} bytes: {reason}</source>
<translation>空间不足，需要 {needed} 字节：{reason}</translation>
</message>
<message>
<source>not enough space in its folder: {reason}</source>
<translation>其文件夹空间不足：{reason}</translation>
</message>
<message>
<source>not every byte has a token of its own</source>
<translation>不是每个字节都有自己的词元</translation>
</message>
<message>
<source>not held out</source>
<translation>未留出</translation>
</message>
<message>
<source>not in the encoding</source>
<translation>不符合编码</translation>
</message>
<message>
<source>not text</source>
<translation>不是文本</translation>
</message>
<message>
<source>nothing is split</source>
<translation>不做预分词</translation>
</message>
<message>
<source>nothing was compared: {size} bytes of text have no token</source>
<translation>未作任何比较：{size} 字节的文本没有词元</translation>
</message>
<message>
<source>number of ids per shard</source>
<translation>每个分片的 ID 数</translation>
</message>
<message>
<source>numbers</source>
<translation>数字</translation>
</message>
<message>
<source>of another run</source>
<translation>属于另一次训练</translation>
</message>
<message>
<source>of another version</source>
<translation>属于另一个版本</translation>
</message>
<message>
<source>office documents</source>
<translation>办公文档</translation>
</message>
<message>
<source>one of the program's own files is a symbolic link</source>
<translation>程序存放自己文件的位置上有一个符号链接</translation>
</message>
<message>
<source>one value has over {limit} million characters</source>
<translation>有一个值超过 {limit} 百万个字符</translation>
</message>
<message>
<source>only counting pieces can read a URL</source>
<translation>只有统计片段能读取 URL</translation>
</message>
<message>
<source>only the library that encodes for it, {library}, knows how it makes tokens</source>
<translation>只有替它编码的库 {library} 知道它如何生成词元</translation>
</message>
<message>
<source>only tokenizer.json has a form for older programs</source>
<translation>只有 tokenizer.json 有供旧程序使用的形式</translation>
</message>
<message>
<source>other fields</source>
<translation>其他字段</translation>
</message>
<message>
<source>other names</source>
<translation>其他名称</translation>
</message>
<message>
<source>other reasons</source>
<translation>其他原因</translation>
</message>
<message>
<source>other scripts</source>
<translation>其他文字系统</translation>
</message>
<message>
<source>other texts would get other ids: {reason}</source>
<translation>其他文本会得到其他 ID：{reason}</translation>
</message>
<message>
<source>overlapping special tokens are matched by other rules there</source>
<translation>重叠的特殊词元在那里按其他规则匹配</translation>
</message>
<message>
<source>patterns and files that need a helper process do not work on Windows yet</source>
<translation>需要辅助进程的模式和文件暂时不能在 Windows 上使用</translation>
</message>
<message>
<source>pieces of up to {length} bytes need about {need} bytes; the limit is {limit}</source>
<translation>长达 {length} 字节的片段约需 {need} 字节；上限为 {limit}</translation>
</message>
<message>
<source>punctuation</source>
<translation>标点</translation>
</message>
<message>
<source>quotes that stay open</source>
<translation>没有结束的引号</translation>
</message>
<message>
<source>rank {rank} should be that byte, but is 0x{byte}</source>
<translation>rank {rank} 应为该字节，却是 0x{byte}</translation>
</message>
<message>
<source>rank {rank} where {expected} is expected</source>
<translation>应为 rank {expected} 处是 {rank}</translation>
</message>
<message>
<source>ranks {first} and {second} are the same token</source>
<translation>rank {first} 和 {second} 是同一词元</translation>
</message>
<message>
<source>rare pieces dropped from the counts: {n}, of {n_bytes} bytes of text</source>
<translation>计数中已丢弃的稀有片段：{n} 个，共 {n_bytes} 字节文本</translation>
</message>
<message>
<source>rare pieces were dropped to save memory</source>
<translation>为节省内存丢弃了少见的片段</translation>
</message>
<message>
<source>reading it needs more memory than is allowed</source>
<translation>读取它需要的内存超过允许值</translation>
</message>
<message>
<source>reading it takes too long</source>
<translation>读取它用时过长</translation>
</message>
<message>
<source>reading its {size} bytes needs more than {memory} MiB of memory</source>
<translation>读取其 {size} 字节需要超过 {memory} MiB 内存</translation>
</message>
<message>
<source>records too long</source>
<translation>记录过长</translation>
</message>
<message>
<source>repeating its training gives other tokens</source>
<translation>重复其训练得到其他词元</translation>
</message>
<message>
<source>rows that are not a piece and a count</source>
<translation>不是片段和次数的行</translation>
</message>
<message>
<source>run.c keeps extra spaces, “▁” and invalid UTF-8, so ids differ there</source>
<translation>run.c 保留多余的空格、“▁”和无效 UTF-8，因此那里的 ID 不同</translation>
</message>
<message>
<source>seed</source>
<translation>种子</translation>
</message>
<message>
<source>sentencepiece never uses token {id}, U+0000; byte tokens stand for it</source>
<translation>sentencepiece 从不使用词元 {id}（U+0000）；由字节词元代替</translation>
</message>
<message>
<source>sentencepiece says “{error}”</source>
<translation>sentencepiece 说“{error}”</translation>
</message>
<message>
<source>several keys could hold the ids (with their places): {keys}</source>
<translation>有多个键可能含有 ID（括号内为位置）：{keys}</translation>
</message>
<message>
<source>shard {number} of the same text is in {other} too</source>
<translation>同一文本的分片 {number} 也在 {other} 中</translation>
</message>
<message>
<source>short rows</source>
<translation>行过短</translation>
</message>
<message>
<source>small letters</source>
<translation>小写字母</translation>
</message>
<message>
<source>some bytes are not {encoding}</source>
<translation>有些字节不符合 {encoding}</translation>
</message>
<message>
<source>some files could not be replaced: {reason}. New: {new}; unchanged or missing: {old}</source>
<translation>有些文件无法替换：{reason}。新：{new}；未变或缺失：{old}</translation>
</message>
<message>
<source>some merges are texts, some lists, which tokenizers refuses</source>
<translation>有些合并是文本，有些是列表，tokenizers 会拒绝</translation>
</message>
<message>
<source>some of its tokens hold characters that are none</source>
<translation>它的一些词元含有不在其中的字符</translation>
</message>
<message>
<source>some rows have no value in the column “{column}”</source>
<translation>有些行在“{column}”列没有值</translation>
</message>
<message>
<source>some texts need the byte of token {id}; such tokens: {count}</source>
<translation>有些文本需要词元 {id} 的字节；这样的词元有 {count}个</translation>
</message>
<message>
<source>sources</source>
<translation>来源</translation>
</message>
<message>
<source>spaces and line ends</source>
<translation>空格和换行</translation>
</message>
<message>
<source>special token {id} has an empty text</source>
<translation>特殊词元 {id} 的文本为空</translation>
</message>
<message>
<source>special token {id}, {token}, contains a lone surrogate</source>
<translation>特殊词元 {id}（{token}）含有孤立代理项</translation>
</message>
<message>
<source>special tokens</source>
<translation>特殊词元</translation>
</message>
<message>
<source>special tokens differ in Llama 3.1</source>
<translation>Llama 3.1 的特殊词元不同</translation>
</message>
<message>
<source>special tokens keep their ids, so ids {size} to {lowest} are unused</source>
<translation>特殊词元保留其 ID，因此 ID {size} 到 {lowest} 未使用</translation>
</message>
<message>
<source>special tokens treated as special</source>
<translation>按特殊处理的特殊词元</translation>
</message>
<message>
<source>split</source>
<translation>预分词</translation>
</message>
<message>
<source>split pattern</source>
<translation>预分词正则</translation>
</message>
<message>
<source>split pattern and special tokens</source>
<translation>预分词正则和特殊词元</translation>
</message>
<message>
<source>tabs separate the tokens of merges, which tokenizers refuses</source>
<translation>合并的词元以制表符分隔，tokenizers 会拒绝</translation>
</message>
<message>
<source>tar archives</source>
<translation>tar 归档</translation>
</message>
<message>
<source>tar archives are not read</source>
<translation>不读取 tar 归档</translation>
</message>
<message>
<source>text cannot be encoded without its split pattern</source>
<translation>没有其预分词正则，无法编码文本</translation>
</message>
<message>
<source>text {number} has {n_tokens} tokens; the context is {context}</source>
<translation>文本 {number} 有 {n_tokens} 个词元；上下文为 {context}</translation>
</message>
<message>
<source>texts have other ids in it</source>
<translation>用它编码文本得到不同的 ID</translation>
</message>
<message>
<source>texts must be a list of str or bytes, not {type}</source>
<translation>文本应为 str 或 bytes 的列表，而不是 {type}</translation>
</message>
<message>
<source>the GGUF file has no tokenizer</source>
<translation>该 GGUF 文件没有分词器</translation>
</message>
<message>
<source>the Hub does not accept the access token</source>
<translation>Hub 不接受这个访问令牌</translation>
</message>
<message>
<source>the Hub's answer about {name} is not valid</source>
<translation>Hub 关于 {name} 的回应不正确</translation>
</message>
<message>
<source>the address is not https</source>
<translation>该地址不是 https</translation>
</message>
<message>
<source>the array cannot be read: {reason}</source>
<translation>无法读取该数组：{reason}</translation>
</message>
<message>
<source>the array is {dimensions}-D, of {kind}</source>
<translation>该数组是 {dimensions} 维的，类型为 {kind}</translation>
</message>
<message>
<source>the byte order mark at the start of the file was ignored</source>
<translation>忽略了文件开头的字节顺序标记</translation>
</message>
<message>
<source>the card does not say how it was trained</source>
<translation>信息卡未说明如何训练</translation>
</message>
<message>
<source>the card lacks {what}</source>
<translation>信息卡缺少 {what}</translation>
</message>
<message>
<source>the changes of a vocabulary</source>
<translation>对词表的修改</translation>
</message>
<message>
<source>the character coverage is {coverage}</source>
<translation>字符覆盖率为 {coverage}</translation>
</message>
<message>
<source>the chat template cannot be run: {reason}</source>
<translation>无法运行对话模板：{reason}</translation>
</message>
<message>
<source>the chat template did not finish in {seconds} s and was stopped</source>
<translation>对话模板在 {seconds} s 内未完成，已停止</translation>
</message>
<message>
<source>the chat template ended the helper process: {how}</source>
<translation>对话模板使辅助进程终止：{how}</translation>
</message>
<message>
<source>the chat template has {length} characters; the limit is {limit}</source>
<translation>对话模板有 {length} 个字符；上限为 {limit}</translation>
</message>
<message>
<source>the chat template is not valid Jinja: {reason}</source>
<translation>对话模板不是有效的 Jinja：{reason}</translation>
</message>
<message>
<source>the chat template used too much memory and was stopped</source>
<translation>对话模板使用了过多内存，已停止</translation>
</message>
<message>
<source>the chat template uses “{token}” (id {id})</source>
<translation>对话模板使用了“{token}”（ID {id}）</translation>
</message>
<message>
<source>the chat template was stopped as unsafe: {reason}</source>
<translation>对话模板因不安全而被停止：{reason}</translation>
</message>
<message>
<source>the checkpoint belongs to another corpus: {difference}</source>
<translation>检查点属于另一语料：{difference}</translation>
</message>
<message>
<source>the checkpoint in {folder} was not written: {reason}</source>
<translation>未能写入 {folder} 中的检查点：{reason}</translation>
</message>
<message>
<source>the checkpoint is {why}</source>
<translation>检查点{why}</translation>
</message>
<message>
<source>the columns ({choices}) lack “piece” or “count”</source>
<translation>列（{choices}）中缺少“piece”或“count”</translation>
</message>
<message>
<source>the command {command} cannot be run: {reason}</source>
<translation>无法运行命令 {command}：{reason}</translation>
</message>
<message>
<source>the command {command} ended with {status}: {line}</source>
<translation>命令 {command} 以 {status} 结束：{line}</translation>
</message>
<message>
<source>the comparison is no longer kept</source>
<translation>该比较已不再保留</translation>
</message>
<message>
<source>the compressed data cannot be read: {reason}</source>
<translation>无法读取压缩数据：{reason}</translation>
</message>
<message>
<source>the compressed data ends early, after {size} bytes of text</source>
<translation>压缩数据在 {size} 字节文本之后提前结束</translation>
</message>
<message>
<source>the connection ended after {done} of {size} bytes</source>
<translation>连接在 {done} / {size} 字节后结束</translation>
</message>
<message>
<source>the context length is missing, or too small</source>
<translation>缺少上下文长度，或太小</translation>
</message>
<message>
<source>the corpus holds counted pieces, not text</source>
<translation>语料保存的是片段计数，而不是文本</translation>
</message>
<message>
<source>the corpus is empty</source>
<translation>语料是空的</translation>
</message>
<message>
<source>the count {count} is negative</source>
<translation>次数 {count}为负</translation>
</message>
<message>
<source>the count {count} is too large</source>
<translation>次数 {count}过大</translation>
</message>
<message>
<source>the counted text has {n_bytes} bytes, over {most}</source>
<translation>所统计的文本有 {n_bytes} 字节，超过 {most}</translation>
</message>
<message>
<source>the counts in the checkpoint are damaged</source>
<translation>检查点中的计数已损坏</translation>
</message>
<message>
<source>the data set cannot be continued: {reason}</source>
<translation>无法继续该数据集：{reason}</translation>
</message>
<message>
<source>the distinct pieces have {n_bytes} bytes, more than {limit}</source>
<translation>不同的片段有 {n_bytes} 字节，超过 {limit}</translation>
</message>
<message>
<source>the distinct pieces need {n_bytes} bytes; the limit is {limit}</source>
<translation>不同的片段需要 {n_bytes} 字节；上限为 {limit}</translation>
</message>
<message>
<source>the download is not the published {name}: its SHA-256 differs</source>
<translation>下载的不是已发布的 {name}：其 SHA-256 不同</translation>
</message>
<message>
<source>the download of {which} is not what the Hub lists for {name}</source>
<translation>下载的 {which} 与 Hub 为 {name} 列出的不符</translation>
</message>
<message>
<source>the encoding of the file was not recognized</source>
<translation>未能识别文件的编码</translation>
</message>
<message>
<source>the encoding “{encoding}” is not known</source>
<translation>未知的编码“{encoding}”</translation>
</message>
<message>
<source>the field “{field}” is not text</source>
<translation>字段“{field}”不是文本</translation>
</message>
<message>
<source>the file asks for {what}, which is neither applied nor saved</source>
<translation>文件要求 {what}，既不应用也不保存</translation>
</message>
<message>
<source>the file asks for {what}, which is not applied</source>
<translation>文件要求 {what}，但不应用</translation>
</message>
<message>
<source>the file begins with a byte order mark, which does not belong there</source>
<translation>文件以字节顺序标记开头，那里不应有它</translation>
</message>
<message>
<source>the file cannot be read: {reason}</source>
<translation>无法读取该文件：{reason}</translation>
</message>
<message>
<source>the file cannot be written: {reason}</source>
<translation>无法写入该文件：{reason}</translation>
</message>
<message>
<source>the file changed during reading</source>
<translation>读取期间文件已更改</translation>
</message>
<message>
<source>the file declares {count} keys, more than fit in it</source>
<translation>文件声称有 {count}个键，超出其容量</translation>
</message>
<message>
<source>the file does not exist: {reason}</source>
<translation>该文件不存在：{reason}</translation>
</message>
<message>
<source>the file does not name its model type; its keys show it</source>
<translation>文件未注明模型类型；由其键判断</translation>
</message>
<message>
<source>the file does not name the normalizer ({name}); the card does</source>
<translation>文件未注明规范化器（{name}）；信息卡注明了</translation>
</message>
<message>
<source>the file does not say the roles {roles}; the card does</source>
<translation>文件未说明角色 {roles}；信息卡说明了</translation>
</message>
<message>
<source>the file does not say whether text is lower-cased; it is, as by default in BERT</source>
<translation>文件未说明文本是否转为小写；会转，同 BERT 的默认</translation>
</message>
<message>
<source>the file does not say whose score rule applies; the card does</source>
<translation>文件未说明适用哪种分数规则；信息卡说明了</translation>
</message>
<message>
<source>the file does not store the split pattern; CLIP itself uses its own</source>
<translation>文件不保存预分词正则；CLIP 自身使用自己的</translation>
</message>
<message>
<source>the file ends early</source>
<translation>文件提前结束</translation>
</message>
<message>
<source>the file ends early; {used} unpacked bytes are used</source>
<translation>文件提前结束；使用了解压出的 {used} 字节</translation>
</message>
<message>
<source>the file ends inside token {id}</source>
<translation>文件在词元 {id} 内部结束</translation>
</message>
<message>
<source>the file ends where {expected} should be</source>
<translation>文件在应为 {expected} 处结束</translation>
</message>
<message>
<source>the file has Windows line ends</source>
<translation>文件使用 Windows 换行</translation>
</message>
<message>
<source>the file has more than {largest} bytes</source>
<translation>文件超过 {largest} 字节</translation>
</message>
<message>
<source>the file has more than {largest} bytes, which is unusual for JSON</source>
<translation>文件超过 {largest} 字节，对 JSON 来说不寻常</translation>
</message>
<message>
<source>the file has no chat template; the card has</source>
<translation>文件没有对话模板；信息卡有</translation>
</message>
<message>
<source>the file has no pattern or special tokens; the card does</source>
<translation>文件没有正则或特殊词元；信息卡有</translation>
</message>
<message>
<source>the file has no split pattern; GPT-2's is used</source>
<translation>文件没有预分词正则；使用 GPT-2 的</translation>
</message>
<message>
<source>the file has no {key}</source>
<translation>文件没有 {key}</translation>
</message>
<message>
<source>the file has over {limit} bytes, too many to show</source>
<translation>文件超过 {limit} 字节，无法全部显示</translation>
</message>
<message>
<source>the file has {n_bytes} bytes, not a multiple of the id size, {size}</source>
<translation>文件有 {n_bytes} 字节，不是 ID 大小 {size} 的倍数</translation>
</message>
<message>
<source>the file has {size} bytes besides the vocabulary, over {largest}</source>
<translation>文件除词表外有 {size} 字节，超过 {largest}</translation>
</message>
<message>
<source>the file holds a whole model, and only its vocabulary would remain</source>
<translation>文件保存整个模型，而只会留下其词表</translation>
</message>
<message>
<source>the file holds no tokens</source>
<translation>文件不含词元</translation>
</message>
<message>
<source>the file holds only CLIP's two special tokens, not {tokens}</source>
<translation>文件只含 CLIP 的两个特殊词元，不含 {tokens}</translation>
</message>
<message>
<source>the file holds {count} tokens; llama2.c needs at least {smallest}</source>
<translation>文件含 {count}个词元；llama2.c 至少需要 {smallest} 个</translation>
</message>
<message>
<source>the file is damaged ({reason}); {used} unpacked bytes are used</source>
<translation>文件已损坏（{reason}）；使用了解压出的 {used} 字节</translation>
</message>
<message>
<source>the file is empty</source>
<translation>文件是空的</translation>
</message>
<message>
<source>the file is not UTF-8 here</source>
<translation>文件在此处不是 UTF-8</translation>
</message>
<message>
<source>the file is not UTF-8; read as {encoding}</source>
<translation>文件不是 UTF-8；按 {encoding} 读取</translation>
</message>
<message>
<source>the file is {kind}, which cannot be opened here</source>
<translation>该文件是 {kind}，无法在此打开</translation>
</message>
<message>
<source>the file may be cut short: it has no end mark or card ({merges} merges)</source>
<translation>文件可能被截断：没有结束标记或信息卡（{merges}次合并）</translation>
</message>
<message>
<source>the file should extend to byte {needed}, but has {size} bytes</source>
<translation>文件应延续到第 {needed} 字节，但只有 {size} 字节</translation>
</message>
<message>
<source>the file would build {name}, not only a tiktoken Encoding</source>
<translation>文件会构造 {name}，而不仅是 tiktoken 的 Encoding</translation>
</message>
<message>
<source>the file's own split pattern is {own}; {given} is used as requested</source>
<translation>文件自带的预分词正则为 {own}；按要求使用 {given}</translation>
</message>
<message>
<source>the files do not say which tokens are special; the card does</source>
<translation>各文件未说明哪些词元是特殊的；信息卡说明了</translation>
</message>
<message>
<source>the first line declares {expected} merges, but more follow</source>
<translation>第一行声明 {expected} 次合并，但后面更多</translation>
</message>
<message>
<source>the folder has no .parquet file of counts</source>
<translation>文件夹中没有计数的 .parquet 文件</translation>
</message>
<message>
<source>the folder holds a data set already</source>
<translation>文件夹中已有数据集</translation>
</message>
<message>
<source>the folder holds an unfinished data set</source>
<translation>文件夹中有未完成的数据集</translation>
</message>
<message>
<source>the folder holds another data set: not the same {what}</source>
<translation>文件夹中有另一个数据集：{what}不同</translation>
</message>
<message>
<source>the folder is in {source}, which is read</source>
<translation>文件夹位于正被读取的 {source} 中</translation>
</message>
<message>
<source>the helper process cannot start: {reason}</source>
<translation>无法启动辅助进程：{reason}</translation>
</message>
<message>
<source>the helper process ended during {operation!r}: {how}</source>
<translation>辅助进程在 {operation!r} 期间终止：{how}</translation>
</message>
<message>
<source>the helper process failed: {reason}</source>
<translation>辅助进程失败：{reason}</translation>
</message>
<message>
<source>the helper process hung in {operation!r} for {seconds} s and was stopped</source>
<translation>辅助进程在 {operation!r} 中停滞 {seconds} s，已停止</translation>
</message>
<message>
<source>the helper process ran out of memory during {operation!r}</source>
<translation>辅助进程在 {operation!r} 期间内存不足</translation>
</message>
<message>
<source>the helper process takes at most {limit} bytes, not {size}</source>
<translation>辅助进程最多接受 {limit} 字节，而不是 {size}</translation>
</message>
<message>
<source>the id of the token “{token}” is {id}, which is not a whole number</source>
<translation>词元“{token}”的 ID 为 {id}，不是整数</translation>
</message>
<message>
<source>the id {id} of the token “{token}” is outside 0 to {highest}</source>
<translation>词元“{token}”的 ID {id} 不在 0 到 {highest} 之间</translation>
</message>
<message>
<source>the key {key} occurs twice</source>
<translation>键 {key} 出现两次</translation>
</message>
<message>
<source>the key “{key}” is missing</source>
<translation>缺少键“{key}”</translation>
</message>
<message>
<source>the key “{key}” occurs twice; programs read it differently</source>
<translation>键“{key}”出现两次；各程序的读法不同</translation>
</message>
<message>
<source>the last line has no end: lines may be missing ({merges} merges)</source>
<translation>最后一行没有结尾：可能缺少行（{merges} 次合并）</translation>
</message>
<message>
<source>the last line of the merges has no end: the file may be cut short</source>
<translation>合并的最后一行没有结尾：文件可能被截断</translation>
</message>
<message>
<source>the line has more than {limit} bytes</source>
<translation>该行超过 {limit} 字节</translation>
</message>
<message>
<source>the line is not UTF-8</source>
<translation>该行不是 UTF-8</translation>
</message>
<message>
<source>the line is not valid JSON</source>
<translation>该行不是有效的 JSON</translation>
</message>
<message>
<source>the list and its header have different names for it</source>
<translation>目录和文件头给它的名称不同</translation>
</message>
<message>
<source>the list ends after {count} of {expected} merges</source>
<translation>列表在 {expected} 次合并中的 {count}次后结束</translation>
</message>
<message>
<source>the merge makes “{token}”, which is already token {first}</source>
<translation>该合并产生“{token}”，而它已是词元 {first}</translation>
</message>
<message>
<source>the merge needs “{part}”, which no earlier line makes</source>
<translation>该合并需要“{part}”，而前面没有一行产生它</translation>
</message>
<message>
<source>the merge uses id {id}, but only ids up to {last} exist by then</source>
<translation>该合并使用 ID {id}，但此时只有不超过 {last} 的 ID</translation>
</message>
<message>
<source>the merge uses the negative id {id}</source>
<translation>该合并使用负的 ID {id}</translation>
</message>
<message>
<source>the merge would make a token of {length} bytes; the limit is {longest}</source>
<translation>该合并会产生 {length} 字节的词元；上限为 {longest}</translation>
</message>
<message>
<source>the merges lack their first line, “#version”</source>
<translation>合并缺少第一行“#version”</translation>
</message>
<message>
<source>the merges of an exact copy cannot be rewritten</source>
<translation>原样副本的合并无法改写</translation>
</message>
<message>
<source>the model has a token of its own for unknown text</source>
<translation>模型有自己的未知文本词元</translation>
</message>
<message>
<source>the model type {type} is not known</source>
<translation>未知的模型类型 {type}</translation>
</message>
<message>
<source>the model {name} was not found on the Hub</source>
<translation>Hub 上没有模型 {name}</translation>
</message>
<message>
<source>the name of a key has {length} bytes; from 1 to {limit} are allowed</source>
<translation>键名有 {length} 字节；允许 1 到 {limit}</translation>
</message>
<message>
<source>the newest checkpoint is {why}</source>
<translation>最新的检查点{why}</translation>
</message>
<message>
<source>the number of merges to add is missing</source>
<translation>缺少要增加的合并数</translation>
</message>
<message>
<source>the number of special tokens was expected, but the line says “{line}”</source>
<translation>应为特殊词元的个数，但该行是“{line}”</translation>
</message>
<message>
<source>the number {number} has {length} digits</source>
<translation>数 {number} 有 {length} 位</translation>
</message>
<message>
<source>the pair {left} {right} is merged again; its first merge made id {first}</source>
<translation>词元对 {left} {right} 再次被合并；首次合并产生 ID {first}</translation>
</message>
<message>
<source>the pattern calls a group: {part!r}</source>
<translation>正则调用了分组：{part!r}</translation>
</message>
<message>
<source>the pattern can match the empty text</source>
<translation>正则可以匹配空文本</translation>
</message>
<message>
<source>the pattern closes a group that it never opens</source>
<translation>正则闭合了从未打开的组</translation>
</message>
<message>
<source>the pattern contains {part}, part of {whose}</source>
<translation>正则含有 {part}，是 {whose} 的一部分</translation>
</message>
<message>
<source>the pattern has a fuzzy constraint, {part!r}</source>
<translation>正则含有模糊约束 {part!r}</translation>
</message>
<message>
<source>the pattern has no alternative of digits</source>
<translation>正则没有数字分支</translation>
</message>
<message>
<source>the pattern has {length} characters, more than {limit}</source>
<translation>正则有 {length} 个字符，超过 {limit}</translation>
</message>
<message>
<source>the pattern is empty</source>
<translation>正则为空</translation>
</message>
<message>
<source>the pattern is not valid: {reason}</source>
<translation>正则无效：{reason}</translation>
</message>
<message>
<source>the pattern nests groups too deeply</source>
<translation>正则的分组嵌套过深</translation>
</message>
<message>
<source>the pattern never closes the group {part}</source>
<translation>正则没有闭合组 {part}</translation>
</message>
<message>
<source>the pattern never closes the set {part}</source>
<translation>正则没有闭合字符集 {part}</translation>
</message>
<message>
<source>the pattern of forbidden tokens took {seconds} s on “{token}”</source>
<translation>禁用词元的正则在“{token}”上用时 {seconds} s</translation>
</message>
<message>
<source>the pattern searches backwards</source>
<translation>正则反向搜索</translation>
</message>
<message>
<source>the pattern {pattern!r} is too slow on this text (over {seconds} s)</source>
<translation>正则 {pattern!r} 在此文本上太慢（超过 {seconds} s）</translation>
</message>
<message>
<source>the pattern {pattern!r} ran out of memory</source>
<translation>正则 {pattern!r} 内存不足</translation>
</message>
<message>
<source>the pickle cannot be read: {reason}</source>
<translation>无法读取该 pickle：{reason}</translation>
</message>
<message>
<source>the preset {preset} takes no pattern</source>
<translation>预设 {preset} 不接受正则</translation>
</message>
<message>
<source>the process that ran the pattern {pattern!r} ended: {how}</source>
<translation>运行正则 {pattern!r} 的进程已终止：{how}</translation>
</message>
<message>
<source>the publisher's server answered {status}, {reason}</source>
<translation>发布者回应 {status}，{reason}</translation>
</message>
<message>
<source>the rank {rank} is already in line {first}</source>
<translation>rank {rank} 已在第 {first} 行</translation>
</message>
<message>
<source>the rank {rank} is negative</source>
<translation>rank {rank} 为负</translation>
</message>
<message>
<source>the rank “{rank}” is not a plain number</source>
<translation>rank“{rank}”不是普通数字</translation>
</message>
<message>
<source>the reading process died of it</source>
<translation>读取它的进程崩溃了</translation>
</message>
<message>
<source>the record has no field “{field}”</source>
<translation>记录没有字段“{field}”</translation>
</message>
<message>
<source>the regular expression contains {part}, which is not supported</source>
<translation>正则表达式含有 {part}，不受支持</translation>
</message>
<message>
<source>the regular expression is not valid: {reason}</source>
<translation>正则表达式无效：{reason}</translation>
</message>
<message>
<source>the regular expression took more than {seconds} s and was stopped</source>
<translation>正则表达式用时超过 {seconds} s，已停止</translation>
</message>
<message>
<source>the replacement is not valid: {reason}</source>
<translation>替换内容无效：{reason}</translation>
</message>
<message>
<source>the replacement table of its normalizer is invalid: {reason}</source>
<translation>其规范化器的替换表无效：{reason}</translation>
</message>
<message>
<source>the role {role} has an empty token</source>
<translation>角色 {role} 的词元为空</translation>
</message>
<message>
<source>the role {role} has two tokens, “{first}” and “{second}”</source>
<translation>角色 {role} 有两个词元：“{first}”和“{second}”</translation>
</message>
<message>
<source>the row has {n_cells} cells, too few for the column</source>
<translation>该行有 {n_cells} 个单元格，不足以含有该列</translation>
</message>
<message>
<source>the row is not a piece and a whole number</source>
<translation>该行不是片段和整数</translation>
</message>
<message>
<source>the row length is missing, or too small</source>
<translation>缺少行的长度，或太小</translation>
</message>
<message>
<source>the rule “{rule}” counts tokens, and has no text</source>
<translation>规则“{rule}”统计词元，没有文本</translation>
</message>
<message>
<source>the score of token {id} is {score}, which is not a finite number</source>
<translation>词元 {id} 的分数为 {score}，不是有限数</translation>
</message>
<message>
<source>the seed tokens ({count}) need {n_merges} merges; there is room for {room}</source>
<translation>种子词元（{count}个）需要 {n_merges} 次合并；只有 {room} 次的余地</translation>
</message>
<message>
<source>the shard is missing or was changed</source>
<translation>分片缺失或被改动过</translation>
</message>
<message>
<source>the sources contain no text to encode</source>
<translation>来源不含可编码的文本</translation>
</message>
<message>
<source>the sources contain no text to train on</source>
<translation>来源不含可训练的文本</translation>
</message>
<message>
<source>the special token “{token}” has id {id}, outside 0 to {highest}</source>
<translation>特殊词元“{token}”的 ID 为 {id}，不在 0 到 {highest} 之间</translation>
</message>
<message>
<source>the special token “{token}” has id {id}, the id of “{other}”</source>
<translation>特殊词元“{token}”的 ID 为 {id}，即“{other}”的 ID</translation>
</message>
<message>
<source>the special token “{token}” is listed twice</source>
<translation>特殊词元“{token}”列出了两次</translation>
</message>
<message>
<source>the special token “{token}” may be learned from text</source>
<translation>特殊词元“{token}”可能会从文本中学到</translation>
</message>
<message>
<source>the special tokens “{other}” and “{token}” have the same id {id}</source>
<translation>特殊词元“{other}”和“{token}”的 ID 相同，为 {id}</translation>
</message>
<message>
<source>the split is that of the tokenizer that is extended</source>
<translation>预分词方式与所扩展的分词器相同</translation>
</message>
<message>
<source>the split pattern</source>
<translation>预分词正则</translation>
</message>
<message>
<source>the split pattern finds no piece in the text</source>
<translation>预分词正则在文本中没有找到片段</translation>
</message>
<message>
<source>the split pattern of “{tokenizer}” is not known</source>
<translation>“{tokenizer}”的预分词正则未知</translation>
</message>
<message>
<source>the sum of the counts of “{piece}” is over 2^63 - 1</source>
<translation>“{piece}”的次数总和超过 2^63 - 1</translation>
</message>
<message>
<source>the template rejects the messages: {reason}</source>
<translation>模板拒绝这些消息：{reason}</translation>
</message>
<message>
<source>the template writes over {limit} characters</source>
<translation>模板写出的字符超过 {limit} 个</translation>
</message>
<message>
<source>the template “{chosen}” is shown, not {others}</source>
<translation>显示的是模板“{chosen}”，不是 {others}</translation>
</message>
<message>
<source>the text cannot be divided: {reason}</source>
<translation>文本无法分开：{reason}</translation>
</message>
<message>
<source>the text contains the special token “{token}”</source>
<translation>文本含有特殊词元“{token}”</translation>
</message>
<message>
<source>the text has changed since the start</source>
<translation>文本自开始以来已更改</translation>
</message>
<message>
<source>the text has no words</source>
<translation>文本中没有词</translation>
</message>
<message>
<source>the text has {n} parts; {least} are needed</source>
<translation>文本有 {n} 个部分；至少需要 {least} 个</translation>
</message>
<message>
<source>the text has {size} bytes; the limit is {limit}</source>
<translation>文本有 {size} 字节；上限为 {limit}</translation>
</message>
<message>
<source>the text has {size} bytes; {library} gets at most {limit} at once</source>
<translation>文本有 {size} 字节；{library} 一次最多 {limit}</translation>
</message>
<message>
<source>the text is not UTF-8</source>
<translation>文本不是 UTF-8</translation>
</message>
<message>
<source>the text needs byte 0x{byte}, which has no token</source>
<translation>文本需要字节 0x{byte}，而它没有词元</translation>
</message>
<message>
<source>the text's pieces differ from those at the start</source>
<translation>文本的片段与开始时不同</translation>
</message>
<message>
<source>the text, which lay in memory</source>
<translation>只在内存中的文本</translation>
</message>
<message>
<source>the token has no bytes</source>
<translation>词元没有字节</translation>
</message>
<message>
<source>the token is already in line {first}, with rank {rank}</source>
<translation>该词元已在第 {first} 行，rank 为 {rank}</translation>
</message>
<message>
<source>the token “{token}” occurs twice, with ids {first} and {second}</source>
<translation>词元“{token}”出现两次，ID 为 {first} 和 {second}</translation>
</message>
<message>
<source>the tokenizer has no token for padding</source>
<translation>分词器没有用于填充的词元</translation>
</message>
<message>
<source>the tokenizer that was kept there cannot be read</source>
<translation>无法读取保存在那里的分词器</translation>
</message>
<message>
<source>the tokens of this vocabulary are whole characters or single bytes anyway</source>
<translation>这个词表的词元本来就是完整的字符或单个字节</translation>
</message>
<message>
<source>the tokens would have {size} bytes together; the limit is {largest}</source>
<translation>各词元共有 {size} 字节；上限为 {largest}</translation>
</message>
<message>
<source>the tokens “{other}” and “{token}” have the same id {id}</source>
<translation>词元“{other}”和“{token}”的 ID 相同，为 {id}</translation>
</message>
<message>
<source>the training has not counted its text</source>
<translation>训练尚未统计其文本</translation>
</message>
<message>
<source>the unknown token, “{token}”, is not in the vocabulary</source>
<translation>未知词元“{token}”不在词表中</translation>
</message>
<message>
<source>the vocabulary has neither the 256 bytes nor an unknown token</source>
<translation>词表既没有 256 个字节，也没有未知词元</translation>
</message>
<message>
<source>the vocabulary has no [UNK], for unknown words</source>
<translation>词表没有表示未知词的 [UNK]</translation>
</message>
<message>
<source>the vocabulary is empty</source>
<translation>词表是空的</translation>
</message>
<message>
<source>the vocabulary reaches to byte {needed}; only {limit} bytes are read</source>
<translation>词表延续到第 {needed} 字节；只读取 {limit} 字节</translation>
</message>
<message>
<source>the vocabulary size {size} is outside {lowest} to {highest}</source>
<translation>词表大小 {size} 不在 {lowest} 到 {highest} 之间</translation>
</message>
<message>
<source>the vocabulary size {vocab_size} is too small</source>
<translation>词表大小 {vocab_size} 太小</translation>
</message>
<message>
<source>the {format} reads back differently</source>
<translation>写出的 {format} 读回后不同</translation>
</message>
<message>
<source>there are blank lines in the merges, which tokenizers refuses</source>
<translation>合并中有空行，tokenizers 会拒绝</translation>
</message>
<message>
<source>there are extra spaces in the merges, which tokenizers refuses</source>
<translation>合并中有多余的空格，tokenizers 会拒绝</translation>
</message>
<message>
<source>there are {count} special tokens; the limit is {limit}</source>
<translation>有 {count}个特殊词元；上限为 {limit}</translation>
</message>
<message>
<source>there is no checkpoint in {folder}</source>
<translation>{folder} 中没有检查点</translation>
</message>
<message>
<source>there is no cleaning step “{name}”</source>
<translation>没有清洗步骤“{name}”</translation>
</message>
<message>
<source>there is no column “{column}”</source>
<translation>没有列“{column}”</translation>
</message>
<message>
<source>there is no end token</source>
<translation>没有结尾词元</translation>
</message>
<message>
<source>there is no file</source>
<translation>没有文件</translation>
</message>
<message>
<source>there is no file or fetched vocabulary of this name</source>
<translation>没有此名称的文件或已下载的词表</translation>
</message>
<message>
<source>there is no file or folder “{text}”</source>
<translation>没有文件或文件夹“{text}”</translation>
</message>
<message>
<source>there is no form “{form}” of a data set</source>
<translation>没有数据集形式“{form}”</translation>
</message>
<message>
<source>there is no format “{name}”</source>
<translation>没有格式“{name}”</translation>
</message>
<message>
<source>there is no normalizer “{name}”</source>
<translation>没有规范化器 “{name}”</translation>
</message>
<message>
<source>there is no preset “{preset}”</source>
<translation>没有预设 “{preset}”</translation>
</message>
<message>
<source>there is no published vocabulary “{name}”</source>
<translation>没有已发布的词表“{name}”</translation>
</message>
<message>
<source>there is no role “{role}”</source>
<translation>没有角色 “{role}”</translation>
</message>
<message>
<source>there is no rule “{rule}”</source>
<translation>没有规则 “{rule}”</translation>
</message>
<message>
<source>there is no script “{script}”</source>
<translation>没有文字系统“{script}”</translation>
</message>
<message>
<source>there is no shard {number} of {n}</source>
<translation>没有 {n} 个分片中的第 {number} 个</translation>
</message>
<message>
<source>there is no split pattern “{name}”</source>
<translation>没有预分词正则 “{name}”</translation>
</message>
<message>
<source>there is no start token</source>
<translation>没有开头词元</translation>
</message>
<message>
<source>there is no text to measure</source>
<translation>没有可测量的文本</translation>
</message>
<message>
<source>there is no tie rule “{tie}”</source>
<translation>没有同频规则 “{tie}”</translation>
</message>
<message>
<source>there is no token {token}</source>
<translation>没有词元 {token}</translation>
</message>
<message>
<source>there is no tokenizer to compare</source>
<translation>没有可比较的分词器</translation>
</message>
<message>
<source>there is no way “{numbers}” to cut numbers</source>
<translation>没有数字切分方式 “{numbers}”</translation>
</message>
<message>
<source>there is not enough memory</source>
<translation>内存不足</translation>
</message>
<message>
<source>there is nothing to change</source>
<translation>没有可更改的内容</translation>
</message>
<message>
<source>these bytes are other fields, names and marks</source>
<translation>这些字节是其他字段、名称和标记</translation>
</message>
<message>
<source>this card cannot be used: {reason}</source>
<translation>此信息卡无法使用：{reason}</translation>
</message>
<message>
<source>this folder was already read, or links back to a folder that contains it</source>
<translation>此文件夹已读取过，或链接回包含它的文件夹</translation>
</message>
<message>
<source>this is a folder, not a file</source>
<translation>这是文件夹，不是文件</translation>
</message>
<message>
<source>this is a pipe, socket or device, not a regular file</source>
<translation>这是管道、套接字或设备，不是普通文件</translation>
</message>
<message>
<source>this is not a tokenizer file of a known format</source>
<translation>这不是已知格式的分词器文件</translation>
</message>
<message>
<source>this is the file that is read</source>
<translation>这就是正被读取的文件</translation>
</message>
<message>
<source>this system cannot have a file of this name</source>
<translation>本系统不能有此名称的文件</translation>
</message>
<message>
<source>this tokenizer cannot be extended: {why}</source>
<translation>无法扩展此分词器：{why}</translation>
</message>
<message>
<source>this tokenizer cannot encode in parts; the text is over {limit} bytes</source>
<translation>此分词器不能分段编码；文本超过 {limit} 字节</translation>
</message>
<message>
<source>this tokenizer has been closed</source>
<translation>此分词器已关闭</translation>
</message>
<message>
<source>this tokenizer has no chat template</source>
<translation>此分词器没有对话模板</translation>
</message>
<message>
<source>token {id} contains U+0000, which SentencePiece does not allow</source>
<translation>词元 {id} 含有 U+0000，SentencePiece 不允许</translation>
</message>
<message>
<source>token {id} has no bytes</source>
<translation>词元 {id} 没有字节</translation>
</message>
<message>
<source>token {id} has {length} bytes, more than the file's longest, {longest}</source>
<translation>词元 {id} 有 {length} 字节，超过文件中的最长值 {longest}</translation>
</message>
<message>
<source>token {id} has {length} bytes; SentencePiece allows fewer than {limit}</source>
<translation>词元 {id} 有 {length} 字节；SentencePiece 要求少于 {limit}</translation>
</message>
<message>
<source>token {id} is a byte, but byte fallback is off</source>
<translation>词元 {id} 是字节，但字节回退已关闭</translation>
</message>
<message>
<source>token {id} is of type {kind}; only 1 to 6 exist</source>
<translation>词元 {id} 的类型为 {kind}；只有 1 到 6</translation>
</message>
<message>
<source>token {id} is “{token}”, not byte {expected}</source>
<translation>词元 {id} 是“{token}”，不是字节 {expected}</translation>
</message>
<message>
<source>token {id}, “{token}”, is marked as a byte, but is not written &lt;0xNN&gt;</source>
<translation>词元 {id}“{token}”标为字节，却未写作 &lt;0xNN&gt;</translation>
</message>
<message>
<source>token {id}, “{token}”, is not UTF-8</source>
<translation>词元 {id}“{token}”不是 UTF-8</translation>
</message>
<message>
<source>tokenizer</source>
<translation>分词器</translation>
</message>
<message>
<source>tokenizers cannot open this file: {reason}</source>
<translation>tokenizers 无法打开此文件：{reason}</translation>
</message>
<message>
<source>tokenizers decodes an extra space after a special token at the start</source>
<translation>tokenizers 会在开头的特殊词元之后多解码出一个空格</translation>
</message>
<message>
<source>tokenizers gives “{token}” id {new_id}, not {id}</source>
<translation>tokenizers 给“{token}”的 ID 是 {new_id}，不是 {id}</translation>
</message>
<message>
<source>tokens after each document</source>
<translation>每个文档之后的词元</translation>
</message>
<message>
<source>tokens before each document</source>
<translation>每个文档之前的词元</translation>
</message>
<message>
<source>tokens {first} and {second} are both unknown tokens</source>
<translation>词元 {first} 和 {second} 都是未知词元</translation>
</message>
<message>
<source>training was stopped; its state is in {folder}</source>
<translation>训练已停止；其状态在 {folder} 中</translation>
</message>
<message>
<source>two ids were expected, but the line says “{line}”</source>
<translation>应为两个 ID，但该行是“{line}”</translation>
</message>
<message>
<source>two tokens have id {id}</source>
<translation>有两个词元的 ID 为 {id}</translation>
</message>
<message>
<source>two tokens were expected, but the line says “{line}”</source>
<translation>应为两个词元，但该行是“{line}”</translation>
</message>
<message>
<source>type of the ids</source>
<translation>ID 的类型</translation>
</message>
<message>
<source>unpacking it needs more than 128 MB of memory</source>
<translation>解压它需要超过 128 MB 内存</translation>
</message>
<message>
<source>unpacking it needs more than 256 MB of memory</source>
<translation>解压它需要超过 256 MB 内存</translation>
</message>
<message>
<source>unreadable files</source>
<translation>无法读取的文件</translation>
</message>
<message>
<source>what belongs here: {error}</source>
<translation>此处应有的内容：{error}</translation>
</message>
<message>
<source>what it does to a text first ({kind}) cannot be done line by line</source>
<translation>它对文本先做的处理（{kind}）不能逐行进行</translation>
</message>
<message>
<source>without a decoder, tokenizers joins tokens by spaces; {format} does not</source>
<translation>没有解码器时，tokenizers 用空格连接词元；{format} 不会</translation>
</message>
<message>
<source>without a split, training needs about {need} bytes; the limit is {limit}</source>
<translation>不预分词时，训练约需 {need} 字节；上限为 {limit}</translation>
</message>
<message>
<source>without an eos, llama.cpp ends a reply at id {id} (“{token}”)</source>
<translation>没有 eos 时，llama.cpp 在 ID {id}（“{token}”）处结束回答</translation>
</message>
<message>
<source>without the field</source>
<translation>缺少该字段</translation>
</message>
<message>
<source>without {source} nothing is left to train on</source>
<translation>没有 {source} 就没有可训练的内容</translation>
</message>
<message>
<source>xz data</source>
<translation>xz 数据</translation>
</message>
<message>
<source>yes or no</source>
<translation>是或否</translation>
</message>
<message>
<source>you are not allowed to read the file: {reason}</source>
<translation>没有读取该文件的权限：{reason}</translation>
</message>
<message>
<source>you are not allowed to write here: {reason}</source>
<translation>没有在此写入的权限：{reason}</translation>
</message>
<message>
<source>you left it out</source>
<translation>由你排除</translation>
</message>
<message>
<source>zstd data</source>
<translation>zstd 数据</translation>
</message>
<message>
<source>{card} changes the publisher's {what}</source>
<translation>{card} 改变了发布者的{what}</translation>
</message>
<message>
<source>{card} is for another version of the file and was not used</source>
<translation>{card} 属于文件的另一版本，未使用</translation>
</message>
<message>
<source>{card} lists {expected} tokens, but the file has {tokens}</source>
<translation>{card} 列出 {expected} 个词元，但文件有 {tokens} 个</translation>
</message>
<message>
<source>{card} was not used: {reason}</source>
<translation>未使用 {card}：{reason}</translation>
</message>
<message>
<source>{command} writes more than {folder} can hold</source>
<translation>{command} 的输出超过 {folder} 的容量</translation>
</message>
<message>
<source>{component} is run by {library}</source>
<translation>{component} 由 {library} 运行</translation>
</message>
<message>
<source>{count} bytes have no token; the first is 0x{first}</source>
<translation>{count}个字节没有词元；第一个是 0x{first}</translation>
</message>
<message>
<source>{count} merges occurred twice; tokenizers uses the last</source>
<translation>{count}次合并出现两次；tokenizers 使用后一次</translation>
</message>
<message>
<source>{draws} resamples are outside 1 to {highest}</source>
<translation>重采样次数 {draws} 不在 1 到 {highest} 之间</translation>
</message>
<message>
<source>{expected} was expected here</source>
<translation>此处应为 {expected}</translation>
</message>
<message>
<source>{file} was used only in part: {reason}</source>
<translation>{file} 只使用了一部分：{reason}</translation>
</message>
<message>
<source>{format} cannot say how to match {count} added tokens, such as “{first}”</source>
<translation>{format} 无法说明如何匹配 {count} 个附加词元，如“{first}”</translation>
</message>
<message>
<source>{format} cannot store this tokenizer: it stores no normalizer ({name}), so ids differ</source>
<translation>{format} 无法保存此分词器：它不保存规范化器（{name}），因此 ID 不同</translation>
</message>
<message>
<source>{format} cannot store this tokenizer: its tokens are not merged in id order</source>
<translation>{format} 无法保存此分词器：其词元不按 ID 顺序合并</translation>
</message>
<message>
<source>{format} cannot store this tokenizer: some bytes have no token</source>
<translation>{format} 无法保存此分词器：有些字节没有词元</translation>
</message>
<message>
<source>{format} cannot store this tokenizer: text is split in stages, by several patterns</source>
<translation>{format} 无法保存此分词器：文本由多个正则分阶段切分</translation>
</message>
<message>
<source>{format} cannot store this tokenizer: two tokens have the same bytes</source>
<translation>{format} 无法保存此分词器：有两个词元的字节相同</translation>
</message>
<message>
<source>{format} cannot store this tokenizer: “{token}” is special ({id}) and ordinary ({other})</source>
<translation>{format} 无法保存此分词器：“{token}”既是特殊词元（{id}）又是普通词元（{other}）</translation>
</message>
<message>
<source>{format} does not store the normalizer; readers omit it</source>
<translation>{format} 不保存规范化器；读取者会略去它</translation>
</message>
<message>
<source>{format} files can be read but not written</source>
<translation>{format} 文件可以读取但不能写入</translation>
</message>
<message>
<source>{format} stores {count} added tokens as special, such as “{first}”</source>
<translation>{format} 把 {count}个附加词元存为特殊词元，如“{first}”</translation>
</message>
<message>
<source>{host} cannot be reached ({reason})</source>
<translation>无法连接 {host}（{reason}）</translation>
</message>
<message>
<source>{key}: “{token}” is no token of the vocabulary</source>
<translation>{key}：“{token}”不是词表中的词元</translation>
</message>
<message>
<source>{kind} cannot be read</source>
<translation>无法读取 {kind}</translation>
</message>
<message>
<source>{library} always treats special tokens as special</source>
<translation>{library} 始终把特殊词元按特殊处理</translation>
</message>
<message>
<source>{library} cannot use it: {reason}</source>
<translation>{library} 无法使用它：{reason}</translation>
</message>
<message>
<source>{library} cannot use the written file: {reason}</source>
<translation>{library} 无法使用写出的文件：{reason}</translation>
</message>
<message>
<source>{library} could not process it: {reason}</source>
<translation>{library} 无法处理它：{reason}</translation>
</message>
<message>
<source>{library} crashed with this tokenizer: {how}</source>
<translation>{library} 处理此分词器时崩溃：{how}</translation>
</message>
<message>
<source>{library} did not answer within {seconds} s</source>
<translation>{library} 在 {seconds} s 内没有回应</translation>
</message>
<message>
<source>{library} is not installed</source>
<translation>未安装 {library}</translation>
</message>
<message>
<source>{library} may split differently</source>
<translation>{library} 的预分词可能不同</translation>
</message>
<message>
<source>{library} ran out of memory</source>
<translation>{library} 内存不足</translation>
</message>
<message>
<source>{limit} bytes of memory hold none of the {n} pieces</source>
<translation>{limit} 字节内存容不下 {n} 个片段中的任何一个</translation>
</message>
<message>
<source>{model} tokenizers are not supported, so text cannot be encoded</source>
<translation>不支持 {model} 分词器，因此无法编码文本</translation>
</message>
<message>
<source>{n_bytes} bytes after its end are not packed text</source>
<translation>其结尾之后的 {n_bytes} 字节不是压缩文本</translation>
</message>
<message>
<source>{n_characters} characters need {smallest} tokens, over {vocab_size}</source>
<translation>{n_characters} 个字符需要 {smallest} 个词元，超过 {vocab_size}</translation>
</message>
<message>
<source>{n_missing} of {n} shards are missing: {missing}</source>
<translation>缺少 {n} 个分片中的 {n_missing} 个：{missing}</translation>
</message>
<message>
<source>{names} next to it is another tokenizer's</source>
<translation>旁边的 {names} 属于另一个分词器</translation>
</message>
<message>
<source>{names} next to it would be replaced, but does not belong to it</source>
<translation>旁边的 {names} 会被替换，但不属于它</translation>
</message>
<message>
<source>{name} has changed on disk</source>
<translation>{name} 在磁盘上已更改</translation>
</message>
<message>
<source>{name} has no revision {revision}</source>
<translation>{name} 没有修订版本 {revision}</translation>
</message>
<message>
<source>{name} has no tokenizer file ({names})</source>
<translation>{name} 没有分词器文件（{names}）</translation>
</message>
<message>
<source>{name} is gated: its publisher asks you to accept a license first</source>
<translation>{name} 受限：其发布者要求先同意许可</translation>
</message>
<message>
<source>{name} is not valid JSON</source>
<translation>{name} 不是有效的 JSON</translation>
</message>
<message>
<source>{now} sources, {then} then</source>
<translation>现在有 {now} 个来源，当时有 {then} 个</translation>
</message>
<message>
<source>{option} cannot be used here: {why}</source>
<translation>此处不能使用 {option}：{why}</translation>
</message>
<message>
<source>{option} cannot be used to count pieces</source>
<translation>统计片段时不能使用 {option}</translation>
</message>
<message>
<source>{option} is {value}</source>
<translation>{option} 为 {value}</translation>
</message>
<message>
<source>{option} of the source cannot be {value}</source>
<translation>来源的 {option} 不能为 {value}</translation>
</message>
<message>
<source>{package} is not installed</source>
<translation>未安装 {package}</translation>
</message>
<message>
<source>{part} in it has {size} bytes; the limit is {limit}</source>
<translation>其中的 {part} 有 {size} 字节；上限为 {limit}</translation>
</message>
<message>
<source>{part} in it is missing or damaged</source>
<translation>其中的 {part} 缺失或损坏</translation>
</message>
<message>
<source>{place} has changed</source>
<translation>{place} 已改变</translation>
</message>
<message>
<source>{place} is missing</source>
<translation>{place} 缺失</translation>
</message>
<message>
<source>{place} is new</source>
<translation>{place} 是新的</translation>
</message>
<message>
<source>{share} is not a valid share of residues</source>
<translation>{share} 不是残留的占比</translation>
</message>
<message>
<source>{size} tokens are declared; it has {specials} special and {tokens} others</source>
<translation>声明有 {size} 个词元；其中有 {specials} 个特殊词元和 {tokens} 个其他词元</translation>
</message>
<message>
<source>{source} is not a source of this training</source>
<translation>{source} 不是此训练的来源</translation>
</message>
<message>
<source>{token} is not UTF-8</source>
<translation>{token} 不是 UTF-8</translation>
</message>
<message>
<source>{value} at position {position} of the ids (from 0) is not a whole number</source>
<translation>ID 的第 {position} 个位置（从 0 起）的 {value} 不是整数</translation>
</message>
<message>
<source>{value} is larger than any id</source>
<translation>{value} 大于任何 ID</translation>
</message>
<message>
<source>{value} is negative</source>
<translation>{value} 为负</translation>
</message>
<message>
<source>{value} where {kind} is expected</source>
<translation>应为 {kind} 处是 {value}</translation>
</message>
<message>
<source>{vocab} next to it has {shown} merges, the file only {merges}</source>
<translation>旁边的 {vocab} 有 {shown} 次合并，文件只有 {merges}次</translation>
</message>
<message>
<source>{which} of {name} has {size} bytes, over {limit}</source>
<translation>{name} 的 {which} 有 {size} 字节，超过 {limit}</translation>
</message>
<message>
<source>“minbpe v1” was expected, but the line says “{version}”</source>
<translation>应为“minbpe v1”，但该行是“{version}”</translation>
</message>
<message>
<source>“{choice}” names no special tokens</source>
<translation>“{choice}”未指定特殊词元</translation>
</message>
<message>
<source>“{key}” of the normalizer “{kind}” is missing or of the wrong type</source>
<translation>规范化器“{kind}”的“{key}”缺失或类型错误</translation>
</message>
<message>
<source>“{name}” changes some texts ({texts} of {of})</source>
<translation>“{name}”改变了一些文本（{of} 个中的 {texts} 个）</translation>
</message>
<message>
<source>“{name}” encodes a text differently each time</source>
<translation>“{name}”每次编码同一文本的结果都不同</translation>
</message>
<message>
<source>“{name}” is also in “{other}”, and counted once</source>
<translation>“{name}”也在“{other}”中，只计一次</translation>
</message>
<message>
<source>“{name}” is listed twice</source>
<translation>“{name}”列出了两次</translation>
</message>
<message>
<source>“{name}” is not among the compared tokenizers</source>
<translation>“{name}”不在所比较的分词器中</translation>
</message>
<message>
<source>“{name}” is not among the languages</source>
<translation>“{name}”不在这些语言中</translation>
</message>
<message>
<source>“{name}” is not the name of a model</source>
<translation>“{name}”不是模型名称</translation>
</message>
<message>
<source>“{name}” was not saved, and is no longer kept</source>
<translation>“{name}”未保存，已不再保留</translation>
</message>
<message>
<source>“{text}” contains a lone surrogate</source>
<translation>“{text}”含有孤立代理项</translation>
</message>
<message>
<source>“{text}” is not UTF-8</source>
<translation>“{text}”不是 UTF-8</translation>
</message>
<message>
<source>“{token}” (id {id}) is part of other tokens, such as “{first}”; in all: {count}</source>
<translation>“{token}”（ID {id}）是其他词元的一部分，如“{first}”；总数：{count}</translation>
</message>
<message>
<source>“{token}” (id {id}) starts, ends or pads texts</source>
<translation>“{token}”（ID {id}）是文本的开头、结尾或填充词元</translation>
</message>
<message>
<source>“{token}” exists before any merge</source>
<translation>“{token}”在任何合并之前就存在</translation>
</message>
<message>
<source>“{token}” has an unknown escape at character {at}</source>
<translation>“{token}”在第 {at} 个字符处有未知的转义</translation>
</message>
<message>
<source>“{token}” has {length} bytes; the limit is {longest}</source>
<translation>“{token}”有 {length} 字节；上限为 {longest}</translation>
</message>
<message>
<source>“{token}” is a seed token and a special token</source>
<translation>“{token}”既是种子词元又是特殊词元</translation>
</message>
<message>
<source>“{token}” is a seed token and forbidden</source>
<translation>“{token}”既是种子词元又被禁用</translation>
</message>
<message>
<source>“{token}” is already special token {id}</source>
<translation>“{token}”已是特殊词元 {id}</translation>
</message>
<message>
<source>“{token}” is already token {id}</source>
<translation>“{token}”已是词元 {id}</translation>
</message>
<message>
<source>“{token}” is not a special token of this tokenizer</source>
<translation>“{token}”不是此分词器的特殊词元</translation>
</message>
<message>
<source>“{token}” is not base64: {reason}</source>
<translation>“{token}”不是 base64：{reason}</translation>
</message>
<message>
<source>“{token}” is special token {id} in that vocabulary</source>
<translation>“{token}”在那个词表中是特殊词元 {id}</translation>
</message>
<message>
<source>“{token}” needs a forbidden token</source>
<translation>“{token}”需要一个被禁用的词元</translation>
</message>
<message>
<source>“{token}” of role {role} is not a special token</source>
<translation>角色 {role} 的“{token}”不是特殊词元</translation>
</message>
<message>
<source>“{token}” was also learned; SentencePiece needs it once</source>
<translation>“{token}”也被学到；SentencePiece 要求只有一次</translation>
</message>
<message>
<source>“{token}” would be normalized to “{becomes}”</source>
<translation>“{token}”会被规范化为“{becomes}”</translation>
</message>
<message>
<source>“{value}” is not an id</source>
<translation>“{value}”不是 ID</translation>
</message>
</context>
<context>
<name>EqualCard</name>
<message>
<source>Both encoded the text</source>
<translation>两者都编码了该文本</translation>
</message>
<message>
<source>Encoded only by the workbench</source>
<translation>仅由本程序编码</translation>
</message>
</context>
<context>
<name>ErrorBarsSection</name>
<message>
<source>Error bars</source>
<translation>误差线</translation>
</message>
<message>
<source>Find error bars</source>
<translation>计算误差线</translation>
</message>
<message>
<source>Half of the text gives {share} other tokens; twice the text changes as many, or fewer.</source>
<translation>文本减半会有 {share} 的词元不同；文本加倍的变化与此相当或更少。</translation>
</message>
<message>
<source>In all of them: {sure} of {tokens}. In less than half: {few}.</source>
<translation>出现在全部训练中：{sure} / {tokens}。不到一半：{few}。</translation>
</message>
<message>
<source>Margin</source>
<translation>领先幅度</translation>
</message>
<message>
<source>Plot</source>
<translation>图</translation>
</message>
<message>
<source>Survival</source>
<translation>留存率</translation>
</message>
<message>
<source>The card will contain it after the next save.</source>
<translation>下次保存后信息卡会包含它。</translation>
</message>
<message>
<source>The tie rule decided {tied}: the next best pair occurred as often.</source>
<translation>{tied}由同频规则决定：次优的词元对出现次数相同。</translation>
</message>
<message>
<source>Train again twenty times, each without a twentieth of the text: which tokens stay, and what twice the text would change. The columns Survival and Margin show it by token.</source>
<translation>重新训练二十次，每次去掉二十分之一的文本：哪些词元会留下，文本加倍会有何变化。“留存率”和“领先幅度”两列按词元显示。</translation>
</message>
<message>
<source>lowest</source>
<translation>最低</translation>
</message>
<message>
<source>merge, in order → % of trainings that have its token; mean and lowest</source>
<translation>合并，按顺序 → 拥有该词元的训练占比；平均与最低</translation>
</message>
<message>
<source>merge, in order → how much more often than the next best pair; median and lowest</source>
<translation>合并，按顺序 → 比次优词元对多出的比例；中位数与最低</translation>
</message>
<message>
<source>{n} documents</source>
<translation>{n} 个文档</translation>
</message>
<message>
<source>{n} parts</source>
<translation>{n} 个部分</translation>
</message>
<message>
<source>{n} stretches of text</source>
<translation>{n} 段文本</translation>
</message>
<message>
<source>{parts} trainings, each without a part of {units}.</source>
<translation>{parts} 次训练，每次去掉一部分{units}。</translation>
</message>
</context>
<context>
<name>Exchange</name>
<message>
<source>Loaded “{title}”.</source>
<translation>已载入“{title}”。</translation>
</message>
<message>
<source>Opened {name}.</source>
<translation>已打开 {name}。</translation>
</message>
</context>
<context>
<name>Export</name>
<message numerus="yes">
<source>%n files are not in the proof, or not whole, as in a training: {names}</source>
<extracomment>of one: %n file is not in the proof, or not whole, as in a training: {names}</extracomment>
<translation>
<numerusform>%n 个文件未列入验证，或不完整，与训练时相同：{names}</numerusform>
</translation>
</message>
<message>
<source>BERT vocabulary</source>
<translation>BERT 词表</translation>
</message>
<message>
<source>CLIP merges</source>
<translation>CLIP 合并</translation>
</message>
<message>
<source>Equal on {tokens}</source>
<translation>在 {tokens}上相同</translation>
</message>
<message>
<source>GGUF vocabulary</source>
<translation>GGUF 词表</translation>
</message>
<message>
<source>GPT-2 files</source>
<translation>GPT-2 文件</translation>
</message>
<message>
<source>GPT-2 merges and vocabulary</source>
<translation>GPT-2 合并与词表</translation>
</message>
<message>
<source>Holds everything</source>
<translation>保存全部内容</translation>
</message>
<message>
<source>Hugging Face tokenizer</source>
<translation>Hugging Face 分词器</translation>
</message>
<message>
<source>It opens; no text was encoded.</source>
<translation>可以打开；未编码文本。</translation>
</message>
<message>
<source>Leaves something out</source>
<translation>会略去一些内容</translation>
</message>
<message>
<source>Mistral tekken</source>
<translation>Mistral tekken</translation>
</message>
<message>
<source>No library opens it</source>
<translation>没有库能打开</translation>
</message>
<message>
<source>No library that encodes such files is installed; only the workbench read {tokens}.</source>
<translation>未安装可编码此类文件的库；只有本程序读取了 {tokens}。</translation>
</message>
<message>
<source>Not checked</source>
<translation>未检查</translation>
</message>
<message>
<source>Not opened in {library}</source>
<translation>未用 {library} 打开</translation>
</message>
<message>
<source>Opened in {library}</source>
<translation>已用 {library} 打开</translation>
</message>
<message>
<source>Read back by the workbench</source>
<translation>由本程序读回</translation>
</message>
<message>
<source>Same ids, and decoding gives the same {size}.</source>
<translation>ID 相同，解码得到相同的 {size}。</translation>
</message>
<message>
<source>Same ids, but decoded to different text there.</source>
<translation>ID 相同，但在那里解码为不同的文本。</translation>
</message>
<message>
<source>SentencePiece model</source>
<translation>SentencePiece 模型</translation>
</message>
<message>
<source>The same with special tokens.</source>
<translation>含特殊词元时也相同。</translation>
</message>
<message>
<source>The split pattern was passed separately.</source>
<translation>预分词正则是另行传入的。</translation>
</message>
<message>
<source>With special tokens the ids are the same, but decode to different text.</source>
<translation>含特殊词元时 ID 相同，但解码为不同的文本。</translation>
</message>
<message>
<source>With special tokens the ids differ, as noted above.</source>
<translation>含特殊词元时 ID 不同，如上所述。</translation>
</message>
<message>
<source>Would give other ids</source>
<translation>会得到其他 ID</translation>
</message>
<message>
<source>Written</source>
<translation>已写入</translation>
</message>
<message>
<source>Written, with other ids</source>
<translation>已写入，ID 不同</translation>
</message>
<message>
<source>it is not installed</source>
<translation>未安装</translation>
</message>
<message>
<source>it reads the file but cannot encode; {library} can, and is not installed</source>
<translation>它能读取文件但不能编码；{library} 可以，但未安装</translation>
</message>
<message>
<source>llama2.c tokenizer</source>
<translation>llama2.c 分词器</translation>
</message>
<message>
<source>minbpe model</source>
<translation>minbpe 模型</translation>
</message>
<message>
<source>nanochat pickle</source>
<translation>nanochat pickle</translation>
</message>
<message>
<source>read back only by the workbench</source>
<translation>只有本程序读回</translation>
</message>
<message>
<source>the library that it is for</source>
<translation>其目标库</translation>
</message>
<message>
<source>the same {tokens}</source>
<translation>相同的 {tokens}</translation>
</message>
<message>
<source>tiktoken ranks</source>
<translation>tiktoken ranks</translation>
</message>
<message>
<source>tokens, pattern, special tokens</source>
<translation>词元、正则、特殊词元</translation>
</message>
<message>
<source>{group}: {n}…</source>
<translation>{group}：{n}…</translation>
</message>
<message>
<source>{size}, under a temporary name</source>
<translation>{size}，使用临时文件名</translation>
</message>
<message>
<source>{title}: equal on the first {tokens}, then different from byte {byte} of {text}, line {line}.</source>
<translation>{title}：前 {tokens}相同，之后从{text}的第 {byte} 字节（第 {line} 行）起不同。</translation>
</message>
<message>
<source>{title}: equal on this text, but not on others.</source>
<translation>{title}：在此文本上相同，在其他文本上不同。</translation>
</message>
</context>
<context>
<name>ExportDialog</name>
<message>
<source>Add a file…</source>
<translation>添加文件…</translation>
</message>
<message>
<source>Cancel</source>
<translation>取消</translation>
</message>
<message>
<source>Change…</source>
<translation>更改…</translation>
</message>
<message>
<source>Choose a text for the proof</source>
<translation>选择用于验证的文本</translation>
</message>
<message>
<source>Choose where to save</source>
<translation>选择保存位置</translation>
</message>
<message>
<source>Close</source>
<translation>关闭</translation>
</message>
<message>
<source>Close this window (Esc)</source>
<translation>关闭此窗口（Esc）</translation>
</message>
<message>
<source>Done</source>
<translation>完成</translation>
</message>
<message>
<source>Export</source>
<translation>导出</translation>
</message>
<message>
<source>Export and prove</source>
<translation>导出并验证</translation>
</message>
<message>
<source>Export to</source>
<translation>导出到</translation>
</message>
<message>
<source>Export {name}</source>
<translation>导出 {name}</translation>
</message>
<message>
<source>File</source>
<translation>文件</translation>
</message>
<message>
<source>Merges as text, for older programs</source>
<translation>合并写成文本，供旧程序使用</translation>
</message>
<message>
<source>Needed by programs with a tokenizers release before 0.20.</source>
<translation>使用 0.20 之前 tokenizers 版本的程序需要它。</translation>
</message>
<message>
<source>Prove on</source>
<translation>验证文本</translation>
</message>
<message>
<source>Prove on a text file of your own</source>
<translation>用自己的文本文件验证</translation>
</message>
<message>
<source>Replace and prove</source>
<translation>替换并验证</translation>
</message>
<message>
<source>Replace these too</source>
<translation>也替换这些</translation>
</message>
<message>
<source>Show in folder</source>
<translation>在文件夹中显示</translation>
</message>
<message>
<source>Show the file in its folder</source>
<translation>在文件夹中显示该文件</translation>
</message>
<message>
<source>This file exists and will be replaced.</source>
<translation>此文件已存在，将被替换。</translation>
</message>
<message>
<source>Try the proof</source>
<translation>尝试验证</translation>
</message>
<message>
<source>Write the file, read it back and compare the ids on a text</source>
<translation>写入文件，读回，并在文本上比较 ID</translation>
</message>
<message>
<source>Written: {names}</source>
<translation>已写入：{names}</translation>
</message>
</context>
<context>
<name>Exporting</name>
<message>
<source>No text: only open the file</source>
<translation>无文本：只打开文件</translation>
</message>
<message>
<source>The corpus and the open text, {size}</source>
<translation>语料和已打开的文本，{size}</translation>
</message>
<message>
<source>The corpus, {size}</source>
<translation>语料，{size}</translation>
</message>
<message>
<source>The open text, {size}</source>
<translation>已打开的文本，{size}</translation>
</message>
<message>
<source>the open text</source>
<translation>已打开的文本</translation>
</message>
</context>
<context>
<name>ExtendDialog</name>
<message>
<source>Add merges learned from the corpus</source>
<translation>添加从语料学到的合并</translation>
</message>
<message>
<source>Corpus</source>
<translation>语料</translation>
</message>
<message>
<source>Merges</source>
<translation>合并</translation>
</message>
<message>
<source>Training continues after the existing merges, which stay as they are.</source>
<translation>训练接在现有合并之后继续，现有合并保持不变。</translation>
</message>
</context>
<context>
<name>ExtendField</name>
<message>
<source>Add merges to an existing tokenizer instead of using a preset</source>
<translation>在现有分词器上增加合并，而不使用预设</translation>
</message>
<message>
<source>Choose…</source>
<translation>选择…</translation>
</message>
<message>
<source>Extend a tokenizer</source>
<translation>扩展分词器</translation>
</message>
<message>
<source>Its own split, vocabulary, special tokens, tie rule and longest token apply, not the preset's.</source>
<translation>使用它自己的预分词、词表、特殊词元、同频规则和最长词元，而不是预设的。</translation>
</message>
<message>
<source>Merges to add</source>
<translation>要增加的合并</translation>
</message>
<message>
<source>Number of merges to add to the tokenizer.</source>
<translation>要为分词器增加的合并数。</translation>
</message>
<message>
<source>Start from bytes instead</source>
<translation>改为从字节开始</translation>
</message>
<message>
<source>{name}, split by {split}</source>
<translation>{name}，按 {split} 预分词</translation>
</message>
</context>
<context>
<name>FaultStrip</name>
<message>
<source>Give it another id</source>
<translation>换一个 ID</translation>
</message>
<message>
<source>Keep it</source>
<translation>保留它</translation>
</message>
<message>
<source>Keep those</source>
<translation>保留这些</translation>
</message>
<message>
<source>Leave out what cannot be added</source>
<translation>略去无法添加的</translation>
</message>
<message>
<source>Remove these too</source>
<translation>也删除这些</translation>
</message>
<message>
<source>Take its present tokens</source>
<translation>采用其现有词元</translation>
</message>
</context>
<context>
<name>FetchDialog</name>
<message>
<source>Access token</source>
<translation>访问令牌</translation>
</message>
<message>
<source>Access token for the Hugging Face Hub</source>
<translation>Hugging Face Hub 的访问令牌</translation>
</message>
<message>
<source>Asking the Hugging Face Hub…</source>
<translation>正在访问 Hugging Face Hub…</translation>
</message>
<message>
<source>Cancel</source>
<translation>取消</translation>
</message>
<message>
<source>Close</source>
<translation>关闭</translation>
</message>
<message>
<source>Download progress</source>
<translation>下载进度</translation>
</message>
<message>
<source>Downloaded from their publishers only when you ask, and checked by hash.</source>
<translation>只在你要求时从发布者处下载，并核对哈希。</translation>
</message>
<message>
<source>Fetch a vocabulary</source>
<translation>下载词表</translation>
</message>
<message>
<source>Fetch and open</source>
<translation>下载并打开</translation>
</message>
<message>
<source>Fetch the model</source>
<translation>下载模型</translation>
</message>
<message>
<source>From</source>
<translation>来自</translation>
</message>
<message>
<source>Hugging Face Hub</source>
<translation>Hugging Face Hub</translation>
</message>
<message>
<source>License</source>
<translation>许可证</translation>
</message>
<message>
<source>Model on the Hugging Face Hub</source>
<translation>Hugging Face Hub 上的模型</translation>
</message>
<message>
<source>Model: owner/name or owner/name@revision</source>
<translation>模型：owner/name 或 owner/name@revision</translation>
</message>
<message>
<source>Open</source>
<translation>打开</translation>
</message>
<message>
<source>Open a local file…</source>
<translation>打开本地文件…</translation>
</message>
<message>
<source>Published vocabularies</source>
<translation>已发布的词表</translation>
</message>
<message>
<source>Sent only to the Hub. Forgotten when this dialog closes, and never saved.</source>
<translation>只发送给 Hub。关闭本对话框后即忘记，从不保存。</translation>
</message>
<message>
<source>{done} of {total}</source>
<translation>{done} / {total}</translation>
</message>
</context>
<context>
<name>Fetching</name>
<message>
<source>Fetched {name}, revision {revision}, SHA-256 {hash}…</source>
<translation>已下载 {name}，修订版本 {revision}，SHA-256 {hash}…</translation>
</message>
</context>
<context>
<name>FileChanges</name>
<message>
<source>Changed how {name} is read.</source>
<translation>已更改 {name} 的读取方式。</translation>
</message>
<message>
<source>Choose at most {n} files, or leave them out by name.</source>
<translation>最多选择 {n} 个文件，或按名称排除。</translation>
</message>
<message>
<source>Left out {name}.</source>
<translation>已排除 {name}。</translation>
</message>
<message>
<source>Using {name} again.</source>
<translation>重新使用 {name}。</translation>
</message>
</context>
<context>
<name>FileEncoding</name>
<message>
<source>Wrote {ids} to {name}, {size}.</source>
<translation>已把 {ids}写入 {name}，{size}。</translation>
</message>
</context>
<context>
<name>FileList</name>
<message>
<source>Files</source>
<translation>文件</translation>
</message>
</context>
<context>
<name>FileListing</name>
<message>
<source>All sources</source>
<translation>全部来源</translation>
</message>
</context>
<context>
<name>FilePage</name>
<message>
<source>Back to the sources (Esc)</source>
<translation>返回来源列表（Esc）</translation>
</message>
<message>
<source>Every file is used.</source>
<translation>每个文件都会使用。</translation>
</message>
<message>
<source>Left out</source>
<translation>已排除</translation>
</message>
<message>
<source>Nothing is left out</source>
<translation>没有排除任何内容</translation>
</message>
<message>
<source>Show only files that are left out</source>
<translation>只显示被排除的文件</translation>
</message>
<message>
<source>{files}…</source>
<translation>{files}…</translation>
</message>
</context>
<context>
<name>Files</name>
<message numerus="yes">
<source>Changed how %n files are read.</source>
<extracomment>of one: Changed how {name} is read.</extracomment>
<translation>
<numerusform>已更改 %n 个文件的读取方式。</numerusform>
</translation>
</message>
<message numerus="yes">
<source>Left out %n files.</source>
<extracomment>of one: Left out %n file.</extracomment>
<translation>
<numerusform>已排除 %n 个文件。</numerusform>
</translation>
</message>
<message>
<source>Not read by the run</source>
<translation>训练未读取</translation>
</message>
<message numerus="yes">
<source>Using %n files again.</source>
<extracomment>of one: Using %n file again.</extracomment>
<translation>
<numerusform>重新使用 %n 个文件。</numerusform>
</translation>
</message>
</context>
<context>
<name>Filters</name>
<message>
<source>All</source>
<translation>全部</translation>
</message>
<message>
<source>All tokens</source>
<translation>全部词元</translation>
</message>
<message>
<source>Any length</source>
<translation>任意长度</translation>
</message>
<message>
<source>Any script</source>
<translation>任意文字系统</translation>
</message>
<message>
<source>Bytes</source>
<translation>字节</translation>
</message>
<message>
<source>Choose fewer filters.</source>
<translation>请减少筛选条件。</translation>
</message>
<message>
<source>Hex</source>
<translation>十六进制</translation>
</message>
<message>
<source>Id</source>
<translation>ID</translation>
</message>
<message>
<source>Ids go from 0 to {last}.</source>
<translation>ID 从 0 到 {last}。</translation>
</message>
<message>
<source>Longer</source>
<translation>更长</translation>
</message>
<message>
<source>Merges</source>
<translation>合并</translation>
</message>
<message>
<source>One byte</source>
<translation>单字节</translation>
</message>
<message>
<source>Only tokens of a length</source>
<translation>只显示某长度的词元</translation>
</message>
<message>
<source>Only tokens of a script</source>
<translation>只显示某文字系统的词元</translation>
</message>
<message>
<source>Partial UTF-8</source>
<translation>不完整 UTF-8</translation>
</message>
<message>
<source>Regex</source>
<translation>正则</translation>
</message>
<message>
<source>Search by</source>
<translation>搜索方式</translation>
</message>
<message>
<source>Search for a token by id</source>
<translation>按 ID 搜索词元</translation>
</message>
<message>
<source>Search for tokens in which a regular expression matches</source>
<translation>搜索匹配正则表达式的词元</translation>
</message>
<message>
<source>Search for tokens that contain a text</source>
<translation>搜索包含某文本的词元</translation>
</message>
<message>
<source>Search for tokens that contain bytes, in hexadecimal</source>
<translation>搜索包含某些字节（十六进制）的词元</translation>
</message>
<message>
<source>Search the vocabulary</source>
<translation>搜索词表</translation>
</message>
<message>
<source>Single bytes</source>
<translation>单字节</translation>
</message>
<message>
<source>Special</source>
<translation>特殊</translation>
</message>
<message>
<source>Special tokens, outside the merges</source>
<translation>特殊词元，不参与合并</translation>
</message>
<message>
<source>Text</source>
<translation>文本</translation>
</message>
<message>
<source>Tokens made by merging two others</source>
<translation>由两个词元合并而成的词元</translation>
</message>
<message>
<source>Tokens of one byte</source>
<translation>单字节词元</translation>
</message>
<message>
<source>Tokens of several bytes</source>
<translation>多字节词元</translation>
</message>
<message>
<source>Tokens whose bytes are not whole UTF-8 characters</source>
<translation>字节不是完整 UTF-8 字符的词元</translation>
</message>
<message>
<source>Try a pattern that matches more.</source>
<translation>换一个匹配更多的正则。</translation>
</message>
<message>
<source>Try fewer characters.</source>
<translation>减少字符再试。</translation>
</message>
<message>
<source>Type whole bytes, as 6C 65 6E.</source>
<translation>输入完整的字节，如 6C 65 6E。</translation>
</message>
</context>
<context>
<name>FindBar</name>
<message>
<source>Bytes</source>
<translation>字节</translation>
</message>
<message>
<source>Bytes, such as E6 97 or \xE6\n</source>
<translation>字节，如 E6 97 或 \xE6\n</translation>
</message>
<message>
<source>Close (Esc)</source>
<translation>关闭（Esc）</translation>
</message>
<message>
<source>Find</source>
<translation>查找</translation>
</message>
<message>
<source>Find a text</source>
<translation>查找文本</translation>
</message>
<message>
<source>Find bytes, in hexadecimal or escaped</source>
<translation>查找字节，十六进制或转义</translation>
</message>
<message>
<source>Find tokens by their ids</source>
<translation>按 ID 查找词元</translation>
</message>
<message>
<source>Find what</source>
<translation>查找内容</translation>
</message>
<message>
<source>Id</source>
<translation>ID</translation>
</message>
<message>
<source>Ids, such as 464 or 464 1</source>
<translation>ID，如 464 或 464 1</translation>
</message>
<message>
<source>Match case</source>
<translation>区分大小写</translation>
</message>
<message>
<source>Next match (F3)</source>
<translation>下一个匹配（F3）</translation>
</message>
<message>
<source>Previous match (Shift+F3)</source>
<translation>上一个匹配（Shift+F3）</translation>
</message>
<message>
<source>Regular expression</source>
<translation>正则表达式</translation>
</message>
<message>
<source>Replace</source>
<translation>替换</translation>
</message>
<message>
<source>Replace all</source>
<translation>全部替换</translation>
</message>
<message>
<source>Replace all; one Undo restores them all</source>
<translation>全部替换；一次撤销即可全部恢复</translation>
</message>
<message>
<source>Replace this match and go to the next (Enter)</source>
<translation>替换此匹配并转到下一个（回车）</translation>
</message>
<message>
<source>Replace with</source>
<translation>替换为</translation>
</message>
<message>
<source>Text</source>
<translation>文本</translation>
</message>
<message>
<source>Whole words only</source>
<translation>全词匹配</translation>
</message>
</context>
<context>
<name>Finding</name>
<message>
<source>Ids are whole numbers, such as 464 or 464, 1</source>
<translation>ID 是整数，如 464 或 464, 1</translation>
</message>
<message>
<source>Not found</source>
<translation>未找到</translation>
</message>
<message>
<source>Searching…</source>
<translation>正在搜索…</translation>
</message>
<message>
<source>Write bytes in hex, such as E6 97, or as escapes, such as \xE6 and \n</source>
<translation>用十六进制写字节，如 E6 97，或用转义，如 \xE6 和 \n</translation>
</message>
<message>
<source>{all} matches; the first {most} are shown</source>
<translation>{all} 个匹配；显示前 {most} 个</translation>
</message>
<message>
<source>{n} of {all}</source>
<translation>{n} / {all}</translation>
</message>
<message>
<source>{n} of {all} so far</source>
<translation>目前 {n} / {all}</translation>
</message>
<message>
<source>{n} so far</source>
<translation>目前 {n}</translation>
</message>
</context>
<context>
<name>FindingList</name>
<message numerus="yes">
<source>%n more</source>
<extracomment>of one: %n more</extracomment>
<translation>
<numerusform>另有 %n 个</numerusform>
</translation>
</message>
<message>
<source>Show all</source>
<translation>显示全部</translation>
</message>
</context>
<context>
<name>FindingRow</name>
<message>
<source>Show</source>
<translation>显示</translation>
</message>
<message>
<source>Show it in the text</source>
<translation>在文本中显示</translation>
</message>
</context>
<context>
<name>FindingsBar</name>
<message>
<source>Cancel</source>
<translation>取消</translation>
</message>
<message>
<source>Check health</source>
<translation>检查健康</translation>
</message>
<message>
<source>Checking the health: waiting for its turn…</source>
<translation>检查健康：正在排队…</translation>
</message>
<message>
<source>Checking the health: {done} of {total} tokens</source>
<translation>检查健康：{done} / {total} 个词元</translation>
</message>
<message>
<source>Counting the corpus…</source>
<translation>正在统计语料…</translation>
</message>
<message>
<source>Counting the text…</source>
<translation>正在统计文本…</translation>
</message>
<message>
<source>Find tokens that no text is encoded to, fragments, over-long tokens and near twins</source>
<translation>查找没有文本会编码成的词元、碎片、过长词元和近似重复</translation>
</message>
<message>
<source>Findings</source>
<translation>发现</translation>
</message>
<message>
<source>Progress</source>
<translation>进度</translation>
</message>
<message>
<source>Show all</source>
<translation>显示全部</translation>
</message>
<message>
<source>The health was not checked</source>
<translation>未检查健康</translation>
</message>
<message>
<source>The tokens were not counted</source>
<translation>未统计词元</translation>
</message>
<message>
<source>Try again</source>
<translation>重试</translation>
</message>
<message>
<source>longest: {n}</source>
<translation>最长：{n}</translation>
</message>
<message>
<source>the corpus is empty</source>
<translation>语料是空的</translation>
</message>
<message>
<source>the counting was canceled</source>
<translation>统计已取消</translation>
</message>
<message>
<source>there is no text to count</source>
<translation>没有可统计的文本</translation>
</message>
<message>
<source>unreadable: {files}</source>
<translation>无法读取：{files}</translation>
</message>
</context>
<context>
<name>FirstMinutes</name>
<message>
<source>Next: {title}</source>
<translation>下一步：{title}</translation>
</message>
</context>
<context>
<name>FirstSteps</name>
<message>
<source>A language model reads tokens, not letters: each color is one. Type, and see how your own words are cut.</source>
<translation>语言模型读的是词元，不是字母：每种颜色是一个词元。输入文字，看看你的词是如何切分的。</translation>
</message>
<message>
<source>Close the first steps</source>
<translation>关闭入门步骤</translation>
</message>
<message>
<source>Compare the two</source>
<translation>比较两者</translation>
</message>
<message>
<source>First steps</source>
<translation>入门步骤</translation>
</message>
<message>
<source>Look inside and compare</source>
<translation>查看内部并比较</translation>
</message>
<message>
<source>See tokens</source>
<translation>查看词元</translation>
</message>
<message>
<source>The same text by both tokenizers: which one needs fewer tokens, and where? Vocabulary lists all that each has.</source>
<translation>用两个分词器处理同一文本：哪个需要的词元更少，差在哪里？“词表”列出各自的全部词元。</translation>
</message>
<message>
<source>Train on the sample</source>
<translation>用示例训练</translation>
</message>
<message>
<source>Train your own</source>
<translation>训练自己的分词器</translation>
</message>
<message>
<source>Training is running</source>
<translation>训练正在进行</translation>
</message>
<message>
<source>Training joins the two neighbors that occur most often, again and again. Watch it learn from a sample.</source>
<translation>训练把最常相邻的两个词元合并，一遍又一遍。看它如何从示例中学习。</translation>
</message>
<message>
<source>Type your own text</source>
<translation>输入自己的文本</translation>
</message>
</context>
<context>
<name>ForbiddenTokens</name>
<message>
<source>A token is whole characters, or bytes of one: parts of characters join nothing else.</source>
<translation>词元是完整的字符，或单个字符的字节：字符的一部分不与其他内容合并。</translation>
</message>
<message>
<source>Forbidden tokens</source>
<translation>禁用词元</translation>
</message>
<message>
<source>Forbidden tokens, one per line</source>
<translation>禁用词元，每行一个</translation>
</message>
<message>
<source>Keep characters whole</source>
<translation>保持字符完整</translation>
</message>
<message>
<source>One token a line</source>
<translation>每行一个词元</translation>
</message>
<message>
<source>Pattern of forbidden tokens</source>
<translation>禁用词元的正则</translation>
</message>
<message>
<source>Regular expression</source>
<translation>正则表达式</translation>
</message>
<message>
<source>Tokens that it matches are not made. It runs in a separate process, for at most 2 s.</source>
<translation>不会生成它匹配的词元。它在单独的进程中运行，最多 2 s。</translation>
</message>
<message>
<source>Training skips their pairs. Spaces count; write \n, \xE4 and \\ for a line end, a byte and a backslash.</source>
<translation>训练会跳过它们的词元对。空格也算在内；换行、字节和反斜杠写作 \n、\xE4 和 \\。</translation>
</message>
</context>
<context>
<name>FormatList</name>
<message>
<source>Formats</source>
<translation>格式</translation>
</message>
</context>
<context>
<name>FrequentPanel</name>
<message numerus="yes">
<source>%n occur once</source>
<extracomment>of one: %n occurs once</extracomment>
<translation>
<numerusform>%n 个只出现一次</numerusform>
</translation>
</message>
<message>
<source>Click a piece to step through its occurrences</source>
<translation>单击片段逐一查看其出现之处</translation>
</message>
<message>
<source>Most frequent pieces</source>
<translation>最常见的片段</translation>
</message>
<message>
<source>{n} distinct, {once}</source>
<translation>{n} 种，{once}</translation>
</message>
</context>
<context>
<name>HealthSection</name>
<message>
<source>A text that encodes to this token</source>
<translation>会编码成它的文本</translation>
</message>
<message>
<source>Health</source>
<translation>健康</translation>
</message>
<message>
<source>Its own text encodes to this token</source>
<translation>它自身的文本会编码成它</translation>
</message>
<message>
<source>Reason</source>
<translation>原因</translation>
</message>
<message>
<source>Show in Inspect</source>
<translation>在“查看”中显示</translation>
</message>
<message>
<source>Witness</source>
<translation>见证文本</translation>
</message>
<message>
<source>counts only: health not checked</source>
<translation>仅计数：未检查健康</translation>
</message>
<message>
<source>no problem found</source>
<translation>未发现问题</translation>
</message>
</context>
<context>
<name>HoverCard</name>
<message numerus="yes">
<source>1 of %n tokens</source>
<extracomment>of one: 1 of %n token</extracomment>
<translation>
<numerusform>%n 个词元之一</numerusform>
</translation>
</message>
<message>
<source>Bytes</source>
<translation>字节</translation>
</message>
<message>
<source>Bytes of text</source>
<translation>文本字节</translation>
</message>
<message>
<source>Click to select · Alt+← → step through tokens</source>
<translation>单击选择 · Alt+← → 逐个词元移动</translation>
</message>
<message>
<source>In this text</source>
<translation>在此文本中</translation>
</message>
<message>
<source>Token under the pointer</source>
<translation>指针下的词元</translation>
</message>
<message>
<source>id {id}</source>
<translation>ID {id}</translation>
</message>
<message>
<source>{count}, rank {rank}</source>
<translation>{count}，序号 {rank}</translation>
</message>
<message>
<source>{count}, score {score}</source>
<translation>{count}，分数 {score}</translation>
</message>
<message>
<source>{shared} of this character · Alt+→ next</source>
<translation>此字符的 {shared} · Alt+→ 下一个</translation>
</message>
</context>
<context>
<name>IdsField</name>
<message>
<source> … and {n} bytes more</source>
<translation> … 另有 {n} 字节</translation>
</message>
<message>
<source>72 101 108 108 111, [72, 101, 108], one per line …</source>
<translation>72 101 108 108 111、[72, 101, 108]、每行一个 …</translation>
</message>
<message>
<source>Ids</source>
<translation>ID</translation>
</message>
</context>
<context>
<name>IdsPanel</name>
<message>
<source>Copied id {id}.</source>
<translation>已复制 ID {id}。</translation>
</message>
<message>
<source>Ids</source>
<translation>ID</translation>
</message>
<message>
<source>follows the text</source>
<translation>随文本更新</translation>
</message>
</context>
<context>
<name>InterruptedRuns</name>
<message>
<source>A training run was interrupted after {merges}: {run}.</source>
<translation>一次训练在 {merges}后中断：{run}。</translation>
</message>
<message>
<source>A training run was interrupted while its text was counted: {run}.</source>
<translation>一次训练在统计文本时中断：{run}。</translation>
</message>
<message>
<source>Discard</source>
<translation>丢弃</translation>
</message>
<message>
<source>Discard all ({n})</source>
<translation>全部丢弃（{n}）</translation>
</message>
<message>
<source>Discarded the interrupted training run.</source>
<translation>已丢弃中断的训练。</translation>
</message>
<message>
<source>Discarded the trained tokenizer.</source>
<translation>已丢弃训练好的分词器。</translation>
</message>
<message>
<source>Discarded {n} trained tokenizers.</source>
<translation>已丢弃 {n} 个训练好的分词器。</translation>
</message>
<message>
<source>Open</source>
<translation>打开</translation>
</message>
<message>
<source>Resume</source>
<translation>继续</translation>
</message>
<message>
<source>{text}, {when}. Counting starts again; nothing had been learned yet.</source>
<translation>{text}，{when}。将重新统计；此前还没有学到任何内容。</translation>
</message>
<message>
<source>{text}, {when}. Resume to get the same tokenizer as without the interruption.</source>
<translation>{text}，{when}。继续训练会得到与未中断时相同的分词器。</translation>
</message>
<message>
<source>“{name}” was made by changing a copy and not saved: {tokens}.</source>
<translation>“{name}”由修改副本生成，尚未保存：{tokens}。</translation>
</message>
<message>
<source>“{name}” was trained and not saved: {tokens}, {run}.</source>
<translation>“{name}”已训练，尚未保存：{tokens}，{run}。</translation>
</message>
</context>
<context>
<name>Jobs</name>
<message>
<source>Changing a copy of {name}</source>
<translation>正在修改 {name} 的副本</translation>
</message>
<message>
<source>Checking the health of {name}</source>
<translation>正在检查 {name} 的健康</translation>
</message>
<message>
<source>Counting the corpus</source>
<translation>正在统计语料</translation>
</message>
<message>
<source>Counting the tokens of {name}</source>
<translation>正在统计 {name} 的词元</translation>
</message>
<message>
<source>Encoding with {name}</source>
<translation>正在用 {name} 编码</translation>
</message>
<message>
<source>Error bars of {name}</source>
<translation>{name} 的误差线</translation>
</message>
<message>
<source>Exporting {name}</source>
<translation>正在导出 {name}</translation>
</message>
<message>
<source>Fetching {name}</source>
<translation>正在下载 {name}</translation>
</message>
<message>
<source>Listing the tokens of {name}</source>
<translation>正在列出 {name} 的词元</translation>
</message>
<message>
<source>Measuring the changed copy of {name}</source>
<translation>正在测量 {name} 修改后的副本</translation>
</message>
<message>
<source>Opening {name}</source>
<translation>正在打开 {name}</translation>
</message>
<message>
<source>Reading {name}</source>
<translation>正在读取 {name}</translation>
</message>
<message>
<source>Replacing in the text</source>
<translation>正在替换文本</translation>
</message>
<message>
<source>Saving {name}</source>
<translation>正在保存 {name}</translation>
</message>
<message>
<source>Scanning {name}</source>
<translation>正在扫描 {name}</translation>
</message>
<message>
<source>Searching the text</source>
<translation>正在搜索文本</translation>
</message>
<message>
<source>Where the tokens of {name} came from</source>
<translation>{name} 的词元来源</translation>
</message>
</context>
<context>
<name>Keeping</name>
<message>
<source>Changed since the last session and reloaded: {files}.</source>
<translation>上次会话后有更改，已重新载入：{files}。</translation>
</message>
<message>
<source>It is unchanged in {folder}; this is a new session.</source>
<translation>它原样保留在 {folder} 中；这是新的会话。</translation>
</message>
<message>
<source>Report…</source>
<translation>报告…</translation>
</message>
<message>
<source>Some settings cannot be read: {file} is damaged.</source>
<translation>无法读取部分设置：{file} 已损坏。</translation>
</message>
<message>
<source>The damaged file is kept as {file}.</source>
<translation>损坏的文件保留为 {file}。</translation>
</message>
<message>
<source>The damaged file is kept as {file}. Missing settings have their defaults.</source>
<translation>损坏的文件保留为 {file}。缺少的设置使用默认值。</translation>
</message>
<message>
<source>The last session cannot be read: its file is damaged.</source>
<translation>无法读取上次会话：其文件已损坏。</translation>
</message>
<message>
<source>The last session was written by a newer version of this program.</source>
<translation>上次会话由本程序的更新版本写入。</translation>
</message>
<message>
<source>The program did not exit properly last time. Your work was restored.</source>
<translation>上次程序未正常退出。你的工作已恢复。</translation>
</message>
<message>
<source>This session cannot be kept for the next start.</source>
<translation>此会话无法保留到下次启动。</translation>
</message>
</context>
<context>
<name>KeptPanels</name>
<message>
<source>Changed since the last session and reloaded: {names}.</source>
<translation>上次会话后有更改，已重新载入：{names}。</translation>
</message>
<message>
<source>Missing since the last session: {names}.</source>
<translation>上次会话后已不存在：{names}。</translation>
</message>
<message>
<source>Some changes of a draft cannot be restored: {changes}.</source>
<translation>草稿的一些更改无法恢复：{changes}。</translation>
</message>
<message>
<source>They need a text that was not kept, or are of a newer version.</source>
<translation>它们需要未保留的文本，或来自更新的版本。</translation>
</message>
</context>
<context>
<name>KeptText</name>
<message>
<source>Open the file to see its new contents.</source>
<translation>打开该文件以查看新内容。</translation>
</message>
<message>
<source>Save the text to restore the file.</source>
<translation>保存文本即可恢复该文件。</translation>
</message>
<message>
<source>The text of the last session cannot be read: {file}, {reason}.</source>
<translation>无法读取上次会话的文本：{file}，{reason}。</translation>
</message>
<message>
<source>Your edits are kept in {file}.</source>
<translation>你的编辑保留在 {file} 中。</translation>
</message>
<message>
<source>Your edits could not be kept.</source>
<translation>无法保留你的编辑。</translation>
</message>
<message>
<source>{name} had edits in the last session.</source>
<translation>上次会话中 {name} 有未保存的编辑。</translation>
</message>
<message>
<source>{name} has changed since the last session; the new version is shown.</source>
<translation>{name} 在上次会话后有更改；现显示新版本。</translation>
</message>
<message>
<source>{name} has changed since the last session; your text is unchanged.</source>
<translation>{name} 在上次会话后有更改；文本仍是你离开时的样子。</translation>
</message>
<message>
<source>{name} was moved or deleted since the last session; your text is unchanged.</source>
<translation>{name} 在上次会话后被移动或删除；文本仍是你离开时的样子。</translation>
</message>
</context>
<context>
<name>KindsView</name>
<message>
<source>Click a kind to step through its occurrences</source>
<translation>单击某类逐一查看其出现之处</translation>
</message>
<message>
<source>Kinds of differences</source>
<translation>差异的种类</translation>
</message>
<message>
<source>This: {this}; other: {other}; {times}</source>
<translation>当前：{this}；另一个：{other}；{times}</translation>
</message>
<message>
<source>{text} lost</source>
<translation>丢失{text}</translation>
</message>
</context>
<context>
<name>LabPlace</name>
<message>
<source>All {n} sources</source>
<translation>全部 {n} 个来源</translation>
</message>
<message>
<source>Python's library</source>
<translation>Python 标准库</translation>
</message>
<message>
<source>Sample text</source>
<translation>示例文本</translation>
</message>
<message>
<source>Text in Tokens</source>
<translation>“词元”中的文本</translation>
</message>
<message>
<source>Training now uses the pattern of the regex lab.</source>
<translation>训练现在使用正则实验室的正则。</translation>
</message>
</context>
<context>
<name>LanguageDots</name>
<message>
<source>, premium {premium} = UTF-8 {bytes} × vocabulary {vocabulary}</source>
<translation>，溢价 {premium} = UTF-8 {bytes} × 词表 {vocabulary}</translation>
</message>
<message>
<source>Languages by premium</source>
<translation>各语言的溢价</translation>
</message>
<message>
<source>Premium, A</source>
<translation>溢价，A</translation>
</message>
<message>
<source>UTF-8</source>
<translation>UTF-8</translation>
</message>
<message>
<source>Vocabulary</source>
<translation>词表</translation>
</message>
<message>
<source>cannot encode it</source>
<translation>无法编码</translation>
</message>
</context>
<context>
<name>LanguagesPage</name>
<message>
<source>Canceled. These are done, compared with {language}.</source>
<translation>已取消。以下已完成，与{language}比较。</translation>
</message>
<message>
<source>Choose a folder with one text in several languages: one file each (deu.txt, hin.txt, …), line by line the same.</source>
<translation>选择一个文件夹，其中是同一文本的多种语言版本：每种语言一个文件（deu.txt、hin.txt、…），逐行对应。</translation>
</message>
<message>
<source>Choose a folder…</source>
<translation>选择文件夹…</translation>
</message>
<message>
<source>Compared with {language}</source>
<translation>与{language}比较</translation>
</message>
<message>
<source>Default: eng_Latn, eng or the first</source>
<translation>默认：eng_Latn、eng 或第一个</translation>
</message>
<message>
<source>Folder of languages</source>
<translation>语言文件夹</translation>
</message>
<message>
<source>Keep the finished languages</source>
<translation>保留已完成的语言</translation>
</message>
<message>
<source>Measure again</source>
<translation>重新测量</translation>
</message>
<message>
<source>One file per language, deu.txt, hin.txt, …, all with equally many lines</source>
<translation>每种语言一个文件，deu.txt、hin.txt、…，行数全部相同</translation>
</message>
<message>
<source>Premium</source>
<translation>溢价</translation>
</message>
<message>
<source>Reference language</source>
<translation>参照语言</translation>
</message>
<message>
<source>Tokens of the same text, compared with {language}</source>
<translation>同一文本的词元数，与{language}比较</translation>
</message>
<message>
<source>{line}; {most} pay most</source>
<translation>{line}；溢价最高：{most}</translation>
</message>
<message>
<source>{name}: Gini {gini}</source>
<translation>{name}：基尼系数 {gini}</translation>
</message>
</context>
<context>
<name>Legend</name>
<message>
<source>What the colors mean</source>
<translation>颜色的含义</translation>
</message>
<message>
<source>What the dots mean</source>
<translation>点的含义</translation>
</message>
<message>
<source>What the lines mean</source>
<translation>线的含义</translation>
</message>
</context>
<context>
<name>LicensesDialog</name>
<message>
<source>License</source>
<translation>许可证</translation>
</message>
<message>
<source>Licenses</source>
<translation>许可证</translation>
</message>
<message>
<source>Packages</source>
<translation>软件包</translation>
</message>
<message>
<source>The package comes without a text of its license.</source>
<translation>此软件包未附许可证文本。</translation>
</message>
<message>
<source>license not stated</source>
<translation>未注明许可证</translation>
</message>
</context>
<context>
<name>ListPage</name>
<message>
<source>Preview</source>
<translation>预览</translation>
</message>
<message>
<source>Scripts, lengths and frequent pieces of the corpus</source>
<translation>语料的文字系统、长度和常见片段</translation>
</message>
<message>
<source>Show the chosen source line by line, before and after cleaning (Enter)</source>
<translation>逐行显示所选来源，清洗前后对照（回车）</translation>
</message>
<message>
<source>Statistics</source>
<translation>统计</translation>
</message>
</context>
<context>
<name>Looking</name>
<message>
<source>the open text</source>
<translation>已打开的文本</translation>
</message>
</context>
<context>
<name>MainWindow</name>
<message>
<source>All files (*)</source>
<translation>所有文件 (*)</translation>
</message>
<message>
<source>By source</source>
<translation>按来源</translation>
</message>
<message>
<source>Chat</source>
<translation>对话</translation>
</message>
<message>
<source>Chat template</source>
<translation>对话模板</translation>
</message>
<message>
<source>Compare</source>
<translation>比较</translation>
</message>
<message>
<source>Compiled kernels are active.</source>
<translation>编译内核已启用。</translation>
</message>
<message>
<source>Compiled kernels are not active: {reason}.</source>
<translation>编译内核未启用：{reason}。</translation>
</message>
<message>
<source>Corpus</source>
<translation>语料</translation>
</message>
<message>
<source>Draft</source>
<translation>草稿</translation>
</message>
<message>
<source>Extend a tokenizer</source>
<translation>扩展分词器</translation>
</message>
<message>
<source>First steps</source>
<translation>入门步骤</translation>
</message>
<message>
<source>Ids</source>
<translation>ID</translation>
</message>
<message>
<source>Jinja templates (*.jinja *.jinja2 *.j2)</source>
<translation>Jinja 模板 (*.jinja *.jinja2 *.j2)</translation>
</message>
<message>
<source>Measures</source>
<translation>指标</translation>
</message>
<message>
<source>Most frequent pieces</source>
<translation>最常见的片段</translation>
</message>
<message>
<source>Options</source>
<translation>选项</translation>
</message>
<message>
<source>Pieces</source>
<translation>片段</translation>
</message>
<message>
<source>Preview</source>
<translation>预览</translation>
</message>
<message>
<source>Regex lab</source>
<translation>正则实验室</translation>
</message>
<message>
<source>Results are the same, but slower. With a C compiler, bash packaging/run builds them.</source>
<translation>结果相同，只是较慢。有 C 编译器时，可用 bash packaging/run 构建。</translation>
</message>
<message>
<source>Saved {names}.</source>
<translation>已保存 {names}。</translation>
</message>
<message>
<source>Selected token</source>
<translation>所选词元</translation>
</message>
<message>
<source>Splitting, counting, training and encoding run as machine code.</source>
<translation>预分词、统计、训练和编码以机器码运行。</translation>
</message>
<message>
<source>Starting points</source>
<translation>起点</translation>
</message>
<message>
<source>The conversation is now the text.</source>
<translation>对话现在是文本。</translation>
</message>
<message>
<source>The decoded ids are now the text.</source>
<translation>解码的 ID 现在是文本。</translation>
</message>
<message>
<source>The saved panel layout cannot be used; the default layout was restored.</source>
<translation>保存的面板布局无法使用；已恢复默认布局。</translation>
</message>
<message>
<source>The witness is now the text.</source>
<translation>见证文本现在是文本。</translation>
</message>
<message>
<source>Token</source>
<translation>词元</translation>
</message>
<message>
<source>Tokenizer workbench</source>
<translation>Tokenizer workbench</translation>
</message>
<message>
<source>Tokens</source>
<translation>词元</translation>
</message>
<message>
<source>Training</source>
<translation>训练</translation>
</message>
<message>
<source>Vocabulary</source>
<translation>词表</translation>
</message>
<message>
<source>Your text</source>
<translation>你的文本</translation>
</message>
<message>
<source>{name}[*] – Tokenizer workbench</source>
<translation>{name}[*] – Tokenizer workbench</translation>
</message>
</context>
<context>
<name>Manual</name>
<message>
<source>en</source>
<translation>zh_CN</translation>
</message>
</context>
<context>
<name>ManualDialog</name>
<message>
<source>Manual</source>
<translation>手册</translation>
</message>
<message>
<source>Page of the manual</source>
<translation>手册页面</translation>
</message>
<message>
<source>Pages</source>
<translation>页面</translation>
</message>
<message>
<source>Search the manual</source>
<translation>搜索手册</translation>
</message>
</context>
<context>
<name>Marks</name>
<message>
<source>new</source>
<translation>新</translation>
</message>
<message>
<source>was {pattern}</source>
<translation>原为 {pattern}</translation>
</message>
</context>
<context>
<name>Matching</name>
<message>
<source>column {value}</source>
<translation>第 {value} 列</translation>
</message>
</context>
<context>
<name>MeasuresModel</name>
<message>
<source>A word is {word}</source>
<translation>一个词是{word}</translation>
</message>
<message>
<source>Click to reverse the order</source>
<translation>单击反转顺序</translation>
</message>
<message>
<source>Click to sort by how much better {letter} is than {other}</source>
<translation>单击按 {letter} 优于 {other} 的程度排序</translation>
</message>
<message>
<source>Compared with A: {words}</source>
<translation>与 A 比较：{words}</translation>
</message>
<message>
<source>Difference from A: between {low} and {high}</source>
<translation>与 A 的差：{low} 至 {high}</translation>
</message>
<message>
<source>Fewer is better</source>
<translation>越少越好</translation>
</message>
<message>
<source>In 95 of 100 cases between {low} and {high}</source>
<translation>100 次中有 95 次在 {low} 至 {high}</translation>
</message>
<message>
<source>Measure</source>
<translation>指标</translation>
</message>
<message>
<source>More is better</source>
<translation>越多越好</translation>
</message>
<message>
<source>Neither more nor less is better</source>
<translation>多少无所谓优劣</translation>
</message>
<message>
<source>Note: {note}</source>
<translation>说明：{note}</translation>
</message>
<message>
<source>Source: {source}</source>
<translation>来源：{source}</translation>
</message>
<message>
<source>The certainty of the difference is unknown</source>
<translation>差异的可靠性未知</translation>
</message>
<message>
<source>Tokenizer</source>
<translation>分词器</translation>
</message>
<message>
<source>no difference shown</source>
<translation>未证明有差异</translation>
</message>
<message>
<source>{letter}: {name}</source>
<translation>{letter}：{name}</translation>
</message>
</context>
<context>
<name>MeasuresPanel</name>
<message>
<source>A report needs all of them.</source>
<translation>报告需要全部测量。</translation>
</message>
<message>
<source>Arrow: which way is better. Check mark: the better one.</source>
<translation>箭头：哪个方向更好。对勾：较好者。</translation>
</message>
<message>
<source>Bar: the range of the difference in 95 of 100 cases; the mark is 0.</source>
<translation>横条：100 次中 95 次的差异范围；标记为 0。</translation>
</message>
<message>
<source>Bar: the range of the figure in 95 of 100 cases.</source>
<translation>横条：100 次中 95 次的数值范围。</translation>
</message>
<message>
<source>Bytes lost</source>
<translation>丢失的字节</translation>
</message>
<message>
<source>Bytes outside all pieces are neither trained on nor encoded; decoding cannot restore them</source>
<translation>所有片段之外的字节既不训练也不编码；解码无法还原</translation>
</message>
<message>
<source>Bytes per piece</source>
<translation>每片段字节数</translation>
</message>
<message>
<source>Cancel</source>
<translation>取消</translation>
</message>
<message>
<source>Canceled. Measured: {done} of {all} sources.</source>
<translation>已取消。已测量：{done} / {all} 个来源。</translation>
</message>
<message>
<source>Canceled. Measured: {done} of {all} tokenizers.</source>
<translation>已取消。已测量：{done} / {all} 个分词器。</translation>
</message>
<message>
<source>Difference from A. Check mark: the better one.</source>
<translation>与 A 的差。对勾：较好者。</translation>
</message>
<message>
<source>Distinct pieces</source>
<translation>不同的片段</translation>
</message>
<message>
<source>Fewer than ten documents are too few to estimate certainty.</source>
<translation>少于十个文档不足以估计可靠性。</translation>
</message>
<message>
<source>Longest piece; long pieces are slow to encode</source>
<translation>最长的片段；长片段编码较慢</translation>
</message>
<message>
<source>Longest, bytes</source>
<translation>最长，字节</translation>
</message>
<message>
<source>Matching only, in megabytes per second. Training uses faster, compiled code for published patterns</source>
<translation>仅匹配，每秒兆字节。训练对已发布的正则使用更快的编译代码</translation>
</message>
<message>
<source>Mean length of a piece, without lost bytes. No token is longer than its piece</source>
<translation>片段的平均长度，不含丢失的字节。词元不会比其片段长</translation>
</message>
<message>
<source>Measure again</source>
<translation>重新测量</translation>
</message>
<message>
<source>Measures</source>
<translation>指标</translation>
</message>
<message>
<source>Measures of each tokenizer</source>
<translation>各分词器的指标</translation>
</message>
<message>
<source>Measuring</source>
<translation>正在测量</translation>
</message>
<message>
<source>No check mark for tokens that lose text: {names}.</source>
<translation>丢失文本的词元不加对勾：{names}。</translation>
</message>
<message>
<source>Nothing to measure yet</source>
<translation>还没有可测量的内容</translation>
</message>
<message>
<source>Number of different pieces; each needs memory</source>
<translation>不同片段的数量；每个都占内存</translation>
</message>
<message>
<source>Number of pieces in the text</source>
<translation>文本中的片段数</translation>
</message>
<message>
<source>On the corpus</source>
<translation>在语料上</translation>
</message>
<message>
<source>On the held-out share</source>
<translation>在留出部分上</translation>
</message>
<message>
<source>On this text</source>
<translation>在此文本上</translation>
</message>
<message>
<source>One text is too little to estimate certainty.</source>
<translation>单个文本不足以估计可靠性。</translation>
</message>
<message>
<source>Pieces</source>
<translation>片段</translation>
</message>
<message>
<source>Slow pattern: no compiled code for {part}</source>
<translation>正则较慢：{part} 没有编译代码</translation>
</message>
<message>
<source>Speed, MB/s</source>
<translation>速度，MB/s</translation>
</message>
<message>
<source>Speed: one core, median of five runs.</source>
<translation>速度：单核，五次运行的中位数。</translation>
</message>
<message>
<source>This</source>
<translation>当前</translation>
</message>
<message>
<source>Training and encoding split by it in a separate process</source>
<translation>训练和编码在单独的进程中用它预分词</translation>
</message>
<message>
<source>{letter} cannot encode it: {cause}.</source>
<translation>{letter} 无法编码：{cause}。</translation>
</message>
<message>
<source>{n} files are left out or read in part: {names}</source>
<translation>{n} 个文件被排除或只读了一部分：{names}</translation>
</message>
<message>
<source>{share} of the text</source>
<translation>文本的 {share}</translation>
</message>
<message>
<source>≈: no difference from A shown.</source>
<translation>≈：未显示出与 A 的差异。</translation>
</message>
</context>
<context>
<name>Measuring</name>
<message>
<source>No share of the corpus is held out: set “Held-out share” under Train.</source>
<translation>语料没有留出部分：请在“训练”下设置“留出占比”。</translation>
</message>
<message>
<source>Open or train a second tokenizer to compare.</source>
<translation>打开或训练第二个分词器以便比较。</translation>
</message>
<message>
<source>The corpus is empty: add files to it under Train.</source>
<translation>语料是空的：请在“训练”下添加文件。</translation>
</message>
<message>
<source>There is no text: type or open one under Inspect.</source>
<translation>没有文本：请在“查看”下输入或打开文本。</translation>
</message>
<message>
<source>this text</source>
<translation>此文本</translation>
</message>
</context>
<context>
<name>MergeByHandDialog</name>
<message>
<source>A text, or ids: 1 2 3 1 2</source>
<translation>文本，或 ID：1 2 3 1 2</translation>
</message>
<message>
<source>Byte-pair encoding as in minbpe: count adjacent pairs, replace the most frequent one with a new id from left to right, and repeat.</source>
<translation>与 minbpe 相同的字节对编码：统计相邻的词元对，从左到右把最常见的一对换成新的 ID，如此重复。</translation>
</message>
<message>
<source>Ids</source>
<translation>ID</translation>
</message>
<message>
<source>Merge</source>
<translation>合并</translation>
</message>
<message>
<source>Merge by hand</source>
<translation>手动合并</translation>
</message>
<message>
<source>Merge the chosen pair everywhere</source>
<translation>在各处合并所选词元对</translation>
</message>
<message>
<source>Merge {left} {right}</source>
<translation>合并 {left} {right}</translation>
</message>
<message>
<source>Merges</source>
<translation>合并</translation>
</message>
<message>
<source>Merges so far</source>
<translation>目前的合并</translation>
</message>
<message>
<source>Nothing to merge</source>
<translation>没有可合并的</translation>
</message>
<message>
<source>Pairs</source>
<translation>词元对</translation>
</message>
<message>
<source>Pairs and how often they occur</source>
<translation>词元对及其出现次数</translation>
</message>
<message>
<source>Text, or ids separated by spaces or commas</source>
<translation>文本，或用空格、逗号分隔的 ID</translation>
</message>
<message>
<source>The ids now</source>
<translation>现在的 ID</translation>
</message>
<message>
<source>Undo</source>
<translation>撤销</translation>
</message>
<message>
<source>Undo the last merge</source>
<translation>撤销上次合并</translation>
</message>
</context>
<context>
<name>MergeDialog</name>
<message>
<source>Add the tokens of another tokenizer</source>
<translation>添加另一分词器的词元</translation>
</message>
<message>
<source>Tokenizer</source>
<translation>分词器</translation>
</message>
<message>
<source>Tokens that the merges of this one cut apart are left out and listed, and so are special tokens.</source>
<translation>会被当前分词器的合并切开的词元将略去并列出，特殊词元也是。</translation>
</message>
<message>
<source>{name} (not saved yet)</source>
<translation>{name}（尚未保存）</translation>
</message>
</context>
<context>
<name>MergeLogPanel</name>
<message numerus="yes">
<source>%n merges</source>
<extracomment>of one: %n merge</extracomment>
<translation>
<numerusform>%n 次合并</numerusform>
</translation>
</message>
<message>
<source>Count</source>
<translation>次数</translation>
</message>
<message>
<source>Forbid in the next training</source>
<translation>下次训练时禁用</translation>
</message>
<message>
<source>Forbidden next time: “{token}”</source>
<translation>下次禁用：“{token}”</translation>
</message>
<message>
<source>From</source>
<translation>来自</translation>
</message>
<message>
<source>Go to the newest</source>
<translation>转到最新</translation>
</message>
<message>
<source>Holding.</source>
<translation>已停住。</translation>
</message>
<message>
<source>Id</source>
<translation>ID</translation>
</message>
<message>
<source>Merge log</source>
<translation>合并记录</translation>
</message>
<message>
<source>Newest first; scroll to pause.</source>
<translation>最新的在前；滚动即停住。</translation>
</message>
<message>
<source>Search the merges</source>
<translation>搜索合并</translation>
</message>
<message>
<source>Show in the vocabulary</source>
<translation>在词表中显示</translation>
</message>
<message>
<source>Text of a token, or an id</source>
<translation>词元的文本，或 ID</translation>
</message>
<message>
<source>Token</source>
<translation>词元</translation>
</message>
<message numerus="yes">
<source>{shown} of %n merges</source>
<extracomment>of one: {shown} of %n merge</extracomment>
<translation>
<numerusform>{shown} / %n 次合并</numerusform>
</translation>
</message>
<message>
<source>{token} from {left} and {right}, which were adjacent {times}</source>
<translation>{token} 由 {left} 和 {right} 合并，二者相邻 {times}</translation>
</message>
</context>
<context>
<name>MergeTable</name>
<message>
<source>Merges, newest first</source>
<translation>合并，最新的在前</translation>
</message>
</context>
<context>
<name>MergeTreeView</name>
<message>
<source>Built from</source>
<translation>由何合并而成</translation>
</message>
<message>
<source>No token is selected</source>
<translation>未选中词元</translation>
</message>
<message>
<source>id {id}. Click for its step, double-click for the token.</source>
<translation>ID {id}。单击查看其步骤，双击查看词元。</translation>
</message>
<message>
<source>{token} is not made by a merge</source>
<translation>{token} 不是由合并得到的</translation>
</message>
</context>
<context>
<name>MessageCard</name>
<message>
<source>&amp;Add a message after it</source>
<translation>在其后添加消息(&amp;A)</translation>
</message>
<message>
<source>&amp;Remove</source>
<translation>移除(&amp;R)</translation>
</message>
<message>
<source>Another role</source>
<translation>其他角色</translation>
</message>
<message>
<source>Another role, then Enter</source>
<translation>其他角色，然后按回车</translation>
</message>
<message>
<source>Drag to move this message; a click opens its menu</source>
<translation>拖动可移动此消息；单击打开菜单</translation>
</message>
<message>
<source>Message of {role}</source>
<translation>{role}的消息</translation>
</message>
<message>
<source>Move &amp;down</source>
<translation>下移(&amp;D)</translation>
</message>
<message>
<source>Move &amp;up</source>
<translation>上移(&amp;U)</translation>
</message>
<message>
<source>Role</source>
<translation>角色</translation>
</message>
</context>
<context>
<name>MessageList</name>
<message>
<source>Add a message</source>
<translation>添加消息</translation>
</message>
<message>
<source>Add a message after the last one (Ctrl+Enter in a message)</source>
<translation>在最后一条消息之后添加消息（消息中按 Ctrl+Enter）</translation>
</message>
<message>
<source>Changed the role to {role}.</source>
<translation>已把角色改为{role}。</translation>
</message>
<message>
<source>Moved the message down.</source>
<translation>已下移消息。</translation>
</message>
<message>
<source>Moved the message up.</source>
<translation>已上移消息。</translation>
</message>
<message>
<source>Removed the message.</source>
<translation>已移除消息。</translation>
</message>
</context>
<context>
<name>Metrics</name>
<message>
<source>Byte fallback</source>
<translation>字节回退</translation>
</message>
<message>
<source>Bytes per token</source>
<translation>每词元字节数</translation>
</message>
<message>
<source>Characters per token</source>
<translation>每词元字符数</translation>
</message>
<message>
<source>Continued words</source>
<translation>被拆开的词</translation>
</message>
<message>
<source>Fertility</source>
<translation>每词词元数</translation>
</message>
<message>
<source>Fragments</source>
<translation>碎片</translation>
</message>
<message>
<source>Lossless</source>
<translation>无损</translation>
</message>
<message>
<source>Normalized sequence length</source>
<translation>归一化序列长度</translation>
</message>
<message>
<source>Numbers kept whole</source>
<translation>完整保留的数字</translation>
</message>
<message>
<source>Percentile mass</source>
<translation>百分位质量</translation>
</message>
<message>
<source>Residue</source>
<translation>残留</translation>
</message>
<message>
<source>Rényi efficiency</source>
<translation>Rényi 效率</translation>
</message>
<message>
<source>Rényi efficiency, nominal</source>
<translation>Rényi 效率，名义</translation>
</message>
<message>
<source>Shannon efficiency</source>
<translation>Shannon 效率</translation>
</message>
<message>
<source>Shannon efficiency, nominal</source>
<translation>Shannon 效率，名义</translation>
</message>
<message>
<source>Shannon entropy</source>
<translation>Shannon 熵</translation>
</message>
<message>
<source>Stable</source>
<translation>稳定</translation>
</message>
<message>
<source>Type-token ratio</source>
<translation>型例比</translation>
</message>
<message>
<source>Unknown</source>
<translation>未知词元</translation>
</message>
<message>
<source>Vocabulary used</source>
<translation>已用词表</translation>
</message>
<message>
<source>Words kept whole</source>
<translation>完整保留的词</translation>
</message>
</context>
<context>
<name>MoreOptions</name>
<message>
<source> MB</source>
<translation> MB</translation>
</message>
<message>
<source>40 %</source>
<translation>40 %</translation>
</message>
<message>
<source>Character coverage</source>
<translation>字符覆盖率</translation>
</message>
<message>
<source>Correct the forbidden tokens first.</source>
<translation>请先改正禁用词元。</translation>
</message>
<message>
<source>Correct the seed tokens first.</source>
<translation>请先改正种子词元。</translation>
</message>
<message>
<source>Digits are never joined with anything else.</source>
<translation>数字不与任何其他内容合并。</translation>
</message>
<message>
<source>Each digit separately</source>
<translation>数字逐位分开</translation>
</message>
<message>
<source>Equal pairs</source>
<translation>同频的词元对</translation>
</message>
<message>
<source>In bytes (Llama 2: characters). Pairs that would make a longer token are not merged.</source>
<translation>以字节计（Llama 2：以字符计）。会产生更长词元的词元对不合并。</translation>
</message>
<message>
<source>Longest token</source>
<translation>最长词元</translation>
</message>
<message>
<source>Memory for distinct pieces. When full, you choose: drop the rarest or stop. Default: 40 % of all.</source>
<translation>存放不同片段的内存。存满时由你选择：丢弃最罕见的，或停止。默认：全部内存的 40 %。</translation>
</message>
<message>
<source>Memory limit</source>
<translation>内存上限</translation>
</message>
<message>
<source>Minimum count</source>
<translation>最少次数</translation>
</message>
<message>
<source>Pairs that occur less often are not merged.</source>
<translation>出现次数更少的词元对不合并。</translation>
</message>
<message>
<source>Runs of spaces become one; spaces at both ends are removed (remove_extra_whitespaces).</source>
<translation>连续空格合为一个；去除两端空格（remove_extra_whitespaces）。</translation>
</message>
<message>
<source>Share of the text's characters that get tokens; the rest is encoded as bytes.</source>
<translation>文本中有自己词元的字符占比；其余编码为字节。</translation>
</message>
<message>
<source>Single spaces</source>
<translation>单空格</translation>
</message>
<message>
<source>Stop below gain</source>
<translation>增益低于此值时停止</translation>
</message>
<message>
<source>This computer</source>
<translation>本机</translation>
</message>
<message>
<source>Training ends when a merge saves a smaller share of the text's tokens.</source>
<translation>当一次合并节省的词元占比更小时，训练结束。</translation>
</message>
<message>
<source>Wait until the list of tokens is read.</source>
<translation>请等待读完词元列表。</translation>
</message>
<message>
<source>Which of two equally frequent pairs is merged first.</source>
<translation>两个同频的词元对，先合并哪一个。</translation>
</message>
<message>
<source>no limit</source>
<translation>无上限</translation>
</message>
</context>
<context>
<name>Naming</name>
<message>
<source>Name the tokenizer</source>
<translation>命名分词器</translation>
</message>
<message>
<source>Name, also suggested for its file:</source>
<translation>名称，也作为其文件的建议名：</translation>
</message>
<message>
<source>Renamed to “{name}”.</source>
<translation>已重命名为“{name}”。</translation>
</message>
</context>
<context>
<name>NoticeStrip</name>
<message>
<source>Close this message</source>
<translation>关闭此消息</translation>
</message>
<message>
<source>Details</source>
<translation>详情</translation>
</message>
<message>
<source>Details of the error</source>
<translation>错误详情</translation>
</message>
<message>
<source>{n} more</source>
<translation>另有 {n} 条</translation>
</message>
</context>
<context>
<name>Notices</name>
<message>
<source>, </source>
<translation>，</translation>
</message>
<message>
<source>Internal error: {summary}</source>
<translation>内部错误：{summary}</translation>
</message>
<message>
<source>No ids were written. {name}</source>
<translation>未写入 ID。{name}</translation>
</message>
<message>
<source>Nothing was changed.</source>
<translation>未作任何更改。</translation>
</message>
<message>
<source>Report…</source>
<translation>报告…</translation>
</message>
<message>
<source>Saved {names}: {cause}.</source>
<translation>已保存 {names}：{cause}。</translation>
</message>
<message>
<source>The action failed</source>
<translation>操作失败</translation>
</message>
<message>
<source>The changed copy was not made</source>
<translation>未生成修改后的副本</translation>
</message>
<message>
<source>The corpus was not counted</source>
<translation>未统计语料</translation>
</message>
<message>
<source>The data set was not finished</source>
<translation>数据集未完成</translation>
</message>
<message>
<source>The data set was not finished. {name}</source>
<translation>数据集未完成。{name}</translation>
</message>
<message>
<source>The source is not shown</source>
<translation>未显示该来源</translation>
</message>
<message>
<source>The sources were not added</source>
<translation>未添加来源</translation>
</message>
<message>
<source>The text was not opened</source>
<translation>未打开文本</translation>
</message>
<message>
<source>The text was not read</source>
<translation>未读取文本</translation>
</message>
<message>
<source>The text was not tokenized</source>
<translation>未对文本分词</translation>
</message>
<message>
<source>The tokenizer was not exported</source>
<translation>未导出分词器</translation>
</message>
<message>
<source>The tokenizer was not opened</source>
<translation>未打开分词器</translation>
</message>
<message>
<source>The tokenizer was not saved</source>
<translation>未保存分词器</translation>
</message>
<message>
<source>The tokenizer was not trained</source>
<translation>未训练分词器</translation>
</message>
<message>
<source>The tokens were not counted</source>
<translation>未统计词元</translation>
</message>
<message>
<source>The tokens were not read</source>
<translation>未读取词元</translation>
</message>
<message>
<source>The training could not be estimated</source>
<translation>无法估计训练</translation>
</message>
<message>
<source>The vocabulary cannot be shown</source>
<translation>无法显示词表</translation>
</message>
<message>
<source>The vocabulary was not fetched</source>
<translation>未下载词表</translation>
</message>
<message>
<source>Training stopped at {name}</source>
<translation>训练停在 {name}</translation>
</message>
<message>
<source>Your work is still here: save now. Please report this.</source>
<translation>你的工作还在；请保存。并请报告此问题。</translation>
</message>
<message>
<source>byte {value}</source>
<translation>第 {value} 字节</translation>
</message>
<message>
<source>character {value}</source>
<translation>第 {value} 个字符</translation>
</message>
<message>
<source>column {value}</source>
<translation>第 {value} 列</translation>
</message>
<message>
<source>id {value}</source>
<translation>ID {value}</translation>
</message>
<message>
<source>key “{value}”</source>
<translation>键“{value}”</translation>
</message>
<message>
<source>line {value}</source>
<translation>第 {value} 行</translation>
</message>
<message>
<source>{name} is not shown</source>
<translation>未显示 {name}</translation>
</message>
<message>
<source>{name} was not added</source>
<translation>未添加 {name}</translation>
</message>
<message>
<source>{name} was not counted</source>
<translation>未统计 {name}</translation>
</message>
<message>
<source>{name} was not fetched</source>
<translation>未下载 {name}</translation>
</message>
<message>
<source>{name} was not opened</source>
<translation>未打开 {name}</translation>
</message>
<message>
<source>{name} was not read</source>
<translation>未读取 {name}</translation>
</message>
<message>
<source>{name} was not saved</source>
<translation>未保存 {name}</translation>
</message>
<message>
<source>{name} was not written</source>
<translation>未写入 {name}</translation>
</message>
<message>
<source>{name} was opened: {cause}.</source>
<translation>已打开 {name}：{cause}。</translation>
</message>
</context>
<context>
<name>NumberMaps</name>
<message>
<source>Point to a number.</source>
<translation>请指向一个数字。</translation>
</message>
<message>
<source>Tokens of each number; the arrow keys go from number to number</source>
<translation>各数字的词元；方向键逐个移动</translation>
</message>
<message>
<source>{letter} has no token for it</source>
<translation>{letter} 没有对应的词元</translation>
</message>
<message>
<source>{n} or more</source>
<translation>{n} 个或更多</translation>
</message>
</context>
<context>
<name>NumbersChoice</name>
<message>
<source>How numbers are cut</source>
<translation>数字的切分方式</translation>
</message>
</context>
<context>
<name>NumbersPage</name>
<message>
<source>Numbers from 0 to 9,999 that are one token: {whole}</source>
<translation>0 到 9,999 中为单个词元的数字：{whole}</translation>
</message>
</context>
<context>
<name>Occurrence</name>
<message>
<source>{bytes}   characters {characters}</source>
<translation>{bytes}   第 {characters} 个字符</translation>
</message>
<message>
<source>{count} so far</source>
<translation>目前 {count}</translation>
</message>
<message>
<source>{rank} of {all}</source>
<translation>{rank} / {all}</translation>
</message>
<message>
<source>{span}, cut</source>
<translation>{span}，被截断</translation>
</message>
</context>
<context>
<name>Opening</name>
<message>
<source>All files (*)</source>
<translation>所有文件 (*)</translation>
</message>
<message>
<source>Open a tokenizer or a text</source>
<translation>打开分词器或文本</translation>
</message>
<message>
<source>Open as text</source>
<translation>作为文本打开</translation>
</message>
<message>
<source>Sessions (*{suffix})</source>
<translation>会话 (*{suffix})</translation>
</message>
<message>
<source>Tokenizers ({suffixes})</source>
<translation>分词器 ({suffixes})</translation>
</message>
</context>
<context>
<name>OriginsSection</name>
<message>
<source>Find where the tokens came from</source>
<translation>查找词元来源</translation>
</message>
<message>
<source>Leave it out…</source>
<translation>去掉它…</translation>
</message>
<message>
<source>Read the text again: the share of each source in every token, its documents, and the file that produced the token.</source>
<translation>重新读取文本：各来源在每个词元中的占比、所在文档，以及使其成为词元的文件。</translation>
</message>
<message>
<source>Tokens lost and gained without this source</source>
<translation>没有此来源时，哪些词元会消失，哪些会出现</translation>
</message>
<message>
<source>Where the tokens came from</source>
<translation>词元从何而来</translation>
</message>
<message>
<source>Without it: −{gone} +{come}</source>
<translation>没有它：−{gone} +{come}</translation>
</message>
<message>
<source>Without {source}</source>
<translation>没有 {source}</translation>
</message>
<message>
<source>decided {most}, {alone} of them alone</source>
<translation>决定了 {most}，其中 {alone} 由它单独决定</translation>
</message>
<message>
<source>{tokens} occurred in one file only.</source>
<translation>{tokens}只在一个文件中出现。</translation>
</message>
</context>
<context>
<name>OutcomeView</name>
<message>
<source>Added</source>
<translation>新增</translation>
</message>
<message>
<source>Added, but their own text becomes other tokens: a text that contains them, or why</source>
<translation>已添加，但其自身的文本会变成其他词元：包含它们的文本，或原因</translation>
</message>
<message>
<source>Changed pieces in {name}: {n}</source>
<translation>{name} 中变化的片段：{n}</translation>
</message>
<message>
<source>Kept</source>
<translation>保留</translation>
</message>
<message>
<source>Left out</source>
<translation>已排除</translation>
</message>
<message>
<source>Needed for these</source>
<translation>为此所需</translation>
</message>
<message>
<source>New tokens</source>
<translation>新词元</translation>
</message>
<message>
<source>No merge made them before; the added tokens complete them</source>
<translation>此前没有合并产生它们；由新增词元补全</translation>
</message>
<message>
<source>Not encoded by themselves</source>
<translation>不会单独编码</translation>
</message>
<message>
<source>Not removed: other tokens are built from them</source>
<translation>未删除：其他词元由它们合并而成</translation>
</message>
<message>
<source>Older tokens that may now occur</source>
<translation>现在可能出现的旧词元</translation>
</message>
<message>
<source>Other ids</source>
<translation>其他 ID</translation>
</message>
<message>
<source>Pieces of the text with other tokens, the most frequent first</source>
<translation>文本中词元有变的片段，最常见的在前</translation>
</message>
<message>
<source>Removed</source>
<translation>已删除</translation>
</message>
<message>
<source>Tokens that are removed</source>
<translation>消失的词元</translation>
</message>
<message>
<source>Tokens that cannot be added, and why</source>
<translation>无法添加的词元及原因</translation>
</message>
<message>
<source>Tokens that the added ones are built from</source>
<translation>新增词元所由合并的词元</translation>
</message>
<message>
<source>Tokens with another id: old and new id</source>
<translation>ID 有变的词元：旧 ID 和新 ID</translation>
</message>
<message>
<source>What the changes do</source>
<translation>更改的效果</translation>
</message>
</context>
<context>
<name>OverlapPage</name>
<message>
<source>Both are the same.</source>
<translation>两者相同。</translation>
</message>
<message>
<source>Clear the search</source>
<translation>清除搜索</translation>
</message>
<message>
<source>Id in {name}</source>
<translation>{name} 中的 ID</translation>
</message>
<message>
<source>No token matches “{text}”</source>
<translation>没有词元匹配“{text}”</translation>
</message>
<message>
<source>Only in A</source>
<translation>仅在 A 中</translation>
</message>
<message>
<source>Only in B</source>
<translation>仅在 B 中</translation>
</message>
<message>
<source>Only the tokens of this list are searched, for just these letters.</source>
<translation>只搜索此列表的词元，且须正好是这些字母。</translation>
</message>
<message>
<source>Ranks</source>
<translation>序号</translation>
</message>
<message>
<source>Ranks of shared tokens</source>
<translation>共有词元的序号</translation>
</message>
<message>
<source>Search</source>
<translation>搜索</translation>
</message>
<message>
<source>Search the tokens</source>
<translation>搜索词元</translation>
</message>
<message>
<source>Shared</source>
<translation>共有</translation>
</message>
<message>
<source>There is no such token</source>
<translation>没有这样的词元</translation>
</message>
<message>
<source>Tokens of the list</source>
<translation>列表中的词元</translation>
</message>
<message>
<source>Which rank each shared token has in both</source>
<translation>各共有词元在两者中的序号</translation>
</message>
<message>
<source>Which tokens</source>
<translation>哪些词元</translation>
</message>
<message>
<source>rank in A → rank in {name}; stronger: more tokens</source>
<translation>A 中的序号 → {name} 中的序号；颜色越深词元越多</translation>
</message>
<message>
<source>{larger} is {smaller} and {merges} more.</source>
<translation>{larger} 是 {smaller} 再加 {merges}。</translation>
</message>
<message>
<source>{shared} shared, {one} only in A, {other} only in {letter}. Jaccard {share}.</source>
<translation>共有 {shared}，仅在 A 中 {one}，仅在 {letter} 中 {other}。Jaccard {share}。</translation>
</message>
</context>
<context>
<name>Overview</name>
<message>
<source>Back to the tokens</source>
<translation>返回词元</translation>
</message>
<message>
<source>Does not apply to so few documents.</source>
<translation>文档太少，不适用。</translation>
</message>
<message>
<source>Does not apply: nothing can be proved of a tokenizer without merges.</source>
<translation>不适用：没有合并的分词器无法作任何验证。</translation>
</message>
<message>
<source>Does not apply: this tokenizer does not merge pairs.</source>
<translation>不适用：此分词器不合并词元对。</translation>
</message>
<message>
<source>Findings</source>
<translation>发现</translation>
</message>
<message>
<source>Not checked yet.</source>
<translation>尚未检查。</translation>
</message>
<message>
<source>Nothing is counted.</source>
<translation>未统计任何内容。</translation>
</message>
<message>
<source>Show</source>
<translation>显示</translation>
</message>
<message>
<source>Show: {finding}</source>
<translation>显示：{finding}</translation>
</message>
<message>
<source>Tokens by script and length</source>
<translation>词元，按文字系统和长度</translation>
</message>
<message>
<source>length in bytes; a click filters</source>
<translation>字节长度；单击即筛选</translation>
</message>
</context>
<context>
<name>Pages</name>
<message>
<source>Pages of the panel</source>
<translation>面板的页面</translation>
</message>
</context>
<context>
<name>PairPage</name>
<message>
<source>Tokenizer to compare with A</source>
<translation>与 A 比较的分词器</translation>
</message>
<message>
<source>{one} and {other}</source>
<translation>{one}和{other}</translation>
</message>
</context>
<context>
<name>PartedCard</name>
<message>
<source>A this tokenizer    B the file</source>
<translation>A 此分词器    B 该文件</translation>
</message>
<message>
<source>Cause</source>
<translation>原因</translation>
</message>
<message>
<source>Copy report</source>
<translation>复制报告</translation>
</message>
<message>
<source>Export as {format}</source>
<translation>导出为 {format}</translation>
</message>
<message>
<source>Not equal: nothing was written.</source>
<translation>不相同：未写入任何内容。</translation>
</message>
<message>
<source>Nothing was written.</source>
<translation>未写入任何内容。</translation>
</message>
<message>
<source>What to do</source>
<translation>怎么办</translation>
</message>
<message>
<source>Write anyway</source>
<translation>仍然写入</translation>
</message>
<message>
<source>unknown; please report it with the file</source>
<translation>未知；请附上该文件报告此问题</translation>
</message>
<message>
<source>{format} holds everything.</source>
<translation>{format} 保存全部内容。</translation>
</message>
</context>
<context>
<name>Pasting</name>
<message>
<source>Pasted {time} {number}.txt</source>
<translation>粘贴于 {time} {number}.txt</translation>
</message>
<message>
<source>This is too much to paste; add it as a file.</source>
<translation>内容太多，无法粘贴；请作为文件添加。</translation>
</message>
</context>
<context>
<name>PatternEditor</name>
<message>
<source>Copy</source>
<translation>复制</translation>
</message>
<message>
<source>Cut</source>
<translation>剪切</translation>
</message>
<message>
<source>Paste</source>
<translation>粘贴</translation>
</message>
<message>
<source>Redo</source>
<translation>重做</translation>
</message>
<message>
<source>Select all</source>
<translation>全选</translation>
</message>
<message>
<source>Split pattern</source>
<translation>预分词正则</translation>
</message>
<message>
<source>Undo</source>
<translation>撤销</translation>
</message>
</context>
<context>
<name>PatternModel</name>
<message>
<source>Published</source>
<translation>已发布</translation>
</message>
<message>
<source>Yours</source>
<translation>我的</translation>
</message>
<message>
<source>compared with</source>
<translation>比较对象</translation>
</message>
</context>
<context>
<name>PatternsPanel</name>
<message>
<source>Click a pattern to use it as a start. Undo goes back.</source>
<translation>单击某个正则以它为起点。撤销可返回。</translation>
</message>
<message>
<source>Compare with this pattern</source>
<translation>与它比较</translation>
</message>
<message>
<source>Patterns</source>
<translation>正则</translation>
</message>
<message>
<source>Remove</source>
<translation>移除</translation>
</message>
<message>
<source>Rename…</source>
<translation>重命名…</translation>
</message>
<message>
<source>Return: start from this pattern. Space: compare. F2: rename. Delete: remove.</source>
<translation>回车：以它为起点。空格：比较。F2：重命名。Delete：移除。</translation>
</message>
<message>
<source>Save this pattern under a name</source>
<translation>以某个名称保存此正则</translation>
</message>
<message>
<source>Start from this pattern</source>
<translation>以它为起点</translation>
</message>
<message>
<source>Starting points</source>
<translation>起点</translation>
</message>
</context>
<context>
<name>Picture</name>
<message>
<source>the first {shown} of {every} tokens</source>
<translation>{every} 个词元中的前 {shown} 个</translation>
</message>
</context>
<context>
<name>Pictures</name>
<message>
<source>Picture (*.{kind})</source>
<translation>图片 (*.{kind})</translation>
</message>
<message>
<source>Save the picture</source>
<translation>保存图片</translation>
</message>
<message>
<source>Saved {names}.</source>
<translation>已保存 {names}。</translation>
</message>
<message>
<source>Select a token that merges made, or show a training run.</source>
<translation>请选择由合并得到的词元，或显示一次训练。</translation>
</message>
<message>
<source>There is no picture to save.</source>
<translation>没有可保存的图片。</translation>
</message>
<message>
<source>merge tree</source>
<translation>合并树</translation>
</message>
<message>
<source>step</source>
<translation>步骤</translation>
</message>
<message>
<source>training</source>
<translation>训练</translation>
</message>
</context>
<context>
<name>PiecesPanel</name>
<message numerus="yes">
<source>%n bytes are lost ({share})</source>
<extracomment>of one: %n byte is lost ({share})</extracomment>
<translation>
<numerusform>丢失 %n 字节（{share}）</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n kinds</source>
<extracomment>of one: %n kind</extracomment>
<translation>
<numerusform>%n 类</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n more kinds</source>
<extracomment>of one: %n more kind</extracomment>
<translation>
<numerusform>另有 %n 类</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n places</source>
<extracomment>of one: %n place</extracomment>
<translation>
<numerusform>%n 处</numerusform>
</translation>
</message>
<message>
<source>Add this alternative. It was tried: nothing of this text is lost then</source>
<translation>添加此分支。已试过：之后此文本不再丢失任何内容</translation>
</message>
<message>
<source>Add {part}</source>
<translation>添加 {part}</translation>
</message>
<message>
<source>All</source>
<translation>全部</translation>
</message>
<message>
<source>Compared with</source>
<translation>比较对象</translation>
</message>
<message>
<source>Differ</source>
<translation>不同</translation>
</message>
<message>
<source>Difference</source>
<translation>差异</translation>
</message>
<message>
<source>Fewer kinds</source>
<translation>收起部分种类</translation>
</message>
<message>
<source>Highlight</source>
<translation>突出显示</translation>
</message>
<message>
<source>Highlight only lost text, or only differences between the patterns</source>
<translation>只突出显示丢失的文本，或两个正则的差异</translation>
</message>
<message>
<source>Lost</source>
<translation>丢失</translation>
</message>
<message>
<source>More kinds</source>
<translation>更多种类</translation>
</message>
<message>
<source>Next place (F8)</source>
<translation>下一处（F8）</translation>
</message>
<message>
<source>Pattern to compare with</source>
<translation>要比较的正则</translation>
</message>
<message>
<source>Patterns</source>
<translation>正则</translation>
</message>
<message>
<source>Pieces</source>
<translation>片段</translation>
</message>
<message>
<source>Previous place (Shift+F8)</source>
<translation>上一处（Shift+F8）</translation>
</message>
<message>
<source>Text</source>
<translation>文本</translation>
</message>
<message>
<source>Text to split: the beginning of one source, or of all sources</source>
<translation>要预分词的文本：某个来源或所有来源的开头</translation>
</message>
<message>
<source>Texts</source>
<translation>文本</translation>
</message>
<message>
<source>differs {here} of {n}</source>
<translation>不同 {here} / {n}</translation>
</message>
<message>
<source>lost {here} of {n}</source>
<translation>丢失 {here} / {n}</translation>
</message>
<message>
<source>no difference</source>
<translation>无差异</translation>
</message>
<message>
<source>nothing lost</source>
<translation>无丢失</translation>
</message>
<message>
<source>to {name}</source>
<translation>相对 {name}</translation>
</message>
<message>
<source>{n} differ</source>
<translation>{n} 处不同</translation>
</message>
<message>
<source>{n} lost</source>
<translation>{n} 处丢失</translation>
</message>
<message>
<source>{places}, {kinds}</source>
<translation>{places}，{kinds}</translation>
</message>
</context>
<context>
<name>PiecesView</name>
<message>
<source>Alt+Left and Alt+Right go from piece to piece</source>
<translation>Alt+Left 和 Alt+Right 逐个片段移动</translation>
</message>
<message>
<source>Text with its pieces</source>
<translation>文本及其片段</translation>
</message>
</context>
<context>
<name>Pipeline</name>
<message numerus="yes">
<source>%n bytes</source>
<extracomment>of one: %n byte</extracomment>
<translation>
<numerusform>%n 字节</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n characters</source>
<extracomment>of one: %n character</extracomment>
<translation>
<numerusform>%n 个字符</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n pieces</source>
<extracomment>of one: %n piece</extracomment>
<translation>
<numerusform>%n 个片段</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n tokens</source>
<extracomment>of one: %n token</extracomment>
<translation>
<numerusform>%n 个词元</numerusform>
</translation>
</message>
<message>
<source>Bytes</source>
<translation>字节</translation>
</message>
<message>
<source>Columns are in byte order, with each letter over its own: a word read from the right starts at the left.</source>
<translation>各列按字节顺序，每个字母在自己的字节上方：从右往左读的词从左侧开始。</translation>
</message>
<message>
<source>Columns are in byte order. Words of joined letters are drawn whole, over their columns, and read from the right.</source>
<translation>各列按字节顺序。连写字母的词在其各列上方整体绘制，从右往左读。</translation>
</message>
<message>
<source>Lower case</source>
<translation>转为小写</translation>
</message>
<message>
<source>Merges</source>
<translation>合并</translation>
</message>
<message>
<source>Normalize</source>
<translation>规范化</translation>
</message>
<message>
<source>Pieces</source>
<translation>片段</translation>
</message>
<message>
<source>Prepend</source>
<translation>前置</translation>
</message>
<message>
<source>Raw</source>
<translation>原文</translation>
</message>
<message>
<source>Replace</source>
<translation>替换</translation>
</message>
<message>
<source>Spaces</source>
<translation>空格</translation>
</message>
<message>
<source>Special tokens</source>
<translation>特殊词元</translation>
</message>
<message>
<source>Strip</source>
<translation>去除首尾空白</translation>
</message>
<message>
<source>The stages of this text cannot be shown: {cause}.</source>
<translation>无法显示此文本的各阶段：{cause}。</translation>
</message>
<message>
<source>Tokens</source>
<translation>词元</translation>
</message>
<message>
<source>Unescape</source>
<translation>反转义</translation>
</message>
<message>
<source>Whitespace</source>
<translation>空白</translation>
</message>
<message>
<source>added by this step</source>
<translation>由此步骤添加</translation>
</message>
<message>
<source>bytes {first} to {last}</source>
<translation>字节 {first} 至 {last}</translation>
</message>
<message>
<source>characters {first} to {last}</source>
<translation>字符 {first} 至 {last}</translation>
</message>
<message>
<source>end</source>
<translation>结尾</translation>
</message>
<message>
<source>end added; ids below</source>
<translation>已加结尾；ID 在下方</translation>
</message>
<message>
<source>from {raw}</source>
<translation>来自 {raw}</translation>
</message>
<message>
<source>id {id}</source>
<translation>ID {id}</translation>
</message>
<message>
<source>lossy: spaces dropped</source>
<translation>有损：丢弃空格</translation>
</message>
<message>
<source>lossy: white space dropped</source>
<translation>有损：丢弃空白</translation>
</message>
<message>
<source>lossy: {n} dropped</source>
<translation>有损：丢弃 {n}</translation>
</message>
<message>
<source>raw bytes {start} to {end}</source>
<translation>原始字节 {start} 至 {end}</translation>
</message>
<message>
<source>start</source>
<translation>开头</translation>
</message>
<message>
<source>start added; ids below</source>
<translation>已加开头；ID 在下方</translation>
</message>
<message>
<source>start and end added</source>
<translation>已加开头和结尾</translation>
</message>
<message>
<source>the mapping of characters is approximate</source>
<translation>字符的对应关系是近似的</translation>
</message>
<message>
<source>{n}, letters →</source>
<translation>{n}，字母 →</translation>
</message>
<message>
<source>{n}, words ←</source>
<translation>{n}，词 ←</translation>
</message>
<message>
<source>{tokens}; ids below</source>
<translation>{tokens}；ID 在下方</translation>
</message>
<message>
<source>{where}, read by itself</source>
<translation>{where}，单独读取</translation>
</message>
</context>
<context>
<name>PipelineCanvas</name>
<message>
<source>Stages of the text</source>
<translation>文本的各阶段</translation>
</message>
</context>
<context>
<name>PipelinePage</name>
<message>
<source>Pipeline</source>
<translation>流程</translation>
</message>
<message>
<source>The stages of this text cannot be shown.</source>
<translation>无法显示此文本的各阶段。</translation>
</message>
<message>
<source>The text is not encoded: it contains special tokens, which are an error now. Treat them as plain text, or allow them.</source>
<translation>文本未编码：它包含特殊词元，而它们现在视为错误。请把它们当作普通文本，或允许它们。</translation>
</message>
</context>
<context>
<name>PipelineSection</name>
<message>
<source>Next part (Page Down)</source>
<translation>下一部分（Page Down）</translation>
</message>
<message>
<source>Nothing of this text is left to encode.</source>
<translation>此文本没有剩下可编码的内容。</translation>
</message>
<message>
<source>Pipeline</source>
<translation>流程</translation>
</message>
<message>
<source>Previous part (Page Up)</source>
<translation>上一部分（Page Up）</translation>
</message>
<message>
<source>Type a text to see it stage by stage.</source>
<translation>输入文本，逐阶段查看。</translation>
</message>
<message>
<source>hover or use the arrow keys to highlight a span in every row</source>
<translation>悬停或用方向键在每行中突出显示同一范围</translation>
</message>
</context>
<context>
<name>Pointer</name>
<message>
<source>Copy</source>
<translation>复制</translation>
</message>
<message>
<source>Copy token</source>
<translation>复制词元</translation>
</message>
<message>
<source>Cut</source>
<translation>剪切</translation>
</message>
<message>
<source>Paste</source>
<translation>粘贴</translation>
</message>
<message>
<source>Redo</source>
<translation>重做</translation>
</message>
<message>
<source>Select all</source>
<translation>全选</translation>
</message>
<message>
<source>Undo</source>
<translation>撤销</translation>
</message>
</context>
<context>
<name>PreviewPanel</name>
<message numerus="yes">
<source>%n lines with problems</source>
<extracomment>of one: %n line with problems</extracomment>
<translation>
<numerusform>%n 行有问题</numerusform>
</translation>
</message>
<message>
<source>After {steps}</source>
<translation>经过{steps}</translation>
</message>
<message>
<source>As used</source>
<translation>实际使用的样子</translation>
</message>
<message>
<source>Before</source>
<translation>之前</translation>
</message>
<message>
<source>Choose a source to see its lines</source>
<translation>选择一个来源以查看其各行</translation>
</message>
<message>
<source>Continue</source>
<translation>继续</translation>
</message>
<message>
<source>Count</source>
<translation>次数</translation>
</message>
<message>
<source>In the file, and as trained on.</source>
<translation>文件中的样子，与训练所用的样子。</translation>
</message>
<message>
<source>Next problem (F8)</source>
<translation>下一个问题（F8）</translation>
</message>
<message>
<source>Piece</source>
<translation>片段</translation>
</message>
<message>
<source>Preview</source>
<translation>预览</translation>
</message>
<message>
<source>Preview of the corpus</source>
<translation>语料预览</translation>
</message>
<message>
<source>Previous problem (Shift+F8)</source>
<translation>上一个问题（Shift+F8）</translation>
</message>
<message>
<source>Source</source>
<translation>来源</translation>
</message>
<message>
<source>Sources</source>
<translation>来源</translation>
</message>
<message>
<source>Start</source>
<translation>开头</translation>
</message>
<message>
<source>The source whose lines are shown</source>
<translation>显示其各行的来源</translation>
</message>
<message>
<source>could not be read</source>
<translation>无法读取</translation>
</message>
<message>
<source>document {n}</source>
<translation>第 {n} 个文档</translation>
</message>
<message>
<source>no problems here</source>
<translation>此处没有问题</translation>
</message>
<message>
<source>nothing to show</source>
<translation>没有可显示的内容</translation>
</message>
<message>
<source>reading…</source>
<translation>正在读取…</translation>
</message>
<message>
<source>removed</source>
<translation>已去除</translation>
</message>
<message>
<source>replaced</source>
<translation>已替换</translation>
</message>
<message>
<source>special-token text</source>
<translation>特殊词元文本</translation>
</message>
<message>
<source>{n} or more</source>
<translation>{n} 个或更多</translation>
</message>
</context>
<context>
<name>PreviewView</name>
<message>
<source>Lines before and after cleaning</source>
<translation>清洗前后的各行</translation>
</message>
</context>
<context>
<name>ProblemStrip</name>
<message>
<source>Render this conversation with ChatML instead</source>
<translation>改用 ChatML 呈现此对话</translation>
</message>
<message>
<source>Use ChatML</source>
<translation>使用 ChatML</translation>
</message>
</context>
<context>
<name>Rail</name>
<message>
<source>Tasks</source>
<translation>任务</translation>
</message>
<message>
<source>a job is running</source>
<translation>有作业正在运行</translation>
</message>
</context>
<context>
<name>ReadingsChoice</name>
<message>
<source>The encoding is uncertain. Which line is correct?</source>
<translation>编码不确定。哪一行是正确的？</translation>
</message>
</context>
<context>
<name>RegexLab</name>
<message>
<source>Available once the pattern has run through the text</source>
<translation>正则处理完文本后可用</translation>
</message>
<message>
<source>Basic</source>
<translation>基本</translation>
</message>
<message>
<source>Character {n} of {name}: {count} × {character} in a row.</source>
<translation>{name} 的第 {n} 个字符：连续 {count}个 {character}。</translation>
</message>
<message>
<source>From training</source>
<translation>来自训练</translation>
</message>
<message>
<source>It was at character {n} of {name}.</source>
<translation>停在 {name} 的第 {n} 个字符。</translation>
</message>
<message>
<source>Locked while training</source>
<translation>训练期间锁定</translation>
</message>
<message>
<source>My {name}</source>
<translation>我的 {name}</translation>
</message>
<message>
<source>No split</source>
<translation>不预分词</translation>
</message>
<message>
<source>Nothing else was stopped.</source>
<translation>其他一切照常。</translation>
</message>
<message>
<source>Removed {name}.</source>
<translation>已移除 {name}。</translation>
</message>
<message>
<source>Restored</source>
<translation>已恢复</translation>
</message>
<message>
<source>Results below are from the last valid pattern.</source>
<translation>以下结果来自上一个有效的正则。</translation>
</message>
<message>
<source>SentencePiece: no pattern</source>
<translation>SentencePiece：无正则</translation>
</message>
<message>
<source>Stopped after {time}: too slow on this text.</source>
<translation>{time} 后已停止：在此文本上太慢。</translation>
</message>
<message>
<source>Use this pattern for training, and go back (Ctrl+Return)</source>
<translation>把此正则用于训练，并返回（Ctrl+Return）</translation>
</message>
<message>
<source>character {n}</source>
<translation>第 {n} 个字符</translation>
</message>
<message>
<source>character {n}: a ( is missing</source>
<translation>第 {n} 个字符：缺少 (</translation>
</message>
<message>
<source>character {n}: a ) is missing</source>
<translation>第 {n} 个字符：缺少 )</translation>
</message>
<message>
<source>character {n}: a ] is missing</source>
<translation>第 {n} 个字符：缺少 ]</translation>
</message>
<message>
<source>cleaned text</source>
<translation>清洗后的文本</translation>
</message>
<message>
<source>digits</source>
<translation>数字</translation>
</message>
<message>
<source>letters</source>
<translation>字母</translation>
</message>
<message>
<source>line end</source>
<translation>换行</translation>
</message>
<message>
<source>mixed text</source>
<translation>混合文本</translation>
</message>
<message>
<source>one piece per document</source>
<translation>每个文档一个片段</translation>
</message>
<message>
<source>punctuation and symbols</source>
<translation>标点和符号</translation>
</message>
<message>
<source>ran {time} from here</source>
<translation>从此处运行了 {time}</translation>
</message>
<message>
<source>space</source>
<translation>空格</translation>
</message>
<message>
<source>spaces</source>
<translation>空格</translation>
</message>
<message>
<source>splits only at spaces</source>
<translation>仅在空格处切分</translation>
</message>
<message>
<source>tab</source>
<translation>制表符</translation>
</message>
<message>
<source>white space</source>
<translation>空白</translation>
</message>
<message>
<source>{name}, changed</source>
<translation>{name}，已更改</translation>
</message>
<message>
<source>{what}; decoding cannot restore them.</source>
<translation>{what}；解码无法还原。</translation>
</message>
</context>
<context>
<name>RemoveDialog</name>
<message>
<source>Also remove tokens built from them</source>
<translation>同时删除由它们合并成的词元</translation>
</message>
<message>
<source>Ids</source>
<translation>ID</translation>
</message>
<message>
<source>Remove tokens</source>
<translation>删除词元</translation>
</message>
<message>
<source>Text</source>
<translation>文本</translation>
</message>
<message>
<source>one token, with its spaces</source>
<translation>一个词元，含其空格</translation>
</message>
</context>
<context>
<name>Renewing</name>
<message>
<source>Close the other windows first.</source>
<translation>请先关闭其他窗口。</translation>
</message>
<message>
<source>Everything was forgotten.</source>
<translation>已全部清除。</translation>
</message>
<message>
<source>Forget everything</source>
<translation>全部清除</translation>
</message>
<message>
<source>Forget everything?</source>
<translation>要全部清除吗？</translation>
</message>
<message>
<source>Keep it</source>
<translation>保留它</translation>
</message>
<message>
<source>New session started.</source>
<translation>已开始新会话。</translation>
</message>
<message>
<source>Nothing was changed: training is running.</source>
<translation>未作任何更改：训练正在进行。</translation>
</message>
<message>
<source>Nothing was forgotten: another window of this program is open.</source>
<translation>未清除任何内容：本程序的另一个窗口正打开着。</translation>
</message>
<message>
<source>This deletes the text and its undo history, the conversation, the corpus list, unsaved tokenizers, interrupted training runs, recent files and settings: {size} in {folder}. This cannot be undone. Files that you saved are not affected.</source>
<translation>这会删除文本及其撤销历史、对话、语料列表、未保存的分词器、中断的训练、最近的文件和设置：{folder} 中的 {size}。此操作无法撤销。你保存的文件不受影响。</translation>
</message>
<message>
<source>Wait until training ends, or cancel the training.</source>
<translation>请等待其完成，或取消它。</translation>
</message>
<message>
<source>{size} kept: show the folder</source>
<translation>已保存 {size}：显示文件夹</translation>
</message>
</context>
<context>
<name>Replay</name>
<message>
<source>{left} + {right} → {token}, adjacent {times}</source>
<translation>{left} + {right} → {token}，相邻 {times}</translation>
</message>
</context>
<context>
<name>ReplayControls</name>
<message>
<source>Continue</source>
<translation>继续</translation>
</message>
<message>
<source>Go to the end of the replay</source>
<translation>转到回放结尾</translation>
</message>
<message>
<source>Pause</source>
<translation>暂停</translation>
</message>
<message>
<source>Progress of the replay</source>
<translation>回放进度</translation>
</message>
<message>
<source>Replay</source>
<translation>回放</translation>
</message>
<message>
<source>Skip</source>
<translation>跳过</translation>
</message>
<message>
<source>Speed</source>
<translation>速度</translation>
</message>
<message>
<source>Speed of the replay</source>
<translation>回放速度</translation>
</message>
<message>
<source>Speed: to the right it is faster</source>
<translation>速度：越往右越快</translation>
</message>
<message>
<source>{done} of {total} merges</source>
<translation>{done} / {total} 次合并</translation>
</message>
<message>
<source>{n} s in all</source>
<translation>共 {n} s</translation>
</message>
</context>
<context>
<name>ReportDialog</name>
<message>
<source>Close</source>
<translation>关闭</translation>
</message>
<message>
<source>Copied</source>
<translation>已复制</translation>
</message>
<message>
<source>Copy the report</source>
<translation>复制报告</translation>
</message>
<message>
<source>Report a problem</source>
<translation>报告问题</translation>
</message>
<message>
<source>Show the log folder</source>
<translation>显示日志文件夹</translation>
</message>
<message>
<source>The report</source>
<translation>报告</translation>
</message>
<message>
<source>The report holds versions, facts of this computer, and where in the program things went wrong, but no text, file names or tokens of yours. Copy it into your message and add what you did. Nothing is sent.</source>
<translation>报告的全部内容如下：版本、本机情况，以及程序中出错的位置。其中没有你的文本、文件名和词元。请把它复制到你的消息中，并补充你做了什么。不会发送任何内容。</translation>
</message>
</context>
<context>
<name>ResetButton</name>
<message>
<source>All options are those of the preset {preset}.</source>
<translation>所有选项都是预设 {preset} 的。</translation>
</message>
<message>
<source>Give all options the defaults of the preset</source>
<translation>把所有选项恢复为预设的默认值</translation>
</message>
<message>
<source>Reset</source>
<translation>重置</translation>
</message>
<message>
<source>Reset the options to the preset</source>
<translation>把选项重置为预设</translation>
</message>
</context>
<context>
<name>RolesDialog</name>
<message>
<source>None</source>
<translation>无</translation>
</message>
<message>
<source>Put bos before each text</source>
<translation>在每个文本前加 bos</translation>
</message>
<message>
<source>Put eos after each text</source>
<translation>在每个文本后加 eos</translation>
</message>
<message>
<source>Roles and chat template</source>
<translation>角色与对话模板</translation>
</message>
<message>
<source>The model has this token of its own</source>
<translation>模型有自己的这个词元</translation>
</message>
<message>
<source>Token of the role {role}</source>
<translation>角色 {role} 的词元</translation>
</message>
<message>
<source>Which token begins and ends a text, pads a batch, or begins a turn of a chat.</source>
<translation>哪个词元开始和结束文本、填充批次，或开始对话的一个轮次。</translation>
</message>
</context>
<context>
<name>RuleDialog</name>
<message>
<source>Also remove tokens built from them</source>
<translation>同时删除由它们合并成的词元</translation>
</message>
<message>
<source>Counted in</source>
<translation>统计于</translation>
</message>
<message>
<source>Matching a regular expression</source>
<translation>匹配正则表达式</translation>
</message>
<message>
<source>Mostly merged further: residues</source>
<translation>多半被继续合并：残留</translation>
</message>
<message>
<source>Not used in a text</source>
<translation>文本中未使用</translation>
</message>
<message>
<source>Of all times that a token is made, the share in which it remains</source>
<translation>在生成该词元的所有次数中，它得以保留的占比</translation>
</message>
<message>
<source>Pattern</source>
<translation>正则</translation>
</message>
<message>
<source>Remains in under</source>
<translation>保留率低于</translation>
</message>
<message>
<source>Remove tokens by a rule</source>
<translation>按规则删除词元</translation>
</message>
<message>
<source>Script</source>
<translation>文字系统</translation>
</message>
<message>
<source>Single bytes and special tokens always stay.</source>
<translation>单字节和特殊词元始终保留。</translation>
</message>
<message>
<source>The corpus</source>
<translation>语料</translation>
</message>
<message>
<source>The open text</source>
<translation>已打开的文本</translation>
</message>
<message>
<source>Which</source>
<translation>规则</translation>
</message>
<message>
<source>With characters of a script</source>
<translation>含某文字系统的字符</translation>
</message>
</context>
<context>
<name>RunHeader</name>
<message>
<source>Add 1,000 merges</source>
<translation>再增加 1,000 次合并</translation>
</message>
<message>
<source>Cancel</source>
<translation>取消</translation>
</message>
<message>
<source>Checking the corpus</source>
<translation>正在检查语料</translation>
</message>
<message>
<source>Choose text and options for another run</source>
<translation>为另一次训练选择文本和选项</translation>
</message>
<message>
<source>Continue from here without counting the text again</source>
<translation>从此处继续，不重新统计文本</translation>
</message>
<message>
<source>Counting pairs</source>
<translation>正在统计词元对</translation>
</message>
<message>
<source>Counting pieces</source>
<translation>正在统计片段</translation>
</message>
<message>
<source>Export…</source>
<translation>导出…</translation>
</message>
<message>
<source>Keep {n}</source>
<translation>保留 {n}</translation>
</message>
<message>
<source>Memory used by this run, and by the whole program</source>
<translation>本次训练和整个程序使用的内存</translation>
</message>
<message>
<source>Name it…</source>
<translation>命名…</translation>
</message>
<message>
<source>New run</source>
<translation>新训练</translation>
</message>
<message>
<source>Next:</source>
<translation>下一步：</translation>
</message>
<message>
<source>Nothing was left out</source>
<translation>没有排除任何内容</translation>
</message>
<message>
<source>Pause</source>
<translation>暂停</translation>
</message>
<message>
<source>Paused</source>
<translation>已暂停</translation>
</message>
<message>
<source>Progress of the training</source>
<translation>训练进度</translation>
</message>
<message>
<source>Reading the corpus</source>
<translation>正在读取语料</translation>
</message>
<message>
<source>Rename the tokenizer</source>
<translation>重命名分词器</translation>
</message>
<message>
<source>Repeat this run</source>
<translation>重复此训练</translation>
</message>
<message>
<source>Replay</source>
<translation>回放</translation>
</message>
<message>
<source>Resume</source>
<translation>继续</translation>
</message>
<message>
<source>Save for another library, and prove that nothing changed</source>
<translation>为其他库保存，并验证其相同</translation>
</message>
<message>
<source>Save the tokenizer and its card</source>
<translation>保存分词器及其信息卡</translation>
</message>
<message>
<source>Save…</source>
<translation>保存…</translation>
</message>
<message>
<source>See your text with it</source>
<translation>用它查看你的文本</translation>
</message>
<message>
<source>Show what was not read, and why</source>
<translation>显示哪些未读取及原因</translation>
</message>
<message>
<source>Starting</source>
<translation>正在启动</translation>
</message>
<message>
<source>Stop here</source>
<translation>就此停止</translation>
</message>
<message>
<source>Stop here and keep {n}</source>
<translation>就此停止并保留 {n}</translation>
</message>
<message>
<source>Stop training and keep the tokens learned so far</source>
<translation>停止训练，保留已学到的词元</translation>
</message>
<message>
<source>The longest tokens:
{tokens}</source>
<translation>最长的词元：
{tokens}</translation>
</message>
<message>
<source>Train again from the record; the result is the same file</source>
<translation>按记录重新训练；得到相同的文件</translation>
</message>
<message>
<source>Training</source>
<translation>训练</translation>
</message>
<message>
<source>Watch the merges once more, slowly</source>
<translation>再慢慢看一遍合并过程</translation>
</message>
<message>
<source>checkpoint {time} ago</source>
<translation>检查点 {time} 前</translation>
</message>
<message>
<source>elapsed</source>
<translation>已用</translation>
</message>
<message>
<source>left</source>
<translation>剩余</translation>
</message>
<message>
<source>longest: {tokens}</source>
<translation>最长：{tokens}</translation>
</message>
<message>
<source>memory, {size} in all</source>
<translation>内存，共 {size}</translation>
</message>
<message>
<source>merges</source>
<translation>合并</translation>
</message>
<message>
<source>merges a second</source>
<translation>每秒合并数</translation>
</message>
<message>
<source>pieces</source>
<translation>片段</translation>
</message>
<message>
<source>read</source>
<translation>已读</translation>
</message>
<message>
<source>{done} of {total}</source>
<translation>{done} / {total}</translation>
</message>
<message>
<source>{n} MB</source>
<translation>{n} MB</translation>
</message>
</context>
<context>
<name>RunPlots</name>
<message>
<source>Compression</source>
<translation>压缩率</translation>
</message>
<message>
<source>Lengths</source>
<translation>长度</translation>
</message>
<message>
<source>Merges</source>
<translation>合并</translation>
</message>
<message>
<source>Most tokens, {n}, are {length} bytes long.</source>
<translation>长 {length} 字节的词元最多，有 {n} 个。</translation>
</message>
<message>
<source>Nothing learned yet.</source>
<translation>还没有学到任何内容。</translation>
</message>
<message>
<source>Pair counts</source>
<translation>词元对次数</translation>
</message>
<message>
<source>Pairs</source>
<translation>词元对</translation>
</message>
<message>
<source>The first merged pair occurred {first} times, the last {last}.</source>
<translation>第一个合并的词元对出现 {first} 次，最后一个 {last} 次。</translation>
</message>
<message>
<source>Token lengths</source>
<translation>词元长度</translation>
</message>
<message>
<source>View of the run</source>
<translation>训练视图</translation>
</message>
<message>
<source>bytes</source>
<translation>字节</translation>
</message>
<message>
<source>bytes per token against vocabulary size</source>
<translation>每词元字节数，随词表大小</translation>
</message>
<message>
<source>count of each merged pair, log–log</source>
<translation>各合并词元对的次数，双对数</translation>
</message>
<message>
<source>held out</source>
<translation>留出</translation>
</message>
<message>
<source>merge number</source>
<translation>合并编号</translation>
</message>
<message>
<source>target {n}</source>
<translation>目标 {n}</translation>
</message>
<message>
<source>tokens by length in bytes</source>
<translation>按字节长度统计的词元</translation>
</message>
<message>
<source>vocabulary size (log)</source>
<translation>词表大小（对数）</translation>
</message>
<message>
<source>{value} bytes per token at {size} tokens, from {start} at {first}; the target is {target}.</source>
<translation>{size} 个词元时每词元 {value} 字节，{first} 时为 {start}；目标为 {target}。</translation>
</message>
</context>
<context>
<name>RunningCard</name>
<message>
<source>Progress of the proof</source>
<translation>验证进度</translation>
</message>
<message>
<source>Proving</source>
<translation>正在验证</translation>
</message>
<message>
<source>nothing has been saved yet</source>
<translation>还没有保存任何内容</translation>
</message>
<message>
<source>{tokens} equal so far, {done} of {total} read</source>
<translation>目前 {tokens}相同，已读 {done} / {total}</translation>
</message>
</context>
<context>
<name>SamePage</name>
<message>
<source>Different.</source>
<translation>不同。</translation>
</message>
<message>
<source>Equal on {tokens}, but not proved.</source>
<translation>在 {tokens}上相同，但未验证。</translation>
</message>
<message>
<source>Every text has the same ids in both, and all ids stand for the same text.</source>
<translation>每个文本在两者中的 ID 都相同，所有 ID 也对应相同的文本。</translation>
</message>
<message>
<source>Invalid UTF-8 was left out: the library of one of the two replaces such bytes.</source>
<translation>非 UTF-8 的内容已略去：两者之一的库会替换它。</translation>
</message>
<message>
<source>It is not UTF-8; no difference was found in UTF-8.</source>
<translation>它不是 UTF-8；在 UTF-8 文本中未发现差异。</translation>
</message>
<message>
<source>No difference was found on {texts} of {size}. Not proved to be the same: {stages}.</source>
<translation>在 {size} 的 {texts}上未发现差异。未能验证相同：{stages}。</translation>
</message>
<message>
<source>Special tokens in the text are treated as special.</source>
<translation>其中的特殊词元按特殊处理。</translation>
</message>
<message>
<source>Text: {text}</source>
<translation>文本：{text}</translation>
</message>
<message>
<source>The same ids stand for different texts. Responsible stage: {stage}.</source>
<translation>相同的 ID 对应不同的文本。起因阶段：{stage}。</translation>
</message>
<message>
<source>The same: proved for every text.</source>
<translation>相同：已对每个文本验证。</translation>
</message>
<message>
<source>The same: their files are equal.</source>
<translation>相同：两者的文件一致。</translation>
</message>
<message>
<source>The text that separates them, and the ids of both</source>
<translation>区分两者的文本，以及两者的 ID</translation>
</message>
<message>
<source>This is the shortest text found that separates them. Responsible stage: {stage}.</source>
<translation>这是找到的能区分两者的最短文本。起因阶段：{stage}。</translation>
</message>
<message>
<source>What is known of the two</source>
<translation>关于两者的已知情况</translation>
</message>
<message>
<source>Whether the two are the same</source>
<translation>两者是否相同</translation>
</message>
<message>
<source>{letter}: cannot encode it</source>
<translation>{letter}：无法编码</translation>
</message>
</context>
<context>
<name>SaveTokensDialog</name>
<message>
<source>As in this window, up to {rows} rows; the file says what is left out.</source>
<translation>与此窗口相同，最多 {rows} 行；文件会注明略去的内容。</translation>
</message>
<message>
<source>Drawing: {share}</source>
<translation>正在绘制：{share}</translation>
</message>
<message>
<source>One self-contained file, light or dark as the reader's system; up to {tokens}.</source>
<translation>单个独立文件，浅色或深色随读者的系统；最多 {tokens}。</translation>
</message>
<message>
<source>Picture (.png)</source>
<translation>图片（.png）</translation>
</message>
<message>
<source>Picture, double resolution (.png)</source>
<translation>图片，双倍分辨率（.png）</translation>
</message>
<message>
<source>Save</source>
<translation>保存</translation>
</message>
<message>
<source>Save as</source>
<translation>保存为</translation>
</message>
<message>
<source>Save tokens as</source>
<translation>保存词元为</translation>
</message>
<message>
<source>The rest does not fit, and the file says so. Select what to save.</source>
<translation>其余放不下，文件会注明。请选择要保存的内容。</translation>
</message>
<message>
<source>The selection, {tokens}</source>
<translation>所选内容，{tokens}</translation>
</message>
<message>
<source>The whole text, {tokens}</source>
<translation>全文，{tokens}</translation>
</message>
<message>
<source>Tokens</source>
<translation>词元</translation>
</message>
<message>
<source>Vector drawing (.svg)</source>
<translation>矢量图（.svg）</translation>
</message>
<message>
<source>Web page, with ids and bytes (.html)</source>
<translation>网页，带 ID 和字节（.html）</translation>
</message>
<message>
<source>as shown</source>
<translation>与显示相同</translation>
</message>
<message>
<source>{tokens}, {size}</source>
<translation>{tokens}，{size}</translation>
</message>
</context>
<context>
<name>Saving</name>
<message>
<source>&amp;Mark the chosen place of the text for the page</source>
<translation>为网页标记文本中所选的位置(&amp;M)</translation>
</message>
<message>
<source>As &amp;JSON (.json)…</source>
<translation>存为 JSON（.json）(&amp;J)…</translation>
</message>
<message>
<source>As a &amp;page (.html)…</source>
<translation>存为网页（.html）(&amp;P)…</translation>
</message>
<message>
<source>As a &amp;table (.csv)…</source>
<translation>存为表格（.csv）(&amp;T)…</translation>
</message>
<message>
<source>Export the vocabulary</source>
<translation>导出词表</translation>
</message>
<message>
<source>No format can store this tokenizer.</source>
<translation>没有格式能保存此分词器。</translation>
</message>
<message>
<source>Replace</source>
<translation>替换</translation>
</message>
<message>
<source>Report</source>
<translation>报告</translation>
</message>
<message>
<source>Save as…</source>
<translation>另存为…</translation>
</message>
<message>
<source>Save the comparison</source>
<translation>保存比较结果</translation>
</message>
<message>
<source>Save the picture</source>
<translation>保存图片</translation>
</message>
<message>
<source>Save the tokenizer</source>
<translation>保存分词器</translation>
</message>
<message>
<source>Saved {names}.</source>
<translation>已保存 {names}。</translation>
</message>
<message>
<source>Show the code</source>
<translation>显示代码</translation>
</message>
<message>
<source>The embeddings of a model must be changed to match.</source>
<translation>模型的嵌入必须相应更改。</translation>
</message>
<message>
<source>The measures are not complete</source>
<translation>指标尚不完整</translation>
</message>
<message>
<source>Write the measures to a file</source>
<translation>把指标写入文件</translation>
</message>
<message>
<source>{name} has new ids; a map of the ids is next to the file.</source>
<translation>{name} 有新的 ID，旁边附有 ID 映射。</translation>
</message>
</context>
<context>
<name>ScriptMap</name>
<message>
<source>Tokens by script and length</source>
<translation>词元，按文字系统和长度</translation>
</message>
<message>
<source>{script}, {length}: {tokens}</source>
<translation>{script}，{length}：{tokens}</translation>
</message>
</context>
<context>
<name>SeedTokens</name>
<message>
<source>Made before all others, however rare, with the parts that they need. Spaces count; write \n and \\ for a line end and a backslash.</source>
<translation>无论多罕见，都连同所需的组成部分先于其他词元生成。空格也算在内；换行和反斜杠写作 \n 和 \\。</translation>
</message>
<message>
<source>One token a line</source>
<translation>每行一个词元</translation>
</message>
<message>
<source>Seed tokens</source>
<translation>种子词元</translation>
</message>
<message>
<source>Seed tokens, one a line</source>
<translation>种子词元，每行一个</translation>
</message>
</context>
<context>
<name>SelectedTokenPanel</name>
<message>
<source>Built from</source>
<translation>由何合并而成</translation>
</message>
<message>
<source>Characters</source>
<translation>字符</translation>
</message>
<message>
<source>Click a token in the text to see its bytes, its rank and its merges.</source>
<translation>单击文本中的词元，查看其字节、序号和产生它的合并。</translation>
</message>
<message>
<source>In this text</source>
<translation>在此文本中</translation>
</message>
<message>
<source>Its facts appear once the tokens of this tokenizer are listed.</source>
<translation>列完此分词器的词元后会显示其信息。</translation>
</message>
<message>
<source>Next occurrence (F3)</source>
<translation>下一处（F3）</translation>
</message>
<message>
<source>No token is selected</source>
<translation>未选中词元</translation>
</message>
<message>
<source>Not listed yet</source>
<translation>尚未列出</translation>
</message>
<message>
<source>Previous occurrence (Shift+F3)</source>
<translation>上一处（Shift+F3）</translation>
</message>
<message>
<source>Selected token</source>
<translation>所选词元</translation>
</message>
<message>
<source>Show</source>
<translation>显示</translation>
</message>
<message>
<source>Show in the vocabulary</source>
<translation>在词表中显示</translation>
</message>
<message>
<source>Span</source>
<translation>范围</translation>
</message>
<message>
<source>The merges of its word, step by step</source>
<translation>所在词的合并，逐步显示</translation>
</message>
<message>
<source>The merges that made this token</source>
<translation>产生此词元的合并</translation>
</message>
<message>
<source>Why these tokens</source>
<translation>为何是这些词元</translation>
</message>
<message>
<source>bytes {span}</source>
<translation>字节 {span}</translation>
</message>
<message>
<source>tokens share a character</source>
<translation>个词元共有一个字符</translation>
</message>
</context>
<context>
<name>SessionFiles</name>
<message>
<source>Open or fetch it, then open the session again. Its SHA-256: {hash}</source>
<translation>请打开或下载它，然后重新打开会话。其 SHA-256：{hash}</translation>
</message>
<message>
<source>Opened {name}.</source>
<translation>已打开 {name}。</translation>
</message>
<message>
<source>Save the session</source>
<translation>保存会话</translation>
</message>
<message>
<source>Saved {names}.</source>
<translation>已保存 {names}。</translation>
</message>
<message>
<source>Sessions (*{suffix})</source>
<translation>会话 (*{suffix})</translation>
</message>
<message>
<source>The tokenizer is large: the session has only its SHA-256.</source>
<translation>分词器很大：会话只保存其 SHA-256。</translation>
</message>
<message>
<source>session</source>
<translation>会话</translation>
</message>
<message>
<source>{name}, the tokenizer of this session, is not on this computer.</source>
<translation>此会话的分词器 {name} 不在本机上。</translation>
</message>
</context>
<context>
<name>SettingsDialog</name>
<message>
<source> %</source>
<translation> %</translation>
</message>
<message>
<source> GB</source>
<translation> GB</translation>
</message>
<message>
<source>All of it</source>
<translation>全部</translation>
</message>
<message>
<source>As the system</source>
<translation>跟随系统</translation>
</message>
<message>
<source>Automatic</source>
<translation>自动</translation>
</message>
<message>
<source>Close</source>
<translation>关闭</translation>
</message>
<message>
<source>Dark</source>
<translation>深色</translation>
</message>
<message>
<source>Font of tokens</source>
<translation>词元字体</translation>
</message>
<message>
<source>For tokens, bytes and ids. Characters it lacks are shown in other fonts.</source>
<translation>用于词元、字节和 ID。缺少的字符以其他字体显示。</translation>
</message>
<message>
<source>Keep for the next start</source>
<translation>为下次启动保留</translation>
</message>
<message>
<source>Language</source>
<translation>语言</translation>
</message>
<message>
<source>Light</source>
<translation>浅色</translation>
</message>
<message>
<source>Memory limit</source>
<translation>内存上限</translation>
</message>
<message>
<source>Motion</source>
<translation>动效</translation>
</message>
<message>
<source>Of the whole window. 150 % is the presentation size.</source>
<translation>整个窗口的大小。150 % 为演示字号。</translation>
</message>
<message>
<source>Of the window, from the next start on.</source>
<translation>窗口的语言，下次启动时生效。</translation>
</message>
<message>
<source>Proxy for Fetch</source>
<translation>下载用代理</translation>
</message>
<message>
<source>Reduced</source>
<translation>减少</translation>
</message>
<message>
<source>Reduced: nothing fades or moves.</source>
<translation>减少：没有淡入淡出或移动。</translation>
</message>
<message>
<source>Restore defaults</source>
<translation>恢复默认值</translation>
</message>
<message>
<source>Session</source>
<translation>会话</translation>
</message>
<message>
<source>Settings</source>
<translation>设置</translation>
</message>
<message>
<source>Size</source>
<translation>大小</translation>
</message>
<message>
<source>Size of tokens</source>
<translation>词元大小</translation>
</message>
<message>
<source>System</source>
<translation>系统</translation>
</message>
<message>
<source>Text, corpus and open tokenizers come back. If off, they are deleted when you quit; unsaved training results are kept.</source>
<translation>文本、语料和已打开的分词器会恢复。关闭时，退出即删除它们；未保存的训练结果会保留。</translation>
</message>
<message>
<source>The address of a proxy without a password. If empty, the system's is used.</source>
<translation>代理的地址，不含密码。为空时使用系统的代理。</translation>
</message>
<message>
<source>Theme</source>
<translation>主题</translation>
</message>
<message>
<source>What counting, training and encoding take as the memory of this computer.</source>
<translation>统计、训练和编码把多少内存当作本机内存。</translation>
</message>
<message>
<source>{family} (missing)</source>
<translation>{family}（缺失）</translation>
</message>
<message>
<source>“{value}” is not the address of a proxy. Example: http://proxy.example:8080</source>
<translation>“{value}”不是代理地址。示例：http://proxy.example:8080</translation>
</message>
</context>
<context>
<name>ShareField</name>
<message>
<source> %</source>
<translation> %</translation>
</message>
</context>
<context>
<name>Side</name>
<message>
<source>Pieces of the text below, per alternative</source>
<translation>下方文本的片段，按分支</translation>
</message>
</context>
<context>
<name>SizeMark</name>
<message>
<source>at {size} of {whole}</source>
<translation>大小 {size} / {whole}</translation>
</message>
</context>
<context>
<name>SizeScale</name>
<message>
<source>{n} reachable</source>
<translation>可达 {n}</translation>
</message>
<message>
<source>{n} requested</source>
<translation>所需 {n}</translation>
</message>
<message>
<source>≈ {n} reachable</source>
<translation>≈ 可达 {n}</translation>
</message>
</context>
<context>
<name>SizeSlider</name>
<message>
<source>Encode with the first merges only. Arrow keys change the size, with Shift by one merge; Page Up doubles it, Escape uses the whole vocabulary again.</source>
<translation>只用最前的合并编码。方向键更改大小，按住 Shift 每次一个合并；Page Up 加倍，Esc 重新使用整个词表。</translation>
</message>
<message>
<source>Vocabulary size</source>
<translation>词表大小</translation>
</message>
</context>
<context>
<name>SizeStrip</name>
<message>
<source>Use the whole vocabulary again (Esc)</source>
<translation>重新使用整个词表（Esc）</translation>
</message>
<message>
<source>Vocabulary size</source>
<translation>词表大小</translation>
</message>
<message>
<source>{size} of {whole} → {tokens}</source>
<translation>{size} / {whole} → {tokens}</translation>
</message>
</context>
<context>
<name>Sizes</name>
<message>
<source>Encode with the whole vocabulary again</source>
<translation>重新使用整个词表编码</translation>
</message>
<message>
<source>bytes only</source>
<translation>仅字节</translation>
</message>
<message>
<source>last merge {left} + {right} → {token}</source>
<translation>最后的合并 {left} + {right} → {token}</translation>
</message>
</context>
<context>
<name>SnippetDialog</name>
<message>
<source>Close</source>
<translation>关闭</translation>
</message>
<message>
<source>Ids are new or have changed: a model needs other rows of embeddings. The map next to the tokenizer says which.</source>
<translation>ID 是新的或已改变：模型需要其他嵌入行。分词器旁的映射说明是哪些。</translation>
</message>
<message>
<source>Use the new ids in a model</source>
<translation>在模型中使用新 ID</translation>
</message>
</context>
<context>
<name>SnippetView</name>
<message>
<source>Copied</source>
<translation>已复制</translation>
</message>
<message>
<source>Copy</source>
<translation>复制</translation>
</message>
<message>
<source>How to use the file</source>
<translation>如何使用该文件</translation>
</message>
<message>
<source>Language and library</source>
<translation>语言和库</translation>
</message>
<message>
<source>Use it</source>
<translation>使用</translation>
</message>
</context>
<context>
<name>SourceBars</name>
<message>
<source>, between {low} and {high} in 95 of 100 cases</source>
<translation>，100 次中有 95 次在 {low} 至 {high}</translation>
</message>
<message>
<source>Measure by source</source>
<translation>按来源测量</translation>
</message>
<message>
<source>cannot encode it</source>
<translation>无法编码</translation>
</message>
</context>
<context>
<name>SourceChoice</name>
<message numerus="yes">
<source>%n files</source>
<extracomment>of one: %n file</extracomment>
<translation>
<numerusform>%n 个文件</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n sources</source>
<extracomment>of one: %n source</extracomment>
<translation>
<numerusform>%n 个来源</numerusform>
</translation>
</message>
<message>
<source>&amp;Files…</source>
<translation>文件(&amp;F)…</translation>
</message>
<message>
<source>Choose the texts</source>
<translation>选择文本</translation>
</message>
<message>
<source>Choose…</source>
<translation>选择…</translation>
</message>
<message>
<source>F&amp;older…</source>
<translation>文件夹(&amp;O)…</translation>
</message>
<message>
<source>The corpus: empty. Choose files or a folder.</source>
<translation>语料：空。请选择文件或文件夹。</translation>
</message>
<message>
<source>The corpus: {sources}, {size}</source>
<translation>语料：{sources}，{size}</translation>
</message>
<message>
<source>The texts to encode</source>
<translation>要编码的文本</translation>
</message>
</context>
<context>
<name>SourceList</name>
<message>
<source>Sources</source>
<translation>来源</translation>
</message>
</context>
<context>
<name>SourceMenu</name>
<message>
<source>All files</source>
<translation>所有文件</translation>
</message>
<message>
<source>All of it</source>
<translation>全部</translation>
</message>
<message>
<source>Another field…</source>
<translation>其他字段…</translation>
</message>
<message>
<source>Corpus</source>
<translation>语料</translation>
</message>
<message>
<source>Encoding</source>
<translation>编码</translation>
</message>
<message>
<source>File names</source>
<translation>文件名</translation>
</message>
<message>
<source>Invalid bytes</source>
<translation>无效字节</translation>
</message>
<message>
<source>List the files…</source>
<translation>列出文件…</translation>
</message>
<message>
<source>Multiply the counts of this source by:</source>
<translation>此来源的次数乘以：</translation>
</message>
<message>
<source>Other patterns…</source>
<translation>其他模式…</translation>
</message>
<message>
<source>Other…</source>
<translation>其他…</translation>
</message>
<message>
<source>Path of the text field, such as meta.body:</source>
<translation>文本字段的路径，如 meta.body：</translation>
</message>
<message>
<source>Patterns, separated by spaces; ! excludes: *.txt notes/* !*.log</source>
<translation>模式，以空格分隔；! 表示排除：*.txt notes/* !*.log</translation>
</message>
<message>
<source>Preview…</source>
<translation>预览…</translation>
</message>
<message>
<source>Read anyway</source>
<translation>仍然读取</translation>
</message>
<message>
<source>Read as {encoding}</source>
<translation>按 {encoding} 读取</translation>
</message>
<message>
<source>Remove from the corpus</source>
<translation>从语料中移除</translation>
</message>
<message>
<source>Replace with U+FFFD</source>
<translation>替换为 U+FFFD</translation>
</message>
<message>
<source>Sample</source>
<translation>示例</translation>
</message>
<message>
<source>Skip</source>
<translation>跳过</translation>
</message>
<message>
<source>Stop with an error</source>
<translation>报错停止</translation>
</message>
<message>
<source>Switch off</source>
<translation>关闭</translation>
</message>
<message>
<source>Switch on</source>
<translation>启用</translation>
</message>
<message>
<source>Text from</source>
<translation>文本来自</translation>
</message>
<message>
<source>The first {size}</source>
<translation>前 {size}</translation>
</message>
<message>
<source>UTF-8, or by byte order mark</source>
<translation>UTF-8，或按字节顺序标记</translation>
</message>
<message>
<source>Weight</source>
<translation>权重</translation>
</message>
<message>
<source>{name} (detected)</source>
<translation>{name}（看起来像）</translation>
</message>
<message>
<source>{name} (possible)</source>
<translation>{name}（可能）</translation>
</message>
<message>
<source>{share} of the documents</source>
<translation>文档的 {share}</translation>
</message>
</context>
<context>
<name>SourceSet</name>
<message>
<source>This is already in the corpus.</source>
<translation>它已在语料中。</translation>
</message>
</context>
<context>
<name>SourcesPanel</name>
<message>
<source>&amp;Largest of A first</source>
<translation>A 最大者在前(&amp;L)</translation>
</message>
<message>
<source>&amp;Smallest of A first</source>
<translation>A 最小者在前(&amp;S)</translation>
</message>
<message>
<source>By &amp;name</source>
<translation>按名称(&amp;N)</translation>
</message>
<message>
<source>By source</source>
<translation>按来源</translation>
</message>
<message>
<source>Choose Whole corpus to see each source separately.</source>
<translation>选择“整个语料”可分别查看各来源。</translation>
</message>
<message>
<source>In the &amp;order of the corpus</source>
<translation>按语料的顺序(&amp;O)</translation>
</message>
<message>
<source>Measure and order</source>
<translation>指标与顺序</translation>
</message>
<message>
<source>Nothing to measure yet</source>
<translation>还没有可测量的内容</translation>
</message>
<message>
<source>One text, one source</source>
<translation>单个文本，单个来源</translation>
</message>
<message>
<source>S&amp;ort</source>
<translation>排序(&amp;O)</translation>
</message>
</context>
<context>
<name>SpecialDialog</name>
<message>
<source>Add a special token</source>
<translation>添加特殊词元</translation>
</message>
<message>
<source>Id</source>
<translation>ID</translation>
</message>
<message>
<source>No merge makes this token; it stands for its text where special tokens are allowed.</source>
<translation>没有合并会产生此词元；在允许特殊词元之处，它代表自己的文本。</translation>
</message>
<message>
<source>Text</source>
<translation>文本</translation>
</message>
<message>
<source>the first free id after all others</source>
<translation>其他 ID 之后的第一个空 ID</translation>
</message>
</context>
<context>
<name>SpecialTokensField</name>
<message>
<source>Add</source>
<translation>添加</translation>
</message>
<message>
<source>Add a special token</source>
<translation>添加特殊词元</translation>
</message>
<message>
<source>Special tokens</source>
<translation>特殊词元</translation>
</message>
<message>
<source>This token is already in the list.</source>
<translation>此词元已在列表中。</translation>
</message>
<message>
<source>Type its text, or remove the row.</source>
<translation>请输入其文本，或移除它。</translation>
</message>
</context>
<context>
<name>SpecialsButton</name>
<message>
<source>As an error</source>
<translation>视为错误</translation>
</message>
<message>
<source>As plain text</source>
<translation>作为普通文本</translation>
</message>
<message>
<source>As special tokens</source>
<translation>作为特殊词元</translation>
</message>
<message>
<source>Encoded like any other text</source>
<translation>与其他文本一样编码</translation>
</message>
<message>
<source>One id each, wherever the text occurs</source>
<translation>无论文本出现在何处，各为一个 ID</translation>
</message>
<message>
<source>Only these</source>
<translation>仅这些</translation>
</message>
<message>
<source>Refuse texts that contain one, as in tiktoken</source>
<translation>拒绝含有特殊词元的文本，同 tiktoken</translation>
</message>
<message>
<source>Special tokens</source>
<translation>特殊词元</translation>
</message>
<message>
<source>Special tokens: error</source>
<translation>特殊词元：错误</translation>
</message>
<message>
<source>Special tokens: plain text</source>
<translation>特殊词元：普通文本</translation>
</message>
<message>
<source>Special tokens: special</source>
<translation>特殊词元：特殊</translation>
</message>
<message>
<source>Special tokens: {n} special</source>
<translation>特殊词元：{n} 个特殊</translation>
</message>
<message>
<source>and {n} more</source>
<translation>另有 {n} 个</translation>
</message>
</context>
<context>
<name>SpecialsStrip</name>
<message>
<source>A model would not see it as the special token.</source>
<translation>模型不会把它看作特殊词元。</translation>
</message>
<message>
<source>A model would not see them as special tokens.</source>
<translation>模型不会把它们看作特殊词元。</translation>
</message>
<message>
<source>Allow it</source>
<translation>允许它</translation>
</message>
<message>
<source>Allow them</source>
<translation>允许它们</translation>
</message>
<message>
<source>Not encoded: {names} in the text.</source>
<translation>未编码：文本中有 {names}。</translation>
</message>
<message>
<source>One id each, wherever the text occurs.</source>
<translation>无论文本出现在何处，各为一个 ID。</translation>
</message>
<message>
<source>Special tokens are set to be an error, as in tiktoken.</source>
<translation>特殊词元已设为错误，同 tiktoken。</translation>
</message>
<message>
<source>Treat it as plain text</source>
<translation>当作普通文本</translation>
</message>
<message>
<source>Treat them as plain text</source>
<translation>当作普通文本</translation>
</message>
<message>
<source>{names} and {n} more</source>
<translation>{names}及另外 {n} 个</translation>
</message>
<message>
<source>{names} are treated as special tokens.</source>
<translation>{names} 按特殊词元处理。</translation>
</message>
<message>
<source>{names} occur in the text and were treated as plain text.</source>
<translation>文本中出现 {names}，已当作普通文本。</translation>
</message>
<message>
<source>{name} is treated as a special token.</source>
<translation>{name} 按特殊词元处理。</translation>
</message>
<message>
<source>{name} occurs in the text and was treated as plain text.</source>
<translation>文本中出现 {name}，已当作普通文本。</translation>
</message>
</context>
<context>
<name>Splits</name>
<message>
<source>Choose its publisher's split, or type a pattern.</source>
<translation>请选择其发布者的预分词方式，或输入正则。</translation>
</message>
<message>
<source>Choose the split…</source>
<translation>选择预分词…</translation>
</message>
<message>
<source>Split of {name}</source>
<translation>{name} 的预分词</translation>
</message>
<message>
<source>The file does not say how it splits text. Choose its publisher's split, or type a pattern:</source>
<translation>文件未说明如何预分词。请选择其发布者的预分词方式，或输入正则：</translation>
</message>
<message>
<source>The split that you chose is not needed.</source>
<translation>不需要你所选的预分词方式。</translation>
</message>
<message>
<source>Use its own</source>
<translation>使用自带的</translation>
</message>
</context>
<context>
<name>Spoken</name>
<message>
<source>Line {line}</source>
<translation>第 {line} 行</translation>
</message>
<message>
<source>Token {token}</source>
<translation>词元 {token}</translation>
</message>
<message>
<source>Tokens of line {line}</source>
<translation>第 {line} 行的词元</translation>
</message>
<message>
<source>id {id}</source>
<translation>ID {id}</translation>
</message>
<message>
<source>number {n} of {all}</source>
<translation>第 {n} 个，共 {all} 个</translation>
</message>
<message>
<source>{line} of {all}: {words}</source>
<translation>{line} / {all}：{words}</translation>
</message>
<message>
<source>{tokens}, line {line}</source>
<translation>{tokens}，第 {line} 行</translation>
</message>
<message>
<source>{token}, id {id}</source>
<translation>{token}，ID {id}</translation>
</message>
</context>
<context>
<name>StatisticsDialog</name>
<message>
<source>Characters by script</source>
<translation>字符，按文字系统</translation>
</message>
<message>
<source>Characters by script, percent</source>
<translation>字符，按文字系统，百分比</translation>
</message>
<message>
<source>Digits, white space and punctuation have a bar of their own</source>
<translation>数字、空白和标点各有单独的横条</translation>
</message>
<message>
<source>Documents by length</source>
<translation>文档，按长度</translation>
</message>
<message>
<source>Documents by length in bytes</source>
<translation>文档，按字节长度</translation>
</message>
<message>
<source>Longest piece: {size}, “{piece}”</source>
<translation>最长的片段：{size}，“{piece}”</translation>
</message>
<message>
<source>Most frequent pieces</source>
<translation>最常见的片段</translation>
</message>
<message>
<source>Split by GPT-4's pattern</source>
<translation>按 GPT-4 的正则预分词</translation>
</message>
<message>
<source>Statistics of the corpus</source>
<translation>语料统计</translation>
</message>
<message>
<source>bytes used</source>
<translation>已用字节</translation>
</message>
<message>
<source>characters</source>
<translation>字符</translation>
</message>
<message>
<source>digits, other</source>
<translation>数字及其他</translation>
</message>
<message>
<source>distinct pieces</source>
<translation>不同的片段</translation>
</message>
<message>
<source>documents</source>
<translation>文档</translation>
</message>
<message>
<source>duplicate document</source>
<translation>重复文档</translation>
</message>
<message>
<source>duplicate documents</source>
<translation>重复文档</translation>
</message>
<message>
<source>lines</source>
<translation>行</translation>
</message>
<message>
<source>others</source>
<translation>其他</translation>
</message>
<message>
<source>{size} held out</source>
<translation>留出 {size}</translation>
</message>
</context>
<context>
<name>StatusBar</name>
<message>
<source>+{n} more</source>
<translation>另有 {n} 个</translation>
</message>
<message>
<source>Compiled kernels active</source>
<translation>编译内核已启用</translation>
</message>
<message>
<source>Slow: pure Python</source>
<translation>较慢：纯 Python</translation>
</message>
<message>
<source>Status</source>
<translation>状态</translation>
</message>
<message>
<source>{what}: click to see why</source>
<translation>{what}：单击查看原因</translation>
</message>
</context>
<context>
<name>Steps</name>
<message>
<source>, in {n} places</source>
<translation>，在 {n} 处</translation>
</message>
<message>
<source>A space is added before it: {id}.</source>
<translation>在它前面加空格：{id}。</translation>
</message>
<message>
<source>Before the text: {names}.</source>
<translation>文本之前：{names}。</translation>
</message>
<message>
<source>Best pair at {place}: {left} + {right} → {id}, score {score}, {of}</source>
<translation>位于{place}的最佳词元对：{left} + {right} → {id}，分数 {score}，{of}</translation>
</message>
<message>
<source>Each character becomes its token, or its bytes if it has no token.</source>
<translation>每个字符变成其词元；没有词元的变成其字节。</translation>
</message>
<message>
<source>Merge {pair}, rank {rank}, {place}</source>
<translation>合并 {pair}，序号 {rank}，{place}</translation>
</message>
<message>
<source>No adjacent pair makes a token: {ids}.</source>
<translation>没有相邻的词元对能组成词元：{ids}。</translation>
</message>
<message>
<source>No pair has a rank: {tokens}.</source>
<translation>没有词元对有序号：{tokens}。</translation>
</message>
<message>
<source>No pair is left; the end token is added: {ids}.</source>
<translation>没有剩余的词元对；加上结尾词元：{ids}。</translation>
</message>
<message>
<source>Nothing is added before this part of the text.</source>
<translation>文本的这一部分之前不加任何内容。</translation>
</message>
<message>
<source>The vocabulary is sorted by bytes, for binary search. It begins with:</source>
<translation>词表按字节排序，供二分查找。其开头为：</translation>
</message>
<message>
<source>characters: {tokens}</source>
<translation>字符：{tokens}</translation>
</message>
<message>
<source>end</source>
<translation>结尾</translation>
</message>
<message>
<source>end: no pair has a rank</source>
<translation>结束：没有词元对有序号</translation>
</message>
<message>
<source>highest of {n} pairs</source>
<translation>{n} 对中最高</translation>
</message>
<message>
<source>lowest of {n} pairs</source>
<translation>{n} 对中最低</translation>
</message>
<message>
<source>sorted vocabulary</source>
<translation>已排序的词表</translation>
</message>
<message>
<source>start: {ids}</source>
<translation>开始：{ids}</translation>
</message>
<message>
<source>the only pair</source>
<translation>唯一的一对</translation>
</message>
<message>
<source>{token} replaces the two; the rest moves up.</source>
<translation>{token} 取代这两个；其余前移。</translation>
</message>
</context>
<context>
<name>StepsView</name>
<message>
<source>All steps</source>
<translation>全部步骤</translation>
</message>
<message>
<source>Go to the end (End)</source>
<translation>转到结尾（End）</translation>
</message>
<message>
<source>Go to the start (Home)</source>
<translation>转到开头（Home）</translation>
</message>
<message>
<source>Pause (Space)</source>
<translation>暂停（空格）</translation>
</message>
<message>
<source>Play (Space)</source>
<translation>播放（空格）</translation>
</message>
<message>
<source>Step</source>
<translation>步骤</translation>
</message>
<message>
<source>Step back (Left)</source>
<translation>后退一步（Left）</translation>
</message>
<message>
<source>Step forward (Right)</source>
<translation>前进一步（Right）</translation>
</message>
<message>
<source>Steps</source>
<translation>步骤</translation>
</message>
<message>
<source>The word has {n}; step by step works up to {longest}.</source>
<translation>该词有 {n}；逐步显示最多支持 {longest}。</translation>
</message>
<message>
<source>Why these tokens</source>
<translation>为何是这些词元</translation>
</message>
<message>
<source>step {n} of {all}</source>
<translation>第 {n} 步，共 {all} 步</translation>
</message>
</context>
<context>
<name>Summary</name>
<message>
<source>Cancel the check of the changes</source>
<translation>取消对更改的检查</translation>
</message>
<message>
<source>Canceled.</source>
<translation>已取消。</translation>
</message>
<message>
<source>Check again</source>
<translation>重新检查</translation>
</message>
<message>
<source>Equal on {tokens} here.</source>
<translation>此处在 {tokens}上相同。</translation>
</message>
<message>
<source>Make the tokenizer</source>
<translation>生成分词器</translation>
</message>
<message>
<source>Open the changed copy as a tokenizer of its own; this one stays</source>
<translation>把修改后的副本作为独立的分词器打开；当前的保持不变</translation>
</message>
<message>
<source>Progress of the draft</source>
<translation>草稿进度</translation>
</message>
<message>
<source>There is no text to measure on.</source>
<translation>没有可测量的文本。</translation>
</message>
</context>
<context>
<name>SymbolRow</name>
<message>
<source>Word: {symbols}</source>
<translation>词：{symbols}</translation>
</message>
<message>
<source>id {id}</source>
<translation>ID {id}</translation>
</message>
</context>
<context>
<name>TemplateBox</name>
<message>
<source>A Jinja template, as in chat_template.jinja</source>
<translation>Jinja 模板，同 chat_template.jinja</translation>
</message>
<message>
<source>All files (*)</source>
<translation>所有文件 (*)</translation>
</message>
<message>
<source>As it was</source>
<translation>保持原样</translation>
</message>
<message>
<source>Chat template</source>
<translation>对话模板</translation>
</message>
<message>
<source>Each message between {start} and {end}, which should be special tokens</source>
<translation>每条消息放在 {start} 与 {end} 之间，二者应为特殊词元</translation>
</message>
<message>
<source>Each message on a line, after the token of its role</source>
<translation>每行一条消息，前面是其角色的词元</translation>
</message>
<message>
<source>From a file…</source>
<translation>从文件…</translation>
</message>
<message>
<source>Its own</source>
<translation>自带</translation>
</message>
<message>
<source>Jinja templates (*.jinja *.jinja2 *.j2)</source>
<translation>Jinja 模板 (*.jinja *.jinja2 *.j2)</translation>
</message>
<message>
<source>None</source>
<translation>无</translation>
</message>
<message>
<source>Of a file</source>
<translation>来自文件</translation>
</message>
<message>
<source>Plain</source>
<translation>纯文本</translation>
</message>
</context>
<context>
<name>TemplateChoice</name>
<message>
<source>ChatML</source>
<translation>ChatML</translation>
</message>
<message>
<source>Keep using this tokenizer</source>
<translation>继续使用此分词器</translation>
</message>
<message>
<source>Own template</source>
<translation>自定义模板</translation>
</message>
<message>
<source>Template</source>
<translation>模板</translation>
</message>
<message>
<source>The tokenizer's own</source>
<translation>分词器自带</translation>
</message>
<message>
<source>This tokenizer has no chat template</source>
<translation>此分词器没有对话模板</translation>
</message>
<message>
<source>{name}, pinned</source>
<translation>{name}，已固定</translation>
</message>
</context>
<context>
<name>TemplateStrip</name>
<message>
<source>Text of the template</source>
<translation>模板的文本</translation>
</message>
</context>
<context>
<name>TextFacts</name>
<message numerus="yes">
<source>%n NULs</source>
<extracomment>of one: %n NUL</extracomment>
<translation>
<numerusform>%n 个 NUL</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n U+FEFF inside</source>
<extracomment>of one: %n U+FEFF inside</extracomment>
<translation>
<numerusform>内部有 %n 个 U+FEFF</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n invalid bytes</source>
<extracomment>of one: %n invalid byte</extracomment>
<translation>
<numerusform>%n 个无效字节</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n line separators</source>
<extracomment>of one: %n line separator</extracomment>
<translation>
<numerusform>%n 个行分隔符</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n lone surrogates</source>
<extracomment>of one: %n lone surrogate</extracomment>
<translation>
<numerusform>%n 个孤立代理项</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n no-break spaces</source>
<extracomment>of one: %n no-break space</extracomment>
<translation>
<numerusform>%n 个不换行空格</numerusform>
</translation>
</message>
<message>
<source>UTF-8</source>
<translation>UTF-8</translation>
</message>
<message>
<source>UTF-8 with BOM</source>
<translation>UTF-8，带 BOM</translation>
</message>
<message>
<source>line ends mixed: {counts}</source>
<translation>换行混用：{counts}</translation>
</message>
<message>
<source>line ends {kind}</source>
<translation>换行 {kind}</translation>
</message>
</context>
<context>
<name>TextFooter</name>
<message>
<source>About the text</source>
<translation>关于文本</translation>
</message>
<message>
<source>Type, paste or drop a file here. Tab inserts a tab; F6 goes to the next panel.</source>
<translation>输入、粘贴文本，或把文件拖到这里。Tab 插入制表符；F6 转到下一个面板。</translation>
</message>
<message>
<source>read-only over 64 MB</source>
<translation>超过 64 MB，只读</translation>
</message>
</context>
<context>
<name>TextPage</name>
<message>
<source>Aligning…</source>
<translation>正在对齐…</translation>
</message>
<message>
<source>Gray where all cut alike, colored where they differ.</source>
<translation>灰色处切分相同，彩色处不同。</translation>
</message>
<message>
<source>N and P go from difference to difference</source>
<translation>N 和 P 逐个差异移动</translation>
</message>
<message>
<source>Next difference (N, F8)</source>
<translation>下一处不同（N、F8）</translation>
</message>
<message>
<source>Previous difference (P, Shift+F8)</source>
<translation>上一处不同（P、Shift+F8）</translation>
</message>
<message>
<source>The chosen place</source>
<translation>所选位置</translation>
</message>
<message>
<source>There is no text to compare</source>
<translation>没有可比较的文本</translation>
</message>
<message>
<source>Type or open one under Inspect.</source>
<translation>请在“查看”下输入或打开文本。</translation>
</message>
<message>
<source>×3: tokens of one character</source>
<translation>×3：同一字符的词元</translation>
</message>
</context>
<context>
<name>TextSaving</name>
<message>
<source>Open it</source>
<translation>打开它</translation>
</message>
<message>
<source>Replace it</source>
<translation>替换它</translation>
</message>
<message>
<source>Save as…</source>
<translation>另存为…</translation>
</message>
<message>
<source>Save the text</source>
<translation>保存文本</translation>
</message>
<message>
<source>Saved {names}.</source>
<translation>已保存 {names}。</translation>
</message>
<message>
<source>text.txt</source>
<translation>文本.txt</translation>
</message>
</context>
<context>
<name>TieChoice</name>
<message>
<source>When two pairs are equally frequent</source>
<translation>两个词元对同频时</translation>
</message>
</context>
<context>
<name>Toast</name>
<message>
<source>Undo</source>
<translation>撤销</translation>
</message>
</context>
<context>
<name>TokenFacts</name>
<message>
<source>Built from</source>
<translation>由何合并而成</translation>
</message>
<message>
<source>Bytes</source>
<translation>字节</translation>
</message>
<message>
<source>Id</source>
<translation>ID</translation>
</message>
<message>
<source>Length</source>
<translation>长度</translation>
</message>
<message>
<source>Rank</source>
<translation>合并序号</translation>
</message>
<message>
<source>Score</source>
<translation>分数</translation>
</message>
<message>
<source>Token</source>
<translation>词元</translation>
</message>
<message>
<source>What all tokens of the word were merged from</source>
<translation>该词的所有词元由何合并而成</translation>
</message>
<message>
<source>What the selected token was merged from</source>
<translation>所选词元由何合并而成</translation>
</message>
<message>
<source>Word</source>
<translation>词</translation>
</message>
<message>
<source>byte</source>
<translation>字节</translation>
</message>
<message>
<source>ids below, bytes in hex</source>
<translation>ID 在下方，字节为十六进制</translation>
</message>
<message>
<source>merge</source>
<translation>合并</translation>
</message>
<message>
<source>special</source>
<translation>特殊</translation>
</message>
<message>
<source>token</source>
<translation>词元</translation>
</message>
<message>
<source>{rank} of {all}</source>
<translation>{rank} / {all}</translation>
</message>
</context>
<context>
<name>TokenIds</name>
<message>
<source>Arrow keys go from id to id</source>
<translation>方向键逐个 ID 移动</translation>
</message>
<message>
<source>Ids of the text</source>
<translation>文本的 ID</translation>
</message>
</context>
<context>
<name>TokenLabels</name>
<message>
<source>A residue that occurs in {n} documents or fewer, or not at all: a model hardly sees it in training. A forecast, not a proof.</source>
<translation>只出现在 {n} 个或更少文档中，或根本不出现的残留词元：模型训练时几乎见不到它。这是预测，不是验证。</translation>
</message>
<message>
<source>Another token reads the same after Unicode normalization (NFKC).</source>
<translation>另一词元在 Unicode 规范化（NFKC）后与它相同。</translation>
</message>
<message>
<source>Fragments</source>
<translation>碎片</translation>
</message>
<message>
<source>Glitch forecast</source>
<translation>故障词元预测</translation>
</message>
<message>
<source>In the counted text it is merged further in more than {share} of all cases.</source>
<translation>在所统计的文本中，它在超过 {share} 的情况下被继续合并。</translation>
</message>
<message>
<source>More than {n} characters.</source>
<translation>超过 {n} 个字符。</translation>
</message>
<message>
<source>Near twins</source>
<translation>近似重复</translation>
</message>
<message>
<source>Neither proved unreachable nor found in the texts of a bounded search.</source>
<translation>既未证明不可达，也未在有限搜索的文本中找到。</translation>
</message>
<message>
<source>Never used</source>
<translation>从未使用</translation>
</message>
<message>
<source>No round trip</source>
<translation>无法往返</translation>
</message>
<message>
<source>No round trip, but among the tokens of a text: its witness.</source>
<translation>无法往返，但出现在某个文本的词元中：其见证文本。</translation>
</message>
<message>
<source>Not decided</source>
<translation>未判定</translation>
</message>
<message>
<source>Only inside others</source>
<translation>仅在其他词元内</translation>
</message>
<message>
<source>Over-long</source>
<translation>过长</translation>
</message>
<message>
<source>Proved: no text encodes to this token. The split cuts inside, or its bytes merge to other tokens.</source>
<translation>已证明：没有文本会编码成它。预分词总在其内部切开，或其字节合并后总得到其他词元。</translation>
</message>
<message>
<source>Residues</source>
<translation>残留词元</translation>
</message>
<message>
<source>Several bytes that are not whole UTF-8 characters.</source>
<translation>由不构成完整 UTF-8 字符的多个字节组成。</translation>
</message>
<message>
<source>The counted text does not use this token.</source>
<translation>所统计文本的编码不使用它。</translation>
</message>
<message>
<source>The text of the token is encoded to other tokens. A token that is not UTF-8 is encoded as one piece.</source>
<translation>该词元的文本会编码为其他词元。非 UTF-8 的词元作为一个片段编码。</translation>
</message>
<message>
<source>Unreachable</source>
<translation>不可达</translation>
</message>
<message>
<source>broken bytes</source>
<translation>不完整字节</translation>
</message>
<message>
<source>fragment</source>
<translation>碎片</translation>
</message>
<message>
<source>glitch forecast</source>
<translation>故障词元预测</translation>
</message>
<message>
<source>near twin</source>
<translation>近似重复</translation>
</message>
<message>
<source>never used</source>
<translation>从未使用</translation>
</message>
<message>
<source>no round trip</source>
<translation>无法往返</translation>
</message>
<message>
<source>not decided</source>
<translation>未判定</translation>
</message>
<message>
<source>only inside others</source>
<translation>仅在其他词元内</translation>
</message>
<message>
<source>other scripts</source>
<translation>其他文字系统</translation>
</message>
<message>
<source>over-long</source>
<translation>过长</translation>
</message>
<message>
<source>residue</source>
<translation>残留</translation>
</message>
<message>
<source>several scripts</source>
<translation>多种文字</translation>
</message>
<message>
<source>signs, digits</source>
<translation>符号、数字</translation>
</message>
<message>
<source>unreachable</source>
<translation>不可达</translation>
</message>
</context>
<context>
<name>TokenLines</name>
<message>
<source>A single byte is a token before any merge.</source>
<translation>单个字节在任何合并之前就是词元。</translation>
</message>
<message>
<source>Line {number}: {fault}</source>
<translation>第 {number} 行：{fault}</translation>
</message>
<message>
<source>These bytes are not UTF-8.</source>
<translation>这些字节不是 UTF-8。</translation>
</message>
<message>
<source>Unknown escape; write a backslash as \\.</source>
<translation>未知的转义；反斜杠写作 \\。</translation>
</message>
</context>
<context>
<name>TokenPage</name>
<message>
<source>Tokens</source>
<translation>词元</translation>
</message>
<message>
<source>id {ids}</source>
<translation>ID {ids}</translation>
</message>
<message>
<source>ids {ids}</source>
<translation>ID {ids}</translation>
</message>
</context>
<context>
<name>TokenRows</name>
<message>
<source>Token {token}</source>
<translation>词元 {token}</translation>
</message>
<message>
<source>id {id}</source>
<translation>ID {id}</translation>
</message>
</context>
<context>
<name>TokenSaving</name>
<message>
<source>Nothing was changed. Save the tokens again.</source>
<translation>未作任何更改。请重新保存。</translation>
</message>
<message>
<source>Saved {tokens} to {name}.</source>
<translation>已把 {tokens}保存到 {name}。</translation>
</message>
<message>
<source>The tokens were not saved: the text has changed since.</source>
<translation>未保存词元：文本在此期间已更改。</translation>
</message>
</context>
<context>
<name>TokenTextView</name>
<message>
<source>Alt+Left and Alt+Right step through the tokens</source>
<translation>Alt+Left 和 Alt+Right 逐个词元移动</translation>
</message>
<message>
<source>Text with its tokens</source>
<translation>文本及其词元</translation>
</message>
</context>
<context>
<name>TokenizerPicker</name>
<message>
<source>Choose a tokenizer</source>
<translation>选择分词器</translation>
</message>
<message>
<source>No tokenizer</source>
<translation>无分词器</translation>
</message>
<message>
<source>Open</source>
<translation>打开</translation>
</message>
<message>
<source>Recent</source>
<translation>最近</translation>
</message>
<message>
<source>Tokenizer: {name}, {fact}</source>
<translation>分词器：{name}，{fact}</translation>
</message>
<message>
<source>not saved</source>
<translation>未保存</translation>
</message>
</context>
<context>
<name>Tokenizers</name>
<message>
<source>Closed {name}.</source>
<translation>已关闭 {name}。</translation>
</message>
<message>
<source>Open anyway</source>
<translation>仍然打开</translation>
</message>
<message>
<source>not saved yet</source>
<translation>尚未保存</translation>
</message>
</context>
<context>
<name>TokensModel</name>
<message>
<source>Token</source>
<translation>词元</translation>
</message>
</context>
<context>
<name>TokensPanel</name>
<message>
<source>Copied {tokens}.</source>
<translation>已复制 {tokens}。</translation>
</message>
<message>
<source>Ids</source>
<translation>ID</translation>
</message>
<message numerus="yes">
<source>Replaced %n places.</source>
<extracomment>of one: Replaced %n place.</extracomment>
<translation>
<numerusform>已替换 %n 处。</numerusform>
</translation>
</message>
<message>
<source>Show spaces and line ends as marks</source>
<translation>用标记显示空格和换行</translation>
</message>
<message>
<source>Text</source>
<translation>文本</translation>
</message>
<message>
<source>The clipboard contains no text.</source>
<translation>剪贴板中没有文本。</translation>
</message>
<message>
<source>The text with its tokens</source>
<translation>文本及其词元</translation>
</message>
<message>
<source>The text with the ids under its tokens</source>
<translation>文本及其词元下的 ID</translation>
</message>
<message>
<source>Tokens</source>
<translation>词元</translation>
</message>
</context>
<context>
<name>TokensStrip</name>
<message>
<source>Show in the Tokens panel</source>
<translation>在“词元”面板中显示</translation>
</message>
<message>
<source>Tokens</source>
<translation>词元</translation>
</message>
<message>
<source>Your text with the tokens learned so far</source>
<translation>用目前学到的词元显示你的文本</translation>
</message>
<message>
<source>your text with the first {size}: {tokens}, was {before} at 256</source>
<translation>你的文本，使用前 {size}：{tokens}，256 时为 {before}</translation>
</message>
<message>
<source>your text: {tokens}</source>
<translation>你的文本：{tokens}</translation>
</message>
</context>
<context>
<name>Toolbar</name>
<message>
<source>Help</source>
<translation>帮助</translation>
</message>
<message>
<source>Switch to dark</source>
<translation>切换为深色</translation>
</message>
<message>
<source>Switch to light</source>
<translation>切换为浅色</translation>
</message>
<message>
<source>Toolbar</source>
<translation>工具栏</translation>
</message>
</context>
<context>
<name>Training</name>
<message>
<source>Training canceled.</source>
<translation>训练已取消。</translation>
</message>
<message>
<source>Training canceled. {merges} discarded.</source>
<translation>训练已取消。已丢弃 {merges}。</translation>
</message>
<message>
<source>Training run {number}</source>
<translation>第 {number} 次训练</translation>
</message>
<message>
<source>Training: checking the text</source>
<translation>训练：正在检查文本</translation>
</message>
<message>
<source>Training: counting pairs</source>
<translation>训练：正在统计词元对</translation>
</message>
<message>
<source>Training: merge {done} of {total}</source>
<translation>训练：合并 {done} / {total}</translation>
</message>
<message>
<source>Training: paused</source>
<translation>训练：已暂停</translation>
</message>
<message>
<source>Training: reading</source>
<translation>训练：正在读取</translation>
</message>
</context>
<context>
<name>TrainingOptionsPanel</name>
<message numerus="yes">
<source>%n merges</source>
<extracomment>of one: %n merge</extracomment>
<translation>
<numerusform>%n 次合并</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n merges more</source>
<extracomment>of one: %n merge more</extracomment>
<translation>
<numerusform>再 %n 次合并</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n special tokens</source>
<extracomment>of one: %n special token</extracomment>
<translation>
<numerusform>%n 个特殊词元</numerusform>
</translation>
</message>
<message>
<source>Add text to the corpus first.</source>
<translation>请先向语料添加文本。</translation>
</message>
<message>
<source>Basic</source>
<translation>基本</translation>
</message>
<message>
<source>Basic preset, no split, to {tokens}</source>
<translation>基本预设，不预分词，至 {tokens}</translation>
</message>
<message>
<source>Correct the special tokens first.</source>
<translation>请先改正特殊词元。</translation>
</message>
<message>
<source>Custom</source>
<translation>自定义</translation>
</message>
<message>
<source>Custom split pattern, to {tokens}</source>
<translation>自定义预分词正则，至 {tokens}</translation>
</message>
<message>
<source>Edit the pattern live against the corpus (Ctrl+Shift+R)</source>
<translation>对照语料实时编辑正则（Ctrl+Shift+R）</translation>
</message>
<message>
<source>How the split pattern cuts numbers.</source>
<translation>预分词正则如何切分数字。</translation>
</message>
<message>
<source>More options</source>
<translation>更多选项</translation>
</message>
<message>
<source>No split</source>
<translation>不预分词</translation>
</message>
<message>
<source>Number of tokens, including the 256 bytes; special tokens are added.</source>
<translation>词元数，包括 256 个字节；特殊词元另计。</translation>
</message>
<message>
<source>Numbers</source>
<translation>数字</translation>
</message>
<message>
<source>Options</source>
<translation>选项</translation>
</message>
<message>
<source>Regex lab…</source>
<translation>正则实验室…</translation>
</message>
<message>
<source>Split pattern</source>
<translation>预分词正则</translation>
</message>
<message>
<source>The pair that occurs first</source>
<translation>最先出现的词元对</translation>
</message>
<message>
<source>The pair with the smallest ids</source>
<translation>ID 最小的词元对</translation>
</message>
<message>
<source>The shorter pair, then alphabetically</source>
<translation>较短的词元对，然后按字母顺序</translation>
</message>
<message>
<source>The smallest pair, in Hugging Face's byte order</source>
<translation>最小的词元对，按 Hugging Face 的字节顺序</translation>
</message>
<message>
<source>Training options</source>
<translation>训练选项</translation>
</message>
<message>
<source>Type a regular expression.</source>
<translation>请输入正则表达式。</translation>
</message>
<message>
<source>Type a split pattern first.</source>
<translation>请先输入预分词正则。</translation>
</message>
<message>
<source>Vocabulary size</source>
<translation>词表大小</translation>
</message>
<message>
<source>What the split pattern says</source>
<translation>由预分词正则决定</translation>
</message>
<message>
<source>Without compiled code it runs in a separate process, stopped if it hangs for 2 s.</source>
<translation>没有编译代码时，它在单独的进程中运行，若停滞 2 s 则被停止。</translation>
</message>
<message>
<source>Your own split</source>
<translation>自定义预分词</translation>
</message>
<message>
<source>as Hugging Face</source>
<translation>同 Hugging Face</translation>
</message>
<message>
<source>as SentencePiece</source>
<translation>同 SentencePiece</translation>
</message>
<message>
<source>as minbpe</source>
<translation>同 minbpe</translation>
</message>
<message>
<source>as rustbpe</source>
<translation>同 rustbpe</translation>
</message>
<message>
<source>as the pattern</source>
<translation>由正则决定</translation>
</message>
<message>
<source>byte fallback</source>
<translation>字节回退</translation>
</message>
<message>
<source>cleaned, &lt;/w&gt;</source>
<translation>经清洗，&lt;/w&gt;</translation>
</message>
<message>
<source>for the next run</source>
<translation>用于下次训练</translation>
</message>
<message>
<source>its own cl100k</source>
<translation>自己的 cl100k</translation>
</message>
<message>
<source>locked while training</source>
<translation>训练期间锁定</translation>
</message>
<message>
<source>single digits</source>
<translation>逐位</translation>
</message>
<message>
<source>some changed</source>
<translation>有些已更改</translation>
</message>
<message>
<source>threes from left</source>
<translation>从左起三位一组</translation>
</message>
<message>
<source>threes from right</source>
<translation>从右起三位一组</translation>
</message>
<message>
<source>whole</source>
<translation>完整</translation>
</message>
<message>
<source>{n} at the end of a word</source>
<translation>{n} 在词尾</translation>
</message>
<message>
<source>{n} characters and merges</source>
<translation>{n} 个字符与合并</translation>
</message>
<message>
<source>{n} more merges for {name}</source>
<translation>为 {name} 再增加 {n} 次合并</translation>
</message>
<message>
<source>{preset} ({encoding}) preset, to {tokens}</source>
<translation>{preset}（{encoding}）预设，至 {tokens}</translation>
</message>
<message>
<source>{preset} preset, to {tokens}</source>
<translation>{preset} 预设，至 {tokens}</translation>
</message>
</context>
<context>
<name>TrainingRunPanel</name>
<message numerus="yes">
<source>%n bytes were not UTF-8 and were replaced.</source>
<extracomment>of one: %n byte was not UTF-8 and was replaced.</extracomment>
<translation>
<numerusform>%n 字节不是 UTF-8，已替换。</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n faults</source>
<extracomment>of one: %n fault</extracomment>
<translation>
<numerusform>%n 处错误</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n files left out</source>
<extracomment>of one: %n file left out</extracomment>
<translation>
<numerusform>已排除 %n 个文件</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n merges discarded.</source>
<extracomment>of one: %n merge discarded.</extracomment>
<translation>
<numerusform>已丢弃 %n 次合并。</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n rare pieces were dropped.</source>
<extracomment>of one: %n rare piece was dropped.</extracomment>
<translation>
<numerusform>已丢弃 %n 个罕见片段。</numerusform>
</translation>
</message>
<message>
<source>Canceling</source>
<translation>正在取消</translation>
</message>
<message>
<source>No document was held out: the share is too small for so few documents.</source>
<translation>没有留出文档：对这么少的文档来说占比太小。</translation>
</message>
<message>
<source>No pair is left to merge.</source>
<translation>没有可合并的词元对了。</translation>
</message>
<message>
<source>No tokenizer was made. Nothing was changed.</source>
<translation>未生成分词器。未作任何更改。</translation>
</message>
<message>
<source>Nothing was changed.</source>
<translation>未作任何更改。</translation>
</message>
<message>
<source>Saved as {name}.</source>
<translation>已保存为 {name}。</translation>
</message>
<message>
<source>Stopped by you.</source>
<translation>由你停止。</translation>
</message>
<message>
<source>Stopping</source>
<translation>正在停止</translation>
</message>
<message>
<source>The next merge would save less than the limit.</source>
<translation>下一次合并节省的将低于下限。</translation>
</message>
<message numerus="yes">
<source>The split pattern skips %n bytes of the text.</source>
<extracomment>of one: The split pattern skips %n byte of the text.</extracomment>
<translation>
<numerusform>预分词正则跳过了文本的 %n 字节。</numerusform>
</translation>
</message>
<message>
<source>Trained {tokens} in {time}</source>
<translation>已训练 {tokens}，用时 {time}</translation>
</message>
<message>
<source>Training</source>
<translation>训练</translation>
</message>
<message>
<source>Training canceled</source>
<translation>训练已取消</translation>
</message>
<message>
<source>Training failed</source>
<translation>训练失败</translation>
</message>
<message>
<source>{ratio} bytes per token, from {start}.</source>
<translation>每词元 {ratio} 字节，起初 {start}。</translation>
</message>
<message>
<source>{ratio} on held-out text.</source>
<translation>留出文本上为 {ratio}。</translation>
</message>
<message>
<source>{used} of {all} tokens used.</source>
<translation>使用了 {used} / {all} 个词元。</translation>
</message>
</context>
<context>
<name>TrainingRuns</name>
<message>
<source>Continue training</source>
<translation>继续训练</translation>
</message>
<message>
<source>Drop the rarest and continue</source>
<translation>丢弃最罕见的并继续</translation>
</message>
<message>
<source>Its checkpoint could not be written. “Stop here and keep” saves what has been learned.</source>
<translation>无法写入其检查点。“就此停止并保留”会保存已学到的内容。</translation>
</message>
<message>
<source>Quit and discard</source>
<translation>退出并放弃</translation>
</message>
<message>
<source>Stop</source>
<translation>停止</translation>
</message>
<message>
<source>The distinct pieces take {size}, more than the limit of {limit}.</source>
<translation>不同的片段占用 {size}，超过上限 {limit}。</translation>
</message>
<message>
<source>This training run cannot be resumed.</source>
<translation>无法继续这次训练。</translation>
</message>
<message>
<source>{n} pieces so far. You can drop the rarest; the card records how many.</source>
<translation>目前有 {n} 个片段。可以丢弃最罕见的；信息卡会记录丢弃了多少。</translation>
</message>
</context>
<context>
<name>TrainingSection</name>
<message>
<source>0: the tie rule decided between equal pairs</source>
<translation>0：由同频规则在相同的词元对中决定</translation>
</message>
<message>
<source>Documents</source>
<translation>文档</translation>
</message>
<message>
<source>File</source>
<translation>文件</translation>
</message>
<message>
<source>Find error bars</source>
<translation>计算误差线</translation>
</message>
<message>
<source>Find where it came from</source>
<translation>查找其来源</translation>
</message>
<message>
<source>Margin</source>
<translation>领先幅度</translation>
</message>
<message>
<source>Source</source>
<translation>来源</translation>
</message>
<message>
<source>Survival</source>
<translation>留存率</translation>
</message>
<message>
<source>Training</source>
<translation>训练</translation>
</message>
<message>
<source>Which texts made it a token?</source>
<translation>哪些文本使它成为词元？</translation>
</message>
<message>
<source>Would it be learned from a slightly different text?</source>
<translation>文本稍有不同时还会学到它吗？</translation>
</message>
<message>
<source>in {n} of {all} trainings without a part of the text each</source>
<translation>在 {all} 次各去掉一部分文本的训练中有 {n} 次</translation>
</message>
<message>
<source>not learned by this training</source>
<translation>此训练未学到</translation>
</message>
<message>
<source>only in {file}</source>
<translation>仅在 {file} 中</translation>
</message>
<message>
<source>{share} in {file}</source>
<translation>{share} 在 {file} 中</translation>
</message>
<message>
<source>{times} more than the next best pair</source>
<translation>比次优词元对多 {times}</translation>
</message>
</context>
<context>
<name>Turns</name>
<message>
<source>When message {n} comes, tokens before it change: {lost} of {all}.</source>
<translation>第 {n} 条消息到来时，此前变化的词元：{lost} / {all}。</translation>
</message>
</context>
<context>
<name>TwoRows</name>
<message>
<source>Both rows of tokens</source>
<translation>两行词元</translation>
</message>
<message>
<source>first difference</source>
<translation>第一处不同</translation>
</message>
</context>
<context>
<name>UsageBar</name>
<message>
<source>Where the tokens go</source>
<translation>词元的去向</translation>
</message>
</context>
<context>
<name>UsesList</name>
<message>
<source>Places where the token is used</source>
<translation>使用该词元的位置</translation>
</message>
<message>
<source>{file}, byte {place} of its document</source>
<translation>{file}，其文档的第 {place} 字节</translation>
</message>
</context>
<context>
<name>UsesSection</name>
<message>
<source>1–{shown} of {n}</source>
<translation>{n} 中的 1–{shown}</translation>
</message>
<message>
<source>Cancel</source>
<translation>取消</translation>
</message>
<message>
<source>In the corpus</source>
<translation>在语料中</translation>
</message>
<message>
<source>In the text</source>
<translation>在文本中</translation>
</message>
<message>
<source>It is not used there.</source>
<translation>那里没有使用它。</translation>
</message>
<message>
<source>Search again</source>
<translation>重新搜索</translation>
</message>
<message>
<source>Searching: {share}</source>
<translation>正在搜索：{share}</translation>
</message>
<message>
<source>Searching…</source>
<translation>正在搜索…</translation>
</message>
<message>
<source>Show more</source>
<translation>显示更多</translation>
</message>
<message>
<source>The places could not be read.</source>
<translation>无法读取这些位置。</translation>
</message>
<message>
<source>The search was canceled.</source>
<translation>搜索已取消。</translation>
</message>
</context>
<context>
<name>ViewMenu</name>
<message>
<source>&amp;All measures</source>
<translation>全部指标(&amp;A)</translation>
</message>
<message>
<source>&amp;Differences from A</source>
<translation>与 A 的差(&amp;D)</translation>
</message>
<message>
<source>&amp;Figures</source>
<translation>数值(&amp;F)</translation>
</message>
<message>
<source>&amp;Measures</source>
<translation>指标(&amp;M)</translation>
</message>
<message>
<source>&amp;Reversed</source>
<translation>反向(&amp;R)</translation>
</message>
<message>
<source>&amp;Sort by</source>
<translation>排序方式(&amp;S)</translation>
</message>
<message>
<source>A &amp;line for each tokenizer</source>
<translation>每个分词器一行(&amp;L)</translation>
</message>
<message>
<source>All of them</source>
<translation>全部</translation>
</message>
<message>
<source>As listed</source>
<translation>按所列顺序</translation>
</message>
<message>
<source>Differences in &amp;percent</source>
<translation>以百分比表示差(&amp;P)</translation>
</message>
<message>
<source>Only those with an &amp;interval</source>
<translation>仅有区间的(&amp;I)</translation>
</message>
<message>
<source>S&amp;ource</source>
<translation>来源(&amp;O)</translation>
</message>
<message>
<source>What the table shows</source>
<translation>表格显示的内容</translation>
</message>
</context>
<context>
<name>Views</name>
<message>
<source>Causes</source>
<translation>原因</translation>
</message>
<message>
<source>Curves</source>
<translation>曲线</translation>
</message>
<message>
<source>Drift</source>
<translation>漂移</translation>
</message>
<message>
<source>Frequencies, coverage, lengths, compression by size</source>
<translation>频率、覆盖率、长度、不同大小的压缩率</translation>
</message>
<message>
<source>Languages</source>
<translation>语言</translation>
</message>
<message>
<source>Overlap</source>
<translation>重叠</translation>
</message>
<message>
<source>Same?</source>
<translation>相同？</translation>
</message>
<message>
<source>Save the picture…</source>
<translation>保存图片…</translation>
</message>
<message>
<source>Save what this page shows as PNG or SVG</source>
<translation>把此页显示的内容保存为 PNG 或 SVG</translation>
</message>
<message>
<source>Show</source>
<translation>显示</translation>
</message>
<message>
<source>Text</source>
<translation>文本</translation>
</message>
<message>
<source>The text under each tokenizer</source>
<translation>各分词器下的文本</translation>
</message>
<message>
<source>What one text costs in several languages</source>
<translation>同一文本在多种语言中的代价</translation>
</message>
<message>
<source>Where tokens of this text can change</source>
<translation>此文本的词元可能变化之处</translation>
</message>
<message>
<source>Whether two are the same for every text</source>
<translation>两者是否对每个文本都相同</translation>
</message>
<message>
<source>Which tokens two vocabularies share</source>
<translation>两个词表共有哪些词元</translation>
</message>
<message>
<source>Why they differ on this text</source>
<translation>它们在此文本上为何不同</translation>
</message>
</context>
<context>
<name>VocabularyHead</name>
<message>
<source>As a table (.csv)…</source>
<translation>存为表格（.csv）…</translation>
</message>
<message>
<source>As minbpe's .vocab…</source>
<translation>存为 minbpe 的 .vocab…</translation>
</message>
<message>
<source>Choose the columns</source>
<translation>选择列</translation>
</message>
<message>
<source>Columns</source>
<translation>列</translation>
</message>
<message>
<source>Count nothing</source>
<translation>不统计</translation>
</message>
<message>
<source>Count the tokens of the sources of Train</source>
<translation>统计“训练”来源的词元</translation>
</message>
<message>
<source>Count the tokens of the text of Inspect</source>
<translation>统计“查看”文本的词元</translation>
</message>
<message>
<source>Counts in the corpus</source>
<translation>语料中的次数</translation>
</message>
<message>
<source>Counts in the text</source>
<translation>文本中的次数</translation>
</message>
<message>
<source>Export</source>
<translation>导出</translation>
</message>
<message>
<source>Id, token, bytes, length, rank or score, pair</source>
<translation>ID、词元、字节、长度、序号或分数、词元对</translation>
</message>
<message>
<source>In corpus</source>
<translation>语料中</translation>
</message>
<message>
<source>In text</source>
<translation>文本中</translation>
</message>
<message>
<source>No counts</source>
<translation>无次数</translation>
</message>
<message>
<source>One token per line, with its two parts</source>
<translation>每行一个词元及其两个组成部分</translation>
</message>
<message>
<source>Vocabulary</source>
<translation>词表</translation>
</message>
<message>
<source>What is counted</source>
<translation>统计的内容</translation>
</message>
<message>
<source>Write the vocabulary to a file</source>
<translation>把词表写入文件</translation>
</message>
</context>
<context>
<name>VocabularyModel</name>
<message>
<source>Bytes</source>
<translation>字节</translation>
</message>
<message>
<source>Documents</source>
<translation>文档</translation>
</message>
<message>
<source>Error bars: how many trainings, each without a part of the text, have the token</source>
<translation>误差线：在各去掉一部分文本的训练中，有多少次得到该词元</translation>
</message>
<message>
<source>Error bars: how much more often its pair occurred than the next best; 0: a tie rule decided</source>
<translation>误差线：其词元对比次优的多出现多少；0：由同频规则决定</translation>
</message>
<message>
<source>Health</source>
<translation>健康</translation>
</message>
<message>
<source>How often the token is used</source>
<translation>该词元被使用的次数</translation>
</message>
<message>
<source>Id</source>
<translation>ID</translation>
</message>
<message>
<source>In bytes</source>
<translation>以字节计</translation>
</message>
<message>
<source>In corpus</source>
<translation>语料中</translation>
</message>
<message>
<source>In how many documents the token is used</source>
<translation>使用该词元的文档数</translation>
</message>
<message>
<source>In text</source>
<translation>文本中</translation>
</message>
<message>
<source>Length</source>
<translation>长度</translation>
</message>
<message>
<source>Margin</source>
<translation>领先幅度</translation>
</message>
<message>
<source>Of all times that a merge makes the token, how often the token stays</source>
<translation>在由合并生成它的所有情况中，它得以保留的比例</translation>
</message>
<message>
<source>Rank</source>
<translation>合并序号</translation>
</message>
<message>
<source>Score</source>
<translation>分数</translation>
</message>
<message>
<source>Stays</source>
<translation>保留率</translation>
</message>
<message>
<source>Survival</source>
<translation>留存率</translation>
</message>
<message>
<source>Token</source>
<translation>词元</translation>
</message>
<message>
<source>What is wrong with the token</source>
<translation>该词元的问题</translation>
</message>
<message>
<source>{n} of {all}</source>
<translation>{n} / {all}</translation>
</message>
</context>
<context>
<name>VocabularyPanel</name>
<message>
<source>Clear the filters</source>
<translation>清除筛选</translation>
</message>
<message>
<source>List the tokens</source>
<translation>列出词元</translation>
</message>
<message>
<source>Listing the tokens…</source>
<translation>正在列出词元…</translation>
</message>
<message>
<source>No token matches</source>
<translation>没有匹配的词元</translation>
</message>
<message>
<source>No tokens are listed</source>
<translation>未列出词元</translation>
</message>
<message>
<source>The listing was canceled.</source>
<translation>已取消列出。</translation>
</message>
<message>
<source>The tokens could not be listed.</source>
<translation>无法列出词元。</translation>
</message>
<message>
<source>They appear when all are listed.</source>
<translation>全部列出后显示。</translation>
</message>
<message>
<source>{shown} of {all}</source>
<translation>{shown} / {all}</translation>
</message>
</context>
<context>
<name>VocabularyTable</name>
<message>
<source>Copy ids</source>
<translation>复制 ID</translation>
</message>
<message>
<source>Copy rows</source>
<translation>复制行</translation>
</message>
<message>
<source>Copy text</source>
<translation>复制文本</translation>
</message>
<message>
<source>Selected tokens</source>
<translation>所选词元</translation>
</message>
<message>
<source>Tokens of the vocabulary</source>
<translation>词表的词元</translation>
</message>
</context>
<context>
<name>WhatIfView</name>
<message>
<source>It occurs {times} in the corpus.</source>
<translation>它在语料中出现 {times}。</translation>
</message>
<message>
<source>It occurs {times} in the sample text.</source>
<translation>它在示例文本中出现 {times}。</translation>
</message>
<message>
<source>Merging</source>
<translation>正在合并</translation>
</message>
<message>
<source>Never one token: it is longer than training allows.</source>
<translation>绝不会成为一个词元：它比训练允许的更长。</translation>
</message>
<message>
<source>Never one token: one of its characters is missing or too rare in the sample text.</source>
<translation>绝不会成为一个词元：它的某个字符在示例文本中没有或太少。</translation>
</message>
<message>
<source>Never one token: one of its characters is missing or too rare in this corpus.</source>
<translation>绝不会成为一个词元：它的某个字符在此语料中没有或太少。</translation>
</message>
<message>
<source>Never one token: the sample text gives only {size} tokens, and the word stays {n}.</source>
<translation>绝不会成为一个词元：示例文本只能得到 {size} 个词元，而该词仍为 {n}。</translation>
</message>
<message>
<source>Never one token: this corpus gives only {size} tokens, and the word stays {n}.</source>
<translation>绝不会成为一个词元：此语料只能得到 {size} 个词元，而该词仍为 {n}。</translation>
</message>
<message>
<source>Never one token: training joins neither different scripts nor letters and signs.</source>
<translation>绝不会成为一个词元：训练不会合并不同的文字系统，也不会合并字母与符号。</translation>
</message>
<message>
<source>Never one token: training keeps each digit separate.</source>
<translation>绝不会成为一个词元：训练使数字逐位分开。</translation>
</message>
<message>
<source>Not available: no preset splits words as this tokenizer does.</source>
<translation>无法尝试：这里的训练都不像此分词器那样切分词。</translation>
</message>
<message>
<source>Not with a vocabulary of {size}, where it is {n}.</source>
<translation>词表大小为 {size} 时不是，此时为 {n}。</translation>
</message>
<message>
<source>One token with a vocabulary of {size} or more, trained on the sample text.</source>
<translation>用示例文本训练，词表大小为 {size} 或更大时是一个词元。</translation>
</message>
<message>
<source>One token with a vocabulary of {size} or more, trained on this corpus.</source>
<translation>用此语料训练，词表大小为 {size} 或更大时是一个词元。</translation>
</message>
<message>
<source>Reading the text</source>
<translation>正在读取文本</translation>
</message>
<message>
<source>Stop</source>
<translation>停止</translation>
</message>
<message>
<source>The word does not occur in the corpus.</source>
<translation>该词未在语料中出现。</translation>
</message>
<message>
<source>The word does not occur in the sample text.</source>
<translation>该词未在示例文本中出现。</translation>
</message>
<message numerus="yes">
<source>There is no token “{word}”. It would take %n more merges.</source>
<extracomment>of one: There is no token “{word}”. It would take %n more merge.</extracomment>
<translation>
<numerusform>没有词元“{word}”。还需 %n 次合并。</numerusform>
</translation>
</message>
<message>
<source>Train on the corpus, or on the sample text if it is empty, until the word is one token</source>
<translation>用语料训练（为空时用示例文本），直到该词成为一个词元</translation>
</message>
<message>
<source>Training until it is one token</source>
<translation>正在训练，直到它成为一个词元</translation>
</message>
<message>
<source>Waiting for the training</source>
<translation>正在等待训练</translation>
</message>
<message>
<source>What if</source>
<translation>如果……会怎样</translation>
</message>
<message>
<source>What is missing</source>
<translation>缺少什么</translation>
</message>
<message>
<source>When does this word become one token?</source>
<translation>这个词何时成为一个词元？</translation>
</message>
<message>
<source>When this word becomes one token</source>
<translation>这个词何时成为一个词元</translation>
</message>
<message>
<source>Why not one token</source>
<translation>为何不是一个词元</translation>
</message>
<message>
<source>“{word}” is a token, id {id}, but merging goes another way.</source>
<translation>“{word}”是词元，ID {id}，但合并走了别的路。</translation>
</message>
</context>
<context>
<name>WithoutPage</name>
<message>
<source>Back to the findings</source>
<translation>返回发现</translation>
</message>
<message>
<source>Tokens gained</source>
<translation>出现的词元</translation>
</message>
<message>
<source>Tokens lost</source>
<translation>消失的词元</translation>
</message>
<message>
<source>Without {source}</source>
<translation>没有 {source}</translation>
</message>
</context>
<context>
<name>WordLabel</name>
<message>
<source>{sentence} Click to read more.</source>
<translation>{sentence} 单击阅读更多。</translation>
</message>
</context>
<context>
<name>Wording</name>
<message numerus="yes">
<source>%n bytes</source>
<extracomment>of one: %n byte</extracomment>
<translation>
<numerusform>%n 字节</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n changes</source>
<extracomment>of one: %n change</extracomment>
<translation>
<numerusform>%n 项更改</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n files</source>
<extracomment>of one: %n file</extracomment>
<translation>
<numerusform>%n 个文件</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n ids</source>
<extracomment>of one: %n id</extracomment>
<translation>
<numerusform>%n 个 ID</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n merges</source>
<extracomment>of one: %n merge</extracomment>
<translation>
<numerusform>%n 次合并</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n more</source>
<extracomment>of one: %n more</extracomment>
<translation>
<numerusform>另有 %n 个</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n occurrences</source>
<extracomment>of one: %n occurrence</extracomment>
<translation>
<numerusform>%n 次出现</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n pairs</source>
<extracomment>of one: %n pair</extracomment>
<translation>
<numerusform>%n 个词元对</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n pieces</source>
<extracomment>of one: %n piece</extracomment>
<translation>
<numerusform>%n 个片段</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n shared tokens have a rank</source>
<extracomment>of one: %n shared token has a rank</extracomment>
<translation>
<numerusform>%n 个共有词元有序号</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n sources</source>
<extracomment>of one: %n source</extracomment>
<translation>
<numerusform>%n 个来源</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n texts</source>
<extracomment>of one: %n text</extracomment>
<translation>
<numerusform>%n 个文本</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n times</source>
<extracomment>of one: %n time</extracomment>
<translation>
<numerusform>%n 次</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n tokens</source>
<extracomment>of one: %n token</extracomment>
<translation>
<numerusform>%n 个词元</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n tokens gained</source>
<extracomment>of one: %n token gained</extracomment>
<translation>
<numerusform>增加 %n 个词元</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%n tokens lost</source>
<extracomment>of one: %n token lost</extracomment>
<translation>
<numerusform>失去 %n 个词元</numerusform>
</translation>
</message>
<message numerus="yes">
<source>&amp;Forget %n marked places</source>
<extracomment>of one: &amp;Forget %n marked place</extracomment>
<translation>
<numerusform>忘记 %n 个标记的位置(&amp;F)</numerusform>
</translation>
</message>
<message>
<source>, </source>
<translation>，</translation>
</message>
<message>
<source>; </source>
<translation>；</translation>
</message>
<message numerus="yes">
<source>bytes</source>
<extracomment>of one: byte</extracomment>
<translation>
<numerusform>字节</numerusform>
</translation>
</message>
<message numerus="yes">
<source>characters</source>
<extracomment>of one: character</extracomment>
<translation>
<numerusform>字符</numerusform>
</translation>
</message>
<message numerus="yes">
<source>tokens</source>
<extracomment>of one: token</extracomment>
<translation>
<numerusform>词元</numerusform>
</translation>
</message>
<message>
<source>{clause}.</source>
<translation>{clause}。</translation>
</message>
<message>
<source>{hours} h {minutes} min</source>
<translation>{hours} h {minutes} min</translation>
</message>
<message>
<source>{minutes} min {seconds} s</source>
<translation>{minutes} min {seconds} s</translation>
</message>
<message numerus="yes">
<source>{names} do not restore the text: not ranked</source>
<extracomment>of one: {names} does not give the text back: not ranked</extracomment>
<translation>
<numerusform>{names} 未能还原文本：不参与排名</numerusform>
</translation>
</message>
<message numerus="yes">
<source>{name} needs %n fewer tokens</source>
<extracomment>of one: {name} needs %n fewer token</extracomment>
<translation>
<numerusform>{name} 少用 %n 个词元</numerusform>
</translation>
</message>
<message numerus="yes">
<source>{name} needs fewest, %n fewer tokens than the next</source>
<extracomment>of one: {name} needs fewest, %n fewer token than the next</extracomment>
<translation>
<numerusform>{name} 用得最少，比下一个少 %n 个词元</numerusform>
</translation>
</message>
<message>
<source>{n} GB</source>
<translation>{n} GB</translation>
</message>
<message>
<source>{n} KB</source>
<translation>{n} KB</translation>
</message>
<message>
<source>{n} MB</source>
<translation>{n} MB</translation>
</message>
<message>
<source>{n} TB</source>
<translation>{n} TB</translation>
</message>
<message>
<source>{n} million</source>
<translation>{n} 百万</translation>
</message>
<message>
<source>{reason} ({size})</source>
<translation>{reason}（{size}）</translation>
</message>
<message>
<source>{seconds} s</source>
<translation>{seconds} s</translation>
</message>
<message>
<source>{subject}: {clause}.</source>
<translation>{subject}：{clause}。</translation>
</message>
<message>
<source>{time} left</source>
<translation>剩余 {time}</translation>
</message>
<message>
<source>{value} %</source>
<translation>{value} %</translation>
</message>
</context>
<context>
<name>WritingDialog</name>
<message>
<source>Cancel</source>
<translation>取消</translation>
</message>
<message>
<source>Canceled; nothing was written.</source>
<translation>已取消；未写入任何内容。</translation>
</message>
<message>
<source>Change…</source>
<translation>更改…</translation>
</message>
<message>
<source>Choose where to save</source>
<translation>选择保存位置</translation>
</message>
<message>
<source>Close</source>
<translation>关闭</translation>
</message>
<message>
<source>Close this window (Esc)</source>
<translation>关闭此窗口（Esc）</translation>
</message>
<message>
<source>Progress</source>
<translation>进度</translation>
</message>
<message>
<source>Replace</source>
<translation>替换</translation>
</message>
<message>
<source>Show in folder</source>
<translation>在文件夹中显示</translation>
</message>
<message>
<source>Show the file in its folder</source>
<translation>在文件夹中显示该文件</translation>
</message>
<message>
<source>This file exists and will be replaced.</source>
<translation>此文件已存在，将被替换。</translation>
</message>
<message>
<source>Write to</source>
<translation>写入</translation>
</message>
<message>
<source>{done} of {total}</source>
<translation>{done} / {total}</translation>
</message>
</context>
<context>
<name>_Delegate</name>
<message>
<source>Name of the pattern</source>
<translation>正则的名称</translation>
</message>
<message>
<source>compared</source>
<translation>比较</translation>
</message>
<message>
<source>compared with</source>
<translation>比较对象</translation>
</message>
<message>
<source>edited</source>
<translation>编辑</translation>
</message>
<message>
<source>lost</source>
<translation>丢失</translation>
</message>
<message>
<source>space lost</source>
<translation>丢失空格</translation>
</message>
</context>
<context>
<name>_DoneCard</name>
<message>
<source>From {size} of text, {documents}.</source>
<translation>来自 {size} 文本，{documents}。</translation>
</message>
<message>
<source>From {size} of text.</source>
<translation>来自 {size} 文本。</translation>
</message>
<message>
<source>special tokens in the text, encoded as text: {times}.</source>
<translation>文本中的特殊词元，编码为普通文本：{times}。</translation>
</message>
<message>
<source>{ids}, {size}</source>
<translation>{ids}，{size}</translation>
</message>
</context>
<context>
<name>_FaultStrip</name>
<message>
<source>Back to the last valid pattern</source>
<translation>返回上一个有效的正则</translation>
</message>
<message>
<source>Show the place</source>
<translation>显示位置</translation>
</message>
</context>
<context>
<name>_JobRow</name>
<message>
<source>Cancel: {job}</source>
<translation>取消：{job}</translation>
</message>
<message>
<source>Progress</source>
<translation>进度</translation>
</message>
</context>
<context>
<name>_KindHeads</name>
<message>
<source>Places</source>
<translation>位置</translation>
</message>
<message>
<source>This</source>
<translation>当前</translation>
</message>
</context>
<context>
<name>_LostStrip</name>
<message>
<source>Add the missing part</source>
<translation>添加缺少的部分</translation>
</message>
</context>
<context>
<name>_Model</name>
<message>
<source>Byte</source>
<translation>字节</translation>
</message>
<message>
<source>Code point</source>
<translation>码位</translation>
</message>
<message>
<source>Hex</source>
<translation>十六进制</translation>
</message>
<message>
<source>Meaning</source>
<translation>含义</translation>
</message>
<message>
<source>Occurs</source>
<translation>出现</translation>
</message>
<message>
<source>Pair</source>
<translation>词元对</translation>
</message>
<message>
<source>Shown as</source>
<translation>显示为</translation>
</message>
<message>
<source>Text</source>
<translation>文本</translation>
</message>
<message>
<source>id {id}; never made by merging</source>
<translation>ID {id}；从不由合并产生</translation>
</message>
<message>
<source>id {id}; not made this way</source>
<translation>ID {id}；不是这样产生的</translation>
</message>
<message>
<source>id {id}; round {round} made {chosen}</source>
<translation>ID {id}；第 {round} 轮产生了 {chosen}</translation>
</message>
<message>
<source>id {id}; this merge exists</source>
<translation>ID {id}；此合并存在</translation>
</message>
<message>
<source>no such token</source>
<translation>没有这样的词元</translation>
</message>
</context>
<context>
<name>_Note</name>
<message>
<source>Inserting the lines: {share} %</source>
<translation>正在插入各行：{share} %</translation>
</message>
<message>
<source>Reading the lines…</source>
<translation>正在读取各行…</translation>
</message>
</context>
<context>
<name>_Pieces</name>
<message>
<source>Most frequent pieces</source>
<translation>最常见的片段</translation>
</message>
<message>
<source>Times</source>
<translation>次数</translation>
</message>
</context>
<context>
<name>_RoleButton</name>
<message>
<source>Begins a message of this role in a chat</source>
<translation>开始对话中此角色的一条消息</translation>
</message>
<message>
<source>Begins a text</source>
<translation>开始一个文本</translation>
</message>
<message>
<source>Ends a text; goes after each document of a data set</source>
<translation>结束一个文本；位于数据集每个文档之后</translation>
</message>
<message>
<source>Fills up the shorter texts of a batch</source>
<translation>填充批次中较短的文本</translation>
</message>
<message>
<source>Represents text that has no token</source>
<translation>表示没有词元的文本</translation>
</message>
<message>
<source>Represents what a model is to predict</source>
<translation>表示模型要预测的内容</translation>
</message>
<message>
<source>Role</source>
<translation>角色</translation>
</message>
<message>
<source>Roles of the special token</source>
<translation>特殊词元的角色</translation>
</message>
</context>
<context>
<name>_SpecialRow</name>
<message>
<source>Remove this special token</source>
<translation>移除此特殊词元</translation>
</message>
<message>
<source>Text of the special token</source>
<translation>特殊词元的文本</translation>
</message>
</context>
<context>
<name>_Step</name>
<message>
<source>Step {number}, done: {title}</source>
<translation>第 {number} 步，已完成：{title}</translation>
</message>
<message>
<source>Step {number}: {title}</source>
<translation>第 {number} 步：{title}</translation>
</message>
</context>
<context>
<name>_StepModel</name>
<message>
<source>Merge</source>
<translation>合并</translation>
</message>
<message>
<source>Merge, and the word then</source>
<translation>合并，以及此后的词</translation>
</message>
<message>
<source>Rank</source>
<translation>合并序号</translation>
</message>
<message>
<source>Round</source>
<translation>轮次</translation>
</message>
<message>
<source>Score</source>
<translation>分数</translation>
</message>
<message>
<source>Step</source>
<translation>步骤</translation>
</message>
</context>
</TS>
