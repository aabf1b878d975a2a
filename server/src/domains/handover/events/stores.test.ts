import assert from "node:assert/strict"
import { test } from "node:test"
import { minuteMs } from "#kernel/time/units.ts"
import { choosesRow, choiceTime as now } from "#test/support/databases/chosen-rows.ts"
import { world } from "#test/support/worlds/world.ts"
import {
  extendOrEndLease,
  findSilence,
  listHookStates,
  listSoon,
  noteHook,
  noteHookMade,
  noteMissed,
  noteSilenceReported,
  takeLease,
} from "./hook-store.ts"
import { findNextDue, listDueEvents, markApplied, planEvent, recallEvents } from "./payment-event-store.ts"

const listing = { processor_account: "pa_1", next_at: now, missed: 3, notified_at: now - 1 }
const ofAnother = { processor_account: "pa_2" }

choosesRow("the lease on an account's events is taken once the former has ended", {
  table: "event_listings",
  row: { ...listing, lease_until: now },
  evenIf: [{ lease_until: null }],
  unless: [{ lease_until: now + 1 }],
  becomes: { lease_until: now + 5_000 },
  gives: true,
  otherwise: false,
  run: (cx) => takeLease(cx, "pa_1", now + 5_000),
})

choosesRow("the lease on an account's events is extended for that account", {
  table: "event_listings",
  row: { ...listing, lease_until: now },
  unless: [ofAnother],
  becomes: { lease_until: now + 1 },
  run: (cx) => extendOrEndLease(cx, "pa_1", now + 1),
})

choosesRow("the next listing of an account moves to within ten minutes, never to later", {
  table: "event_listings",
  row: { ...listing, next_at: now + 10 * minuteMs + 1 },
  unless: [ofAnother, { next_at: now + 10 * minuteMs - 1 }],
  becomes: { next_at: now + 10 * minuteMs },
  run: (cx) => listSoon(cx, "pa_1"),
})

choosesRow("a new webhook ends the silence of its account", {
  table: "event_listings",
  row: listing,
  unless: [ofAnother],
  becomes: { missed: 0, notified_at: null },
  run: (cx) => noteHookMade(cx, "pa_1"),
})

choosesRow("the report of a silence is noted on its account", {
  table: "event_listings",
  row: listing,
  unless: [ofAnother],
  becomes: { notified_at: now },
  run: (cx) => noteSilenceReported(cx, "pa_1"),
})

choosesRow("an account's listing that found a missed event counts one more", {
  table: "event_listings",
  row: listing,
  unless: [ofAnother],
  becomes: { missed: 4 },
  run: (cx) => noteMissed(cx, "pa_1", true),
})

choosesRow("an account's listing that found nothing counts from the start", {
  table: "event_listings",
  row: listing,
  unless: [ofAnother],
  becomes: { missed: 0 },
  run: (cx) => noteMissed(cx, "pa_1", false),
})

choosesRow("the states of webhooks are those of the accounts that were asked for", {
  table: "event_listings",
  row: listing,
  unless: [ofAnother],
  run: (cx) => listHookStates(cx, ["pa_1"]),
})

const dayMs = 24 * 60 * minuteMs
const quarter = now - 15 * minuteMs
const listed = { processor_account: "pa_1", came_by: "list", received_at: now - dayMs + 1, created_at: quarter }

choosesRow(
  "a webhook is silent when a listing found an event of the last day that is older than a quarter of an hour",
  {
    table: "payment_events",
    row: listed,
    evenIf: [{ created_at: now - dayMs + 1 }],
    unless: [
      ofAnother,
      { came_by: "hook" },
      { received_at: now - dayMs },
      { created_at: now - dayMs },
      { created_at: quarter + 1 },
    ],
    beside: [["event_listings", { processor_account: "pa_2", hook_seen_at: now }]],
    unlessBeside: [[["event_listings", { processor_account: "pa_1", hook_seen_at: now - dayMs + 1 }]]],
    gives: true,
    run: (cx) => findSilence(cx, "pa_1", now - 2 * dayMs),
  },
)

choosesRow("a webhook is not silent about what came before it was made", {
  table: "payment_events",
  row: { ...listed, received_at: now - minuteMs, created_at: quarter },
  unless: [{ received_at: quarter - 1 }, { created_at: quarter - 1 }],
  gives: true,
  run: (cx) => findSilence(cx, "pa_1", quarter - 1),
})

const event = { processor_account: "pa_1", subject: "cs_1", event_id: "evt_1", event: "{}", due_at: now }

choosesRow("a webhook is silent about a payment of the last day that no event names", {
  table: "purchases",
  row: { processor_account: "pa_1", checkout_session_id: "cs_1", paid_at: now - dayMs + 1 },
  evenIf: [{ paid_at: quarter }],
  unless: [ofAnother, { paid_at: now - dayMs }, { paid_at: quarter + 1 }],
  beside: [
    ["payment_events", { ...event, subject: "cs_2" }],
    ["payment_events", { ...event, processor_account: "pa_2" }],
  ],
  unlessBeside: [[["payment_events", { ...event, created_at: now }]]],
  gives: true,
  run: (cx) => findSilence(cx, "pa_1", now - 2 * dayMs),
})

choosesRow("an account's events are due at their time", {
  table: "payment_events",
  row: event,
  unless: [ofAnother, { due_at: now + 1 }, { due_at: null }],
  run: (cx) => listDueEvents(cx, "pa_1", 10),
})

choosesRow("the next due event is one of the account", {
  table: "payment_events",
  row: event,
  unless: [ofAnother, { due_at: null }],
  gives: now,
  run: (cx) => findNextDue(cx, "pa_1"),
})

choosesRow("events of a checkout session become due again until they are applied", {
  table: "payment_events",
  row: { ...event, due_at: null, applied_at: null },
  unless: [ofAnother, { subject: "cs_2" }, { applied_at: now }],
  becomes: { due_at: now },
  gives: true,
  run: (cx) => recallEvents(cx, "pa_1", "cs_1"),
})

choosesRow("an applied event is never due again", {
  table: "payment_events",
  row: event,
  unless: [ofAnother, { event_id: "evt_2" }],
  becomes: { applied_at: now, due_at: null },
  run: (cx) => markApplied(cx, { processor_account: "pa_1", event_id: "evt_1" }),
})

choosesRow("a failed event is planned again", {
  table: "payment_events",
  row: event,
  unless: [ofAnother, { event_id: "evt_2" }],
  becomes: { due_at: now + 1, tries: 1 },
  run: (cx) => planEvent(cx, { processor_account: "pa_1", event_id: "evt_1" }, { due_at: now + 1, tries: 1 }),
})

test("the arrival of webhooks is recorded once a minute", async (t) => {
  const { cx, clock } = await world(t)
  const seenAt = async () => {
    await noteHook(cx, "pa_1")
    return (await listHookStates(cx, ["pa_1"]))[0]?.hook_seen_at
  }
  const first = clock.now()
  assert.equal(await seenAt(), first)
  clock.advance(minuteMs - 1)
  assert.equal(await seenAt(), first)
  clock.advance(1)
  assert.equal(await seenAt(), first + minuteMs)
})
