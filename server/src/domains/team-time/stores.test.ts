import { choosesRow, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import {
  expireOwnStreamPlan,
  findDueStreamPlan,
  findOwnStreamPlan,
  listDueStreamPlans,
  putStreamPlan,
  recordRefresh,
  removeOwnStreamPlan,
} from "./stream-plan-store.ts"
import {
  countDateOverrides,
  findTeamTime,
  listDateOverrides,
  putDateOverride,
  putTeamTime,
  removeDateOverrideRow,
} from "./team-time-store.ts"
import { listOverridesOfAll, listTeam } from "./team-week-store.ts"

const ofOthers = [{ workspace_id: "w2" }, { account_id: "a2" }]
const plan = { due_at: now, etag: "e1", last_modified: "m1", busy_sealed: "b1" }
const studio = ["workspaces", { id: "w1", slug: "studio" }] as const

choosesRow("a member's stream plan is their own in the workspace", {
  table: "stream_plans",
  row: plan,
  unless: ofOthers,
  run: findOwnStreamPlan,
})

choosesRow("another address replaces a member's stream plan", {
  table: "stream_plans",
  row: plan,
  unless: [],
  becomes: { id: "r9", etag: null },
  run: async (cx) => {
    const row = await cx.db.selectFrom("stream_plans").selectAll().executeTakeFirst()
    if (row) await putStreamPlan(cx, { ...row, id: "r9", etag: null })
  },
})

choosesRow("a member removes their own stream plan", {
  table: "stream_plans",
  row: plan,
  unless: ofOthers,
  becomes: null,
  gives: true,
  run: removeOwnStreamPlan,
})

choosesRow("a member's own stream plan is read again at once", {
  table: "stream_plans",
  row: { ...plan, due_at: now + 9 },
  unless: ofOthers,
  becomes: { due_at: now, etag: null, last_modified: null },
  gives: rowKey.id,
  run: expireOwnStreamPlan,
})

choosesRow("a stream plan of a workspace in use is read when that is due", {
  table: "stream_plans",
  row: plan,
  unless: [{ due_at: now + 1 }, { workspace_id: "w2" }],
  beside: [studio],
  unlessBeside: [[["workspaces", { id: "w1", suspended_at: now }]], [["workspaces", { id: "w1", deleted_at: now }]]],
  run: (cx) => listDueStreamPlans(cx, 10),
})

choosesRow("one stream plan is read when that is due", {
  table: "stream_plans",
  row: plan,
  unless: [{ id: "r2" }, { due_at: now + 1 }],
  run: (cx) => findDueStreamPlan(cx, rowKey.id),
})

const time = { time_zone: "Europe/Berlin", hours: "[]" }

choosesRow("a stream plan is read in the member's own time zone in the workspace", {
  table: "team_times",
  row: time,
  unless: ofOthers,
  beside: [["stream_plans", plan]],
  gives: "Europe/Berlin",
  otherwise: null,
  run: async (cx) => (await findDueStreamPlan(cx, rowKey.id))?.time_zone,
})

choosesRow("the result of a read is stored unless another read was faster", {
  table: "stream_plans",
  row: plan,
  unless: [{ id: "r2" }, { due_at: now + 1 }],
  becomes: { etag: "e2" },
  run: (cx) => recordRefresh(cx, { id: rowKey.id, due_at: now }, { etag: "e2" }),
})

choosesRow("a member's hours are their own in the workspace", {
  table: "team_times",
  row: time,
  unless: ofOthers,
  run: findTeamTime,
})

choosesRow("new hours replace a member's hours", {
  table: "team_times",
  row: time,
  unless: [],
  becomes: { time_zone: "UTC", updated_at: now },
  run: (cx) => putTeamTime(cx, { timeZone: "UTC", hours: [] }),
})

const day = { date: "2026-11-20", hours: "[]" }
const range = { from: "2026-11-20", to: "2026-11-21" }
const outOfRange = [{ date: "2026-11-19" }, { date: "2026-11-22" }]

choosesRow("a member's days are their own in a range", {
  table: "date_overrides",
  row: day,
  evenIf: [{ date: "2026-11-21" }],
  unless: [...ofOthers, ...outOfRange],
  run: (cx) => listDateOverrides(cx, range),
})

choosesRow("a member's days are counted", {
  table: "date_overrides",
  row: day,
  unless: ofOthers,
  gives: 1,
  run: countDateOverrides,
})

choosesRow("a day's hours are replaced", {
  table: "date_overrides",
  row: { ...day, hours: "[[1,2]]" },
  unless: [],
  becomes: { hours: "[]", updated_at: now },
  run: (cx) => putDateOverride(cx, { date: "2026-11-20", hours: [] }),
})

choosesRow("a member removes their own day", {
  table: "date_overrides",
  row: day,
  unless: [...ofOthers, { date: "2026-11-21" }],
  becomes: null,
  gives: true,
  run: (cx) => removeDateOverrideRow(cx, "2026-11-20"),
})

const ada = ["accounts", { id: "a1", email: "ada@example.com" }] as const

choosesRow("a team is the members of the workspace", {
  table: "members",
  row: {},
  unless: [{ workspace_id: "w2" }, { account_id: "a2" }],
  beside: [ada],
  run: (cx) => listTeam(cx, 10),
})

for (const [title, table, row] of [
  ["hours", "team_times", time],
  ["stream plan", "stream_plans", plan],
] as const)
  choosesRow(`a member's ${title} in a team is their own`, {
    table,
    row,
    unless: ofOthers,
    beside: [ada, ["members", {}]],
    run: (cx) => listTeam(cx, 10),
  })

choosesRow("the days of a team are those of the workspace in a range", {
  table: "date_overrides",
  row: day,
  evenIf: [{ date: "2026-11-21" }, { account_id: "a2" }],
  unless: [{ workspace_id: "w2" }, ...outOfRange],
  run: (cx) => listOverridesOfAll(cx, range),
})
