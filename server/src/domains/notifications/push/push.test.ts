import assert from "node:assert/strict"
import type { ServerResponse } from "node:http"
import { type TestContext, test } from "node:test"
import type { Caller } from "#access/context.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { resealAll } from "#engines/jobs/reseal-store.ts"
import { sealedColumns } from "#engines/jobs/sealed-columns.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { newId } from "#kernel/ids.ts"
import { openKeyring } from "#kernel/keyring.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { admitKeys } from "#storage/secret-keys.ts"
import { until } from "#test/support/basics/until.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { type DatabaseKind, onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { type PushService, pushService } from "#test/support/stand-ins/push-service.ts"
import { silentLog, type World, world, worldSecret } from "#test/support/worlds/world.ts"
import {
  chooseNotification,
  endPush,
  getPush,
  listNotifications,
  notify,
  readNotifications,
  renewPush,
  subscribeToPush,
} from "../index.ts"

type Person = Extract<Caller, { kind: "person" }> & { sessionId: string }

interface Studio extends World {
  service: PushService
  /** The owner, in a browser with a session. */
  ada: Person
  /** Sells something, and runs the due jobs. */
  sell(title?: string): Promise<void>
  /** Advances the clock by `ms` milliseconds, and runs the due jobs. */
  work(ms: number): Promise<void>
}

async function bench(t: TestContext, kind?: DatabaseKind): Promise<Studio> {
  const service = await pushService(t)
  const studio = await world(t, kind, service.options)
  const { app, cx, clock, workspaceId, callers } = studio
  const work = async (ms: number) => {
    clock.advance(ms)
    await runDueJobs(app, jobs)
  }
  return {
    ...studio,
    service,
    ada: await signedIn(studio, callers.owner),
    work,
    async sell(title = "Palette") {
      const sold = { workspaceId, what: "sold", words: [title, "$19.00"], thing: "purchase_1" } as const
      await cx.atomically((cx) => notify(cx, sold))
      await work(5_000)
    },
  }
}

/** The same person with a session in another browser. */
async function signedIn({ app }: World, caller: Caller): Promise<Person> {
  if (caller.kind !== "person") throw new Error("Only people sign in.")
  const id = newId("session")
  const row = { id, hash: id, account_id: caller.accountId, label: "Firefox on Linux" }
  const times = { created_at: app.now(), last_seen_at: app.now(), expires_at: app.now() + 86_400_000 * 180 }
  await app.database.transaction((db) =>
    db
      .insertInto("sessions")
      .values({ ...row, ...times })
      .execute(),
  )
  return { ...caller, sessionId: id }
}

const shownBy = ({ service }: Studio) => service.received.map(({ text }) => JSON.parse(text))
const browsersOf = async (studio: Studio, who: Caller) => (await studio.act(who, getPush, {})).browsers

onSqlite("a browser with push on shows a sale, and no more than the text of its line", async (t, kind) => {
  const studio = await bench(t, kind)
  const { act, ada, service } = studio
  await act(ada, subscribeToPush, service.subscribe("ada"))

  await studio.sell()

  const { id } = (await act(ada, listNotifications, {})).items[0] ?? {}
  assert.deepEqual(shownBy(studio), [
    {
      title: "Studio Ada",
      body: "Sold: Palette for $19.00",
      path: "/studio/purchases?open=purchase_1",
      tag: id,
    },
  ])
  assert.equal(service.received[0]?.headers.topic, id)
  assert.equal(service.received[0]?.headers.ttl, "86395")
  assert.equal(service.received[0]?.claims.sub, "mailto:abuse@atelier.example")
  const { publicKey, browsers } = await act(ada, getPush, {})
  assert.equal(service.received[0]?.signedWith, publicKey)
  assert.deepEqual(valuesOf(browsers, "label"), ["Firefox on Linux"])
})

onSqlite("many sales are pushed once at first, and once more later with their count", async (t, kind) => {
  const studio = await bench(t, kind)
  await studio.act(studio.ada, subscribeToPush, studio.service.subscribe("ada"))

  for (let at = 0; at < 10; at++) await studio.sell(`Brush ${at}`)
  assert.deepEqual(valuesOf(shownBy(studio), "body"), ["Sold: Brush 0 for $19.00"])
  await studio.work(15 * minuteMs)

  const shown = shownBy(studio)
  assert.deepEqual(valuesOf(shown, "body"), ["Sold: Brush 0 for $19.00", "10 sales, latest: Brush 9"])
  assert.equal(shown[0]?.tag, shown[1]?.tag)
  await studio.work(60 * minuteMs)
  assert.equal(shownBy(studio).length, 2)
})

test("a line that was read, switched off or hidden since is not pushed", async (t) => {
  for (const change of ["read", "switched off", "removed", "suspended", "signed out"] as const) {
    const studio = await bench(t)
    const { act, ada, cx, clock, app, workspaceId } = studio
    await act(ada, subscribeToPush, studio.service.subscribe("ada"))
    await cx.atomically((cx) => notify(cx, { workspaceId, what: "sold", words: ["Palette", ""], thing: null }))
    if (change === "read") await act(ada, readNotifications, { until: clock.now() })
    if (change === "switched off") await act(ada, chooseNotification, { kind: "sales", channel: "push", isOn: false })
    await app.database.transaction(async (db) => {
      if (change === "removed") await db.deleteFrom("members").where("account_id", "=", ada.accountId).execute()
      if (change === "suspended") await db.updateTable("workspaces").set({ suspended_at: 1 }).execute()
      if (change === "signed out") await db.deleteFrom("sessions").where("id", "=", ada.sessionId).execute()
    })

    await studio.work(5_000)
    await studio.work(60 * minuteMs)

    assert.deepEqual(studio.service.received, [], change)
  }
})

onSqlite(
  "a browser whose subscription has ended is removed, and the other browsers still get the push",
  async (t, kind) => {
    const studio = await bench(t, kind)
    const { act, ada, callers, service } = studio
    const phone = await signedIn(studio, callers.owner)
    await act(ada, subscribeToPush, service.subscribe("desk"))
    await act(phone, subscribeToPush, service.subscribe("phone"))
    service.answer = (response, path) => response.writeHead(path.endsWith("desk") ? 410 : 201).end()

    await studio.sell()

    assert.deepEqual(valuesOf(service.received, "path").sort(), ["/send/desk", "/send/phone"])
    assert.deepEqual(
      (await browsersOf(studio, phone)).map(({ isCurrent }) => isCurrent),
      [true],
    )
  },
)

onBothDatabases("a busy push service is retried after its Retry-After, and gets the push once", async (t, kind) => {
  const studio = await bench(t, kind)
  const { act, ada, service } = studio
  await act(ada, subscribeToPush, service.subscribe("ada"))
  const answers = [
    [429, "600"],
    [503, "0"],
    [201, ""],
  ] as const
  service.answer = (response) => {
    const [status, after] = answers[service.received.length - 1] ?? [201, ""]
    response.writeHead(status, { "retry-after": after }).end()
  }

  await studio.sell()
  await studio.work(599_000)
  assert.equal(service.received.length, 1)
  await studio.work(1_000)
  assert.equal(service.received.length, 2)
  await studio.work(301_000) // half of its age
  assert.equal(service.received.length, 2)
  await studio.work(minuteMs)
  assert.equal(service.received.length, 3)
  await studio.work(24 * 60 * minuteMs)
  assert.equal(service.received.length, 3)
  const failing = await studio.cx.db.selectFrom("push_subscriptions").select("failing_since").execute()
  assert.deepEqual(valuesOf(failing, "failing_since"), [null])
})

test("a failing browser costs few tries in a day and is removed after a week", async (t) => {
  const studio = await bench(t)
  const { act, ada, service, cx } = studio
  await act(ada, subscribeToPush, service.subscribe("ada"))
  service.answer = (response) => response.destroy()

  await studio.sell()
  for (let minutes = 0; minutes < 26 * 60; minutes++) await studio.work(minuteMs)
  assert.ok(service.received.length > 5 && service.received.length < 25, `${service.received.length} tries`)
  assert.deepEqual(await cx.db.selectFrom("jobs").selectAll().execute(), [])
  assert.equal((await browsersOf(studio, ada)).length, 1)
  await studio.work(6 * 24 * 60 * minuteMs)
  await studio.sell()
  assert.deepEqual(await browsersOf(studio, ada), [])
})

test("a hanging push service delays no other push, and the push to it is finally given up", async (t) => {
  const studio = await bench(t)
  const { act, ada, callers, service, cx } = studio
  const bo = await signedIn(studio, callers.member)
  await act(ada, subscribeToPush, service.subscribe("ada"))
  await act(bo, subscribeToPush, service.subscribe("bo"))
  const { timeout } = AbortSignal
  let patienceMs = 10_000
  t.mock.method(AbortSignal, "timeout", (ms: number) => timeout.call(AbortSignal, ms === 10_000 ? patienceMs : ms))
  const hanging: ServerResponse[] = []
  service.answer = (response, path) => {
    if (path.endsWith("/bo")) response.writeHead(201).end()
    else hanging.push(response)
  }

  const selling = studio.sell()
  await until(async () => hanging.length === 1 && service.received.length === 2)
  await act(ada, chooseNotification, { kind: "members", channel: "mail", isOn: true })
  hanging[0]?.destroy()
  await selling

  patienceMs = 50 // ten seconds each would be minutes
  for (let minutes = 0; minutes < 26 * 60; minutes++) await studio.work(minuteMs)
  const tries = service.received.filter(({ path }) => path.endsWith("/ada")).length
  assert.ok(tries > 5 && tries < 25, `${tries} tries`)
  assert.equal(service.received.length, tries + 1)
  await until(async () => hanging.every(({ closed }) => closed))
  assert.deepEqual(await cx.db.selectFrom("jobs").selectAll().execute(), [])
})

onBothDatabases("a session has one subscription and a subscription one session: the last one wins", async (t, kind) => {
  const studio = await bench(t, kind)
  const { act, ada, callers, service } = studio
  const bo = await signedIn(studio, callers.member)
  const shared = service.subscribe("shared")
  await act(ada, subscribeToPush, service.subscribe("old"))
  await act(ada, subscribeToPush, shared)
  assert.equal((await browsersOf(studio, ada)).length, 1)

  await act(bo, subscribeToPush, shared)
  assert.deepEqual(await browsersOf(studio, ada), [])
  const [browser] = await browsersOf(studio, bo)
  await act(ada, endPush, { id: browser?.id })
  assert.equal((await browsersOf(studio, bo)).length, 1, "it is not hers to end")
  await act(bo, endPush, { id: browser?.id })
  await act(bo, endPush, { id: browser?.id })
  assert.deepEqual(await browsersOf(studio, bo), [])
})

onBothDatabases("a browser with a renewed subscription gets pushes there, but only if push was on", async (t, kind) => {
  const studio = await bench(t, kind)
  const { act, ada, callers, service } = studio
  const bo = await signedIn(studio, callers.member)
  const [first, second] = [service.subscribe("first"), service.subscribe("second")]
  assert.deepEqual(await act(bo, renewPush, second), { isOn: false })
  await act(ada, subscribeToPush, first)
  assert.deepEqual(await act(bo, renewPush, second), { isOn: false }, "it is another one's browser")

  const [before] = await browsersOf(studio, ada)
  for (const _ of "again") assert.deepEqual(await act(ada, renewPush, second), { isOn: true })
  assert.deepEqual(await browsersOf(studio, ada), [before], "it is the same browser")
  await studio.sell()
  assert.deepEqual(valuesOf(service.received, "path"), [new URL(second.endpoint).pathname])

  await act(bo, subscribeToPush, first)
  assert.deepEqual(await act(bo, renewPush, second), { isOn: true })
  assert.deepEqual(await browsersOf(studio, ada), [], "a browser has one session")
  await act(bo, endPush, { id: (await browsersOf(studio, bo))[0]?.id })
  assert.deepEqual(
    await act(bo, renewPush, first),
    { isOn: false },
    "a person who switched it off is not notified again",
  )
  await assert.rejects(act(ada, renewPush, { ...second, endpoint: "http://push.example" }), { code: "invalid_request" })
})

onBothDatabases("a session that has ended cannot subscribe", async (t, kind) => {
  const studio = await bench(t, kind)
  const { act, ada, app, service } = studio
  await app.database.transaction((db) => db.deleteFrom("sessions").execute())
  const refused = act(ada, subscribeToPush, service.subscribe("ada"))
  await assert.rejects(refused, { code: "invalid_token", message: "This session has ended." })
  const stranger = { ...ada, accountId: "account_none" }
  await assert.rejects(act(stranger, subscribeToPush, service.subscribe("ada")), { code: "invalid_token" })
})

test("an invalid subscription is refused", async (t) => {
  const studio = await bench(t)
  const { act, ada, service } = studio
  const good = service.subscribe("ada")
  for (const bad of [
    { ...good, endpoint: "http://push.example/x" },
    { ...good, endpoint: "javascript:alert(1)" },
    { ...good, keys: { ...good.keys, p256dh: "A".repeat(87) } },
    { ...good, keys: {} },
  ]) {
    await assert.rejects(act(ada, subscribeToPush, bad), { code: "invalid_request" })
  }
  assert.deepEqual(await browsersOf(studio, ada), [])
})

onBothDatabases("all processes get the same key pair, which survives a rotation of the secret key", async (t, kind) => {
  const studio = await bench(t, kind)
  const { app, act, ada, service, clock } = studio
  const asked = await Promise.all(Array.from({ length: 5 }, () => act(ada, getPush, {})))
  assert.equal(new Set(valuesOf(asked, "publicKey")).size, 1)
  await act(ada, subscribeToPush, service.subscribe("ada"))

  const rotated = { ...app, keyring: openKeyring("another secret of at least thirty-two characters", worldSecret) }
  await admitKeys({ ...rotated, log: silentLog }, sealedColumns)
  await resealAll({ ...studio.cx, keyring: rotated.keyring }, sealedColumns)
  const later = { ...app, keyring: openKeyring("another secret of at least thirty-two characters") }
  await studio.cx.atomically((cx) =>
    notify(cx, { workspaceId: studio.workspaceId, what: "disputed", words: ["Palette", ""], thing: null }),
  )
  clock.advance(5_000)
  await runDueJobs(later, jobs)

  assert.deepEqual(valuesOf(shownBy(studio), "body"), ["Disputed: Palette"])
  assert.equal(service.received[0]?.signedWith, asked[0]?.publicKey)
})

test("the database holds endpoints and keys only sealed", async (t) => {
  const studio = await bench(t)
  const { act, ada, service, cx } = studio
  const target = service.subscribe("ada")
  await act(ada, subscribeToPush, target)
  const rows = JSON.stringify([
    await cx.db.selectFrom("push_subscriptions").selectAll().execute(),
    await cx.db.selectFrom("push_keys").selectAll().execute(),
  ])
  for (const secret of [target.endpoint, target.keys.auth, target.keys.p256dh]) assert.ok(!rows.includes(secret))
})
