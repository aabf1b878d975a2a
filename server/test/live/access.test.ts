import assert from "node:assert/strict"
import { describe } from "node:test"
import type { Caller } from "#access/context.ts"
import { readMessage } from "#adapters/mail/read-message.ts"
import { editProfile, endOtherSessions, endSession } from "#domains/accounts/index.ts"
import { suspend } from "#domains/operators/index.ts"
import {
  acceptInvitation,
  changeRole,
  eraseAccount,
  handOverWorkspace,
  inviteMember,
  leaveWorkspace,
  removeMember,
  trashWorkspace,
} from "#domains/workspaces/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { watchChanges } from "#test/support/workspace/watch-changes.ts"
import { type World, world } from "#test/support/worlds/world.ts"

const idOf = (caller: Caller) => (caller.kind === "anonymous" ? "" : caller.accountId)
const everybody = ({ callers: { stranger, ...own } }: World) => Object.values(own).map(idOf).sort()

describe("the streams and sockets of an account are checked again", () => {
  onBothDatabases("after its role changes, it is removed, or it leaves", async (t, kind) => {
    const studio = await world(t, kind)
    const { act, callers } = studio
    const { kinds, accounts } = watchChanges(studio)
    const accountId = idOf(callers.member)

    await act("admin", changeRole, { accountId, role: "viewer" })
    assert.deepEqual([accounts(), await kinds()], [[accountId], ["members"]])
    await act("admin", removeMember, { accountId })
    assert.deepEqual([accounts(), await kinds()], [[accountId], ["members"]])
    await act("viewer", leaveWorkspace, {})
    assert.deepEqual([accounts(), await kinds()], [[idOf(callers.viewer)], ["members"]])
    await act("owner", handOverWorkspace, { accountId: idOf(callers.admin), name: "Studio Ada" })
    assert.deepEqual(accounts().sort(), [idOf(callers.admin), idOf(callers.owner)].sort())
    await assert.rejects(act("owner", removeMember, { accountId: idOf(callers.stranger) }))
    assert.deepEqual([accounts(), await kinds()], [[], ["members"]], "a refusal sends no notice")
  })

  onBothDatabases("after its session ends, alone or with all others", async (t, kind) => {
    const studio = await world(t, kind)
    const { act, app, callers } = studio
    const { accounts } = watchChanges(studio)
    const accountId = idOf(callers.member)
    const session = { account_id: accountId, label: "", created_at: 1, last_seen_at: 1, expires_at: 1 }
    await app.database.transaction((db) =>
      db
        .insertInto("sessions")
        .values(["a", "b"].map((id) => ({ ...session, id, hash: id })))
        .execute(),
    )
    await act("member", endSession, { id: "a" })
    assert.deepEqual(accounts(), [accountId])
    await act("member", endOtherSessions, {})
    assert.deepEqual(accounts(), [accountId])
  })

  onBothDatabases("for all members, after a workspace is trashed or suspended", async (t, kind) => {
    const operator = "owner@elsewhere.example"
    const studio = await world(t, kind, { operators: [operator] })
    const { act, workspaceId } = studio
    const { kinds, accounts } = watchChanges(studio)
    await act("stranger", suspend, { kind: "workspace", id: workspaceId, reason: "other", words: "" })
    assert.deepEqual([accounts().sort(), await kinds()], [everybody(studio), ["workspace"]])

    const other = await world(t, kind)
    const again = watchChanges(other)
    await other.act("owner", trashWorkspace, { slug: "studio" })
    assert.deepEqual([again.accounts().sort(), await again.kinds()], [everybody(other), ["workspace"]])
  })

  onBothDatabases("after it is erased; pages that show its name are notified", async (t, kind) => {
    const studio = await world(t, kind)
    const { act, callers } = studio
    const { kinds, accounts } = watchChanges(studio)
    await act("member", editProfile, { name: "Mo" })
    assert.deepEqual([accounts(), await kinds()], [[], ["members"]])
    await act("member", eraseAccount, { email: "member@studio.example" })
    assert.deepEqual([accounts(), await kinds()], [[idOf(callers.member)], ["members"]])
  })
})

onBothDatabases("the workspace's pages are notified of invitations and of new members", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, app, mails } = studio
  const { kinds } = watchChanges(studio)
  await act("owner", inviteMember, { email: "owner@elsewhere.example", role: "member" })
  assert.deepEqual(await kinds(), ["invitations"])
  await runDueJobs(app, jobs)
  const token = /\/invitations\/(\S+)/.exec(readMessage(mails().at(-1) ?? "").text)?.[1] ?? ""
  await act("stranger", acceptInvitation, { token })
  assert.deepEqual(await kinds(), ["invitations", "members"])
})
