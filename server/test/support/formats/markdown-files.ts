/** A Markdown file with the habits of one program, and what its import must say and keep. */
interface MarkdownFile {
  program: string
  text: string
  title: string
  lost: readonly string[]
  /** The kinds of the doc's blocks, in their order. */
  blocks: string
}

/** Written for the tests, after what these programs write. */
export const markdownFiles: readonly MarkdownFile[] = [
  {
    program: "Notion",
    text: `# Launch plan

Owner: Ada
Status: In progress

<aside>
💡 Remember the invoices.

</aside>

- [x]  Film the intro
- [ ]  Cut

| Day | Task |
| --- | --- |
| Mon | Film |

[Notes](Notes%20about%20it%201a2b.md)

![cover.png](Launch%20plan/cover.png)
`,
    title: "Launch plan",
    lost: ["1 external image became a link. Upload it to the drive to show it.", "2 HTML tags became plain text."],
    blocks: "paragraph paragraph paragraph taskList table paragraph paragraph",
  },
  {
    program: "Obsidian",
    text: `---
title: Meeting
tags: [work, plan]
aliases:
  - Weekly
---
See [[Other note|that one]] and ![[plan.png]]. ==Important== %%only for me%%

> [!warning]- Careful
> Text

- [/] half done
- [x] done

A [file](<my notes/a b.md>).
`,
    title: "Meeting",
    lost: [
      "The front matter's other fields were left out: tags, aliases.",
      "1 callout became a quote or plain text.",
      "1 checkbox with a special sign became plain text.",
      "2 wiki links became plain text.",
      "1 highlight became plain text.",
      "1 hidden comment became plain text.",
    ],
    blocks: "paragraph blockquote bulletList taskList paragraph",
  },
  {
    program: "GitHub",
    text: `# Tool :rocket:

> [!NOTE]
> Read this[^1].

1. [x] First
2. [ ] Second

When $a_1 = \\frac{b}{c}$ holds:

$$
\\begin{aligned}
x &= 1 \\\\
y &= 2
\\end{aligned}
$$

<table>
  <tr><th>Name</th><th>Use</th></tr>
  <tr><td>a</td><td><b>b</b></td></tr>
</table>

<details><summary>More</summary>

Hidden

</details>

[^1]: A footnote.
`,
    title: "Tool :rocket:",
    lost: [
      "6 HTML tags became plain text.",
      "1 footnote became plain text.",
      "1 callout became a quote or plain text.",
      "2 numbered checkboxes lost their numbers.",
      "2 formulas became code.",
      "1 emoji code became plain text.",
    ],
    blocks: "blockquote taskList paragraph codeBlock table paragraph paragraph paragraph paragraph",
  },
  {
    program: "Google Docs",
    text: `# **Plan** {#plan}

Text with **bold ** and a [link](https://example.com/?a=b&c=d).

![][image1]

| A | B |
| :---- | :---- |
| 1 | 2 |

[image1]: <data:image/png;base64,iVBORw0KGgo=>
`,
    title: "Plan",
    lost: [
      "The title lost its formatting and links.",
      "1 embedded image was left out. Upload it to the drive to show it.",
      "1 heading lost its anchor.",
    ],
    blocks: "paragraph paragraph table",
  },
  {
    program: "Hugo",
    text: `{
  "title": "Stall",
  "draft": false
}
{{< figure src="stall.png" >}}

{% note %}Open{% endnote %} since {{ page.date }} {{ { } {% }}
`,
    title: "Stall",
    lost: ["The front matter's other fields were left out: draft.", "4 template tags became plain text."],
    blocks: "paragraph paragraph",
  },
  {
    program: "Bear",
    text: `# Recipe
#food/sweet

==Fresh== milk, H~2~O

* [ ] Buy
* [x] Mix

![](photo.jpg)<!-- {"width":300} -->
`,
    title: "Recipe",
    lost: [
      "1 HTML comment was left out.",
      "1 external image became a link. Upload it to the drive to show it.",
      "1 highlight became plain text.",
      "1 superscript or subscript became plain text.",
    ],
    blocks: "paragraph paragraph taskList paragraph",
  },
  {
    program: "Typora",
    text: `# 中文标题

[TOC]

　　首行缩进，**「重点」**。

Term
: Its definition

\`\`\`mermaid
graph TD
\`\`\`

- item

    continued <u>under</u> :smile: ^up^

#### Small {#small}
`,
    title: "中文标题",
    lost: [
      "2 HTML tags became plain text.",
      "1 heading became level 3.",
      "1 definition of a term became plain text.",
      "1 heading lost its anchor.",
      "1 superscript or subscript became plain text.",
      "1 emoji code became plain text.",
    ],
    blocks: "paragraph paragraph paragraph codeBlock bulletList heading",
  },
  {
    program: "Docusaurus and Pandoc",
    text: `+++
title = "Guide"
weight = 3
[extra]
a = 1
+++

:::tip Title

Text with [@doe99, p. 3] and a span {.note}.

:::

!!! note "MkDocs"

\`\`\`js title="a.js" {1,3}
x
\`\`\`

| a | b |
|---|---|
| 1 | 2 | 3 |

[unused]: https://example.com
`,
    title: "Guide",
    lost: [
      "The front matter's other fields were left out: weight, extra.",
      "1 unused link definition was left out.",
      "1 code block lost text after the language name.",
      "2 callouts became quotes or plain text.",
      "1 table cell beyond the last column was left out.",
      "1 attribute in braces became plain text.",
      "1 citation became plain text.",
    ],
    blocks: "paragraph paragraph paragraph paragraph codeBlock table",
  },
]
