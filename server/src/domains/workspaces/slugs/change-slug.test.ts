import assert from "node:assert/strict"
import { describe } from "node:test"
import { anonymous, type Caller } from "#access/context.ts"
import { findNamedWorkspace } from "#access/standing.ts"
import { sweepTables } from "#engines/jobs/retention.ts"
import { dayMs } from "#kernel/time/units.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { changeSlug, checkSlug, createWorkspace, getOwnWorkspace } from "../index.ts"

const at = (caller: Caller, workspaceSlug: string): Caller => ({ ...caller, workspaceSlug }) as Caller

async function isFree({ act }: World, slug: string): Promise<boolean> {
  return (await act(anonymous, checkSlug, { slug })).available
}

describe("another slug", () => {
  onBothDatabases(
    "is the workspace's at once; the former one leads there for 90 days, for members only",
    async (t, kind) => {
      const studio = await world(t, kind)
      const { act, cx, callers, clock, workspaceId } = studio
      const { slug, formerSlug, heldUntil } = await act("owner", changeSlug, { slug: "Ink & Co" })

      assert.deepEqual([slug, formerSlug, heldUntil], ["inkco", "studio", clock.now() + 90 * dayMs])
      for (const named of ["inkco", "studio"]) {
        assert.equal((await act(at(callers.viewer, named), getOwnWorkspace, {})).slug, "inkco", named)
        const reached = { accountId: (callers.viewer as { accountId: string }).accountId, workspaceId: null }
        assert.equal(await findNamedWorkspace(cx, reached, named), workspaceId, named)
        await assert.rejects(act(at(callers.stranger, named), getOwnWorkspace, {}), { code: "workspace_forbidden" })
        assert.equal(await isFree(studio, named), false, named)
      }

      clock.advance(90 * dayMs)
      await assert.rejects(act(at(callers.viewer, "studio"), getOwnWorkspace, {}), { code: "workspace_forbidden" })
      assert.equal(await isFree(studio, "studio"), true)
      await act("stranger", createWorkspace, { name: "Another", slug: "studio" })
      await sweepTables(cx, "directory")
      await assert.rejects(act(at(callers.viewer, "studio"), getOwnWorkspace, {}), { code: "workspace_forbidden" })
      assert.equal((await act(at(callers.viewer, "inkco"), getOwnWorkspace, {})).slug, "inkco")
    },
  )

  onSqlite(
    "is refused when it is reserved, taken, held by others or unchanged, and to all but owners",
    async (t, kind) => {
      const studio = await world(t, kind)
      const { act, callers } = studio
      await act("stranger", changeSlug, { slug: "moved-away" })
      for (const slug of ["admin", "moved-away", "elsewhere", "studio"]) {
        await assert.rejects(act("owner", changeSlug, { slug }), { code: "conflict", field: "slug" }, slug)
      }
      await assert.rejects(act("owner", changeSlug, { slug: "a-" }), { code: "invalid_request", field: "slug" })
      await assert.rejects(act("admin", changeSlug, { slug: "inkco" }), { neededRole: "owner" })
      await assert.rejects(act("owner", createWorkspace, { name: "Squat", slug: "elsewhere" }), { code: "conflict" })
      assert.equal((await act(callers.owner, getOwnWorkspace, {})).slug, "studio")
    },
  )

  onSqlite("may be one that the workspace had before; it holds five at the most", async (t, kind) => {
    const { act, callers } = await world(t, kind)
    let owner = callers.owner
    const move = async (slug: string) => {
      await act(owner, changeSlug, { slug })
      owner = at(owner, slug)
    }
    for (const slug of ["one-1", "two-2", "three-3", "four-4", "five-5"]) await move(slug)

    await assert.rejects(move("six-6"), { code: "conflict", message: /five|5 former/ })
    await move("studio")
    assert.equal((await act(at(owner, "five-5"), getOwnWorkspace, {})).slug, "studio")
  })

  onBothDatabases(
    "that two workspaces request at once is given to one of them, also if it is just being released",
    async (t, kind) => {
      const { act } = await world(t, kind)
      const both = await Promise.allSettled([
        act("owner", changeSlug, { slug: "wanted" }),
        act("stranger", changeSlug, { slug: "wanted" }),
        act("member", createWorkspace, { name: "Wanted", slug: "wanted" }),
      ])
      assert.equal(both.filter(({ status }) => status === "fulfilled").length, 1)
      for (const one of both)
        if (one.status === "rejected") assert.equal(one.reason.code, "conflict", String(one.reason))
    },
  )
})
