import assert from "node:assert/strict"
import { test } from "node:test"
import type { Caller } from "#access/context.ts"
import { readMessage } from "#adapters/mail/read-message.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { sweepTables } from "#engines/jobs/retention.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { linesOf } from "#test/support/workspace/notifications.ts"
import { joinElsewhere, type World, world } from "#test/support/worlds/world.ts"
import {
  chooseNotification,
  countNotifications,
  listNotifications,
  notify,
  notifyMentions,
  readNotifications,
} from "../index.ts"

const accountOf = (caller: Caller) => (caller.kind === "anonymous" ? "" : caller.accountId)

function sell({ cx, workspaceId }: Pick<World, "cx" | "workspaceId">, title = "Palette"): Promise<void> {
  return cx.atomically((cx) => notify(cx, { workspaceId, what: "sold", words: [title, "$19.00"], thing: "purchase_1" }))
}

onSqlite("members whose role shows sales get a line for a sale, others and strangers do not", async (t, kind) => {
  const studio = await world(t, kind)

  await sell(studio)

  for (const who of ["owner", "admin", "member"] as const) {
    const { items } = await studio.act(who, listNotifications, {})
    assert.deepEqual(
      items.map(({ id: _, ...item }) => item),
      [
        {
          kind: "sales",
          count: 1,
          sentence: "Sold: Palette for $19.00",
          path: "/studio/purchases?open=purchase_1",
          workspace: { slug: "studio", name: "Studio Ada" },
          isRead: false,
          at: studio.clock.now(),
        },
      ],
      who,
    )
    assert.deepEqual(await studio.act(who, countNotifications, {}), { unread: 1 })
  }
  for (const who of ["viewer", "stranger"] as const) assert.deepEqual(await linesOf(studio, who), [])
})

onBothDatabases("twenty sales in a minute, even concurrent ones, are one line with a count", async (t, kind) => {
  const studio = await world(t, kind)

  await Promise.all(Array.from({ length: 10 }, (_, at) => sell(studio, `Brush ${at}`)))
  for (let at = 0; at < 10; at++) {
    studio.clock.advance(3_000)
    await sell(studio, `Palette ${at}`)
  }

  assert.deepEqual(await linesOf(studio, "owner"), ["20 sales, latest: Palette 9"])
  const { items } = await studio.act("owner", listNotifications, {})
  assert.equal(items[0]?.path, "/studio/purchases")
  assert.equal((await studio.act("owner", countNotifications, {})).unread, 1)
})

onSqlite("a new sale starts a new line once the old line was read or its time is over", async (t, kind) => {
  const studio = await world(t, kind)
  await sell(studio, "One")
  const [line] = (await studio.act("owner", listNotifications, {})).items
  await studio.act("owner", readNotifications, { id: line?.id })
  studio.clock.advance(1)
  await sell(studio, "Two")
  assert.deepEqual(await linesOf(studio, "owner"), ["Sold: Two for $19.00", "Sold: One for $19.00"])
  assert.deepEqual(await linesOf(studio, "member"), ["2 sales, latest: Two"], "each has a line of their own")

  studio.clock.advance(11 * minuteMs)
  await sell(studio, "Three")
  assert.deepEqual(await linesOf(studio, "member"), ["Sold: Three for $19.00", "2 sales, latest: Two"])
})

test("a line with constant new sales closes after a day", async (t) => {
  const studio = await world(t)
  for (let minutes = 0; minutes < 25 * 60; minutes += 9) {
    await sell(studio)
    studio.clock.advance(9 * minuteMs)
  }
  assert.deepEqual(await linesOf(studio, "owner"), ["7 sales, latest: Palette", "160 sales, latest: Palette"])
})

onSqlite("people are not notified of their own actions, but of their agents' actions", async (t, kind) => {
  const studio = await world(t, kind)
  const { workspaceId, callers, cx } = studio
  const done = { workspaceId, what: "sold", words: ["Palette", ""], thing: null } as const
  const owner = accountOf(callers.owner)

  await cx.atomically((cx) => notify({ ...cx, accountId: owner }, done))
  assert.deepEqual(await linesOf(studio, "owner"), [])
  assert.deepEqual(await linesOf(studio, "admin"), ["Delivered free: Palette"])

  await cx.atomically((cx) => notify({ ...cx, accountId: owner, grantId: "grant_1" }, done))
  assert.deepEqual(await linesOf(studio, "owner"), ["Delivered free: Palette"])

  await cx.atomically((cx) => notify(cx, { ...done, by: [accountOf(callers.admin)] }))
  assert.deepEqual(await linesOf(studio, "owner"), ["2 sales, latest: Palette"])
  assert.deepEqual(await linesOf(studio, "admin"), ["2 sales, latest: Palette"])
})

onBothDatabases("a transaction that rolls back notifies no one", async (t, kind) => {
  const studio = await world(t, kind)
  const { workspaceId, cx } = studio

  await assert.rejects(
    cx.atomically(async (cx) => {
      await notify(cx, { workspaceId, what: "sold", words: ["Palette", ""], thing: null })
      throw new Error("no")
    }),
  )

  assert.deepEqual(await linesOf(studio, "owner"), [])
  assert.deepEqual(await cx.db.selectFrom("jobs").selectAll().execute(), [])
  assert.deepEqual(await cx.db.selectFrom("changes").selectAll().execute(), [])
})

onBothDatabases("a weaker role, a removal, a suspension and the trash hide the lines", async (t, kind) => {
  const studio = await world(t, kind)
  const { app, callers, workspaceId } = studio
  await sell(studio)
  const member = accountOf(callers.member)
  const update = (table: "members" | "workspaces", set: object) =>
    app.database.transaction(async (db) => {
      const rows = db.updateTable(table).set(set as never)
      await (table === "members" ? rows.where("account_id", "=", member) : rows.where("id", "=", workspaceId)).execute()
    })

  await update("members", { role: "viewer" })
  assert.deepEqual(await linesOf(studio, "member"), [])
  assert.equal((await studio.act("member", countNotifications, {})).unread, 0)
  await update("members", { role: "member" })
  assert.equal((await linesOf(studio, "member")).length, 1)
  for (const set of [{ suspended_at: 1 }, { suspended_at: null, deleted_at: 1 }]) {
    await update("workspaces", set)
    assert.deepEqual(await linesOf(studio, "member"), [])
    await sell(studio)
  }
  await update("workspaces", { deleted_at: null })
  assert.deepEqual(await linesOf(studio, "member"), ["Sold: Palette for $19.00"], "nothing was added meanwhile")

  await app.database.transaction((db) => db.deleteFrom("members").where("account_id", "=", member).execute())
  assert.deepEqual(await linesOf(studio, "member"), [])
  const left = await app.database.read.selectFrom("notifications").select("account_id").execute()
  assert.ok(!valuesOf(left, "account_id").includes(member))
})

onBothDatabases("a kind that one person switched off makes lines for the others only", async (t, kind) => {
  const studio = await world(t, kind)
  await studio.act("owner", chooseNotification, { kind: "sales", channel: "app", isOn: false })

  await sell(studio)

  assert.deepEqual(await linesOf(studio, "owner"), [])
  assert.deepEqual(await linesOf(studio, "admin"), ["Sold: Palette for $19.00"])
})

onSqlite("a mention notifies members only, new mentions only, and never its only author", async (t, kind) => {
  const studio = await world(t, kind)
  const { workspaceId, callers, cx } = studio
  const [owner, admin, viewer, stranger] = (["owner", "admin", "viewer", "stranger"] as const).map((who) =>
    accountOf(callers[who]),
  ) as [string, string, string, string]
  const mention = (authors: string[], before: string[], after: string[]) => {
    const about = { workspaceId, docId: "doc_1", title: "Launch plan", authorsOf: async () => authors }
    return cx.atomically((cx) => notifyMentions(cx, { ...about, before, after }))
  }

  await mention([owner], [], [admin, owner, stranger])
  await mention([owner], [admin], [admin])
  await mention([owner], [admin], [])
  assert.deepEqual(await linesOf(studio, "admin"), ["You were mentioned in Launch plan"])
  assert.deepEqual(await linesOf(studio, "owner"), [])
  assert.deepEqual(await linesOf(studio, "stranger"), [])
  assert.deepEqual(await linesOf(studio, "viewer"), [])

  await mention([owner], [admin], [admin, admin, viewer])
  assert.deepEqual(await linesOf(studio, "admin"), ["You were mentioned 2 times in Launch plan"])
  assert.deepEqual(await linesOf(studio, "viewer"), ["You were mentioned in Launch plan"])
  await mention([owner, admin], [], [owner])
  assert.deepEqual(await linesOf(studio, "owner"), ["You were mentioned in Launch plan"], "another wrote one of them")
})

onBothDatabases("marking all as read leaves newer lines and other people's lines unread", async (t, kind) => {
  const studio = await world(t, kind)
  await sell(studio)
  const seenAt = studio.clock.now()
  studio.clock.advance(20 * minuteMs)
  await sell(studio, "Later")

  await studio.act("owner", readNotifications, { until: seenAt })

  const { items } = await studio.act("owner", listNotifications, {})
  assert.deepEqual(valuesOf(items, "isRead"), [false, true])
  assert.equal((await studio.act("owner", countNotifications, {})).unread, 1)
  assert.equal((await studio.act("admin", countNotifications, {})).unread, 2)
  const ofAdmin = (await studio.act("admin", listNotifications, {})).items[0]
  await studio.act("owner", readNotifications, { id: ofAdmin?.id })
  assert.equal((await studio.act("admin", countNotifications, {})).unread, 2)
})

onBothDatabases("the list pages through the lines of all workspaces", async (t, kind) => {
  const studio = await world(t, kind)
  const elsewhere = await joinElsewhere(studio.app, studio.callers.owner)
  await sell(studio)
  studio.clock.advance(1)
  await sell({ ...studio, workspaceId: elsewhere }, "Other")

  const first = await studio.act("owner", listNotifications, { limit: 1 })
  const second = await studio.act("owner", listNotifications, { limit: 1, cursor: first.nextCursor })

  assert.deepEqual(valuesOf([...first.items, ...second.items], "path"), [
    "/elsewhere/purchases?open=purchase_1",
    "/studio/purchases?open=purchase_1",
  ])
  assert.equal(second.nextCursor, undefined)
})

onBothDatabases("a change of lines is announced with the account whose lines changed", async (t, kind) => {
  const studio = await world(t, kind)
  await sell(studio)
  const changes = () =>
    studio.cx.db.selectFrom("changes").select(["kind", "ref"]).where("kind", "=", "notifications").execute()
  const { owner, admin, member } = studio.callers
  assert.deepEqual(valuesOf(await changes(), "ref").sort(), [owner, admin, member].map(accountOf).sort())

  await studio.act("owner", readNotifications, { until: studio.clock.now() })
  assert.deepEqual(valuesOf(await changes(), "ref").at(-1), accountOf(owner))
  await studio.act("owner", readNotifications, { until: studio.clock.now() })
  assert.equal((await changes()).length, 4, "nothing was unread")
})

onSqlite("an unread line is mailed once, to those who have the mail switched on", async (t, kind) => {
  const studio = await world(t, kind)
  const { workspaceId, cx, clock, callers, app } = studio
  const named = [accountOf(callers.owner), accountOf(callers.admin), accountOf(callers.member)]
  const mention = () =>
    cx.atomically((cx) =>
      notify(cx, { workspaceId, what: "mentioned", words: ["Launch plan"], thing: "doc_1", about: "doc_1", named }),
    )
  await studio.act("admin", chooseNotification, { kind: "mentions", channel: "mail", isOn: false })
  await mention()
  clock.advance(5_000)
  await runDueJobs(app, jobs)
  assert.deepEqual(studio.mails(), [], "it may still be read in the console")
  await studio.act("owner", readNotifications, { until: clock.now() })
  await mention()

  for (let minutes = 0; minutes < 30; minutes++) {
    clock.advance(minuteMs)
    await runDueJobs(app, jobs)
  }

  const mails = studio.mails().map(readMessage)
  assert.deepEqual(
    mails.map(({ to, subject }) => [to, subject]).sort(),
    [
      ["member@studio.example", "You were mentioned 2 times in Launch plan"],
      ["owner@studio.example", "You were mentioned in Launch plan"],
    ].sort(),
  )
  const { id } = (await studio.act("member", listNotifications, {})).items[0] ?? {}
  assert.match(String(mails[0]?.text), /View details:\nhttp:\/\/localhost:3000\/studio\/docs\/doc_1\n/)
  await jobs["mail-notification"](cx, { notificationId: String(id) })
  assert.equal(studio.mails().length, 2, "a second run changes nothing")
})

test("a waiting mail is not sent after a removal, a switch to off, or a loss of the role", async (t) => {
  for (const change of ["removed", "switched off", "weaker"] as const) {
    const studio = await world(t)
    const { workspaceId, cx, clock, callers, app } = studio
    const admin = accountOf(callers.admin)
    await cx.atomically((cx) =>
      notify(cx, { workspaceId, what: "domain_stopped", words: ["links.example"], thing: "domain_1" }),
    )
    clock.advance(5_000)
    await runDueJobs(app, jobs)

    await app.database.transaction(async (db) => {
      if (change === "removed") await db.deleteFrom("members").where("account_id", "=", admin).execute()
      if (change === "weaker")
        await db.updateTable("members").set({ role: "member" }).where("account_id", "=", admin).execute()
    })
    if (change === "switched off")
      await studio.act("admin", chooseNotification, { kind: "domains", channel: "mail", isOn: false })
    clock.advance(10 * minuteMs)
    await runDueJobs(app, jobs)

    assert.deepEqual(valuesOf(studio.mails().map(readMessage), "to"), ["owner@studio.example"], change)
  }
})

onSqlite("lines are deleted 90 days after their last change", async (t, kind) => {
  const studio = await world(t, kind)
  await sell(studio)
  studio.clock.advance(89 * 86_400_000)
  await sweepTables(studio.cx, "notifications")
  assert.equal((await linesOf(studio, "owner")).length, 1)
  studio.clock.advance(86_400_001)
  await sweepTables(studio.cx, "notifications")
  assert.deepEqual(await linesOf(studio, "owner"), [])
})

test("text from people is cleaned and cut before it becomes a line", async (t) => {
  const studio = await world(t)
  await sell(studio, `\u202eevil\n${"x".repeat(500)}`)
  const [sentence = ""] = await linesOf(studio, "owner")
  assert.match(sentence, /^Sold: evil x+… for \$19\.00$/)
  assert.ok(sentence.length < 160)
})
