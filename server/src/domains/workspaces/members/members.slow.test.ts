import assert from "node:assert/strict"
import { describe } from "node:test"
import type { Caller } from "#access/context.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { insertMember, insertWorkspace, world } from "#test/support/worlds/world.ts"
import { changeRole, leaveWorkspace, removeMember } from "../index.ts"

const idOf = (caller: Caller) => (caller.kind === "anonymous" ? "" : caller.accountId)

describe("members", () => {
  onBothDatabases("keep an owner when two leave, remove or demote each other at once, 30 times", async (t, kind) => {
    const studio = await world(t, kind)
    const { act, app } = studio
    const owners = async (slug: string) => {
      const workspaceId = await insertWorkspace(app, slug, slug)
      const made = await Promise.all(
        [`${slug}a`, `${slug}b`].map((name) => insertMember(app, { workspaceId, slug: name }, "owner")),
      )
      return made.map((owner) => ({ ...owner, workspaceSlug: slug }) as Caller)
    }
    const ways = [
      (by: Caller) => act(by, leaveWorkspace, {}),
      (by: Caller, other: Caller) => act(by, changeRole, { accountId: idOf(other), role: "member" }),
      (by: Caller, other: Caller) => act(by, removeMember, { accountId: idOf(other) }),
    ]
    for (const [way, end] of ways.entries()) {
      const pairs = await Promise.all(Array.from({ length: 10 }, (_, round) => owners(`w${way}r${round}`)))
      await Promise.all(
        pairs.map(async ([one, two]) => {
          if (!one || !two) return
          const ended = await Promise.allSettled([end(one, two), end(two, one)])
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
  })
})
