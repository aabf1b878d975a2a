import { choosesRow, firstPage, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import { countWaiting } from "./overview-store.ts"
import { nameLink, nameOffer, nameWorkspace } from "./reports/found-at-store.ts"
import {
  closeReportRow,
  closeReportsAbout,
  findLastMailedAt,
  listReportRows,
  listReportsToMail,
  markReportsMailed,
  type ReportRow,
} from "./reports/report-store.ts"
import { findSubjects } from "./subject-store.ts"
import { listWorkspaceRows } from "./suspensions/every-workspace-store.ts"
import {
  endSuspension,
  findSuspension,
  listSuspensionRecipients,
  listSuspensionRows,
  markSuspended,
  type SuspensionRow,
} from "./suspensions/suspension-store.ts"
import { claimWarning, countShortKeys } from "./warning-store.ts"

const workspaceId = rowKey.workspace_id
const studio = { id: "w1", slug: "studio", name: "Studio" }
const ofStudio = ["workspaces", studio] as const

for (const [name, table, row, other] of [
  ["openReports", "abuse_reports", {}, { closed_at: now }],
  ["suspensions", "suspensions", {}, { lifted_at: now }],
  ["deadJobs", "jobs", { dead_at: now }, { dead_at: null }],
  ["unclearMoney", "unclear_money", {}, { settled_at: now }],
  ["workspaces", "workspaces", studio, { deleted_at: now }],
  ["shortKeys", "directory", { kind: "pay_key" }, { kind: "hostname" }],
] as const)
  choosesRow(`operators see the number of ${name}`, {
    table,
    row,
    unless: [other],
    gives: 1,
    run: async (cx) => (await countWaiting(cx))[name],
  })

choosesRow("keys of pay links are counted", {
  table: "directory",
  row: { kind: "pay_key" },
  unless: [{ kind: "hostname" }],
  gives: 1,
  run: countShortKeys,
})

choosesRow("operators are warned of a thing once", {
  table: "operator_warnings",
  row: { name: "keys" },
  unless: [],
  becomes: {},
  gives: false,
  run: (cx) => claimWarning(cx, "keys"),
})

choosesRow("a reported link is one outside the trash", {
  table: "short_links",
  row: {},
  unless: [{ id: "r2" }, { deleted_at: now }],
  run: (cx) => nameLink(cx, "r1"),
})

choosesRow("a reported offer is that of the pay link, in any state", {
  table: "offers",
  row: { short_key: "ab12", state: "archived" },
  unless: [{ short_key: "cd34" }, { workspace_id: "w2" }],
  beside: [ofStudio],
  unlessBeside: [[["workspaces", { ...studio, deleted_at: now }]]],
  run: (cx) => nameOffer(cx, "ab12"),
})

choosesRow("a reported workspace is that of the slug", {
  table: "workspaces",
  row: studio,
  unless: [{ slug: "other" }, { id: "w2" }, { deleted_at: now }],
  beside: [["directory", { kind: "workspace", key: "studio" }]],
  unlessBeside: [
    [["directory", { kind: "hostname", key: "studio" }]],
    [["directory", { kind: "workspace", key: "old" }]],
  ],
  run: (cx) => nameWorkspace(cx, "studio"),
})

const report = { subject_kind: "link", subject_id: "l1" }

for (const [word, isClosed, closed_at, other] of [
  ["open", false, null, now],
  ["closed", true, now, null],
] as const)
  choosesRow(`${word} reports are listed apart`, {
    table: "abuse_reports",
    row: { ...report, closed_at },
    unless: [{ closed_at: other }],
    run: (cx) => listReportRows(cx, { isClosed, ...firstPage }),
  })

choosesRow("a report is closed once", {
  table: "abuse_reports",
  row: report,
  unless: [{ id: "r2" }, { closed_at: now - 1 }],
  becomes: { closed_at: now, closed_by: "a1", outcome: "kept" },
  run: (cx) => closeReportRow(cx, "r1", { closedBy: "a1", outcome: "kept" }),
})

const closed = { closed_at: now, closed_by: "a1", outcome: "suspended" }

choosesRow("open reports about a suspended link are closed", {
  table: "abuse_reports",
  row: report,
  unless: [{ subject_kind: "offer" }, { subject_id: "l2" }, { closed_at: now - 1 }],
  becomes: closed,
  run: (cx) => closeReportsAbout(cx, { subject_kind: "link", subject_id: "l1", workspace_id: workspaceId }, "a1"),
})

choosesRow("open reports about a suspended workspace, its links and its offers are closed", {
  table: "abuse_reports",
  row: report,
  evenIf: [{ subject_kind: "workspace", subject_id: "w1" }],
  unless: [{ workspace_id: "w2" }, { closed_at: now - 1 }],
  becomes: closed,
  run: (cx) => closeReportsAbout(cx, { subject_kind: "workspace", subject_id: "w1", workspace_id: workspaceId }, "a1"),
})

choosesRow("a report is mailed once while it is open", {
  table: "abuse_reports",
  row: report,
  unless: [{ mailed_at: now }, { closed_at: now }],
  run: (cx) => listReportsToMail(cx, undefined),
})

choosesRow("the last mail about reports is the newest one", {
  table: "abuse_reports",
  row: { ...report, mailed_at: now },
  unless: [],
  gives: now,
  run: findLastMailedAt,
})

choosesRow("the mail about a report is noted on it alone", {
  table: "abuse_reports",
  row: report,
  unless: [{ id: "r2" }],
  becomes: { mailed_at: now },
  run: (cx) => markReportsMailed(cx, [{ id: "r1" } as ReportRow], now),
})

const addresses = { base: "https://atelier.example", short: "https://atelier.example/s" } as never

for (const [kind, table, row] of [
  ["link", "short_links", { namespace: "shared", slug: "spring", destination: "https://example.com" }],
  ["offer", "offers", { title: "Song", short_key: "ab12" }],
] as const)
  choosesRow(`a subject that is a ${kind} is shown as it is now`, {
    table,
    row,
    unless: [{ id: "r2" }],
    beside: [ofStudio],
    run: async (cx) => {
      const name = { subject_kind: kind, subject_id: "r1", workspace_id: workspaceId }
      return (await findSubjects({ ...cx, addresses }, [name]))(name)
    },
  })

choosesRow("a list of all workspaces has those outside the trash with a part of their slug", {
  table: "workspaces",
  row: studio,
  unless: [{ slug: "other" }, { deleted_at: now }],
  run: (cx) => listWorkspaceRows(cx, { query: "tud", isSuspended: false, ...firstPage }),
})

choosesRow("a list of suspended workspaces has no others", {
  table: "workspaces",
  row: { ...studio, suspended_at: now },
  unless: [{ suspended_at: null }],
  run: (cx) => listWorkspaceRows(cx, { query: "", isSuspended: true, ...firstPage }),
})

for (const [title, table, row, others] of [
  ["members", "members", {}, [{ workspace_id: "w2" }]],
  ["reports", "abuse_reports", report, [{ workspace_id: "w2" }, { closed_at: now }]],
] as const)
  choosesRow(`a list of all workspaces counts the ${title} of each`, {
    table,
    row,
    unless: others,
    beside: [ofStudio],
    gives: 1,
    run: async (cx) => (await listWorkspaceRows(cx, { query: "", isSuspended: false, ...firstPage }))[0]?.[title],
  })

for (const [kind, table] of [
  ["workspace", "workspaces"],
  ["link", "short_links"],
  ["offer", "offers"],
] as const) {
  choosesRow(`a ${kind} is suspended once`, {
    table,
    row: { id: "r1" },
    unless: [{ id: "r2" }, { suspended_at: now - 1 }],
    becomes: { suspended_at: now },
    run: (cx) => markSuspended(cx, { kind, id: "r1" }, now),
  })
  choosesRow(`the suspension of a ${kind} is lifted once`, {
    table,
    row: { id: "r1", suspended_at: now - 1 },
    unless: [{ id: "r2" }, { suspended_at: null }],
    becomes: { suspended_at: null },
    run: (cx) => markSuspended(cx, { kind, id: "r1" }, null),
  })
}

const suspension = { subject_kind: "link", subject_id: "l1" }

choosesRow("a suspension on record ends once", {
  table: "suspensions",
  row: suspension,
  unless: [{ subject_kind: "offer" }, { subject_id: "l2" }, { lifted_at: now - 1 }],
  becomes: { lifted_by: "a1", lifted_at: now },
  run: (cx) => endSuspension(cx, { kind: "link", id: "l1" }, "a1"),
})

for (const [word, isLifted, lifted_at, other] of [
  ["active", false, null, now],
  ["lifted", true, now, null],
] as const)
  choosesRow(`${word} suspensions are listed apart`, {
    table: "suspensions",
    row: { ...suspension, lifted_at },
    unless: [{ lifted_at: other }],
    run: (cx) => listSuspensionRows(cx, { isLifted, ...firstPage }),
  })

choosesRow("a suspension is found by its id, also once it was lifted", {
  table: "suspensions",
  row: { ...suspension, lifted_at: now },
  unless: [{ id: "r2" }],
  run: (cx) => findSuspension(cx, "r1"),
})

const ada = ["accounts", { id: "a1", email: "ada@example.com" }] as const

choosesRow("owners and admins are mailed about a suspended link of their workspace", {
  table: "members",
  row: { role: "admin" },
  evenIf: [{ role: "owner" }],
  unless: [{ role: "member" }, { workspace_id: "w2" }, { account_id: "a2" }],
  beside: [ada],
  run: (cx) => listSuspensionRecipients(cx, { subject_kind: "link", workspace_id: workspaceId } as SuspensionRow),
})

choosesRow("all members are mailed about their suspended workspace", {
  table: "members",
  row: { role: "viewer" },
  unless: [{ workspace_id: "w2" }],
  beside: [ada],
  run: (cx) => listSuspensionRecipients(cx, { subject_kind: "workspace", workspace_id: workspaceId } as SuspensionRow),
})
