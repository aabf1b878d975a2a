import assert from "node:assert/strict"
import { test } from "node:test"
import { getSchema } from "@tiptap/core"
import fc from "fast-check"
import type { DocNode } from "#contract/docs/doc-node.ts"
import { docExtensions } from "#contract/docs/doc-schema.ts"
import { isKeptHref, isSafeHref } from "#contract/docs/safe-href.ts"
import { runs } from "#test/support/basics/property-runs.ts"
import { readsBack } from "#test/support/docs/reads-back.ts"
import { readMarkdown as read } from "./read-markdown.ts"
import { writeMarkdown } from "./write-markdown.ts"

const schema = getSchema(docExtensions)
const readMarkdown = (text: string) => read(text).body

/** The body as the editor stores it. Throws when the schema does not allow it. */
function checked(body: DocNode): object {
  const node = schema.nodeFromJSON(body)
  node.check()
  return node.toJSON()
}

const doc = (...content: DocNode[]): DocNode => ({ type: "doc", content })
const text = (text: string, ...marks: object[]): DocNode => ({ type: "text", text, ...(marks.length > 0 && { marks }) })
const p = (...content: DocNode[]): DocNode => ({ type: "paragraph", ...(content.length > 0 && { content }) })

test("a checklist, a table, code and drive files are written as usual Markdown", () => {
  const box = (checked: boolean, words: string) => ({ type: "taskItem", attrs: { checked }, content: [p(text(words))] })
  const cell = (type: string, words: string) => ({ type, content: [p(text(words))] })
  const written = writeMarkdown(
    doc(
      { type: "heading", attrs: { level: 2 }, content: [text("To do")] },
      { type: "taskList", content: [box(true, "Film R&D's snake_case intro"), box(false, "Cut")] },
      {
        type: "table",
        content: [{ type: "tableRow", content: [cell("tableHeader", "Day"), cell("tableHeader", "a|b")] }],
      },
      { type: "codeBlock", attrs: { language: "js" }, content: [text("x = `y`")] },
      { type: "driveImage", attrs: { file: "file_1", alt: "A cat" } },
      p(
        { type: "mention", attrs: { account: "acc_1", label: "Ada" } },
        text(" saw 3 > 2 at "),
        text("home", { type: "bold" }),
      ),
    ),
  )
  assert.equal(
    written,
    [
      "## To do",
      "- [x] Film R&D's snake_case intro\n- [ ] Cut",
      "| Day | a\\|b |\n| --- | --- |",
      "```js\nx = `y`\n```",
      "![A cat](workspace:drive/file_1)",
      "[@Ada](workspace:account/acc_1) saw 3 > 2 at **home**\n",
    ].join("\n\n"),
  )
})

test("the readable parts of a malformed doc are written", () => {
  const odd = {
    type: "doc",
    content: [null, 3, { type: "new", content: [p(text("kept"))] }, { type: "table" }, text("bare")],
  }
  assert.equal(writeMarkdown(odd), "kept\n\nbare\n")
  assert.equal(writeMarkdown({ type: "doc", content: "no list" }), "")
  let deep: DocNode = p(text("bottom"))
  for (let level = 0; level < 20_000; level += 1) deep = { type: "blockquote", content: [deep] }
  assert.ok(!writeMarkdown(doc(deep)).includes("bottom"))
})

const links = (body: DocNode): unknown[] =>
  [...JSON.stringify(body).matchAll(/"href":"([^"]*)"/g)].map(([, href]) => href)

test("unsafe addresses become words, at import and at export", () => {
  for (const href of [
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    "java&#115;cript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "//elsewhere.example",
    "/\\elsewhere.example",
    "\\\\elsewhere.example",
    "java\tscript:alert(1)",
    "x:alert(1)/..",
    "workspace:../x",
  ]) {
    for (const source of [`[words](${href})`, `![words](${href})`, `<${href}>`, `[words]\n\n[words]: ${href}`]) {
      assert.deepEqual(links(checked(readMarkdown(source))), [], source)
    }
    assert.ok(!writeMarkdown(doc(p(text("words", { type: "link", attrs: { href } })))).includes(href), href)
  }
  for (const href of ["//elsewhere.example", "\u0001javascript:x", "java\nscript:x", "\\\\a", "/\\a", "", " a", "a:b"])
    assert.equal(isKeptHref(href), false, href)
  for (const href of ["tel:+49301234", "a/b:c.md", "#a", "?a=b", "/a//b", "../a"]) assert.ok(isKeptHref(href), href)
  assert.deepEqual(["../a", "#a", "/a"].filter(isSafeHref), [], "nothing relative is opened")
  const kept = "[a](https://example.com) <mailto:ada@example.com> http://bare.example"
  assert.deepEqual(links(readMarkdown(kept)), ["https://example.com", "mailto:ada@example.com", "http://bare.example"])
})

test("HTML stays text, except comments, which are left out", () => {
  const source = "<script>alert(1)</script>\n\n<b>bold</b> <img src=x onerror=alert(1)> &lt;i&gt;\n\n<!-- not seen -->"
  const words = ["<script>alert(1)</script>", "<b>bold</b> <img src=x onerror=alert(1)> <i>"]
  assert.deepEqual(checked(readMarkdown(source)), checked(doc(...words.map((word) => p(text(word))))))
})

test("Markdown of other programs becomes the corresponding nodes of a doc", () => {
  const source = [
    "Title\n=====",
    "#### Small",
    "one\ntwo  \nthree",
    "1. a\n2. b\n   - [X] done\n   - open",
    "![Pic](https://example.com/p.png) and [![deep](workspace:drive/file_1)](https://example.com)",
    "[a `code` link](https://example.com)",
    "    indented",
  ].join("\n\n")
  const link = { type: "link", attrs: { href: "https://example.com" } }
  const picture = { type: "link", attrs: { href: "https://example.com/p.png" } }
  const item = (...content: DocNode[]) => ({ type: "listItem", content })
  const done = {
    type: "taskList",
    content: [{ type: "taskItem", attrs: { checked: true }, content: [p(text("done"))] }],
  }
  assert.deepEqual(
    checked(readMarkdown(source)),
    checked(
      doc(
        { type: "heading", attrs: { level: 1 }, content: [text("Title")] },
        { type: "heading", attrs: { level: 3 }, content: [text("Small")] },
        p(text("one two"), { type: "hardBreak" }, text("three")),
        {
          type: "orderedList",
          content: [
            item(p(text("a"))),
            item(p(text("b")), done, { type: "bulletList", content: [item(p(text("open")))] }),
          ],
        },
        p(text("Pic", picture), text(" and")),
        { type: "driveImage", attrs: { file: "file_1", alt: "deep" } },
        p(text("a code link", link)),
        { type: "codeBlock", content: [text("indented")] },
      ),
    ),
  )
})

test("a picture inside emphasis is a picture", () => {
  assert.deepEqual(
    checked(readMarkdown("_![a](workspace:drive/file_1)_")),
    checked(doc({ type: "driveImage", attrs: { file: "file_1", alt: "a" } })),
  )
})

test("every read file fits the schema, and reads back once it is exported", () => {
  const parts = fc.constantFrom(
    ..."*_~`[]()<>#-+=|:! \n\t\\1.x".split(""),
    "\n\n",
    "    ",
    "> ",
    "- ",
    "- [ ] ",
    "1. ",
    "```\n",
    "|-|-|\n",
    "![](workspace:drive/a)",
    "[a](http://b)",
    "<br>",
    "  \n",
    "<!--",
    "-->",
    "|:-:|-:|\n",
    "# ",
    "---\n",
    "<table>\n<tr>\n<td>\n",
    "</td>\n</tr>\n</table>\n",
    "<p>",
    "</p>",
    "$x_1$",
    "&#32;",
    "&nbsp;",
    "　",
    "<!-- loose -->\n",
    "[^1]: ",
    "~~",
    "**",
    "| a | b |\n",
  )
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 40 }), (all) => {
      const body = readMarkdown(all.join(""))
      checked(body)
      readsBack(body)
    }),
    { numRuns: runs(100) },
  )
})

/** Parts of which a file that repeats them is slow to parse. */
const hard = [
  "*a ",
  "**a *b ",
  "[",
  "![",
  "[a](",
  "<a>",
  "a_",
  "~~a ",
  "`",
  "|a",
  "- ",
  "> ",
  "1. ",
  "&",
  "\\",
  "[a]: b\n",
  "<!--",
  "<!--\n",
  "> <!--\n",
  "- <!--\n",
  "<!-- -->",
  "<!--\n-->\n",
  "http://a",
  "a\n",
  "\t",
  "- x\n",
  ">- ",
  "$",
  "$a ",
  "$$\n",
  "$$a\n",
  "\\(a",
  "\\[\n",
  "<table>\n",
  "<td>",
  "</td>\n",
  "- <table>\n",
  "<table>\n<tr>\n<td>\n",
  "[^1]: a\n",
  "==a",
  "[[a",
  ":a",
  "{#a ",
  "[@a ",
  "<p>",
  "<br>",
  "<http://a/ b",
]

for (const part of hard)
  test(`a file that repeats ${JSON.stringify(part)} is read or refused within five seconds`, () => {
    const began = process.cpuUsage()
    const source = part.repeat(250_000 / part.length)
    try {
      readMarkdown(source)
    } catch (error) {
      assert.match(String(error), /levels deep/)
    }
    const { user, system } = process.cpuUsage(began)
    assert.ok(user + system < 5_000_000, `it takes ${user + system} µs of the processor`)
  })

test("a file that nests too deep, or that grows too much by its references, is refused", () => {
  assert.throws(() => readMarkdown(`${"> ".repeat(70)}a`), { code: "invalid_request", field: "markdown" })
  assert.throws(() => readMarkdown(`${"- ".repeat(300)}a`), { code: "invalid_request", field: "markdown" })
  const bomb = `[a]: http://${"b".repeat(1_900)}\n\n${"[a] ".repeat(100_000)}`
  assert.throws(() => readMarkdown(bomb), { code: "invalid_request", field: "markdown" })
})

test("only front matter and comments are left out", () => {
  const cases: [source: string, left: DocNode[]][] = [
    ["---\ntitle: A plan\ntags: [a, b]\n---\n\nText", [p(text("Text"))]],
    ["---\r\ntitle: x\r\n...\r\nText", [p(text("Text"))]],
    ["---\nDate made: 2026\nÜber: a\n---\nText", [p(text("Text"))]],
    ["---\nÜberschrift:\n  - a\n---\nText", [p(text("Text"))]],
    ["---\nAt 12:30 it rained.\n\nOn", [{ type: "horizontalRule" }, p(text("At 12:30 it rained.")), p(text("On"))]],
    ["+++\ntitle = 'x'\n+++\nText", [p(text("Text"))]],
    [
      "---\n\nNo: front matter\n\n---\n",
      [{ type: "horizontalRule" }, p(text("No: front matter")), { type: "horizontalRule" }],
    ],
    ["a <!-- b --> c<!-- d\ne -->f <!-- g -->", [p(text("a cf"))]],
    ["<!-- a\n\n# b\n\n- c\n-->\nText", [p(text("Text"))]],
    ["Text\n<!-- a\n\nb -->\nmore", [p(text("Text")), p(text("more"))]],
    ["<!-- a\n\nb --> more\n", [p(text("more"))]],
    ["> a\n>\n> <!-- b\n>\n> c -->\n> d", [{ type: "blockquote", content: [p(text("a")), p(text("d"))] }]],
    ["<!--> a <!---> b", [p(text("a b"))]],
    ["# Title <!-- a -->", [{ type: "heading", attrs: { level: 1 }, content: [text("Title")] }]],
    ["`<!-- a -->` \\<!-- b -->", [p(text("<!-- a -->", { type: "code" }), text(" <!-- b -->"))]],
    ["    <!-- a -->", [{ type: "codeBlock", content: [text("<!-- a -->")] }]],
    ["a <!-- b\n\nc", [p(text("a <!-- b")), p(text("c"))]],
    [
      "- <!-- a\n\nb -->",
      [{ type: "bulletList", content: [{ type: "listItem", content: [p(text("<!-- a"))] }] }, p(text("b -->"))],
    ],
  ]
  for (const [source, left] of cases) assert.deepEqual(checked(readMarkdown(source)), checked(doc(...left)), source)
})

test("parts that a doc cannot hold are counted, with a sentence for each kind", () => {
  const source = [
    "---\ntitle: x\n---\n<!-- one -->\n\n# T\n\n##### Deep <!-- two -->",
    "![a](https://example.com/a.png) ![b](b.png) ![c](workspace:drive/file_1)",
    "[x](javascript:a) [y](//elsewhere.example) <b>bold</b><br>",
    "[`a`](https://example.com) **[`b`](https://example.com) `c` _`d`_** `e` [**f**](https://example.com)",
    "[![g](workspace:drive/file_1)](https://example.com)",
    "``` js {1,3}\nx\n```",
    "```{.python}\nx\n```",
    "``` ts\nx\n```",
  ].join("\n\n")
  assert.deepEqual(
    read(source).lost.map((sentence) => sentence.split(/ (?:was|were|lost|became) /)[0]),
    [
      "2 HTML comments",
      "2 external images",
      "2 unsupported links",
      "2 HTML tags",
      "2 code snippets in links",
      "2 code snippets",
      "1 image",
      "1 heading",
      "2 code blocks",
    ],
  )
  assert.match(JSON.stringify(readMarkdown("``` ts\nx\n```")), /"language":"ts"/)
  assert.deepEqual(read("# All\n\n[a](../b.md 'c') <tel:+49301234>\n\n|a|\n|:-:|\n\n- a\n\n- b\n").lost, [])
})

test("blank lines between items survive a round trip, and items of several blocks do not add any", () => {
  const item = (...words: string[]) => ({ type: "listItem", content: words.map((word) => p(text(word))) })
  const list = (loose: boolean, ...content: DocNode[]) => doc({ type: "bulletList", attrs: { loose }, content })
  assert.equal(writeMarkdown(list(true, item("a"), item("b"))), "- a\n\n- b\n")
  assert.equal(writeMarkdown(list(false, item("a", "b"), item("c"))), "- a\n\n  b\n- c\n")
  assert.deepEqual(checked(readMarkdown("- a\n\n  b\n- c")), checked(list(false, item("a", "b"), item("c"))))
  for (const source of ["- a\n\n- b", "- a\n- b\n\n- c"])
    assert.match(JSON.stringify(readMarkdown(source)), /"loose":true/)
  assert.match(JSON.stringify(readMarkdown("> - a\n>\n> - b")), /"loose":true/)
})
