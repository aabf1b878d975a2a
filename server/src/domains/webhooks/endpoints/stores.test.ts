import { dayMs } from "#kernel/time/units.ts"
import { choosesRow, elsewhere, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import { countRepeats, repeatFailed, repeatOne } from "../upkeep/again-store.ts"
import { countBacklog, findLogged, listLogged, listTries } from "../upkeep/delivery-log-store.ts"
import { countTries } from "../upkeep/outcome-store.ts"
import { hurryHeads, withdrawRepeats } from "../upkeep/switch-store.ts"
import {
  changeEndpointRow,
  deleteEndpointRow,
  type EndpointHealth,
  findEndpointRow,
  findWorkspaceBySlug,
  listEndpointRows,
  listWorkingKeys,
  lockEndpointRow,
  updateHealth,
} from "./endpoint-store.ts"
import { giveUpOpen, parkStrands, raiseHeads } from "./strand-store.ts"
import { updateWanted } from "./wanted-store.ts"

const own = { workspaceId: rowKey.workspace_id }
const endpoint = { types: '["link.created"]', confirmed_at: now, since: 0 }
const delivery = { endpoint_id: "r1", seq: 7, nth: 2, event_id: "e1", subject: "s1", due_at: now }
const atOther = [{ workspace_id: "w2" }, { endpoint_id: "r2" }]

choosesRow("a workspace's endpoints are its own", {
  table: "webhook_endpoints",
  row: endpoint,
  unless: [{ workspace_id: "w2" }],
  run: (cx) => listEndpointRows(cx, own),
})

choosesRow("an endpoint works while it is switched on", {
  table: "webhook_endpoints",
  row: endpoint,
  unless: [{ workspace_id: "w2" }, { disabled_at: now }],
  run: (cx) => listWorkingKeys(cx, own),
})

for (const [word, find] of [
  ["found", findEndpointRow],
  ["locked", lockEndpointRow],
] as const)
  choosesRow(`an endpoint is ${word} by its key`, {
    table: "webhook_endpoints",
    row: endpoint,
    unless: elsewhere,
    run: (cx) => find(cx, rowKey),
  })

const health: EndpointHealth = {
  ...{ failing_since: now, failures: 3, warned_at: now, slow_until: now + 1, rests_until: now + 2 },
  ...{ disabled_at: now, disabled_for: "failing" },
}

choosesRow("the health of an endpoint is noted on it alone", {
  table: "webhook_endpoints",
  row: endpoint,
  unless: elsewhere,
  becomes: { ...health },
  run: (cx) => updateHealth(cx, rowKey, health),
})

choosesRow("an endpoint changes alone", {
  table: "webhook_endpoints",
  row: endpoint,
  unless: elsewhere,
  becomes: { description: "Orders" },
  run: (cx) => changeEndpointRow(cx, rowKey, { description: "Orders" }),
})

choosesRow("an endpoint is deleted alone", {
  table: "webhook_endpoints",
  row: endpoint,
  unless: elsewhere,
  becomes: null,
  gives: true,
  run: (cx) => deleteEndpointRow(cx, rowKey),
})

choosesRow("an operator finds a workspace by its slug unless it is in the trash", {
  table: "workspaces",
  row: { id: "w1", slug: "studio" },
  unless: [{ slug: "other" }, { deleted_at: now }],
  gives: "w1",
  run: (cx) => findWorkspaceBySlug(cx, "studio"),
})

choosesRow("a moved endpoint's deliveries wait, except its tests", {
  table: "webhook_deliveries",
  row: { ...delivery, again_at: now, again_by: "a1" },
  evenIf: [{ due_at: null }, { again_at: null }],
  unless: [...atOther, { subject: "r1" }],
  becomes: { due_at: null, again_at: null, again_by: null },
  run: (cx) => parkStrands(cx, rowKey),
})

const givenUp = { due_at: null, ended_at: now, outcome: "failed" }

choosesRow("a deleted endpoint's open deliveries are given up", {
  table: "webhook_deliveries",
  row: delivery,
  evenIf: [{ subject: "s2" }],
  unless: [...atOther, { ended_at: now - 1 }],
  becomes: givenUp,
  run: (cx) => giveUpOpen(cx, rowKey),
})

choosesRow("a subject's open deliveries are given up, up to one of them", {
  table: "webhook_deliveries",
  row: delivery,
  evenIf: [{ seq: 6, nth: 9 }],
  unless: [...atOther, { ended_at: now - 1 }, { subject: "s2" }, { nth: 3 }, { seq: 8, nth: 0 }],
  becomes: givenUp,
  run: (cx) => giveUpOpen(cx, rowKey, { subject: "s1", upTo: { seq: 7, nth: 2 } }),
})

choosesRow("a subject without a due delivery gets one again", {
  table: "webhook_deliveries",
  row: { ...delivery, due_at: null },
  unless: [...atOther, { ended_at: now }],
  beside: [["webhook_endpoints", endpoint]],
  unlessBeside: [[["webhook_endpoints", { ...endpoint, confirmed_at: null }]]],
  becomes: { due_at: now },
  gives: 1,
  run: (cx) => raiseHeads(cx, rowKey),
})

for (const [title, columns, without] of [
  ["confirmed endpoints that work", {}, [{ disabled_at: now - 30 * dayMs }, { confirmed_at: null }]],
  ["endpoints that have begun before", { confirmed_at: null, since: 1 }, [{ since: 0 }]],
  ["endpoints that were just switched off", { disabled_at: now - 30 * dayMs + 1 }, []],
] as const)
  choosesRow(`events are wanted by ${title}`, {
    table: "webhook_endpoints",
    row: { ...endpoint, ...columns },
    unless: [{ workspace_id: "w2" }, ...without],
    beside: [["workspace_clocks", { seq: 3 }]],
    gives: "link.created",
    run: async (cx) => {
      await updateWanted(cx, own)
      const clock = cx.db.selectFrom("workspace_clocks").select("wanted").where("workspace_id", "=", own.workspaceId)
      return (await clock.executeTakeFirstOrThrow()).wanted
    },
  })

choosesRow("wanted types are noted on the clock of the workspace", {
  table: "workspace_clocks",
  row: { seq: 3, wanted: "link.created" },
  unless: [],
  becomes: { wanted: null },
  gives: 3,
  run: (cx) => updateWanted(cx, own),
})

choosesRow("repeats of an endpoint are its own that wait", {
  table: "webhook_deliveries",
  row: { ...delivery, again_at: now },
  unless: [...atOther, { again_at: null }],
  gives: 1,
  run: (cx) => countRepeats(cx, rowKey),
})

choosesRow("an ended delivery is sent once more", {
  table: "webhook_deliveries",
  row: { ...delivery, ended_at: now - 1 },
  unless: [...atOther, { event_id: "e2" }, { ended_at: null }],
  becomes: { again_at: now, again_by: "a1" },
  gives: true,
  run: (cx) => repeatOne(cx, { ...rowKey, accountId: "a1", eventId: "e1" }),
})

choosesRow("failed deliveries of a time are sent once more, except tests", {
  table: "webhook_deliveries",
  row: { ...delivery, outcome: "failed", created_at: now },
  evenIf: [{ created_at: now + 9 }],
  unless: [
    ...atOther,
    { outcome: "delivered" },
    { again_at: now },
    { subject: "r1" },
    { created_at: now - 1 },
    { created_at: now + 10 },
  ],
  becomes: { again_at: now, again_by: "a1" },
  gives: 1,
  run: (cx) => repeatFailed(cx, { ...rowKey, accountId: "a1", from: now, until: now + 9, limit: 10 }),
})

const event = ["events", { id: "e1", seq: 7, nth: 2 }] as const
const place = { seq: 8, nth: 0 }

choosesRow("a log has the endpoint's own deliveries with their events, from a place on", {
  table: "webhook_deliveries",
  row: delivery,
  unless: [...atOther, { seq: 8 }, { nth: 3 }],
  beside: [event],
  unlessBeside: [[["events", { ...event[1], workspace_id: "w2" }]]],
  run: (cx) => listLogged(cx, { ...rowKey, outcome: undefined, after: place, limit: 10 }),
})

choosesRow("the next page of a log begins before the last row of the page before", {
  table: "webhook_deliveries",
  row: delivery,
  unless: [],
  beside: [event],
  unlessBeside: [[["events", { ...event[1], nth: 3 }]]],
  run: (cx) => listLogged(cx, { ...rowKey, outcome: undefined, after: { seq: 7, nth: 3 }, limit: 10 }),
})

for (const [outcome, columns, other] of [
  ["waiting", { ended_at: null }, { ended_at: now }],
  ["delivered", { outcome: "delivered" }, { outcome: "failed" }],
  ["failed", { outcome: "failed" }, { outcome: "delivered" }],
] as const)
  choosesRow(`a log of ${outcome} deliveries has no others`, {
    table: "webhook_deliveries",
    row: { ...delivery, ...columns },
    unless: [other],
    beside: [event],
    run: (cx) => listLogged(cx, { ...rowKey, outcome, after: undefined, limit: 10 }),
  })

choosesRow("a logged delivery is found by its event", {
  table: "webhook_deliveries",
  row: delivery,
  unless: atOther,
  beside: [event],
  unlessBeside: [[["events", { ...event[1], id: "e2" }]]],
  run: (cx) => findLogged(cx, { ...rowKey, eventId: "e1" }),
})

choosesRow("tries are those of the endpoint's events", {
  table: "webhook_attempts",
  row: { endpoint_id: "r1", event_id: "e1" },
  unless: [...atOther, { event_id: "e2" }],
  run: (cx) => listTries(cx, rowKey, ["e1"]),
})

const backlog = { seq: 5, nth: 1, since: 4, types: ["link.created"] }

choosesRow("an event is in the backlog behind the cursor", {
  table: "events",
  row: { seq: 5, nth: 2, type: "link.created" },
  evenIf: [{ seq: 6, nth: 0 }],
  unless: [{ workspace_id: "w2" }, { nth: 1 }, { seq: 4 }, { type: "link.trashed" }, { only_for: "r1" }],
  gives: { open: 0, behind: 1, isCut: false },
  run: (cx) => countBacklog(cx, rowKey, backlog),
})

choosesRow("a backlog has the events since the endpoint began, of every type where it wants all", {
  table: "events",
  row: { seq: 7, nth: 0, type: "doc.created" },
  unless: [{ seq: 6 }],
  gives: { open: 0, behind: 1, isCut: false },
  run: (cx) => countBacklog(cx, rowKey, { ...backlog, since: 6, types: ["*"] }),
})

choosesRow("an event is in the backlog while an open delivery of its subject holds it", {
  table: "webhook_deliveries",
  row: { ...delivery, seq: 5, nth: 0, holds_more: 1 },
  unless: [...atOther, { holds_more: 0 }, { subject: "s2" }, { nth: 1 }],
  beside: [["events", { seq: 5, nth: 1, type: "link.created", subject: "s1" }]],
  gives: 1,
  run: async (cx) => (await countBacklog(cx, rowKey, backlog)).behind,
})

choosesRow("an event behind the cursor is in the backlog once, also while a delivery of its subject holds it", {
  table: "events",
  row: { seq: 5, nth: 2, type: "link.created", subject: "s1" },
  unless: [{ workspace_id: "w2" }],
  beside: [["webhook_deliveries", { ...delivery, seq: 5, nth: 0, holds_more: 1 }]],
  gives: 1,
  run: async (cx) => (await countBacklog(cx, rowKey, backlog)).behind,
})

choosesRow("a try is counted as delivered in the last 24 hours", {
  table: "webhook_attempts",
  row: { endpoint_id: "r1", began_at: now - dayMs + 1, status: 200 },
  unless: [...atOther, { began_at: now - dayMs }],
  run: (cx) => countTries(cx, rowKey),
})

choosesRow("repeats that wait are withdrawn", {
  table: "webhook_deliveries",
  row: { ...delivery, again_at: now, again_by: "a1" },
  unless: [...atOther, { again_at: null }],
  becomes: { again_at: null, again_by: null },
  run: (cx) => withdrawRepeats(cx, rowKey),
})

choosesRow("retries of an endpoint that works again are due at once", {
  table: "webhook_deliveries",
  row: { ...delivery, due_at: now + 60 },
  unless: [...atOther, { due_at: null }, { ended_at: now }],
  becomes: { due_at: now },
  run: (cx) => hurryHeads(cx, rowKey),
})
