import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { createLink } from "#domains/links/index.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { hookReceiver, status } from "#test/support/stand-ins/hook-receiver.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { eventExample } from "../event-example.ts"
import { eventTable } from "../event-table.ts"
import {
  changeEndpoint,
  fanOutEvents,
  getEndpointBacklog,
  getWebhookDelivery,
  listEndpointOutcomes,
  listWebhookDeliveries,
  makeEndpoint,
  sendFailedWebhooksAgain,
  sendHooks,
  sendWebhookAgain,
  switchOffEndpoint,
  switchOnEndpoint,
  testEndpoint,
} from "../index.ts"

/** A workspace with an endpoint for all events, whose receiver is on this machine. */
async function hookedWorld(t: TestContext, kind?: Parameters<typeof world>[1]) {
  const receiver = await hookReceiver(t)
  const at = await world(t, kind, { receivers: [receiver] })
  const { workspaceId, cx, act, clock } = at
  const { endpoint } = await act("admin", makeEndpoint, { url: receiver.url, types: ["*"] })
  const { id } = endpoint
  /** Sends all that is due, and returns what arrived, as `type subject`. */
  async function send(): Promise<string[]> {
    const before = receiver.hooks.length
    await fanOutEvents(cx, { workspaceId })
    await sendHooks(cx, { workspaceId, endpointId: id })
    return receiver.hooks.slice(before).map(({ type, subject }) => `${type} ${subject}`)
  }
  async function confirm(): Promise<void> {
    await act("admin", testEndpoint, { id, type: "webhook.test" })
    assert.deepEqual(await send(), [`webhook.test ${id}`])
    clock.advance(1)
  }
  const link = async () => {
    clock.advance(1)
    return (await act("owner", createLink, { destination: "https://example.com/" })).id
  }
  return { ...at, receiver, id, send, confirm, link }
}

onBothDatabases(
  "an endpoint that is switched on gets the missed events or only later ones, as the admin chose",
  async (t, kind) => {
    const { act, cx, workspaceId, receiver, id, send, confirm, link } = await hookedWorld(t, kind)
    await confirm()
    receiver.answer = status(500)
    const tried = await link()
    assert.deepEqual(await send(), [`link.created ${tried}`])
    await act("admin", switchOffEndpoint, { id })
    receiver.answer = status(200)
    const missed = [await link(), await link()]
    assert.deepEqual(await send(), [])
    assert.deepEqual(await act("admin", getEndpointBacklog, { id }), { open: 1, behind: 2, isCut: false })
    await act("admin", changeEndpoint, { id, types: ["doc.created"] })
    assert.deepEqual(await act("admin", getEndpointBacklog, { id }), { open: 1, behind: 0, isCut: false })
    await act("admin", changeEndpoint, { id, types: ["*"] })
    await act("admin", switchOnEndpoint, { id, from: "missed" })
    assert.deepEqual((await send()).sort(), [tried, ...missed].map((link) => `link.created ${link}`).sort())

    await act("admin", sendWebhookAgain, { id, eventId: receiver.hooks.at(-1)?.id })
    receiver.answer = status(500)
    await link()
    await fanOutEvents(cx, { workspaceId })
    await act("admin", switchOffEndpoint, { id })
    receiver.answer = status(200)
    await link()
    await act("admin", switchOnEndpoint, { id, from: "now" })
    await act("admin", switchOnEndpoint, { id, from: "missed" })
    const next = await link()
    assert.deepEqual(await send(), [`link.created ${next}`])
    assert.deepEqual(await act("admin", getEndpointBacklog, { id }), { open: 0, behind: 0, isCut: false })
  },
)

onBothDatabases(
  "up to 1,000 failed webhooks are sent again under their ids, name who sent them, and delay no subject",
  async (t, kind) => {
    const { app, clock, act, receiver, id, workspaceId, send, confirm, link } = await hookedWorld(t, kind)
    await confirm()
    receiver.answer = status(500)
    const waiting = await link()
    await send()
    const from = clock.now()
    await storeFailed({ app, workspaceId, id, at: from, count: 1_001 })
    const until = clock.now()
    const before = await headOf(waiting)
    const nothing = await act("admin", sendFailedWebhooksAgain, { id, from: from - 9, until: from - 8 })
    assert.deepEqual(nothing, { count: 0, isMore: false })
    const asked = await act("admin", sendFailedWebhooksAgain, { id, from, until })
    assert.deepEqual(asked, { count: 1_000, isMore: true })
    await assert.rejects(act("owner", sendFailedWebhooksAgain, { id, from, until }), { message: /^1,000 events wait/ })
    await app.database.transaction((db) =>
      db.updateTable("webhook_deliveries").set({ again_at: null }).where("event_id", "<>", "evt_0").execute(),
    )
    receiver.answer = status(200)
    assert.deepEqual(await send(), ["link.created link_0"])
    assert.equal(receiver.hooks.at(-1)?.id, "evt_0")
    const first = receiver.hooks.at(-1)?.body
    clock.advance(1)
    await act("owner", sendWebhookAgain, { id, eventId: "evt_0" })
    await send()
    assert.equal(receiver.hooks.at(-1)?.body, first)
    const shown = await act("admin", getWebhookDelivery, { id, eventId: "evt_0" })
    assert.equal(shown.body, first)
    assert.equal(shown.outcome, "delivered")
    assert.deepEqual(
      shown.attempts.map(({ askedBy }) => askedBy),
      ["admin", "owner"],
    )
    assert.deepEqual(await headOf(waiting), before)
    const { items } = await act("admin", listWebhookDeliveries, { id, outcome: "waiting" })
    await assert.rejects(act("admin", sendWebhookAgain, { id, eventId: items[0]?.id }), { message: /still being sent/ })

    function headOf(subject: string) {
      const of = app.database.read.selectFrom("webhook_deliveries").select(["due_at", "tries", "ended_at", "again_at"])
      return of.where("subject", "=", subject).executeTakeFirstOrThrow()
    }
  },
)

interface Failed extends Pick<World, "app" | "workspaceId"> {
  id: string
  at: number
  count: number
}

/** Stores deliveries that failed before, of subjects `link_0` and so on. */
async function storeFailed({ app, workspaceId: workspace_id, id: endpoint_id, at, count }: Failed): Promise<void> {
  const each = <Row>(make: (nth: number) => Row) => Array.from({ length: count }, (_, nth) => make(nth))
  const place = (nth: number) => ({ workspace_id, seq: 100_000, nth, subject: `link_${nth}` })
  await app.database.transaction(async (db) => {
    await db
      .insertInto("events")
      .values(each((nth) => ({ ...place(nth), id: `evt_${nth}`, type: "link.created", data: "{}", only_for: null, occurred_at: at }))) // biome-ignore format: a row
      .execute()
    await db
      .insertInto("webhook_deliveries")
      .values(each((nth) => ({ ...place(nth), endpoint_id, event_id: `evt_${nth}`, due_at: null, tries: 10, ended_at: at, outcome: "failed" as const, again_at: null, again_by: null, created_at: at }))) // biome-ignore format: a row
      .execute()
  })
}

onBothDatabases("the log has each try with its answer, the sent bytes, and the counts of a day", async (t, kind) => {
  const { act, clock, receiver, id, send, confirm, link } = await hookedWorld(t, kind)
  assert.deepEqual(await act("admin", listWebhookDeliveries, { id }), { items: [] })
  await confirm()
  receiver.answer = (response) => void response.writeHead(500).end(`no ${"x".repeat(2_000)}`)
  const failing = await link()
  await send()
  receiver.answer = status(204)
  clock.advance(7_000)
  await send()
  const links = [await link(), await link()]
  await send()
  const first = await act("admin", listWebhookDeliveries, { id, limit: 3 })
  assert.deepEqual(
    first.items.map(({ subject }) => subject),
    [...links.toReversed(), failing],
  )
  const { items: rest } = await act("admin", listWebhookDeliveries, { id, limit: 3, cursor: first.nextCursor })
  assert.deepEqual(
    rest.map(({ type }) => type),
    ["webhook.test"],
  )
  assert.deepEqual((await act("admin", listWebhookDeliveries, { id, outcome: "failed" })).items, [])
  const [, , listed] = first.items
  const shown = await act("admin", getWebhookDelivery, { id, eventId: listed?.id })
  assert.deepEqual(shown.attempts.map(({ status, answer, askedBy }) => [status, answer?.length ?? 0, askedBy]), [[500, 1_000, null], [204, 0, null]]) // biome-ignore format: one thought
  assert.equal(shown.body, receiver.hooks.find(({ subject }) => subject === failing)?.body)
  const [outcomes] = (await act("admin", listEndpointOutcomes, {})).items
  assert.deepEqual([outcomes?.delivered, outcomes?.failed, outcomes?.isCut, outcomes?.hours.length], [4, 1, false, 24])
  clock.advance(25 * 3_600_000)
  assert.equal((await act("admin", listEndpointOutcomes, {})).items[0]?.delivered, 0)
})

onSqlite("a test of each type's example fits its schema and reaches the tested endpoint alone", async (t) => {
  const { act, receiver, id, send, confirm } = await hookedWorld(t)
  for (const kind of eventTable)
    assert.deepEqual(kind.data.safeParse(eventExample(kind, "example_1")).error, undefined, kind.type)
  await assert.rejects(act("admin", testEndpoint, { id, type: "link.created" }), { message: /has not received/ })
  receiver.answer = status(500)
  await act("admin", testEndpoint, { id, type: "webhook.test" })
  await send()
  receiver.answer = status(200)
  await confirm()
  await act("admin", makeEndpoint, { url: receiver.url, types: ["*"] })
  await act("admin", testEndpoint, { id, type: "link.created" })
  assert.deepEqual(await send(), [`link.created ${id}`])
  assert.match(JSON.parse(receiver.hooks.at(-1)?.body ?? "").data.id, /^example_/)
  await act("admin", switchOffEndpoint, { id })
  await assert.rejects(act("admin", testEndpoint, { id, type: "link.created" }), { message: "This endpoint is off." })
})

onSqlite("members, viewers and other workspaces neither see deliveries nor switch, test or send again", async (t) => {
  const { act, id, confirm } = await hookedWorld(t)
  await confirm()
  const eventId = (await act("admin", listWebhookDeliveries, { id })).items[0]?.id
  const asked = [
    [getEndpointBacklog, { id }],
    [getWebhookDelivery, { id, eventId }],
    [listEndpointOutcomes, {}],
    [listWebhookDeliveries, { id }],
    [sendFailedWebhooksAgain, { id, from: 0, until: 1 }],
    [sendWebhookAgain, { id, eventId }],
    [switchOffEndpoint, { id }],
    [switchOnEndpoint, { id, from: "now" }],
    [testEndpoint, { id, type: "webhook.test" }],
  ] as const
  for (const [action, input] of asked) {
    for (const who of ["member", "viewer"] as const)
      await assert.rejects(act(who, action as never, input), { code: "workspace_forbidden" })
    if (action === listEndpointOutcomes)
      assert.deepEqual(await act("stranger", listEndpointOutcomes, {}), { items: [] })
    else await assert.rejects(act("stranger", action as never, input), { code: "not_found" })
  }
})
