import assert from "node:assert/strict"
import { test } from "node:test"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { paragraph } from "#test/support/docs/paragraph.ts"
import { putDoc } from "#test/support/docs/put-doc.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { world } from "#test/support/worlds/world.ts"
import { getDocLink, getPublicDoc, publishDoc, setDocListing, trashDoc, unpublishDoc } from "../index.ts"
import { beginningOf, toPublicBody } from "./public-body.ts"

const keyOf = (url: string | null) => url?.split("/").at(-1) ?? ""

onBothDatabases("a doc is public after a member publishes it, until a member unpublishes it", async (t, kind) => {
  const here = await world(t, kind)
  const id = await putDoc(here, { content: [paragraph("text")] })
  const closed = { url: null, since: null, isListed: false }
  assert.deepEqual(await here.act("viewer", getDocLink, { id }), closed)
  await assert.rejects(here.act("member", setDocListing, { id, isListed: true }), { code: "conflict" })

  const link = await here.act("member", publishDoc, { id })
  assert.match(link.url ?? "", /^http:\/\/localhost:3000\/d\/[a-z0-9]{24}$/)
  assert.deepEqual(await here.act("admin", publishDoc, { id }), link, "a second wish changes nothing")
  assert.deepEqual(await here.act("viewer", getDocLink, { id }), { ...link, since: here.clock.now() })
  assert.equal((await here.act({ kind: "anonymous" }, getPublicDoc, { key: keyOf(link.url) })).title, "A doc")
  assert.equal((await here.act("member", setDocListing, { id, isListed: true })).isListed, true)

  assert.deepEqual(await here.act("member", unpublishDoc, { id }), closed)
  await assert.rejects(here.act({ kind: "anonymous" }, getPublicDoc, { key: keyOf(link.url) }), { code: "not_found" })
  assert.equal((await here.act("member", publishDoc, { id })).isListed, false, "a new link begins unlisted")
})

onSqlite("viewers and members of other workspaces cannot publish a doc", async (t, kind) => {
  const here = await world(t, kind)
  const id = await putDoc(here, { content: [paragraph("text")] })
  for (const action of [publishDoc, unpublishDoc]) {
    await assert.rejects(here.act("viewer", action, { id }), { code: "workspace_forbidden" })
    await assert.rejects(here.act("stranger", action, { id }), { code: "not_found" })
  }
  await assert.rejects(here.act("stranger", getDocLink, { id }), { code: "not_found" })
  assert.equal((await here.act("viewer", getDocLink, { id })).url, null)
  await here.act("member", trashDoc, { id })
  await assert.rejects(here.act("member", publishDoc, { id }), { code: "not_found" })
})

onSqlite("a public doc shows files of its own workspace only", async (t, kind) => {
  const here = await world(t, kind)
  const { id: file } = await putDriveFile(here.app, here.callers.stranger, {
    name: "a.png",
    contentType: "image/png",
    bytes: "x",
  })
  const id = await putDoc(here, { content: [{ type: "driveImage", attrs: { file, alt: "" } }] })
  const { url } = await here.act("member", publishDoc, { id })
  assert.deepEqual((await here.act({ kind: "anonymous" }, getPublicDoc, { key: keyOf(url) })).files, [])
})

test("the public body has no private data, even if the doc is deep or malformed", () => {
  const mention = { type: "mention", attrs: { account: "a", label: "x@y.z" }, marks: [{ type: "bold" }] }
  assert.deepEqual(toPublicBody({ type: "doc", content: [paragraph(mention), 3, null] }), {
    type: "doc",
    content: [paragraph({ type: "mention", attrs: { label: "member" }, marks: [{ type: "bold" }] })],
  })
  let deep: object = { type: "paragraph" }
  for (let level = 0; level < 20_000; level += 1) deep = { type: "blockquote", content: [deep] }
  assert.ok(JSON.stringify(toPublicBody({ type: "doc", content: [deep] })).length < 5_000)
  assert.equal(beginningOf({ type: "doc", content: [paragraph("one two three")] }, 9), "one two…")
})
