import { dayMs } from "#kernel/time/units.ts"
import { choosesRow, rowKey as key, choiceTime as now } from "#test/support/databases/chosen-rows.ts"
import { countRepeats, repeatFailed, repeatOne } from "./again-store.ts"
import { findLogged, listLogged } from "./delivery-log-store.ts"
import { countTries } from "./outcome-store.ts"
import { hurryHeads, withdrawRepeats } from "./switch-store.ts"

const place = { seq: 7, nth: 2 }
const delivery = { ...place, endpoint_id: "r1", event_id: "e1", subject: "s1", created_at: now }
const failed = { ...delivery, ended_at: now, outcome: "failed" }
const ofOthers = [{ workspace_id: "w2" }, { endpoint_id: "r2" }]
/** Two events of the workspace, and one of another. */
const events = [
  ["events", { ...place, id: "e1" }],
  ["events", { seq: 7, nth: 3, id: "e2" }],
  ["events", { ...place, id: "e1", workspace_id: "w2" }],
] as const

const asked = { ...key, outcome: undefined, after: undefined, limit: 10 }

choosesRow("the log of an endpoint lists its deliveries", {
  table: "webhook_deliveries",
  row: failed,
  unless: ofOthers,
  beside: events,
  run: (cx) => listLogged(cx, asked),
})

for (const [outcome, row, unless] of [
  ["failed", failed, [{ outcome: "delivered" }]],
  ["delivered", { ...failed, outcome: "delivered" }, [{ outcome: "failed" }]],
  ["waiting", delivery, [{ ended_at: now }]],
] as const)
  choosesRow(`the log lists only deliveries that are ${outcome}, if asked for these`, {
    table: "webhook_deliveries",
    ...{ row, unless, beside: events },
    run: (cx) => listLogged(cx, { ...asked, outcome }),
  })

choosesRow("a page of the log begins after the last delivery of the page before", {
  table: "webhook_deliveries",
  row: failed,
  unless: [{ nth: 3, event_id: "e2" }],
  beside: events,
  run: (cx) => listLogged(cx, { ...asked, after: { seq: 7, nth: 3 } }),
})

choosesRow("a logged delivery is found by its event", {
  table: "webhook_deliveries",
  row: failed,
  unless: [...ofOthers, { nth: 3, event_id: "e2" }],
  beside: events,
  run: (cx) => findLogged(cx, { ...key, eventId: "e1" }),
})

choosesRow("deliveries of the endpoint that wait to be sent again are counted", {
  table: "webhook_deliveries",
  row: { ...failed, again_at: now },
  unless: [...ofOthers, { again_at: null }],
  gives: 1,
  run: (cx) => countRepeats(cx, key),
})

const again = { again_at: now, again_by: "a1" }

choosesRow("an ended delivery is sent again", {
  table: "webhook_deliveries",
  row: failed,
  unless: [...ofOthers, { event_id: "e2" }, { ended_at: null }],
  becomes: again,
  gives: true,
  run: (cx) => repeatOne(cx, { ...key, accountId: "a1", eventId: "e1" }),
})

choosesRow("failed deliveries of a span are sent again, except for tests", {
  table: "webhook_deliveries",
  row: failed,
  evenIf: [{ created_at: now - 10 }, { created_at: now + 10 }],
  unless: [
    ...ofOthers,
    { outcome: "delivered" },
    { again_at: now },
    { subject: "r1" },
    { created_at: now - 11 },
    { created_at: now + 11 },
  ],
  becomes: again,
  gives: 1,
  run: (cx) => repeatFailed(cx, { ...key, accountId: "a1", from: now - 10, until: now + 10, limit: 1 }),
})

choosesRow("what waits to be sent again is withdrawn", {
  table: "webhook_deliveries",
  row: { ...failed, ...again },
  unless: ofOthers,
  becomes: { again_at: null, again_by: null },
  run: (cx) => withdrawRepeats(cx, key),
})

choosesRow("a waiting retry becomes due at once", {
  table: "webhook_deliveries",
  row: { ...delivery, due_at: now + 60 },
  unless: [...ofOthers, { ended_at: now }, { due_at: null }],
  becomes: { due_at: now },
  run: (cx) => hurryHeads(cx, key),
})

choosesRow("tries of the last day are counted", {
  table: "webhook_attempts",
  row: { endpoint_id: "r1", event_id: "e1", began_at: now - dayMs + 1, status: 200 },
  unless: [...ofOthers, { began_at: now - dayMs }],
  run: (cx) => countTries(cx, key),
})
