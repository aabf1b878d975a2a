import { dayMs } from "#kernel/time/units.ts"
import { choosesRow, elsewhere, firstPage, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import { leavePlan, listCalls, listOverdueCalls, moveCall, storeCallAnswer } from "./calls/call-store.ts"
import {
  deleteOwnConversation,
  findConversation,
  findMark,
  findOwnConversation,
  listMessages,
  listOwnConversations,
  lockAndReadConversation,
  lockConversation,
  lockOwnConversation,
  measureConversation,
  updateConversation,
  updateMessage,
} from "./conversations/conversation-store.ts"
import { listPermissionChanges } from "./permissions/change-store.ts"
import {
  listAllowances,
  listPermissionChoices,
  listPermissions,
  putPermission,
  removeAllowances,
} from "./permissions/permission-store.ts"
import { findSettings, putSettings } from "./permissions/settings-store.ts"
import { findChainEnd, listCallsSince, listEntryRows, listLastEntries, lockChain } from "./record/entry-store.ts"
import {
  askToStop,
  findOpenRun,
  findRun,
  listDueRuns,
  lockAndCountOpenRuns,
  moveRun,
  updateLeasedRun,
} from "./runs/run-store.ts"
import { correct, findSpent, takeTokens } from "./spending/spending-store.ts"
import { isSecondHand } from "./steps/second-hand-store.ts"
import { isAnythingDue } from "./sweeps/due-store.ts"
import { removeRested } from "./sweeps/retention-store.ts"

const workspaceId = rowKey.workspace_id
const mine = { accountId: "a1", workspaceId }
const notMine = [...elsewhere, { account_id: "a2" }]
const talk = { title: "Sales", search_title: "sales", updated_at: now }

for (const [word, find] of [
  ["found", findOwnConversation],
  ["locked", lockOwnConversation],
  ["marked", findMark],
] as const)
  choosesRow(`a member's own conversation is ${word}`, {
    table: "conversations",
    row: talk,
    unless: notMine,
    run: (cx) => find(cx, "r1"),
  })

for (const table of ["assistant_runs", "assistant_calls"] as const)
  choosesRow(`the mark of a conversation changes with the rows of its own in ${table}`, {
    table,
    row: { conversation_id: "r1", updated_at: 5 },
    unless: [{ conversation_id: "r2" }],
    beside: [["conversations", talk]],
    run: (cx) => findMark(cx, "r1"),
    otherwise: `${now} null null`,
  })

for (const [word, find] of [
  ["found", findConversation],
  ["locked and read", lockAndReadConversation],
  ["locked", lockConversation],
] as const)
  choosesRow(`a conversation is ${word} by its id`, {
    table: "conversations",
    row: talk,
    unless: [{ id: "r2" }],
    run: (cx) => find(cx, "r1"),
  })

choosesRow("a member's conversations are their own with the words in the title", {
  table: "conversations",
  row: talk,
  unless: [{ workspace_id: "w2" }, { account_id: "a2" }, { search_title: "docs" }],
  run: (cx) => listOwnConversations(cx, { query: "AL", ...firstPage }),
})

choosesRow("a conversation in the list has its own open run", {
  table: "assistant_runs",
  row: { conversation_id: "r1", state: "running" },
  evenIf: [{ state: "queued" }, { state: "waiting" }],
  unless: [{ conversation_id: "r2" }, { state: "done" }],
  beside: [["conversations", talk]],
  run: (cx) => listOwnConversations(cx, { query: "", ...firstPage }),
})

choosesRow("a conversation changes alone", {
  table: "conversations",
  row: { ...talk, updated_at: now - 9 },
  unless: [{ id: "r2" }],
  becomes: { title: "Docs", search_title: "docs", updated_at: now },
  run: (cx) => updateConversation(cx, "r1", { title: "Docs" }),
})

choosesRow("a member deletes their own conversation", {
  table: "conversations",
  row: talk,
  unless: notMine,
  becomes: null,
  gives: true,
  run: (cx) => deleteOwnConversation(cx, "r1"),
})

const message = { conversation_id: "c1", parts: "12345" }

choosesRow("a conversation's messages are its own", {
  table: "assistant_messages",
  row: message,
  unless: [{ conversation_id: "c2" }],
  run: (cx) => listMessages(cx, "c1"),
})

choosesRow("a conversation's messages are measured", {
  table: "assistant_messages",
  row: message,
  unless: [{ conversation_id: "c2" }],
  gives: 5,
  run: (cx) => measureConversation(cx, "c1"),
})

choosesRow("a message changes alone", {
  table: "assistant_messages",
  row: message,
  unless: [{ id: "r2" }],
  becomes: { parts: "[]" },
  run: (cx) => updateMessage(cx, "r1", { parts: "[]" }),
})

const call = { conversation_id: "c1", state: "waiting", expires_at: now, arguments: "123", result: "12", plan: "p1" }

choosesRow("a conversation's calls are measured", {
  table: "assistant_calls",
  row: call,
  evenIf: [],
  unless: [{ conversation_id: "c2" }],
  gives: 5,
  run: (cx) => measureConversation(cx, "c1"),
})

choosesRow("a conversation's calls are its own", {
  table: "assistant_calls",
  row: call,
  unless: [{ conversation_id: "c2" }],
  run: (cx) => listCalls(cx, "c1"),
})

choosesRow("a call is approved while it waits", {
  table: "assistant_calls",
  row: call,
  unless: [{ id: "r2" }, { state: "declined" }],
  becomes: { state: "approved", decided_at: now, updated_at: now },
  run: async (cx) => void (await moveCall(cx, "approve", { id: "r1" })),
})

choosesRow("an answer is stored for a call that is done", {
  table: "assistant_calls",
  row: { ...call, state: "done" },
  unless: [{ id: "r2" }, { state: "waiting" }],
  becomes: { result: "{}", summary: "One.", facts: "[]", updated_at: now },
  gives: true,
  run: (cx) => storeCallAnswer(cx, { id: "r1", result: "{}", summary: "One.", facts: "[]" }),
})

choosesRow("calls that have not run leave a plan", {
  table: "assistant_calls",
  row: call,
  evenIf: [{ state: "approved" }, { state: "declined" }],
  unless: [{ id: "r2" }, { state: "done" }],
  becomes: { plan: null, updated_at: now },
  run: (cx) => leavePlan(cx, ["r1"]),
})

choosesRow("a call that waits is overdue at its time", {
  table: "assistant_calls",
  row: call,
  unless: [{ state: "approved" }, { expires_at: now + 1 }],
  run: (cx) => listOverdueCalls(cx, 10),
})

choosesRow("something is due when a call is overdue", {
  table: "assistant_calls",
  row: call,
  unless: [{ state: "approved" }, { expires_at: now + 1 }],
  gives: true,
  run: isAnythingDue,
})

const run = { conversation_id: "c1", state: "running", lease_until: now - 1, turn: 3 }

choosesRow("a conversation's open run is its own", {
  table: "assistant_runs",
  row: run,
  evenIf: [{ state: "queued" }, { state: "waiting" }],
  unless: [{ conversation_id: "c2" }, { state: "done" }],
  run: (cx) => findOpenRun(cx, "c1"),
})

choosesRow("a run is found by its id", {
  table: "assistant_runs",
  row: run,
  unless: [{ id: "r2" }],
  run: (cx) => findRun(cx, "r1"),
})

choosesRow("a person's open runs are their own that work", {
  table: "assistant_runs",
  row: run,
  evenIf: [{ state: "queued" }],
  unless: [{ account_id: "a2" }, { state: "waiting" }],
  gives: 1,
  run: (cx) => lockAndCountOpenRuns(cx, "a1"),
})

for (const [word, find] of [
  ["listed", (cx: Parameters<typeof listDueRuns>[0]) => listDueRuns(cx, 10)],
  ["something that is due", isAnythingDue],
] as const)
  choosesRow(`a run is ${word} when it is queued or its lease is over`, {
    table: "assistant_runs",
    row: run,
    evenIf: [{ state: "queued", lease_until: null }],
    unless: [{ lease_until: now }, { state: "waiting" }],
    run: find,
  })

choosesRow("a process writes to the run that it has in its turn", {
  table: "assistant_runs",
  row: run,
  unless: [{ id: "r2" }, { turn: 4 }, { state: "queued" }],
  becomes: { steps: 7, updated_at: now },
  gives: true,
  run: (cx) => updateLeasedRun(cx, { id: "r1", turn: 3 }, { steps: 7 }),
})

choosesRow("a running run is asked to stop", {
  table: "assistant_runs",
  row: run,
  unless: [{ id: "r2" }, { state: "waiting" }],
  becomes: { stop_asked_at: now, updated_at: now },
  run: (cx) => askToStop(cx, "r1"),
})

choosesRow("a new process takes a run that is due, in the next turn", {
  table: "assistant_runs",
  row: run,
  evenIf: [{ lease_until: now - 60 }],
  unless: [{ id: "r2" }, { lease_until: now }, { state: "waiting" }],
  becomes: { turn: 4, state: "running", updated_at: now, lease_until: now + 10_000 },
  run: async (cx) => void (await moveRun(cx, "take", { id: "r1" })),
})

const entry = { seq: 5, tool: "create_link", outcome: "ok", at: now }

choosesRow("a workspace's record is its own, before a place, with a tool and an outcome", {
  table: "assistant_entries",
  row: entry,
  unless: [{ workspace_id: "w2" }, { seq: 6 }, { tool: "list_links" }, { outcome: "failed" }],
  run: (cx) => listEntryRows(cx, workspaceId, { before: 6, limit: 10, tool: "create_link", outcome: "ok" }),
})

choosesRow("a workspace's last entries are its own", {
  table: "assistant_entries",
  row: entry,
  unless: [{ workspace_id: "w2" }],
  run: (cx) => listLastEntries(cx, workspaceId, 10),
})

choosesRow("a workspace's calls are its own since a time", {
  table: "assistant_entries",
  row: entry,
  unless: [{ workspace_id: "w2" }, { at: now - 1 }],
  run: (cx) => listCallsSince(cx, workspaceId, { since: now, limit: 10 }),
})

choosesRow("the end of a workspace's chain is its own", {
  table: "assistant_chains",
  row: { seq: 5, hash: "h5" },
  unless: [{ workspace_id: "w2" }],
  gives: { seq: 5, hash: "h5" },
  run: (cx) => findChainEnd(cx, workspaceId),
})

choosesRow("a locked chain is the workspace's own", {
  table: "assistant_chains",
  row: { seq: 5, hash: "h5" },
  unless: [],
  becomes: {},
  gives: { seq: 5, hash: "h5" },
  run: (cx) => lockChain(cx, workspaceId),
})

choosesRow("changes of permissions are the workspace's own", {
  table: "permission_changes",
  row: {},
  unless: [{ workspace_id: "w2" }],
  run: (cx) => listPermissionChanges(cx, workspaceId, 10),
})

const permission = { tool: "create_link", role: "member", level: "ask" }

choosesRow("permissions are those of the workspace for a role", {
  table: "tool_permissions",
  row: permission,
  unless: [{ workspace_id: "w2" }, { role: "admin" }],
  run: (cx) => listPermissions(cx, workspaceId, "member"),
})

choosesRow("a permission changes from the level that the owner has seen", {
  table: "tool_permissions",
  row: permission,
  unless: [{ level: "never" }],
  becomes: { level: "always" },
  gives: true,
  otherwise: false,
  run: (cx) =>
    putPermission(cx, workspaceId, { tool: "create_link", role: "member", level: "always", was: "ask" } as never),
})

const choice = { tool: "create_link", expires_at: now + 1 }

choosesRow("a member's choices are their own until they expire", {
  table: "member_tool_choices",
  row: choice,
  unless: [{ workspace_id: "w2" }, { account_id: "a2" }, { expires_at: now }],
  run: (cx) => listPermissionChoices(cx, mine),
})

const allowance = { conversation_id: "c1", tool: "create_link" }

choosesRow("a conversation's allowances are its own", {
  table: "conversation_allowances",
  row: allowance,
  unless: [{ conversation_id: "c2" }],
  run: (cx) => listAllowances(cx, "c1"),
})

choosesRow("a tool loses the allowances of the member's own conversations", {
  table: "conversation_allowances",
  row: allowance,
  unless: [{ conversation_id: "c2" }, { tool: "list_links" }],
  beside: [["conversations", { id: "c1" }]],
  unlessBeside: [
    [["conversations", { id: "c1", account_id: "a2" }]],
    [["conversations", { id: "c1", workspace_id: "w2" }]],
  ],
  becomes: null,
  run: (cx) => removeAllowances(cx, mine, "create_link"),
})

choosesRow("a workspace's settings are its own", {
  table: "assistant_settings",
  row: { kept_days: 9 },
  unless: [{ workspace_id: "w2" }],
  run: (cx) => findSettings(cx, workspaceId),
})

choosesRow("a chosen setting leaves the others", {
  table: "assistant_settings",
  row: { kept_days: 9, strict_since: now - 1 },
  unless: [],
  becomes: { kept_days: 30, updated_at: now },
  run: (cx) => putSettings(cx, workspaceId, { kept_days: 30 }),
})

const purse = { subject: "w1", period: "2026-11", most: 100 }

choosesRow("tokens are taken while the purse has them", {
  table: "assistant_spending",
  row: { subject: "w1", period: "2026-11", tokens: 90 },
  unless: [{ tokens: 91 }],
  becomes: { tokens: 100, updated_at: now },
  gives: true,
  otherwise: false,
  run: (cx) => takeTokens(cx, purse, 10),
})

choosesRow("what was taken is corrected in its own purse", {
  table: "assistant_spending",
  row: { subject: "w1", period: "2026-11", tokens: 90, micros: 5 },
  unless: [{ subject: "w2" }, { period: "2026-12" }],
  becomes: { tokens: 80, micros: 12, updated_at: now },
  run: (cx) => correct(cx, purse, { tokens: -10, micros: 7 }),
})

choosesRow("what was spent is in its own purse", {
  table: "assistant_spending",
  row: { subject: "w1", period: "2026-11", tokens: 90, micros: 5 },
  unless: [{ subject: "w2" }, { period: "2026-12" }],
  gives: { tokens: 90, micros: 5 },
  run: (cx) => findSpent(cx, purse),
})

choosesRow("an object is second-hand in its own workspace", {
  table: "second_hand_objects",
  row: { object_id: "o1" },
  unless: [{ workspace_id: "w2" }, { object_id: "o2" }],
  gives: true,
  run: (cx) => isSecondHand(cx, workspaceId, ["o1"]),
})

choosesRow("a conversation is swept when it has rested for the usual time", {
  table: "conversations",
  row: { ...talk, updated_at: now - 30 * dayMs },
  unless: [{ updated_at: now - 30 * dayMs + 1 }],
  becomes: null,
  gives: 1,
  otherwise: 0,
  run: (cx) => removeRested(cx, now - 30 * dayMs, 10),
})

choosesRow("a conversation is swept when it has rested for its workspace's days, one at least", {
  table: "conversations",
  isOfAllWorkspaces: true,
  row: { ...talk, updated_at: now - 2 * dayMs },
  unless: [{ updated_at: now - 2 * dayMs + 1 }, { workspace_id: "w2" }],
  beside: [["assistant_settings", { kept_days: 2 }]],
  becomes: null,
  run: async (cx) => void (await removeRested(cx, now - 30 * dayMs, 10)),
})
