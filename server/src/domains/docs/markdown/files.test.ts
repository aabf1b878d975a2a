import assert from "node:assert/strict"
import { onSqlite } from "#test/support/databases/test-databases.ts"
import { makeDoc, signIn, Typist } from "#test/support/docs/writers.ts"
import { world } from "#test/support/worlds/world.ts"
import { createDoc, exportDoc, getDoc, importDoc, openContent, trashDoc } from "../index.ts"

onSqlite("a doc that is exported and imported is the same doc", async (t, kind) => {
  const here = await world(t, kind)
  const markdown = "# 🚀 Launch *plan*\n\nText with **bold**.\n\n- [x] done\n"
  const made = await here.act("member", importDoc, { fileName: "x.md", markdown })
  const { title, emoji, body } = await here.act("viewer", getDoc, { id: made.id })
  assert.deepEqual([made.title, title, emoji], ["Launch plan", "Launch plan", "🚀"])

  const file = await here.act("viewer", exportDoc, { id: made.id })
  const written = markdown.replaceAll(/\*(?=plan)|(?<=plan)\*/g, "")
  assert.deepEqual(file, { fileName: "Launch plan.md", markdown: written, lost: [] })
  const again = await here.act("member", importDoc, { fileName: "y.md", markdown: file.markdown })
  assert.deepEqual((await here.act("viewer", getDoc, { id: again.id })).body, body)
})

onSqlite("an exported file includes updates that are not derived yet", async (t, kind) => {
  const here = await world(t, kind)
  const id = await makeDoc(here, "A: doc/with. ")
  const content = await openContent(here.app, id)
  await new Typist(content, await signIn(here, "member")).write("just typed")

  const { fileName, markdown } = await here.act("viewer", exportDoc, { id })
  assert.deepEqual([fileName, markdown], ["A doc with.md", "# A: doc/with.\n\n<br>\n\njust typed\n"])
  await content.close()
})

onSqlite("the title is the first heading, or else the file's name", async (t, kind) => {
  const here = await world(t, kind)
  const titleOf = async (fileName: string, markdown: string) =>
    (await here.act("member", importDoc, { fileName, markdown })).title
  assert.equal(await titleOf("My plan.md", "## Not one\n\ntext"), "My plan")
  assert.equal(await titleOf("notes.markdown", ""), "notes")
  assert.equal(await titleOf(".md", "text"), "Untitled")
  assert.equal(await titleOf("a.md", "\uFEFF# 🚀"), "🚀")
  assert.equal((await titleOf("a.md", `# ${"x".repeat(300)}`)).length, 200)
  assert.equal(await titleOf("a.md", "text\n\n# Later"), "a")
})

onSqlite("a file too large for a doc, and another workspace's doc, are refused", async (t, kind) => {
  const here = await world(t, kind)
  const make = (markdown: string) => here.act("member", importDoc, { fileName: "a.md", markdown })
  const refused = { code: "invalid_request", field: "markdown" }
  await assert.rejects(make("ü".repeat(300_000)), refused)
  await assert.rejects(make(`${"> ".repeat(80)}deep`), refused)
  await assert.rejects(make("- x\n".repeat(60_000)), refused)
  await assert.rejects(make(`|${"a|".repeat(101)}\n|${"-|".repeat(101)}\n`), refused)
  await assert.rejects(make(`|${"a|".repeat(100)}\n|${"-|".repeat(100)}\n${"|a\n".repeat(100)}`), refused)
  const { id } = await here.act("member", createDoc, { title: "Ours" })
  await assert.rejects(here.act("viewer", importDoc, { fileName: "a.md", markdown: "" }), {
    code: "workspace_forbidden",
  })
  await assert.rejects(here.act("stranger", exportDoc, { id }), { code: "not_found" })
  await here.act("member", trashDoc, { id })
  await assert.rejects(here.act("viewer", exportDoc, { id }), { code: "not_found" })
})
