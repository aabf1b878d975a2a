import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { DocNode } from "#contract/docs/doc-node.ts"
import { paragraph } from "#test/support/docs/paragraph.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { pageWorld } from "#test/support/worlds/page-world.ts"
import { publishedPath } from "./published-path.ts"

const many = <Item>(count: number, make: () => Item): Item[] => Array.from({ length: count }, make)

const nested = (depth: number): DocNode[] =>
  depth === 0
    ? many(20_000, () => paragraph("words"))
    : [{ type: "taskList", content: [{ type: "taskItem", content: [paragraph("task"), ...nested(depth - 1)] }] }]
const href = `https://example.com/?${"&".repeat(1_900)}`
const marks = [{ type: "link", attrs: { href, title: '"'.repeat(900) } }, { type: "bold" }]
const relative = [{ type: "link", attrs: { href: "&".repeat(1_900), title: "<" } }]
const rows = many(100, () => ({
  type: "tableRow",
  content: many(100, () => ({
    type: "tableCell",
    attrs: { align: "center" },
    content: [paragraph('"'.repeat(40))],
  })),
}))
/** The contents with the longest pages. Each gets the id of a drive file. */
const worst: Record<string, (file: string) => DocNode[]> = {
  "tasks in tasks above many lines": () => nested(30),
  "a line of quotation marks": () => [paragraph('"'.repeat(2_000_000))],
  "many empty lines": () => many(100_000, () => ({ type: "paragraph" })),
  "many breaks": () => [{ type: "paragraph", content: many(200_000, () => ({ type: "hardBreak" })) }],
  "many tasks": () => [
    { type: "taskList", content: many(20_000, () => ({ type: "taskItem", content: [paragraph("'".repeat(80))] })) },
  ],
  "many short items": () => [
    { type: "bulletList", content: many(60_000, () => ({ type: "listItem", content: [paragraph("a")] })) },
  ],
  "one picture again and again": (file) =>
    many(20_000, () => ({
      type: "driveImage",
      attrs: { file, alt: "<", title: "<" },
    })),
  "one file again and again": (file) => many(20_000, () => ({ type: "driveFile", attrs: { file, name: ">" } })),
  "long addresses": () => [{ type: "paragraph", content: many(2_000, () => ({ type: "text", text: "a", marks })) }],
  "relative addresses": () => [
    { type: "paragraph", content: many(2_000, () => ({ type: "text", text: "a", marks: relative })) },
  ],
  "a table": () => [{ type: "table", content: rows }],
  "lists that stand apart": () =>
    many(30_000, () => ({
      ...{ type: "orderedList", attrs: { loose: true, start: 999_999 } },
      content: [{ type: "listItem", content: [{ type: "paragraph" }] }],
    })),
  names: () => [{ type: "paragraph", content: many(30_000, () => ({ type: "mention", attrs: { label: "A" } })) }],
}

describe("GET /d/{key}", () => {
  for (const [what, contentOf] of Object.entries(worst))
    test(`200 with a megabyte of text at most, for ${what}, and a link to the rest`, async (t) => {
      const world = await pageWorld(t)
      const picture = { name: "a.png", contentType: "image/png", bytes: "0123456789" }
      const { id: file } = await putDriveFile(world.app, world.callers.member, picture)
      const empty = (await world.visit(await publishedPath(world, [paragraph("a")]))).html.length
      const path = await publishedPath(world, [paragraph("begins"), ...contentOf(file), paragraph("the very end")])
      const { html } = await world.visit(path)
      const bytes = Buffer.byteLength(html) - empty
      assert.ok(bytes <= 1_001_000, `${bytes} bytes`)
      t.diagnostic(`${bytes} bytes`)
      assert.match(html, /begins/)
      assert.ok(html.includes(`href="${path}/text.md"`), "a way to the rest")
      const rest = await world.server.inject({ method: "GET", url: `${path}/text.md` })
      assert.match(rest.payload, /the very end\n$/)
      assert.match(String(rest.headers["content-disposition"]), /^attachment; filename="doc\.md"$/)
    })
})
