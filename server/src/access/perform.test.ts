import assert from "node:assert/strict"
import { test } from "node:test"
import { z } from "zod"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { insertMember, insertWorkspace, world } from "#test/support/worlds/world.ts"
import { personAction, workspaceAction } from "./action.ts"
import { anonymous, type Caller, type WorkspaceName } from "./context.ts"
import { type Exchange, silentExchange } from "./exchange.ts"
import { perform } from "./perform.ts"
import { roles } from "./roles.ts"

const whereAmI = workspaceAction("member", "links:read", {
  input: z.object({ word: z.string().max(5).describe("A short word.") }),
  output: z.object({ workspaceId: z.string(), word: z.string() }),
  run: async (cx, { word }) => ({ workspaceId: cx.workspaceId, word }),
})

const whoAmI = personAction("links:read", {
  input: z.object({}),
  output: z.object({ accountId: z.string() }),
  run: async ({ accountId }) => ({ accountId }),
})

const consoleOnly = workspaceAction("member", "console", whereAmI)

function connectionOf(caller: Caller, workspaceId: WorkspaceId, ...scopes: "links:read"[]): Caller {
  assert.equal(caller.kind, "person")
  const workspace = { workspaceId }
  return { kind: "connection", accountId: caller.accountId, grantId: "grant_1", workspace, scopes: new Set(scopes) }
}

test("a rule sees a person's session and network, and neither of a person without them", async (t) => {
  const { act, callers } = await world(t)
  const seen: object[] = []
  const run = async ({ sessionId, network }: { sessionId?: string; network?: string }) => {
    seen.push({ sessionId, network })
    return {}
  }
  const empty = { input: z.object({}), output: z.object({}), run } as const
  const known = { sessionId: "session_1", network: "192.0.2.1" }
  for (const action of [personAction("console", empty), workspaceAction("viewer", "console", empty)]) {
    await act({ ...callers.viewer, ...known } as Caller, action, {})
    await act("viewer", action, {})
  }
  const unknown = { sessionId: undefined, network: undefined }
  assert.deepEqual(seen, [known, unknown, known, unknown])
})

test("a member gets in, and the rule sees their workspace", async (t) => {
  const { act, workspaceId } = await world(t)
  assert.deepEqual(await act("member", whereAmI, { word: "hi" }), { workspaceId, word: "hi" })
})

test("each role includes the weaker roles", async (t) => {
  const { act } = await world(t)
  for (const role of roles) {
    const entered = act(role, whereAmI, { word: "hi" })
    if (role === "viewer") await assert.rejects(entered, { code: "workspace_forbidden" })
    else await entered
  }
})

test("an anonymous caller is refused before the input is read", async (t) => {
  const { act } = await world(t)
  await assert.rejects(act(anonymous, whereAmI, "not even an object"), { code: "invalid_token" })
})

test("a person of another workspace is not a member here", async (t) => {
  const { act, callers } = await world(t)
  assert.equal(callers.stranger.kind, "person")
  const intruder: Caller = { ...callers.stranger, workspaceSlug: "studio" }
  await assert.rejects(act(intruder, whereAmI, { word: "hi" }), { code: "workspace_forbidden" })
})

test("a removal takes effect on the next call", async (t) => {
  const { act, app, callers } = await world(t)
  const { member } = callers
  assert.equal(member.kind, "person")
  await act(member, whereAmI, { word: "hi" })

  await app.database.transaction((db) => db.deleteFrom("members").where("account_id", "=", member.accountId).execute())

  await assert.rejects(act(member, whereAmI, { word: "hi" }), { code: "workspace_forbidden" })
})

test("a deleted workspace has no members", async (t) => {
  const { act, app } = await world(t)
  await app.database.transaction((db) => db.updateTable("workspaces").set({ deleted_at: 1 }).execute())
  await assert.rejects(act("owner", whereAmI, { word: "hi" }), { code: "workspace_forbidden" })
})

test("a connection needs the scope, and never reaches console-only actions", async (t) => {
  const { act, callers, workspaceId } = await world(t)
  const granted = connectionOf(callers.member, workspaceId, "links:read")

  await act(granted, whereAmI, { word: "hi" })
  const without = connectionOf(callers.member, workspaceId)
  await assert.rejects(act(without, whereAmI, { word: "hi" }), { code: "insufficient_scope" })
  await assert.rejects(act(granted, consoleOnly, { word: "hi" }), { code: "insufficient_scope" })
})

test("a person in two workspaces acts in the one they named", async (t) => {
  const { act, app, callers } = await world(t)
  const other = await insertWorkspace(app, "second", "Second")
  const { accountId } = (await insertMember(app, { workspaceId: other, slug: "second" }, "owner")) as {
    accountId: string
  }
  assert.equal(callers.owner.kind, "person")
  const there: Caller = { kind: "person", accountId, workspaceSlug: "second" }
  assert.equal((await act(there, whereAmI, { word: "hi" })).workspaceId, other)
})

test("a bound connection reads its person's own lists only while they are a member", async (t) => {
  const { app, callers, workspaceId } = await world(t)
  const every = connectionOf(callers.member, workspaceId, "links:read")
  const bound = { ...every, boundAt: app.now() }
  const places: (WorkspaceName | undefined)[] = []
  const ask = (caller: Caller) =>
    perform({ app, caller, exchange: { ...silentExchange, enter: (place) => places.push(place) } }, whoAmI, {})
  await ask(bound)
  await ask(callers.member)
  assert.deepEqual(places, [{ slug: "studio", name: "Studio Ada" }], "a person without a connection acts in none")

  await app.database.transaction((db) => db.deleteFrom("members").execute())

  await assert.rejects(ask(bound), { code: "workspace_forbidden" })
  await ask(every)
  assert.equal(places.length, 1, "nor does a connection whose default they have left")
})

test("faults of the input are listed with what the fields take", async (t) => {
  const { act } = await world(t)
  await assert.rejects(act("member", whereAmI, { word: "far too long" }), {
    code: "invalid_request",
    message: "`word` is too long; use at most 5 characters.",
    hint: /A short word\./,
  })
})

test("a forged workspace id does not compile", () => {
  // @ts-expect-error: a string is not a WorkspaceId
  const forged: WorkspaceId = "workspace_mine"
  assert.ok(forged)
})

test("a transaction's context has no adapters", () => {
  workspaceAction("member", "links:read", {
    ...whereAmI,
    run: (cx, { word }) =>
      cx.atomically(async (inside) => {
        // @ts-expect-error: a transaction cannot send mail
        assert.equal(inside.mail, undefined)
        // @ts-expect-error: transactions do not nest
        assert.equal(inside.atomically, undefined)
        return { workspaceId: inside.workspaceId, word }
      }),
  })
})

onBothDatabases("after a removal during a call, the call writes nothing more", async (t, kind) => {
  const { act, app, callers } = await world(t, kind)
  const { member } = callers
  assert.equal(member.kind, "person")
  const rename = workspaceAction("member", "links:read", {
    ...whereAmI,
    async run(cx, { word }) {
      await app.database.transaction((db) => db.deleteFrom("members").where("account_id", "=", cx.accountId).execute())
      return cx.atomically(async ({ workspaceId }) => ({ workspaceId, word }))
    },
  })

  await assert.rejects(act(member, rename, { word: "hi" }), { code: "workspace_forbidden" })
})

onBothDatabases("after a revocation during a call, the call writes nothing more", async (t, kind) => {
  const { act, app, callers, workspaceId } = await world(t, kind)
  assert.equal(callers.member.kind, "person")
  const grant = {
    id: "grant_1",
    account_id: callers.member.accountId,
    client_id: "client",
    workspace_id: workspaceId,
    default_workspace_id: workspaceId,
    scope: "links:read",
    resource: "http://localhost:3000/mcp",
    redirect_uri: "http://localhost/callback",
    created_at: 1,
    last_used_at: null,
    revoked_at: null,
    revoked_reason: null,
    left_out: "",
    expires_at: 2,
  }
  await app.database.transaction((db) => db.insertInto("grants").values(grant).execute())
  const connection = connectionOf(callers.member, workspaceId, "links:read")
  const written: string[] = []
  const write = workspaceAction("member", "links:read", {
    ...whereAmI,
    async run(cx, { word }) {
      await cx.atomically(async () => written.push(word))
      await app.database.transaction((db) => db.updateTable("grants").set({ revoked_at: 1 }).execute())
      return cx.atomically(async ({ workspaceId }) => ({ workspaceId, word: `${written.push("after")}` }))
    },
  })

  await assert.rejects(act(connection, write, { word: "hi" }), { code: "invalid_token" })
  assert.deepEqual(written, ["hi"])
})

onBothDatabases("a surface's record of a write commits with the write, or not at all", async (t, kind) => {
  const { app, callers } = await world(t, kind)
  const recordWrite: Exchange["recordWrite"] = async ({ db }) => {
    await db.updateTable("workspaces").set({ name: "recorded" }).execute()
  }
  const fails = workspaceAction("member", "links:read", {
    ...whereAmI,
    run: (cx) => cx.atomically(() => Promise.reject(new Error("no"))),
  })
  const names = () => app.database.read.selectFrom("workspaces").select("name").distinct().execute()

  await assert.rejects(
    perform({ app, caller: callers.member, exchange: { ...silentExchange, recordWrite } }, fails, { word: "hi" }),
    /no/,
  )
  assert.equal((await names()).length, 2)

  const writes = workspaceAction("member", "links:read", {
    ...whereAmI,
    run: (cx, { word }) => cx.atomically(async (cx) => ({ ...cx, word })),
  })
  await perform({ app, caller: callers.member, exchange: { ...silentExchange, recordWrite } }, writes, { word: "hi" })
  assert.deepEqual(valuesOf(await names(), "name"), ["recorded"])
})

test("a connection from before a person left stays ended after they rejoin", async (t) => {
  const { act, app, callers, workspaceId, clock } = await world(t)
  const connection = connectionOf(callers.member, workspaceId, "links:read")

  await perform({ app, caller: { ...connection, boundAt: clock.now() } as Caller }, whereAmI, { word: "hi" })
  const before = { ...connection, boundAt: clock.now() - 1 } as Caller
  await assert.rejects(act(before, whereAmI, { word: "hi" }), { code: "workspace_forbidden" })
})
