import assert from "node:assert/strict"
import { describe } from "node:test"
import type { Caller } from "#access/context.ts"
import { announceMember, getProfile, memberEvents } from "#domains/accounts/index.ts"
import { findConnection } from "#domains/connections/index.ts"
import { chooseNotification, notify } from "#domains/notifications/index.ts"
import { setWorkingHours, storeStreamPlan } from "#domains/team-time/index.ts"
import { createWorkspace, eraseAccount, getErasure } from "#domains/workspaces/index.ts"
import { connect } from "#test/support/agents/connect.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { type World, world } from "#test/support/worlds/world.ts"

const idOf = (caller: Caller) => (caller.kind === "anonymous" ? "" : caller.accountId)

/** Counts, for each table that refers to a person by `column`, the rows of this person. */
async function rowsOf({ app }: World, value: string): Promise<Record<string, number>> {
  const db = app.database.read
  const theirs = (table: "notifications" | "notification_choices" | "push_subscriptions") =>
    db.selectFrom(table).select("account_id").where("account_id", "=", value).execute()
  const [members, mails, sessions, passkeys, teamTimes, plans, signIns, invitations, accounts, ...notificationRows] =
    await Promise.all([
      db.selectFrom("members").select("account_id").where("account_id", "=", value).execute(),
      db.selectFrom("mails").select("id").where("address", "=", value).execute(),
      db.selectFrom("sessions").select("id").where("account_id", "=", value).execute(),
      db.selectFrom("passkeys").select("id").where("account_id", "=", value).execute(),
      db.selectFrom("team_times").select("account_id").where("account_id", "=", value).execute(),
      db.selectFrom("stream_plans").select("id").where("account_id", "=", value).execute(),
      db.selectFrom("sign_ins").select("id").where("email", "=", value).execute(),
      db.selectFrom("invitations").select("id").where("email", "=", value).execute(),
      db.selectFrom("accounts").select("id").where("email", "=", value).execute(),
      ...[theirs("notifications"), theirs("notification_choices"), theirs("push_subscriptions")],
    ])
  const [lines = [], choices = [], browsers = []] = notificationRows
  const rows = {
    members,
    mails,
    sessions,
    passkeys,
    teamTimes,
    plans,
    signIns,
    invitations,
    accounts,
    lines,
    choices,
    browsers,
  }
  return Object.fromEntries(Object.entries(rows).map(([table, found]) => [table, found.length]))
}

const guest = "guest@example.com"
const none = {
  ...{
    members: 0,
    mails: 0,
    sessions: 0,
    passkeys: 0,
    teamTimes: 0,
    plans: 0,
    signIns: 0,
    invitations: 0,
    accounts: 0,
  },
  ...{ lines: 0, choices: 0, browsers: 0 },
}

/** Gives a member one row in each table that knows about people. */
async function settleIn(studio: World, member: Caller): Promise<void> {
  const { act, app, cx, workspaceId } = studio
  const accountId = idOf(member)
  await act(member, setWorkingHours, { timeZone: "Europe/Berlin", hours: [] })
  await storeStreamPlan(cx, { accountId, workspaceId, busy: [], knownUntil: cx.now() })
  await act(member, chooseNotification, { kind: "sales", channel: "mail", isOn: true })
  const named = { words: ["Launch plan"], thing: "doc_1", about: "doc_1", named: [accountId] }
  await cx.atomically((cx) => notify(cx, { workspaceId, what: "mentioned", ...named }))
  const [created_at, expires_at] = [cx.now(), cx.now() + 1_000_000]
  const email = "member@studio.example"
  await app.database.transaction(async (db) => {
    const times = { created_at, last_seen_at: created_at, expires_at }
    await db
      .insertInto("sessions")
      .values({ id: "s1", hash: "h1", account_id: accountId, label: "", ...times })
      .execute()
    await db
      .insertInto("passkeys")
      .values({
        id: "p1",
        account_id: accountId,
        name: "Key",
        public_key: "",
        counter: 0,
        transports: "[]",
        created_at,
        last_used_at: null,
      })
      .execute()
    const browser = { id: "b1", session_id: "s1", endpoint_hash: "h", target_sealed: "", failing_since: null }
    await db
      .insertInto("push_subscriptions")
      .values({ ...browser, account_id: accountId, created_at })
      .execute()
    const signIn = { id: "i1", email, browser_hash: "", return_to: "/", tries: 0, created_at, expires_at }
    await db
      .insertInto("sign_ins")
      .values({ ...signIn, used_at: null })
      .execute()
    const tried = { tries: 1, bounce_token: "t", created_at, tried_at: created_at }
    await db
      .insertInto("mails")
      .values({ id: "m1", kind: "mail-sign-in", about: "i1", address: email, state: "waiting", ...tried })
      .execute()
    const invitation = { workspace_id: workspaceId, role: "member" as const, sent: 1, created_at, expires_at }
    const theirs = { ...invitation, id: "v1", email, invited_by: idOf(studio.callers.owner) }
    const made = { ...invitation, id: "v2", email: guest, invited_by: accountId }
    await db.insertInto("invitations").values([theirs, made]).execute()
  })
}

describe("an account", () => {
  onBothDatabases("is erased with all personal data; other people's data stays", async (t, kind) => {
    const studio = await world(t, kind)
    const { act, app, cx, callers } = studio
    await settleIn(studio, callers.member)
    const agent = await connect(studio, callers.member)
    const others = await connect(studio, callers.admin)
    await act("member", createWorkspace, { name: "Mine alone", slug: "mine-alone" })
    const before = await rowsOf(studio, idOf(callers.member))
    const notificationCounts = { lines: 1, choices: 1, browsers: 1 }
    assert.deepEqual(before, {
      ...none,
      members: 2,
      sessions: 1,
      passkeys: 1,
      teamTimes: 1,
      plans: 1,
      ...notificationCounts,
    })

    const erased = await act("member", eraseAccount, { email: " Member@Studio.example " })

    assert.deepEqual(erased, { closedWorkspaces: 1 })
    assert.deepEqual(await rowsOf(studio, idOf(callers.member)), none)
    assert.deepEqual(await rowsOf(studio, "member@studio.example"), none)
    assert.deepEqual(await rowsOf(studio, guest), none, "an invitation needs its inviter")
    assert.equal(await findConnection(cx, agent.accessToken), undefined)
    assert.ok(await findConnection(cx, others.accessToken))
    const workspaces = await app.database.read.selectFrom("workspaces").select(["slug", "deleted_at"]).execute()
    assert.deepEqual(
      valuesOf(
        workspaces.filter(({ deleted_at }) => deleted_at !== null),
        "slug",
      ),
      ["mine-alone"],
    )
    assert.equal((await rowsOf(studio, idOf(callers.owner))).members, 1)
  })

  onBothDatabases("is erased from the admins' notifications about it", async (t, kind) => {
    const studio = await world(t, kind)
    const { act, app, cx, callers, workspaceId } = studio
    const { grantId } = await connect(studio, callers.member)
    const [address, accountId] = ["member@studio.example", idOf(callers.member)]
    await cx.atomically(async (cx) => {
      await notify(cx, { workspaceId, what: "member_joined", words: [address], thing: accountId })
      await notify(cx, { workspaceId, what: "app_connected", words: ["an app", address], thing: grantId })
      const wrote = { words: ["An app", address], thing: grantId, about: grantId }
      await notify(cx, { workspaceId, what: "agent_wrote", ...wrote })
    })
    const notifications = async () => {
      const lines = app.database.read.selectFrom("notifications").select(["happening", "words"])
      return lines.where("account_id", "=", idOf(callers.owner)).orderBy("happening").execute()
    }
    assert.ok((await notifications()).every(({ words }) => words.includes(address)))

    await act("member", eraseAccount, { email: address })

    assert.deepEqual(
      (await notifications()).map(({ happening, words }) => [happening, JSON.parse(words).at(-1)]),
      ["agent_wrote", "app_connected", "member_joined"].map((happening) => [happening, "A former member"]),
    )
  })

  onBothDatabases("is erased from the webhook events that say that it joined", async (t, kind) => {
    const { act, app, cx, callers, workspaceId } = await world(t, kind)
    const accountId = idOf(callers.member)
    const row = { workspace_id: workspaceId, seq: 0, wanted: "*" }
    await app.database.transaction((db) => db.insertInto("workspace_clocks").values(row).execute())
    const data = { accountId, email: "member@studio.example", name: "Bo Person", role: "member" as const }
    const another = { ...data, accountId: "account_2", email: "eve@studio.example", name: "Eve" }
    for (const joining of [data, another])
      await cx.atomically(async (cx) => announceMember(cx, memberEvents.joined, { workspaceId, data: joining }))

    await act("member", eraseAccount, { email: data.email })

    const events = await app.database.read.selectFrom("events").selectAll().orderBy("seq").orderBy("nth").execute()
    assert.deepEqual(valuesOf(events, "type"), ["member.joined", "member.joined", "member.left"])
    const [joined = assert.fail(), other = assert.fail()] = events
    memberEvents.joined.data.parse(JSON.parse(joined.data))
    assert.deepEqual(JSON.parse(other.data), another, "the event of another member stays")
    assert.doesNotMatch(JSON.stringify(events), /member@studio|Bo Person/)
  })

  onSqlite("stays as it is when another address is typed", async (t, kind) => {
    const { act } = await world(t, kind)

    for (const email of ["owner@studio.example", "", "member@studio.example.example"]) {
      await assert.rejects(act("member", eraseAccount, { email }), { code: "invalid_request" })
    }
    assert.equal((await act("member", getProfile, {})).email, "member@studio.example")
  })

  onBothDatabases(
    "of the only owner of a workspace with others in it stays whole, as was said before",
    async (t, kind) => {
      const studio = await world(t, kind)
      const { act, app, callers } = studio
      await act("owner", createWorkspace, { name: "Mine alone", slug: "mine-alone" })

      const fates = async (who: "owner" | "member") => {
        const { workspaces } = await act(who, getErasure, {})
        return Object.fromEntries(workspaces.map(({ slug, fate }) => [slug, fate]))
      }
      assert.deepEqual(await fates("owner"), { studio: "in_the_way", "mine-alone": "closed" })
      assert.deepEqual(await fates("member"), { studio: "left" })
      await assert.rejects(act("owner", eraseAccount, { email: "owner@studio.example" }), {
        code: "conflict",
        message: "You are the only owner of studio.",
      })
      assert.equal((await rowsOf(studio, idOf(callers.owner))).members, 2)
      const closed = await app.database.read
        .selectFrom("workspaces")
        .select("id")
        .where("deleted_at", "is not", null)
        .execute()
      assert.deepEqual(closed, [])
    },
  )
})
