import { dayMs, minuteMs } from "#kernel/time/units.ts"
import { choosesRow, elsewhere, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import type { EndpointRow } from "../endpoints/endpoint-store.ts"
import { endRepeat, makeNextHead, recordTry } from "./attempt-store.ts"
import { claimEndpoint, type DueDelivery, findLeft, listDue, releaseEndpoint } from "./due-store.ts"
import { countOpen, findLastOfNext, findNewestTest, listDataAfter, moveCursor } from "./fan-out-store.ts"
import { continueStrand, insertDeliveries } from "./insert-deliveries-store.ts"
import {
  countLateWebhooks,
  deleteOldEvents,
  forgetOldAnswers,
  forgetOldSecrets,
  listBusyEndpoints,
  listForgotten,
  listLongOff,
  listOldHolders,
  listTrashedEndpoints,
  listUnheard,
} from "./sweep-webhooks-store.ts"

const key = rowKey
const endpoint = { ...rowKey, confirmed_at: now, types: '["*"]', since: 0, cursor_seq: 5, cursor_nth: 1 } as EndpointRow
const endpointRow = { confirmed_at: now, types: '["*"]', since: 0, cursor_seq: 5, cursor_nth: 1 }
const event = { id: "e1", seq: 7, nth: 2, type: "link.created", subject: "s1", data: "{}", occurred_at: now }
const delivery = { endpoint_id: "r1", seq: 7, nth: 2, event_id: "e1", subject: "s1", due_at: now, tries: 3 }
const atOther = [{ workspace_id: "w2" }, { endpoint_id: "r2" }, { seq: 8 }, { nth: 3 }]
const asDelivery = { ...rowKey, endpoint_id: "r1", seq: 7, nth: 2, tries: 3 } as unknown as DueDelivery

choosesRow("a try is recorded once, on its own open delivery", {
  table: "webhook_deliveries",
  row: delivery,
  unless: [...atOther, { tries: 4 }, { ended_at: now }],
  becomes: { tries: 4, due_at: null, ended_at: now, outcome: "delivered" },
  gives: true,
  run: (cx) => recordTry(cx, { ...asDelivery, due_at: null, ended_at: now, outcome: "delivered" }),
})

choosesRow("the oldest open delivery of a subject becomes due", {
  table: "webhook_deliveries",
  row: { ...delivery, due_at: null },
  unless: [{ workspace_id: "w2" }, { endpoint_id: "r2" }, { subject: "s2" }, { ended_at: now }],
  becomes: { due_at: now },
  run: (cx) => makeNextHead(cx, { ...asDelivery, subject: "s1", now }),
})

choosesRow("a repeat that succeeds makes up for a failed delivery", {
  table: "webhook_deliveries",
  row: { ...delivery, outcome: "failed", again_at: now, again_by: "a1" },
  unless: atOther,
  becomes: { again_at: null, again_by: null, outcome: "delivered" },
  run: (cx) => endRepeat(cx, asDelivery, true),
})

choosesRow("a repeat that fails leaves the outcome", {
  table: "webhook_deliveries",
  row: { ...delivery, outcome: "delivered", again_at: now, again_by: "a1" },
  unless: [],
  becomes: { again_at: null, again_by: null },
  run: (cx) => endRepeat(cx, asDelivery, false),
})

for (const [word, columns, later] of [
  ["due", { due_at: now, again_at: null }, { due_at: now + 1 }],
  ["asked for again", { due_at: null, again_at: now }, { again_at: now + 1 }],
] as const)
  choosesRow(`a delivery that is ${word} is sent to a confirmed endpoint`, {
    table: "webhook_deliveries",
    row: { ...delivery, ...columns },
    unless: [...atOther, later, { due_at: null, again_at: null }],
    beside: [
      ["events", event],
      ["webhook_endpoints", endpointRow],
    ],
    unlessBeside: [
      [
        ["events", event],
        ["webhook_endpoints", { ...endpointRow, confirmed_at: null }],
      ],
      [["events", event]],
      [
        ["events", { ...event, workspace_id: "w2" }],
        ["webhook_endpoints", endpointRow],
      ],
    ],
    run: (cx) => listDue(cx, key, 10),
  })

choosesRow("a test is sent to an endpoint that is not confirmed", {
  table: "webhook_deliveries",
  row: { ...delivery, subject: "r1" },
  unless: [{ subject: "s1" }],
  beside: [
    ["events", event],
    ["webhook_endpoints", { ...endpointRow, confirmed_at: null }],
  ],
  run: (cx) => listDue(cx, key, 10),
})

for (const [column, columns] of [
  ["a first try", { due_at: now, again_at: null }],
  ["a repeat", { due_at: null, again_at: now }],
] as const)
  choosesRow(`the next time of an endpoint is that of ${column}`, {
    table: "webhook_deliveries",
    row: { ...delivery, ...columns },
    evenIf: [
      { due_at: now, again_at: now + 1 },
      { due_at: now + 1, again_at: now },
    ],
    unless: [{ workspace_id: "w2" }, { endpoint_id: "r2" }, { due_at: null, again_at: null }],
    beside: [["webhook_endpoints", endpointRow]],
    gives: { due: now, isBehind: false },
    run: (cx) => findLeft(cx, endpoint),
  })

const behind = { ...event, seq: 5, nth: 2 }
const notBehind = [{ workspace_id: "w2" }, { seq: 5, nth: 1 }, { seq: 4, nth: 9 }]

choosesRow("an event waits behind the cursor of its workspace's endpoint", {
  table: "events",
  row: behind,
  evenIf: [{ seq: 6, nth: 0 }],
  unless: notBehind,
  gives: { due: null, isBehind: true },
  run: (cx) => findLeft(cx, endpoint),
})

choosesRow("the next events are those behind the cursor", {
  table: "events",
  row: behind,
  unless: notBehind,
  gives: { last: { seq: 5, nth: 2 }, count: 1 },
  run: (cx) => findLastOfNext(cx, endpoint, 10),
})

choosesRow("the newest test is the endpoint's own behind the cursor", {
  table: "events",
  row: { ...behind, only_for: "r1" },
  unless: [...notBehind, { only_for: "r2" }, { only_for: null }],
  gives: { seq: 5, nth: 2 },
  run: (cx) => findNewestTest(cx, endpoint),
})

choosesRow("events for all endpoints are those that are no tests", {
  table: "events",
  row: behind,
  unless: [...notBehind, { only_for: "r1" }],
  run: (cx) => listDataAfter(cx, endpoint, 10),
})

const claimable = { ...endpointRow, leased_until: now, rests_until: now, lease: "old" }
const studio = { id: "w1", slug: "studio" }

choosesRow("a run claims an endpoint that works, rests no more and is not claimed", {
  table: "webhook_endpoints",
  row: claimable,
  evenIf: [{ leased_until: null }, { rests_until: null }],
  unless: [...elsewhere, { disabled_at: now }, { leased_until: now + 1 }, { rests_until: now + 1 }],
  beside: [["workspaces", studio]],
  unlessBeside: [[["workspaces", { ...studio, suspended_at: now }]], [["workspaces", { ...studio, deleted_at: now }]]],
  becomes: { lease: "mine", leased_until: now + 20_000 },
  run: (cx) => claimEndpoint(cx, key, "mine"),
})

choosesRow("a run releases its own claim", {
  table: "webhook_endpoints",
  row: { ...claimable, lease: "mine" },
  unless: [...elsewhere, { lease: "theirs" }],
  becomes: { lease: null, leased_until: null },
  run: (cx) => releaseEndpoint(cx, key, "mine"),
})

choosesRow("open deliveries are the endpoint's own that have not ended", {
  table: "webhook_deliveries",
  row: delivery,
  unless: [{ workspace_id: "w2" }, { endpoint_id: "r2" }, { ended_at: now }],
  gives: 1,
  run: (cx) => countOpen(cx, key),
})

choosesRow("a cursor is moved on its own endpoint", {
  table: "webhook_endpoints",
  row: endpointRow,
  unless: elsewhere,
  becomes: { cursor_seq: 9, cursor_nth: 3 },
  run: (cx) => moveCursor(cx, key, { seq: 9, nth: 3 }),
})

const wanted = { ...endpoint, types: '["link.created"]', since: 4 } as EndpointRow

choosesRow("a delivery is made of an event behind the cursor that the endpoint wants", {
  table: "events",
  row: { ...event, seq: 5, nth: 2 },
  evenIf: [{ seq: 8, nth: 3 }, { only_for: "r1" }, { only_for: "r1", type: "webhook.test" }],
  unless: [...notBehind, { seq: 8, nth: 4 }, { type: "link.trashed" }, { type: "link" }, { only_for: "r2" }],
  gives: 1,
  run: (cx) => insertDeliveries(cx, wanted, { seq: 8, nth: 3 }),
})

choosesRow("a delivery is made of an event since the endpoint began", {
  table: "events",
  row: { ...event, seq: 7 },
  evenIf: [{ type: "link.trashed" }],
  unless: [{ seq: 6 }],
  gives: 1,
  run: (cx) => insertDeliveries(cx, { ...endpoint, since: 6 }, { seq: 8, nth: 3 }),
})

choosesRow("a subject's next events follow its ended delivery up to the cursor, unless they are too old", {
  table: "events",
  row: { ...event, seq: 5, nth: 1, occurred_at: now - 30 * dayMs + 1 },
  evenIf: [{ seq: 3, nth: 3 }],
  unless: [
    { workspace_id: "w2" },
    { subject: "s2" },
    { seq: 3, nth: 2 },
    { seq: 5, nth: 2 },
    { occurred_at: now - 30 * dayMs },
  ],
  gives: 1,
  otherwise: 0,
  run: async (cx) => {
    await continueStrand(cx, endpoint, { seq: 3, nth: 2, subject: "s1" })
    return countOpen(cx, key)
  },
})

const waiting = [["webhook_deliveries", { ...delivery, due_at: now - 60 }]] as const
const used = ["workspaces", studio] as const

choosesRow("a forgotten endpoint is one that works and has waited for a run", {
  table: "webhook_endpoints",
  row: { ...claimable, rests_until: now - 60 },
  evenIf: [{ leased_until: null }, { rests_until: null }],
  unless: [...elsewhere, { disabled_at: now }, { leased_until: now + 1 }, { rests_until: now - 59 }],
  beside: [used, ...waiting],
  unlessBeside: [
    [used],
    [used, ["webhook_deliveries", { ...delivery, due_at: now - 59 }]],
    [["workspaces", { ...studio, suspended_at: now }], ...waiting],
  ],
  run: (cx) => listForgotten(cx, now - 60, 10),
})

choosesRow("an endpoint whose repeat has waited is forgotten too", {
  table: "webhook_deliveries",
  row: { ...delivery, due_at: null, again_at: now - 60 },
  unless: [{ workspace_id: "w2" }, { endpoint_id: "r2" }, { again_at: now - 59 }, { again_at: null }],
  beside: [used, ["webhook_endpoints", { ...claimable, rests_until: null }]],
  run: (cx) => listForgotten(cx, now - 60, 10),
})

const unheard = [used, ["events", { ...behind, occurred_at: now - 60 }]] as const

choosesRow("a workspace is unheard when an event has waited behind the cursor of a confirmed endpoint", {
  table: "webhook_endpoints",
  row: endpointRow,
  unless: [
    { workspace_id: "w2" },
    { disabled_at: now },
    { confirmed_at: null },
    { cursor_seq: 5, cursor_nth: 2 },
    { cursor_seq: 6, cursor_nth: 0 },
  ],
  beside: unheard,
  unlessBeside: [
    [used, ["events", { ...behind, occurred_at: now - 59 }]],
    [["workspaces", { ...studio, deleted_at: now }], unheard[1]],
  ],
  gives: ["w1"],
  run: (cx) => listUnheard(cx, now - 60, 10),
})

choosesRow("a test is heard by an endpoint that is not confirmed", {
  table: "events",
  row: { ...behind, occurred_at: now - 60, only_for: "r1" },
  unless: [{ only_for: "r2" }, { only_for: null }],
  beside: [used, ["webhook_endpoints", { ...endpointRow, confirmed_at: null }]],
  gives: ["w1"],
  run: (cx) => listUnheard(cx, now - 60, 10),
})

choosesRow("endpoints of the trash are those of deleted workspaces", {
  table: "webhook_endpoints",
  row: endpointRow,
  unless: [{ workspace_id: "w2" }],
  beside: [["workspaces", { ...studio, deleted_at: now }]],
  unlessBeside: [[used]],
  run: (cx) => listTrashedEndpoints(cx, 10),
})

choosesRow("a busy endpoint is a confirmed one with an open delivery, after an id", {
  table: "webhook_endpoints",
  isOfAllWorkspaces: true,
  row: endpointRow,
  unless: [...elsewhere, { id: "r0" }, { confirmed_at: null }],
  beside: [
    ["webhook_deliveries", delivery],
    ["webhook_deliveries", { ...delivery, endpoint_id: "r0" }],
  ],
  unlessBeside: [[["webhook_deliveries", { ...delivery, ended_at: now }]]],
  run: (cx) => listBusyEndpoints(cx, "r0", 10),
})

const old = now - 30 * dayMs

choosesRow("an old holder is an open delivery of an old event that holds newer ones", {
  table: "webhook_deliveries",
  isOfAllWorkspaces: true,
  row: { ...delivery, holds_more: 1 },
  unless: [{ workspace_id: "w2" }, { seq: 8 }, { nth: 3 }, { holds_more: 0 }, { ended_at: now }],
  beside: [["events", { ...event, occurred_at: old }]],
  unlessBeside: [[["events", { ...event, occurred_at: old + 1 }]]],
  run: (cx) => listOldHolders(cx, 10),
})

choosesRow("an old event is deleted", {
  table: "events",
  row: { ...event, occurred_at: old },
  unless: [{ occurred_at: old + 1 }],
  becomes: null,
  gives: 1,
  run: (cx) => deleteOldEvents(cx, 10),
})

choosesRow("an old event is deleted with its own deliveries", {
  table: "webhook_deliveries",
  isOfAllWorkspaces: true,
  row: delivery,
  unless: atOther,
  beside: [
    ["events", { ...event, occurred_at: old }],
    ["webhook_endpoints", endpointRow],
  ],
  becomes: null,
  gives: 1,
  otherwise: 1,
  run: (cx) => deleteOldEvents(cx, 10),
})

choosesRow("the text of a response is forgotten after a week", {
  table: "webhook_attempts",
  row: { began_at: now - 7 * dayMs, answer: "sealed" },
  unless: [{ began_at: now - 7 * dayMs + 1 }, { answer: null }],
  becomes: { answer: null },
  gives: 1,
  run: (cx) => forgetOldAnswers(cx, 10),
})

choosesRow("a replaced secret is forgotten at its time", {
  table: "webhook_endpoints",
  row: { ...endpointRow, old_secret_sealed: "sealed", old_until: now },
  unless: [{ old_until: now + 1 }],
  becomes: { old_secret_sealed: null, old_until: null },
  run: forgetOldSecrets,
})

choosesRow("an endpoint is long off since a time, while its workspace's events are wanted", {
  table: "webhook_endpoints",
  isOfAllWorkspaces: true,
  row: { ...endpointRow, disabled_at: now - 60 },
  unless: [{ workspace_id: "w2" }, { disabled_at: now - 59 }, { disabled_at: null }],
  beside: [["workspace_clocks", { wanted: "*" }]],
  unlessBeside: [[["workspace_clocks", { wanted: null }]]],
  gives: ["w1"],
  run: (cx) => listLongOff(cx, now - 60),
})

choosesRow("a webhook is late a minute after it was due, while its endpoint works", {
  table: "webhook_deliveries",
  row: { ...delivery, due_at: now - minuteMs },
  unless: [{ workspace_id: "w2" }, { endpoint_id: "r2" }, { due_at: now - minuteMs + 1 }, { due_at: null }],
  beside: [used, ["webhook_endpoints", endpointRow]],
  unlessBeside: [
    [used, ["webhook_endpoints", { ...endpointRow, disabled_at: now }]],
    [
      ["workspaces", { ...studio, suspended_at: now }],
      ["webhook_endpoints", endpointRow],
    ],
  ],
  gives: 1,
  run: countLateWebhooks,
})
