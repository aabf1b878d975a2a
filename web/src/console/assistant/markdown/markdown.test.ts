import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import { runs } from "../../../../../server/test/support/basics/property-runs.ts"
import { nothingYet, readOn } from "./follow.ts"
import { parseInline } from "./inline.ts"
import type { Inline, MarkdownBlock } from "./nodes.ts"

const read = (text: string) => {
  const { finished, open } = readOn(nothingYet, text)
  return [...finished, ...open]
}

/** The read nodes as one line: text within the names of its marks. */
const write = (inside: readonly Inline[]): string =>
  inside
    .map((node) => {
      if (node.type === "text") return node.text
      if (node.type === "break") return "\n"
      if (node.type === "code") return `<code>${node.text}</code>`
      if (node.type === "cited") return `<${node.kind} ${node.id}>`
      const to = node.type === "link" ? ` ${node.to}` : ""
      return `<${node.type}${to}>${write(node.inside)}</${node.type}>`
    })
    .join("")

const line = (text: string) => write(parseInline(text))

describe("a line of Markdown", () => {
  const cases: readonly (readonly [text: string, read: string])[] = [
    ["a *b* **c** ~~d~~ `e`", "a <em>b</em> <strong>c</strong> <strike>d</strike> <code>e</code>"],
    ["***both***", "<strong><em>both</em></strong>"],
    ["**a *b* c**", "<strong>a <em>b</em> c</strong>"],
    ["snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"],
    ["_a_ and __b__", "<em>a</em> and <strong>b</strong>"],
    ["*open and **open", "*open and **open"],
    ["\\*no\\* \\a", "*no* \\a"],
    ["``a ` b``", "<code>a ` b</code>"],
    ["`open", "`open"],
    ['[words](https://a.example/x_(y) "title")', "<link https://a.example/x_(y)>words</link>"],
    ["[a [b] c](/studio)", "<link /studio>a [b] c</link>"],
    ["![alt](https://a.example/p.png)", "<link https://a.example/p.png>alt</link>"],
    ["[https://a.example](https://b.example)", "<link https://b.example>https://a.example</link>"],
    ["see https://a.example/b?c=d).", "see <link https://a.example/b?c=d>https://a.example/b?c=d</link>)."],
    ["**https://a.example/**", "<strong><link https://a.example/>https://a.example/</link></strong>"],
    ["[[link:lnk_1]] [[Link:x]]", "<link lnk_1> [[Link:x]]"],
    ["<b>no</b> &amp; <img src=x>", "<b>no</b> &amp; <img src=x>"],
    ["[a][1] and [a]", "[a][1] and [a]"],
    ["one\ntwo", "one\ntwo"],
  ]
  for (const [text, expected] of cases) test(text, () => assert.equal(line(text), expected))
})

/** The nested kinds of blocks, with their text. */
const outline = (blocks: readonly MarkdownBlock[]): unknown[] =>
  blocks.map((block) => {
    if (block.type === "quote") return ["quote", ...outline(block.inside)]
    if (block.type === "list") return [block.start ?? "list", ...block.items.map(outline)]
    if (block.type === "table") return ["table", block.head.map(write), ...block.rows.map((row) => row.map(write))]
    if (block.type === "code") return ["code", block.language, block.text]
    if (block.type === "rule") return "rule"
    const words = write(block.inside)
    return block.type === "heading" ? [`h${block.level}`, words] : words
  })

describe("blocks of Markdown", () => {
  test("headings, rules, quotes and code", () => {
    const text = "# One #\n## Two\ntext\nmore\n\n---\n> said\n> - listed\n```js\n# no\n```\n#hashtag"
    assert.deepEqual(outline(read(text)), [
      ["h1", "One"],
      ["h2", "Two"],
      "text\nmore",
      "rule",
      ["quote", "said", ["list", ["listed"]]],
      ["code", "js", "# no"],
      "#hashtag",
    ])
  })

  test("nested lists, with the blocks of an item", () => {
    const text = "3. a\n\n   still a\n4. b\n   - c\n     d\n   - e\nf\n\n- other\n\n- loose"
    assert.deepEqual(outline(read(text)), [
      [3, ["a", "still a"], ["b", ["list", ["c\nd"], ["e\nf"]]]],
      ["list", ["other"], ["loose"]],
    ])
  })

  test("tables, with escaped bars, and without cells beyond the head's", () => {
    const text = "| a | b |\n|:--|--:|\n| 1 \\| 2 | *x* | y |\n| 3 |\n\nno | table"
    assert.deepEqual(outline(read(text)), [["table", ["a", "b"], ["1 | 2", "<em>x</em>"], ["3"]], "no | table"])
  })

  test("code without its closing fence is code", () => {
    assert.deepEqual(outline(read("```\nlet x\n\nlet y")), [["code", "", "let x\n\nlet y"]])
  })
})

const pieces = fc.constantFrom(
  ..."# |- |* |1. |> |\n|\n\n|```|~~~|a|word |**|*|_|`|[|](/x)|]| \\||\\||-|---|\n|---|\n|\t|    |https://a.example/ |[[doc:d]]|é".split(
    "|",
  ),
  "|",
  "| a | b |\n|---|---|\n",
)

test("a text read in pieces gives the same blocks as the whole, and finished blocks stay the same objects", () => {
  const text = fc.array(pieces, { maxLength: 40 })
  fc.assert(
    fc.property(text, (parts) => {
      let growing = nothingYet
      let soFar = ""
      for (const part of parts) {
        soFar += part
        const next = readOn(growing, soFar)
        assert.ok(growing.finished.every((block, at) => next.finished[at] === block))
        growing = next
      }
      assert.deepEqual([...growing.finished, ...growing.open], read(soFar))
    }),
    { numRuns: runs(400) },
  )
})

test("a text that does not continue the former one is read from the beginning", () => {
  const before = readOn(nothingYet, "a\n\nb\n\nc\n\nd")
  const after = readOn(before, "x\n\ny")
  assert.deepEqual(outline([...after.finished, ...after.open]), ["x", "y"])
})

/** Texts for which other parsers of Markdown need quadratic time. */
const hostile = [
  ...["*a ", "a* ", "*a_ ", "a**", "_a__", "***a", "*a **b _c ", "~~a ", "a_ *"],
  ...["[", "]", "](", "[a](", "![", "[a](<", "[[", "[[link:", "`", "`a``", "``a` ", "\\", "<a ", "<!--", "https://"],
  ...["https://a)", "(", "> ", ">", "- ", "  - a\n", "- a\n\n", "1. a\n", "\n\n \n", "# ", "#", "|a", "|a\n|-\n", "|-"],
  ...["a\n-", "a | b\n- | -\n", "```\n", "~~~", " ", "\t", "\t- ", "a\n> ", "e\u0301", "\ud83d"],
]

test("hostile text of 64 kB takes steps linear in its length", () => {
  for (const unit of hostile) {
    const steps = (length: number) => {
      const counted = { count: 0 }
      readOn(nothingYet, unit.repeat(Math.ceil(length / unit.length)), counted)
      return counted.count
    }
    const [half, whole] = [steps(32_000), steps(64_000)]
    assert.ok(whole <= 8 * 64_000, `${JSON.stringify(unit)} takes ${whole} steps`)
    assert.ok(whole <= 2 * half + 1_000, `${JSON.stringify(unit)} takes ${half}, then ${whole} steps`)
  }
})

test("nesting is limited to 8 blocks and 12 inline marks", () => {
  const depthOf = (blocks: readonly MarkdownBlock[]): number =>
    Math.max(
      0,
      ...blocks.map((block) => {
        if (block.type === "quote") return 1 + depthOf(block.inside)
        return block.type === "list" ? 1 + Math.max(...block.items.map(depthOf)) : 0
      }),
    )
  assert.equal(depthOf(read("> ".repeat(10_000))), 8)
  assert.equal(depthOf(read(`${"- ".repeat(10_000)}a`)), 8)
  const inline = (inside: readonly Inline[]): number =>
    Math.max(0, ...inside.map((node) => ("inside" in node ? 1 + inline(node.inside) : 0)))
  assert.ok(inline(parseInline(`${"*a **b ".repeat(40)}${"b** a* ".repeat(40)}`)) <= 12)
})

test("a token at the end of a long text takes as few steps as one at its beginning", () => {
  const counted = { count: 0 }
  let growing = nothingYet
  let text = ""
  const upTo: number[] = []
  for (let token = 0; token < 2_000; token += 1) {
    text += token % 40 === 39 ? "\n\n" : "word **b** and some that stand still "
    growing = readOn(growing, text, counted)
    upTo.push(counted.count)
  }
  assert.ok(text.length > 64_000)
  const [first = 0, half = 0, whole = 0] = [upTo[399], upTo[1_599], upTo[1_999]]
  assert.ok(whole - half <= 1.1 * first, `the first 400 took ${first} steps, the last ${whole - half}`)
})
