import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { anonymous, type Caller } from "#access/context.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { newId } from "#kernel/ids.ts"
import { dayMs } from "#kernel/time/units.ts"
import { rowsOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { mailsTo } from "#test/support/formats/mails-to.ts"
import { linesOf } from "#test/support/workspace/notifications.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import {
  acceptInvitation,
  changeRole,
  createWorkspace,
  getInvitation,
  inviteMember,
  listInvitations,
  listMembers,
  listWorkspaces,
  revokeInvitation,
} from "../index.ts"

async function account({ app }: World, email: string): Promise<Caller> {
  const id = newId("account")
  const row = { id, email, name: null, created_at: app.now() }
  await app.database.transaction((db) => db.insertInto("accounts").values(row).execute())
  return { kind: "person", accountId: id }
}

/** The token in the newest invitation to an address. */
async function tokenFor(studio: World, email: string): Promise<string> {
  await runDueJobs(studio.app, jobs)
  return /\/invitations\/(\S+)/.exec(mailsTo(studio, email).at(-1)?.text ?? "")?.[1] ?? ""
}

describe("an invitation", () => {
  test("that its maker may no longer make ends with their role, and others stay", async (t) => {
    const { act, callers } = await world(t)
    const change = (by: Caller, who: Caller, role: string) =>
      act(by, changeRole, { accountId: (who as { accountId: string }).accountId, role })
    await change(callers.owner, callers.admin, "owner")
    for (const role of ["owner", "viewer"]) await act("admin", inviteMember, { email: `${role}@example.com`, role })

    await change(callers.owner, callers.admin, "admin")
    assert.deepEqual(rowsOf((await act("owner", listInvitations, {})).items, "email"), [["viewer@example.com"]])
    await change(callers.owner, callers.admin, "member")
    assert.deepEqual((await act("owner", listInvitations, {})).items, [])
  })

  onBothDatabases("lets the invited address in, once", async (t, kind) => {
    const studio = await world(t, kind)
    const { act } = studio
    await act("admin", inviteMember, { email: "Bo@Example.com", role: "member" })
    const token = await tokenFor(studio, "bo@example.com")
    const [bo, eve] = [await account(studio, "bo@example.com"), await account(studio, "eve@example.com")]

    const shown = { workspaceName: "Studio Ada", inviter: "admin", email: "bo@example.com", role: "member" }
    assert.deepEqual(await act(anonymous, getInvitation, { token }), { ...shown, isForCaller: false })
    assert.deepEqual(await act(bo, getInvitation, { token }), { ...shown, isForCaller: true })
    await assert.rejects(act(anonymous, acceptInvitation, { token }), { code: "invalid_token" })
    await assert.rejects(act(eve, acceptInvitation, { token }), { code: "workspace_forbidden" })

    assert.deepEqual(await act(bo, acceptInvitation, { token }), { workspaceSlug: "studio" })
    await assert.rejects(act(bo, acceptInvitation, { token }), { code: "not_found" })
    const { workspaces } = await act(bo, listWorkspaces, {})
    assert.deepEqual(rowsOf(workspaces, "slug", "role"), [["studio", "member"]])
    assert.deepEqual((await act("admin", listInvitations, {})).items, [])
    assert.deepEqual(await linesOf(studio, "owner"), ["bo@example.com joined"])
    for (const who of [bo, "member", "viewer"] as const) assert.deepEqual(await linesOf(studio, who), [])
  })

  onBothDatabases("accepted five times at once makes one member", async (t, kind) => {
    const studio = await world(t, kind)
    const { act } = studio
    await act("admin", inviteMember, { email: "bo@example.com", role: "viewer" })
    const token = await tokenFor(studio, "bo@example.com")
    const bo = await account(studio, "bo@example.com")

    const accepted = await Promise.allSettled([1, 2, 3, 4, 5].map(() => act(bo, acceptInvitation, { token })))

    assert.equal(accepted.filter(({ status }) => status === "fulfilled").length, 1)
    assert.equal((await act("owner", listMembers, {})).items.length, 5)
  })

  onSqlite("accepted by a person who is already a member, changes and announces nothing", async (t, kind) => {
    const studio = await world(t, kind)
    const { act, app, workspaceId } = studio
    await act("admin", inviteMember, { email: "bo@example.com", role: "admin" })
    const token = await tokenFor(studio, "bo@example.com")
    const bo = await account(studio, "bo@example.com")
    const accountId = bo.kind === "person" ? bo.accountId : ""
    await app.database.transaction(async (db) => {
      const row = { workspace_id: workspaceId, account_id: accountId, role: "viewer" as const, created_at: app.now() }
      await db.insertInto("members").values(row).execute()
      const clock = { workspace_id: workspaceId, seq: 1_000, wanted: "*" }
      await db
        .insertInto("workspace_clocks")
        .values(clock)
        .onConflict((row) => row.column("workspace_id").doUpdateSet(clock))
        .execute()
    })

    await act(bo, acceptInvitation, { token })

    const { workspaces } = await act(bo, listWorkspaces, {})
    assert.deepEqual(rowsOf(workspaces, "slug", "role"), [["studio", "viewer"]])
    assert.deepEqual(await linesOf(studio, "owner"), [])
    assert.deepEqual(await app.database.read.selectFrom("events").select("type").execute(), [])
  })

  onBothDatabases(
    "opens nothing once it is revoked or two weeks old; the address can be invited again",
    async (t, kind) => {
      const studio = await world(t, kind)
      const { act, callers, clock } = studio
      const invite = () => act("admin", inviteMember, { email: "bo@example.com", role: "member" })
      const bo = await account(studio, "bo@example.com")
      const { id } = await invite()
      const token = await tokenFor(studio, "bo@example.com")
      const stranger = { ...callers.stranger } as Caller
      await assert.rejects(act(stranger, revokeInvitation, { id }), { code: "not_found" })
      await act("admin", revokeInvitation, { id })
      await assert.rejects(act(bo, acceptInvitation, { token }), { code: "not_found" })

      const again = await invite()
      assert.equal((await invite()).id, again.id)
      const newToken = await tokenFor(studio, "bo@example.com")
      clock.advance(14 * dayMs)
      await assert.rejects(act(anonymous, getInvitation, { token: newToken }), { code: "not_found" })
      await assert.rejects(act(anonymous, getInvitation, { token: `${newToken}x` }), { code: "not_found" })
    },
  )

  onBothDatabases("is refused to callers who may not invite, for members, and beyond five an hour", async (t, kind) => {
    const { act, callers } = await world(t, kind)
    const invite = (by: Caller, email: string, role = "member") => act(by, inviteMember, { email, role })

    await assert.rejects(invite(callers.member, "bo@example.com"), { code: "workspace_forbidden" })
    await assert.rejects(invite(callers.admin, "bo@example.com", "owner"), { code: "workspace_forbidden" })
    await assert.rejects(invite(callers.owner, "viewer@studio.example"), { code: "conflict" })
    await assert.rejects(invite(callers.owner, "bo at example"), { code: "invalid_request" })
    for (let sent = 0; sent < 5; sent += 1) await invite(callers.owner, "bo@example.com", "owner")
    await assert.rejects(invite(callers.owner, "bo@example.com"), { code: "rate_limited" })
  })

  test("has a neutral subject and sender for an address without an account, and one person sends fifty an hour", async (t) => {
    const studio = await world(t)
    const { act, app, callers } = studio
    const { owner } = callers
    const known = "known@example.com"
    await account(studio, known)
    const invite = (email: string, by = owner) => act(by, inviteMember, { email, role: "viewer" })
    for (const email of [known, "unknown@example.com"]) await invite(email)
    await runDueJobs(app, jobs)
    const subjectTo = (address: string) => mailsTo(studio, address).at(-1)?.subject
    assert.equal(subjectTo(known), "owner invited you to Studio Ada")
    assert.equal(subjectTo("unknown@example.com"), "You're invited to a workspace on Atelier")
    assert.match(
      mailsTo(studio, known).at(-1)?.text ?? "",
      /^owner \(owner@studio\.example\) invited you to Studio Ada/,
    )
    const nameless = { name: null }
    await app.database.transaction((db) => db.updateTable("accounts").set(nameless).execute())
    await invite("unnamed@example.com")
    await runDueJobs(app, jobs)
    assert.match(
      mailsTo(studio, "unnamed@example.com").at(-1)?.text ?? "",
      /^owner@studio\.example invited you to Studio Ada/,
    )
    assert.equal(mailsTo(studio, known).at(-1)?.from, "Studio Ada <atelier@localhost.localdomain>")
    assert.equal(mailsTo(studio, "unknown@example.com").at(-1)?.from, "Atelier <atelier@localhost.localdomain>")

    const { slug } = await act(owner, createWorkspace, { name: "Another", slug: "another" })
    for (let sent = 3; sent < 50; sent += 1) await invite(`bo${sent}@example.com`)
    const elsewhere = { ...owner, workspaceSlug: slug } as Caller
    await assert.rejects(invite("one-more@example.com", elsewhere), { code: "rate_limited" })
  })
})
