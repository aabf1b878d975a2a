import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import * as Y from "yjs"
import type { Role } from "#access/roles.ts"
import { noteAccess } from "#changes/note-change.ts"
import { endSession } from "#domains/accounts/index.ts"
import { openContent, trashDoc } from "#domains/docs/index.ts"
import { changeRole, eraseAccount, leaveWorkspace, removeMember, trashWorkspace } from "#domains/workspaces/index.ts"
import { until } from "#test/support/basics/until.ts"
import { openEditor } from "#test/support/docs/doc-editor.ts"
import { linesIn } from "#test/support/docs/shared-lines.ts"
import { Typist } from "#test/support/docs/writers.ts"
import { silentBus } from "#test/support/stand-ins/silent-bus.ts"
import { type DocsWorld, docsWorld, type Entered } from "#test/support/worlds/docs-world.ts"

/** The events that end a person's access to an open doc, and the close code for the browser. */
const ends: Record<string, { who?: Role; code: number; end(world: DocsWorld, entered: Entered): Promise<unknown> }> = {
  "is removed": {
    code: 4403,
    end: ({ act }, { accountId }) => act("owner", removeMember, { accountId }),
  },
  leaves: {
    code: 4403,
    end: ({ act }) => act("member", leaveWorkspace, {}),
  },
  "becomes a viewer": {
    code: 4403,
    end: ({ act }, { accountId }) => act("owner", changeRole, { accountId, role: "viewer" }),
  },
  "is a viewer and becomes a member": {
    who: "viewer",
    code: 4403,
    end: ({ act }, { accountId }) => act("owner", changeRole, { accountId, role: "member" }),
  },
  "is signed out": {
    code: 4401,
    end: ({ act, callers }, { sessionId }) => act(callers.member, endSession, { id: sessionId }),
  },
  "erases their account": {
    code: 4401,
    end: ({ act }) => act("member", eraseAccount, { email: "member@studio.example" }),
  },
  "is in a workspace that is moved to the trash": {
    code: 4403,
    end: ({ act }) => act("owner", trashWorkspace, { slug: "studio" }),
  },
  "is in a workspace that is suspended": {
    code: 4403,
    end: ({ cx, workspaceId }, { accountId }) =>
      cx.atomically(async (cx) => {
        await cx.db.updateTable("workspaces").set({ suspended_at: 1 }).where("id", "=", workspaceId).execute()
        noteAccess(cx, accountId)
      }),
  },
  "has a doc open that is moved to the trash": {
    code: 4404,
    end: ({ act, docId }) => act("admin", trashDoc, { id: docId }),
  },
}

for (const [what, { who = "member", code, end }] of Object.entries(ends)) {
  test(`the socket of a person who ${what} ends at once, and other people's sockets stay`, async (t) => {
    const world = await docsWorld(t)
    const { editor, entered } = await open(t, world, who)
    const other = await world.open("owner")
    await other.shows("")

    await end(world, entered)
    await until(async () => editor.closes.length > 0)
    assert.deepEqual(editor.closes, [code])
    if (code === 4404 || what.includes("workspace")) return
    other.type("still here")
    await other.saved()
    assert.deepEqual(other.closes, [])
  })
}

/** An editor that does not reconnect. */
async function open(t: TestContext, world: DocsWorld, who: Role) {
  const entered = await world.enter(who)
  const editor = openEditor(entered, world.docId, { isStubborn: false })
  t.after(editor.close)
  await editor.shows("")
  return { editor, entered }
}

test("other sessions of a person stay, and so do sockets when a new role allows the same", async (t) => {
  const world = await docsWorld(t)
  const [one, other] = [await open(t, world, "member"), await open(t, world, "member")]
  await world.act("owner", changeRole, { accountId: one.entered.accountId, role: "admin" })
  await world.act(world.callers.member, endSession, { id: one.entered.sessionId })
  await until(async () => one.editor.closes.length > 0)

  other.editor.type("still here")
  await other.editor.saved()
  assert.deepEqual(other.editor.closes, [])
})

test("a member who becomes a viewer reconnects as a viewer, and earlier words are kept", async (t) => {
  const world = await docsWorld(t)
  const ada = await world.open("member")
  await ada.shows("")
  ada.type("as a member")
  await ada.saved()
  const { accountId } = world.callers.member as { accountId: string }
  await world.act("owner", changeRole, { accountId, role: "viewer" })
  await until(async () => ada.closes.length === 1 && ada.provider.authorizedScope === "readonly")

  ada.type("as a viewer")
  const later = await world.open("owner")
  await later.shows("", "as a member")
  assert.equal(ada.provider.hasUnsyncedChanges, true)
})

test("a removal without a bus message is found within half a minute", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] })
  const world = await docsWorld(t)
  const { editor } = await open(t, world, "member")
  const { accountId } = world.callers.member as { accountId: string }
  await world.app.database.transaction((db) => db.deleteFrom("members").where("account_id", "=", accountId).execute())
  t.mock.timers.tick(30_000)
  await until(async () => editor.closes.length > 0)
  assert.deepEqual(editor.closes, [4403])
})

test("other processes' updates are shown after a bus message, after a gap, and while the bus is down", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] })
  const bus = silentBus()
  const world = await docsWorld(t, { change: (app) => ({ ...app, bus: bus.port }) })
  const { editor, entered } = await open(t, world, "member")
  const elsewhere = await openContent(world.app, world.docId)
  const writer = { ...entered, workspaceId: world.workspaceId }
  const typist = new Typist(elsewhere, writer)

  await typist.write("told")
  bus.tell("docs", `${world.docId}:1`)
  await editor.shows("", "told")
  await typist.write("back")
  bus.gap()
  await editor.shows("", "told", "back")
  await typist.write("away")
  bus.isAway = true
  t.mock.timers.tick(2_000)
  await editor.shows("", "told", "back", "away")

  bus.isAway = false
  await typist.write("lost")
  t.mock.timers.tick(2_000)
  t.mock.timers.tick(30_000)
  await editor.shows("", "told", "back", "away", "lost")
  editor.type("and here")
  await editor.saved()
  for (const update of await elsewhere.readNew()) Y.applyUpdate(typist.doc, update, "server")
  assert.equal(linesIn(typist.doc).length, 6)
  await elsewhere.close()
})

test("a full workspace ends the writer's socket with its own code, and stores the words when there is room", async (t) => {
  const world = await docsWorld(t)
  const ada = await world.open("member")
  await ada.shows("")
  const { workspaceId: workspace_id } = world
  const allow = (quota_bytes: number) =>
    world.app.database.transaction((db) =>
      db.updateTable("drive_storage").set({ quota_bytes }).where("workspace_id", "=", workspace_id).execute(),
    )
  await allow(0)
  ada.type("typed while it is full")
  await until(async () => ada.closes.length > 0)
  assert.equal(ada.closes[0], 4507)

  await allow(1_000_000)
  world.clock.advance(10_000)
  await ada.saved()
  await (await world.open("owner")).shows("", "typed while it is full")
})
