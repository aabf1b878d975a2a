import assert from "node:assert/strict"
import { askAssistant } from "#domains/assistant/on-demand.ts"
import {
  createDoc,
  getDoc,
  importDoc,
  openContent,
  restoreDocVersion,
  trashDoc,
  writeDoc,
} from "#domains/docs/index.ts"
import { createLink, importLinks, trashLink } from "#domains/links/index.ts"
import { sweepTables } from "#engines/jobs/retention.ts"
import { dayMs, minuteMs } from "#kernel/time/units.ts"
import { onBothDatabases, onPostgres } from "#test/support/databases/test-databases.ts"
import { sharedText } from "#test/support/docs/shared-lines.ts"
import { makeDoc, signIn, Typist } from "#test/support/docs/writers.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { countAll, getStorage } from "./index.ts"
import { findStorage } from "./storage-store.ts"

const kindsOf = async ({ act }: World) => (await act("viewer", getStorage, {})).kinds

/** Sets a workspace's limit to what it stores plus `bytes`. */
async function leaveRoom({ act, cx, workspaceId: workspace_id }: World, bytes: number): Promise<void> {
  const { usedBytes } = await act("viewer", getStorage, {})
  const quota_bytes = usedBytes + bytes
  await cx.atomically(({ db }) =>
    db
      .insertInto("drive_storage")
      .values({ workspace_id, used_bytes: 0, quota_bytes })
      .onConflict((row) => row.column("workspace_id").doUpdateSet({ quota_bytes }))
      .execute(),
  )
}

const link = { destination: `https://example.com/${"a".repeat(500)}` }
const text = "word ".repeat(4_000)

onBothDatabases("docs, versions, conversations and links count by kind, and release their bytes", async (t, kind) => {
  const here = await world(t, kind)
  const { act, cx, clock } = here
  assert.deepEqual(await kindsOf(here), { files: 0, docs: 0, versions: 0, conversations: 0, links: 0 })

  const { id: linkId } = await act("member", createLink, link)
  await act("member", askAssistant, { text })
  const { id } = await act("member", importDoc, { fileName: "a.md", markdown: text })
  const imported = await kindsOf(here)
  assert.ok(imported.links > 500 && imported.conversations > 20_000 && imported.docs > 20_000, JSON.stringify(imported))

  const content = await openContent(here.app, id)
  const typist = new Typist(content, await signIn(here, "member"))
  await typist.write(text)
  clock.advance(20 * minuteMs)
  await typist.write("after a pause")
  await content.close()
  const written = await kindsOf(here)
  assert.ok(written.versions > 40_000, "the version before the pause counts")
  assert.ok(written.docs > 2 * imported.docs, "the state and the JSON of the doc count")

  await act("member", trashDoc, { id })
  await act("member", trashLink, { id: linkId })
  assert.deepEqual(await kindsOf(here), written, "what is in the trash counts")
  clock.advance(31 * dayMs)
  await sweepTables(cx, "docs")
  await sweepTables(cx, "short_links")
  await countAll(cx)
  const { conversations } = written
  assert.deepEqual(await kindsOf(here), { files: 0, docs: 0, versions: 0, conversations, links: 0 })
  assert.equal((await findStorage(cx, here.workspaceId)).counted_bytes, conversations, "the sweeper counts it")
})

/** All writes of a member that take storage. */
async function writesOf(here: World) {
  const { act, app, callers } = here
  const id = await makeDoc(here)
  await act("member", writeDoc, { id, how: "append", markdown: text })
  here.clock.advance(20 * minuteMs)
  await act("member", writeDoc, { id, how: "replace", markdown: "short" })
  return {
    "an upload": () => putDriveFile(app, callers.member, { name: "a.txt", bytes: text }),
    "a new doc": () => act("member", createDoc, { title: "Another" }),
    "an import": () => act("member", importDoc, { fileName: "a.md", markdown: text }),
    "a write by a tool": () => act("member", writeDoc, { id, how: "append", markdown: text }),
    "a version that is put back": () => act("member", restoreDocVersion, { id, version: 1 }),
    "a link": () => act("member", createLink, link),
    "an import of links": () => act("member", importLinks, { rows: [link] }),
    "a question to the assistant": () => act("member", askAssistant, { text }),
  }
}

onBothDatabases("409 for each write that a workspace has no room for, and nothing is stored", async (t, kind) => {
  const here = await world(t, kind)
  const writes = await writesOf(here)
  await leaveRoom(here, 100)
  const before = await kindsOf(here)
  here.clock.advance(10 * minuteMs)
  for (const [what, write] of Object.entries(writes)) {
    await assert.rejects(write, { code: "conflict", message: "Storage is full.", hint: /trash/ }, what)
    assert.deepEqual(await kindsOf(here), before, what)
  }
  await leaveRoom(here, 1_000_000)
  here.clock.advance(10_000)
  for (const [what, write] of Object.entries(writes)) await assert.doesNotReject(write, what)
})

onBothDatabases("409 at the ceiling of the installation, which counts all workspaces", async (t, kind) => {
  const here = await world(t, kind)
  await writesOf(here)
  const elsewhere = await world(t, kind)
  const writes = await writesOf(elsewhere)
  for (const one of [here, elsewhere]) {
    one.clock.advance(2 * 60 * minuteMs)
    await countAll(one.cx)
  }
  const { usedBytes } = await elsewhere.act("viewer", getStorage, {})
  for (const [mostBytes, isFull] of [
    [usedBytes + 100, true],
    [usedBytes + 10_000_000, false],
  ] as const) {
    Object.assign(elsewhere.app, { admission: { ...elsewhere.app.admission, storageBytes: mostBytes } })
    for (const [what, write] of Object.entries(writes)) {
      const refused = { code: "conflict", message: "This installation is out of storage.", hint: /abuse@/ }
      if (isFull) await assert.rejects(write, refused, what)
      else await assert.doesNotReject(write, what)
    }
  }
})

onBothDatabases(
  "a full workspace's doc accepts deletions only, and accepts words once there is room",
  async (t, kind) => {
    const here = await world(t, kind)
    const id = await makeDoc(here)
    const content = await openContent(here.app, id)
    const typist = new Typist(content, await signIn(here, "member"))
    assert.deepEqual(await typist.write("kept"), ["stored"])
    await content.settle()
    await leaveRoom(here, 0)
    here.clock.advance(10 * minuteMs)

    typist.type("for later")
    const later = typist.unsent.splice(0)
    assert.equal(await typist.bringBack(), "full")
    const other = new Typist(content, await signIn(here, "admin"))
    other.doc.transact(() => sharedText(other.doc).delete(0, 2))
    assert.deepEqual(await other.send(), ["stored"])
    assert.equal(later.length, 1)

    await leaveRoom(here, 1_000)
    here.clock.advance(10_000)
    assert.equal(await typist.bringBack(), "stored")
    await content.settle()
    assert.match(JSON.stringify((await here.act("viewer", getDoc, { id })).body), /for later/)
  },
)

onPostgres("no write waits for another's count of the workspace's storage", async (t) => {
  const here = await world(t, "postgres")
  const id = await makeDoc(here)
  const content = await openContent(here.app, id)
  const typist = new Typist(content, await signIn(here, "member"))
  here.clock.advance(10 * minuteMs)
  await here.cx.atomically(async (cx) => {
    await cx.db.updateTable("drive_storage").set({ counted_at: cx.now() }).execute()
    assert.deepEqual(await typist.write("while the row is locked"), ["stored"])
    await here.act("member", createLink, link)
  })
})
