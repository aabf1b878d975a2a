import assert from "node:assert/strict"
import { describe } from "node:test"
import type { Caller } from "#access/context.ts"
import { perform } from "#access/perform.ts"
import { rowsOf, valuesOf } from "#test/support/basics/values-of.ts"
import { onSqlite } from "#test/support/databases/test-databases.ts"
import { insertWorkspace, type World, world } from "#test/support/worlds/world.ts"
import { changeRole, leaveWorkspace, listMembers, listWorkspaces, removeMember } from "../index.ts"

const idOf = (caller: Caller) => (caller.kind === "anonymous" ? "" : caller.accountId)
const rolesOf = async ({ act }: World, by: Caller) =>
  Object.fromEntries((await act(by, listMembers, {})).items.map(({ accountId, role }) => [accountId, role]))

describe("members", () => {
  onSqlite("are listed for members of the workspace only", async (t, kind) => {
    const { act, app, callers, workspaceId } = await world(t, kind)
    const { items } = await act("viewer", listMembers, {})

    assert.deepEqual(items.map(({ email }) => email).sort(), [
      "admin@studio.example",
      "member@studio.example",
      "owner@studio.example",
      "viewer@studio.example",
    ])
    assert.deepEqual(
      valuesOf(
        items.filter(({ isCaller }) => isCaller),
        "accountId",
      ),
      [idOf(callers.viewer)],
    )
    const stranger = { ...callers.stranger, workspaceSlug: "studio" }
    await assert.rejects(perform({ app, caller: stranger as Caller }, listMembers, {}), { code: "workspace_forbidden" })
    assert.ok(workspaceId)
  })

  onSqlite("get roles from admins; only owners make and demote owners", async (t, kind) => {
    const studio = await world(t, kind)
    const { act, callers } = studio
    const change = (by: Caller, who: Caller, role: string) => act(by, changeRole, { accountId: idOf(who), role })

    await change(callers.admin, callers.viewer, "member")
    for (const [by, who, role] of [
      [callers.admin, callers.member, "owner"],
      [callers.admin, callers.owner, "admin"],
      [callers.member, callers.viewer, "viewer"],
      [callers.viewer, callers.viewer, "admin"],
    ] as const) {
      await assert.rejects(change(by, who, role), { code: "workspace_forbidden" })
    }
    await assert.rejects(change(callers.owner, callers.stranger, "member"), { code: "not_found" })
    await assert.rejects(change(callers.owner, callers.owner, "admin"), { code: "conflict" })

    await change(callers.owner, callers.admin, "owner")
    await change(callers.owner, callers.owner, "viewer")
    assert.deepEqual(await rolesOf(studio, callers.admin), {
      [idOf(callers.owner)]: "viewer",
      [idOf(callers.admin)]: "owner",
      [idOf(callers.member)]: "member",
      [idOf(callers.viewer)]: "member",
    })
  })

  onSqlite("who are removed are refused from the next call on, in that workspace only", async (t, kind) => {
    const { act, app, callers } = await world(t, kind)
    const other = await insertWorkspace(app, "second", "Second")
    const account = idOf(callers.member)
    const row = { workspace_id: other, account_id: account, role: "viewer" as const, created_at: app.now() }
    await app.database.transaction((db) => db.insertInto("members").values(row).execute())
    await act("member", listMembers, {})

    await act("admin", removeMember, { accountId: account })

    await assert.rejects(act("member", listMembers, {}), { code: "workspace_forbidden" })
    const { workspaces } = await act("member", listWorkspaces, {})
    assert.deepEqual(rowsOf(workspaces, "slug", "role"), [["second", "viewer"]])
    await assert.rejects(act("admin", removeMember, { accountId: account }), { code: "not_found" })
    await assert.rejects(act("admin", removeMember, { accountId: idOf(callers.owner) }), {
      code: "workspace_forbidden",
    })
    await assert.rejects(act("viewer", removeMember, { accountId: idOf(callers.admin) }), {
      code: "workspace_forbidden",
    })
  })

  onSqlite("may leave, but not the last owner", async (t, kind) => {
    const { act, callers } = await world(t, kind)
    await assert.rejects(act("owner", leaveWorkspace, {}), { code: "conflict" })
    await act("viewer", leaveWorkspace, {})
    await assert.rejects(act("viewer", leaveWorkspace, {}), { code: "workspace_forbidden" })
    await act("owner", changeRole, { accountId: idOf(callers.admin), role: "owner" })
    await act("owner", leaveWorkspace, {})
    await assert.rejects(act("admin", leaveWorkspace, {}), { code: "conflict" })
  })
})
