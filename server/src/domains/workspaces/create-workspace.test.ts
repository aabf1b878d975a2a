import assert from "node:assert/strict"
import { describe } from "node:test"
import { anonymous, type Caller } from "#access/context.ts"
import { perform } from "#access/perform.ts"
import { scopes } from "#access/scopes.ts"
import { rowsOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { world } from "#test/support/worlds/world.ts"
import { checkSlug, createWorkspace, listMembers, listWorkspaces, trashWorkspace } from "./index.ts"

describe("a workspace", () => {
  onSqlite("belongs to the person who makes it, under the normalised slug", async (t, kind) => {
    const { act, callers } = await world(t, kind)
    const made = await act("viewer", createWorkspace, { name: " Ink & Co ", slug: "Ink--Co!" })

    assert.deepEqual({ ...made, id: "" }, { id: "", name: "Ink & Co", slug: "ink-co" })
    const there = { ...callers.viewer, workspaceSlug: "ink-co" } as Caller
    const { items } = await act(there, listMembers, {})
    assert.deepEqual(rowsOf(items, "email", "role"), [["viewer@studio.example", "owner"]])
    assert.equal((await act(anonymous, checkSlug, { slug: "ink-co" })).available, false)
  })

  onSqlite(
    "is refused with a slug that is short, reserved or taken, with a long name, and to anonymous callers",
    async (t, kind) => {
      const { act, callers } = await world(t, kind)
      const make = (slug: string, by: Caller = callers.owner) => act(by, createWorkspace, { name: "Ink", slug })

      await assert.rejects(make("a-"), { code: "invalid_request" })
      await assert.rejects(make("Admin"), { code: "conflict" })
      await assert.rejects(make("STUDIO"), { code: "conflict" })
      const long = { name: "x".repeat(81), slug: "ink-co" }
      await assert.rejects(act("owner", createWorkspace, long), { message: /`name` is too long; use at most 80 / })
      await assert.rejects(make("ink-co", anonymous), { code: "invalid_token" })
    },
  )

  onSqlite(
    "is refused to an account that owns the maximum of workspaces, counting those in the trash",
    async (t, kind) => {
      const { app, callers } = await world(t, kind)
      const limited = { ...app, admission: { ...app.admission, workspacesOfAccount: 3 } }
      const make = (slug: string, caller: Caller) =>
        perform({ app: limited, caller }, createWorkspace, { name: "Ink", slug })
      await make("ink-0", callers.owner) // who owns `studio`
      const made = await Promise.allSettled([1, 2, 3, 4].map((n) => make(`ink-${n}`, callers.owner)))
      assert.equal(made.filter(({ status }) => status === "fulfilled").length, 1, "of four at once one was the last")
      const last = made.findIndex(({ status }) => status === "fulfilled") + 1
      const there = { ...callers.owner, workspaceSlug: `ink-${last}` } as Caller
      await perform({ app: limited, caller: there }, trashWorkspace, { slug: `ink-${last}` })
      await assert.rejects(make("ink-6", callers.owner), {
        code: "conflict",
        message: "You own 3 workspaces, the most for one account.",
      })
      await make("ink-7", callers.member)
    },
  )

  onBothDatabases("is refused when the operator's limit is reached, with an address to write to", async (t, kind) => {
    const { app, callers } = await world(t, kind)
    const full = { ...app, admission: { ...app.admission, workspaces: 3 } }
    const make = (slug: string) =>
      perform({ app: full, caller: callers.member }, createWorkspace, { name: "Ink", slug })
    await make("ink-1") // beside `studio` and `elsewhere`
    await assert.rejects(make("ink-2"), { code: "conflict", hint: "Contact abuse@atelier.example." })
  })

  onBothDatabases("is made once when several people request the same slug at once", async (t, kind) => {
    const { act, callers } = await world(t, kind)
    const people = [callers.owner, callers.admin, callers.member, callers.viewer]
    const made = await Promise.allSettled(people.map((by) => act(by, createWorkspace, { name: "Ink", slug: "ink-co" })))
    assert.equal(made.filter(({ status }) => status === "fulfilled").length, 1)
    for (const result of made) if (result.status === "rejected") assert.equal(result.reason.code, "conflict")
  })
})

describe("list_workspaces", () => {
  onBothDatabases("returns them by page, the one joined last first", async (t, kind) => {
    const { act, clock } = await world(t, kind)
    for (const slug of ["first-one", "second-one", "third-one"]) {
      clock.advance(1_000)
      await act("member", createWorkspace, { name: slug, slug })
    }
    const slugs: string[] = []
    for (let cursor: string | undefined, pages = 0; pages === 0 || cursor; pages += 1) {
      const page = await act("member", listWorkspaces, { limit: 2, ...(cursor && { cursor }) })
      slugs.push(...page.workspaces.map(({ slug }) => slug))
      cursor = page.nextCursor
    }
    assert.deepEqual(slugs, ["third-one", "second-one", "first-one", "studio"])
    await assert.rejects(act("member", listWorkspaces, { limit: 0 }), { code: "invalid_request" })
    await assert.rejects(act("member", listWorkspaces, { cursor: "x" }), { code: "invalid_request" })
  })

  onBothDatabases("returns a connection its one workspace, or all if it was granted all", async (t, kind) => {
    const { act, app, callers, workspaceId } = await world(t, kind)
    const accountId = callers.member.kind === "person" ? callers.member.accountId : ""
    await act("member", createWorkspace, { name: "Ink", slug: "ink-co" })
    const grant = { account_id: accountId, client_id: "c", default_workspace_id: workspaceId, scope: "workspace:read" }
    const rest = {
      left_out: "",
      resource: "r",
      redirect_uri: "u",
      created_at: app.now(),
      expires_at: app.now() + 1_000,
    }
    const rows = [
      { id: "grant_one", workspace_id: workspaceId, ...grant, ...rest },
      { id: "grant_all", workspace_id: null, ...grant, ...rest },
    ]
    await app.database.transaction((db) => db.insertInto("grants").values(rows).execute())
    const list = async (grantId: string) => {
      const all = new Set(Object.keys(scopes) as (keyof typeof scopes)[])
      const caller: Caller = { kind: "connection", accountId, grantId, scopes: all, workspace: { workspaceId } }
      return (await act(caller, listWorkspaces, {})).workspaces.map(({ slug }) => slug)
    }

    assert.deepEqual(await list("grant_one"), ["studio"])
    assert.deepEqual((await list("grant_all")).sort(), ["ink-co", "studio"])
  })
})
