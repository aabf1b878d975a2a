import assert from "node:assert/strict"
import { test } from "node:test"
import { restoreFile, trashFile } from "#domains/drive/index.ts"
import { openKeyring } from "#kernel/keyring.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { paragraph } from "#test/support/docs/paragraph.ts"
import { putDoc } from "#test/support/docs/put-doc.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { world } from "#test/support/worlds/world.ts"
import { getDocLink, getPublicDoc, publishDoc, setDocListing, trashDoc, unpublishDoc } from "../index.ts"
import { cutBody } from "./cut-body.ts"
import { beginningOf, toPublicBody } from "./public-body.ts"
import { findPublicDownload, signPublicFile } from "./public-file.ts"

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

onSqlite(
  "the address of an embedded file works while the doc is public and the file is not in the trash",
  async (t, kind) => {
    const here = await world(t, kind)
    const { id: file } = await putDriveFile(here.app, here.callers.member, { name: "a.png", bytes: "x" })
    const id = await putDoc(here, { content: [{ type: "driveImage", attrs: { file, alt: "" } }] })
    const key = keyOf((await here.act("member", publishDoc, { id })).url)
    const open = (fileId: string) => {
      const address = signPublicFile(here.cx, { key, fileId, use: "download" })
      return findPublicDownload(here.cx, address.split("/").at(-1) ?? "")
    }
    const ended = { code: "not_found" }
    assert.equal((await open(file))?.name, "a.png")
    assert.equal((await open(file))?.isBare, true, "strangers do not see what its camera says")
    await assert.rejects(open("file_2"), ended)
    await here.act("member", trashFile, { id: file })
    await assert.rejects(open(file), ended)
    await here.act("member", restoreFile, { id: file })
    assert.equal((await open(file))?.name, "a.png")
    await here.act("member", unpublishDoc, { id })
    await assert.rejects(open(file), ended)
  },
)

test("the address of a shown file stays the same for ten minutes, that of a download ends five minutes later", () => {
  const from = Date.UTC(2026, 10, 20, 12)
  const addresses = { files: "https://files.example" } as never
  const keyring = openKeyring("a secret of at least thirty-two characters")
  const sign = (ms: number, use: "preview" | "download") =>
    signPublicFile({ addresses, keyring, now: () => from + ms }, { key: "a".repeat(24), fileId: "file_1", use })
  const endOf = (address: string) => Number.parseInt(address.split(".").at(-2) ?? "", 36) - from

  assert.equal(sign(600_000 - 1, "preview"), sign(0, "preview"))
  assert.equal(endOf(sign(0, "preview")), 3_600_000)
  assert.equal(endOf(sign(600_000, "preview")), 600_000 + 3_600_000)
  assert.equal(endOf(sign(7, "download")), 7 + 300_000)
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
  assert.equal(beginningOf({ type: "doc", content: [paragraph("one two")] }, 7), "one two")
  assert.equal(beginningOf({ type: "doc", content: [paragraph("abcdefghij")] }, 5), "abcde…")
  const two = [paragraph(" one\n  two"), paragraph("three")]
  assert.equal(beginningOf({ type: "doc", content: two }, 40), "one two three")
})

test("a long public doc is cut at a word's bytes, and says so", () => {
  const text = (length: number) => ({ type: "doc", content: [paragraph("q".repeat(length))] })
  const [paragraphBytes, most] = [50, 1_000]
  assert.deepEqual(cutBody(text(most - paragraphBytes), most), { body: text(most - paragraphBytes), isCut: false })
  const { body, isCut } = cutBody(text(most - paragraphBytes + 1), most)
  assert.equal(isCut, true)
  assert.equal(JSON.stringify(body).match(/q/g)?.length, Math.floor((most - paragraphBytes) / 6))
  assert.equal(
    cutBody({ type: "doc", content: [paragraph("&".repeat(200))] }, most).isCut,
    true,
    "& has five bytes more",
  )
})

test("a public doc ends before the first part that does not fit, even if a later one would", () => {
  const [before, after] = [paragraph("before"), paragraph("after")]
  const picture = { type: "driveImage", attrs: {} }
  const content = [before, picture, after]
  assert.deepEqual(cutBody({ type: "doc", content }, 500), { body: { type: "doc", content: [before] }, isCut: true })
  assert.deepEqual(cutBody({ type: "doc", content }, 1_000), { body: { type: "doc", content }, isCut: false })
})
