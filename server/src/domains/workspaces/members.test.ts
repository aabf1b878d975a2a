import assert from "node:assert/strict"
import { describe } from "node:test"
import type { Caller } from "#access/caller.ts"
import { perform } from "#access/perform.ts"
import { onBothDatabases } from "#test/support/databases.ts"
import { insertMember, insertWorkspace, type World, world } from "#test/support/world.ts"
import { changeRole, leaveWorkspace, listMembers, listWorkspaces, removeMember } from "./index.ts"

const idOf = (caller: Caller) => (caller.kind === "anonymous" ? "" : caller.accountId)
const rolesOf = async ({ app }: World, by: Caller) =>
  Object.fromEntries((await perform(app, listMembers, by, {})).items.map(({ accountId, role }) => [accountId, role]))

describe("members", () => {
  onBothDatabases("are listed for everybody in the workspace, and for nobody else", async (t, kind) => {
    const { app, callers, workspaceId } = await world(t, kind)
    const { items } = await perform(app, listMembers, callers.viewer, {})

    assert.deepEqual(items.map(({ email }) => email).sort(), [
      "admin@studio.example",
      "member@studio.example",
      "owner@studio.example",
      "viewer@studio.example",
    ])
    assert.deepEqual(
      items.filter(({ isCaller }) => isCaller).map(({ accountId }) => accountId),
      [idOf(callers.viewer)],
    )
    const stranger = { ...callers.stranger, workspaceSlug: "studio" }
    await assert.rejects(perform(app, listMembers, stranger as Caller, {}), { code: "workspace_forbidden" })
    assert.ok(workspaceId)
  })

  onBothDatabases("get roles from admins; owners are made and unmade by owners alone", async (t, kind) => {
    const studio = await world(t, kind)
    const { app, callers } = studio
    const change = (by: Caller, who: Caller, role: string) =>
      perform(app, changeRole, by, { accountId: idOf(who), role })

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

  onBothDatabases("who are removed are refused from the next call on, there and nowhere else", async (t, kind) => {
    const { app, callers } = await world(t, kind)
    const other = await insertWorkspace(app, "second", "Second")
    const account = idOf(callers.member)
    const row = { workspace_id: other, account_id: account, role: "viewer" as const, created_at: app.now() }
    await app.database.transaction((db) => db.insertInto("members").values(row).execute())
    await perform(app, listMembers, callers.member, {})

    await perform(app, removeMember, callers.admin, { accountId: account })

    await assert.rejects(perform(app, listMembers, callers.member, {}), { code: "workspace_forbidden" })
    const { workspaces } = await perform(app, listWorkspaces, callers.member, {})
    assert.deepEqual(
      workspaces.map(({ slug, role }) => [slug, role]),
      [["second", "viewer"]],
    )
    await assert.rejects(perform(app, removeMember, callers.admin, { accountId: account }), { code: "not_found" })
    await assert.rejects(perform(app, removeMember, callers.admin, { accountId: idOf(callers.owner) }), {
      code: "workspace_forbidden",
    })
    await assert.rejects(perform(app, removeMember, callers.viewer, { accountId: idOf(callers.admin) }), {
      code: "workspace_forbidden",
    })
  })

  onBothDatabases("may leave, but not the last owner", async (t, kind) => {
    const { app, callers } = await world(t, kind)
    await assert.rejects(perform(app, leaveWorkspace, callers.owner, {}), { code: "conflict" })
    await perform(app, leaveWorkspace, callers.viewer, {})
    await assert.rejects(perform(app, leaveWorkspace, callers.viewer, {}), { code: "workspace_forbidden" })
    await perform(app, changeRole, callers.owner, { accountId: idOf(callers.admin), role: "owner" })
    await perform(app, leaveWorkspace, callers.owner, {})
    await assert.rejects(perform(app, leaveWorkspace, callers.admin, {}), { code: "conflict" })
  })

  onBothDatabases(
    "keep an owner when two leave, remove or demote each other at once, thirty times",
    async (t, kind) => {
      const studio = await world(t, kind)
      const { app } = studio
      const owners = async (slug: string) => {
        const workspaceId = await insertWorkspace(app, slug, slug)
        const made = await Promise.all(
          [`${slug}a`, `${slug}b`].map((name) => insertMember(app, { workspaceId, slug: name }, "owner")),
        )
        return made.map((owner) => ({ ...owner, workspaceSlug: slug }) as Caller)
      }
      const ways = [
        (by: Caller) => perform(app, leaveWorkspace, by, {}),
        (by: Caller, other: Caller) => perform(app, changeRole, by, { accountId: idOf(other), role: "member" }),
        (by: Caller, other: Caller) => perform(app, removeMember, by, { accountId: idOf(other) }),
      ]
      for (const [way, act] of ways.entries()) {
        const pairs = await Promise.all(Array.from({ length: 10 }, (_, round) => owners(`w${way}r${round}`)))
        await Promise.all(
          pairs.map(async ([one, two]) => {
            if (!one || !two) return
            const ended = await Promise.allSettled([act(one, two), act(two, one)])
            assert.equal(ended.filter(({ status }) => status === "fulfilled").length, 1)
          }),
        )
      }
      const left = await app.database.read
        .selectFrom("members")
        .innerJoin("workspaces", "workspaces.id", "members.workspace_id")
        .select("workspaces.slug")
        .where("members.role", "=", "owner")
        .where("workspaces.slug", "like", "w%r%")
        .execute()
      assert.equal(new Set(left.map(({ slug }) => slug)).size, 30)
      assert.equal(left.length, 30)
    },
  )
})
