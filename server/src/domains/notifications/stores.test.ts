import { choosesRow, firstPage, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import { findNextTime, findTellableLine, markMailed, takeDueLines } from "./lines/due-line-store.ts"
import { countUnread, hasUnreadAbout, listLines, markRead } from "./lines/line-store.ts"
import { closeLines, putLines } from "./lines/open-line-store.ts"
import { listRecipients } from "./lines/recipient-store.ts"
import { findPushKey } from "./push/push-key-store.ts"
import {
  findOfSession,
  findSubscription,
  listBrowsers,
  listSubscriptionIds,
  moveSubscription,
  noteFailed,
  noteTaken,
  putSubscription,
  removeSubscription,
} from "./push/subscription-store.ts"
import { findChoice, listChoices, listMailed, listRoles, putChoice } from "./settings/choice-store.ts"

const workspaceId = rowKey.workspace_id
const line = {
  line: "sales",
  tell_at: now,
  needed_role: "admin",
  listed_at: now,
  kind: "sales",
  thing: "t1",
  words: "[]",
}
const studio = ["workspaces", { id: "w1", slug: "studio" }] as const
const ada = ["accounts", { id: "a1", email: "ada@example.com" }] as const
const admin = ["members", { role: "admin" }] as const
const notInUse = [
  [["workspaces", { id: "w1", suspended_at: now }], admin, ada],
  [["workspaces", { id: "w1", deleted_at: now }], admin, ada],
] as const

choosesRow("an unread line is claimed when it is due", {
  table: "notifications",
  row: line,
  unless: [{ workspace_id: "w2" }, { line: "docs" }, { tell_at: now + 1 }, { tell_at: null }, { read_at: now }],
  becomes: { tell_at: null, told_at: now },
  run: (cx) => takeDueLines(cx, workspaceId, "sales"),
})

choosesRow("the next line that is due is an unread one of its name", {
  table: "notifications",
  row: line,
  unless: [{ workspace_id: "w2" }, { line: "docs" }, { tell_at: null }, { read_at: now }],
  gives: now,
  run: (cx) => findNextTime(cx, workspaceId, "sales"),
})

const seen = [studio, admin, ada] as const

choosesRow("an unread line is sent while its recipient may see it", {
  table: "notifications",
  row: line,
  evenIf: [{ needed_role: "viewer" }, { needed_role: "member" }],
  unless: [{ id: "r2" }, { workspace_id: "w2" }, { account_id: "a2" }, { read_at: now }, { needed_role: "owner" }],
  beside: seen,
  unlessBeside: [...notInUse, [studio, ada, ["members", { role: "member" }]]],
  run: (cx) => findTellableLine(cx, rowKey.id),
})

choosesRow("a person's choice about a kind of lines is their own", {
  table: "notification_choices",
  row: { kind: "sales", mail: "off" },
  unless: [{ account_id: "a2" }, { kind: "docs" }],
  beside: [...seen, ["notifications", line]],
  gives: "off",
  run: async (cx) => (await findTellableLine(cx, rowKey.id))?.mail,
  otherwise: null,
})

choosesRow("the mail of a line is noted once", {
  table: "notifications",
  row: line,
  unless: [{ id: "r2" }, { mailed_at: now - 1 }],
  becomes: { mailed_at: now },
  run: (cx) => markMailed(cx, rowKey.id),
})

for (const [word, find] of [
  ["listed", listLines],
  ["counted", (cx: Parameters<typeof countUnread>[0]) => countUnread(cx, 10)],
] as const)
  choosesRow(`a person's own lines are ${word} while their role shows them`, {
    table: "notifications",
    row: line,
    unless: [{ workspace_id: "w2" }, { account_id: "a2" }, { listed_at: null }, { needed_role: "owner" }],
    beside: seen,
    unlessBeside: notInUse,
    run: (cx) => find(cx, firstPage),
  })

choosesRow("read lines are not counted", {
  table: "notifications",
  row: line,
  unless: [{ read_at: now }],
  beside: seen,
  gives: 1,
  run: (cx) => countUnread(cx, 10),
})

for (const [title, lines, other] of [
  ["a line", { id: "r1" }, { id: "r2" }],
  ["lines about a thing", { thing: "t1" }, { thing: "t2" }],
  ["lines until a time", { until: now }, { updated_at: now + 1 }],
] as const)
  choosesRow(`a person reads ${title} of their own`, {
    table: "notifications",
    row: { ...line, updated_at: now, open_until: now + 5 },
    unless: [{ account_id: "a2" }, { read_at: now - 1 }, other],
    becomes: { read_at: now, open_until: null, tell_at: null },
    run: (cx) => markRead(cx, lines),
  })

choosesRow("a person has an unread line about a thing", {
  table: "notifications",
  row: line,
  unless: [{ account_id: "a2" }, { thing: "t2" }, { read_at: now }],
  gives: true,
  run: (cx) => hasUnreadAbout(cx, "t1"),
})

choosesRow("an open line is closed when its time is over", {
  table: "notifications",
  row: { ...line, open_until: now },
  unless: [{ workspace_id: "w2" }, { line: "docs" }, { open_until: now + 1 }],
  becomes: { open_until: null },
  run: (cx) => closeLines(cx, workspaceId, "sales"),
})

const dayMs = 86_400_000
const joined = { thing: "t2", words: '["x"]', needed_role: "member", listed_at: now, updated_at: now } as const
const another = {
  ...rowKey,
  id: "r9",
  account_id: "a1",
  line: "sales",
  kind: "sales",
  happening: "sold",
  count: 2,
  ...joined,
}

for (const [title, before, after] of [
  ["stays open as long as the happening asks", { created_at: now }, { open_until: now + 60, tell_at: now + 5 }],
  ["closes a day after it began", { created_at: now - dayMs + 9 }, { open_until: now + 9, tell_at: now + 5 }],
  ["keeps the time at which it is due", { created_at: now, tell_at: now + 3 }, { open_until: now + 60 }],
  [
    "is sent a quarter of an hour after it was sent last",
    { created_at: now, told_at: now - 900_000 + 7 },
    { open_until: now + 60, tell_at: now + 7 },
  ],
  [
    "is sent when it asks if that is later",
    { created_at: now, told_at: now - 900_000 + 4 },
    { open_until: now + 60, tell_at: now + 5 },
  ],
] as const)
  choosesRow(`a line that another happening joins ${title}`, {
    table: "notifications",
    row: { ...line, tell_at: null, open_until: now + 1, count: 3, updated_at: now - 9, listed_at: null, ...before },
    unless: [],
    becomes: { ...joined, count: 5, ...after },
    run: (cx) => putLines(cx, [{ ...another, created_at: now, tell_at: now + 5, open_until: now + 60 } as never]),
  })

const wanted = { kind: "sales", roles: ["admin"], named: ["a9"] } as const

choosesRow("lines are for members with a role, and for named members, of a workspace in use", {
  table: "members",
  row: { role: "admin" },
  evenIf: [{ role: "viewer", account_id: "a9" }],
  unless: [{ workspace_id: "w2" }, { role: "member" }],
  beside: [studio],
  unlessBeside: [[["workspaces", { id: "w1", suspended_at: now }]], [["workspaces", { id: "w1", deleted_at: now }]]],
  run: (cx) => listRecipients(cx, workspaceId, wanted as never),
})

choosesRow("a recipient's choice is their own about the kind", {
  table: "notification_choices",
  row: { kind: "sales", app: "off" },
  unless: [{ account_id: "a2" }, { kind: "docs" }],
  beside: [studio, admin],
  run: (cx) => listRecipients(cx, workspaceId, wanted as never),
})

choosesRow("a recipient's browser is their own", {
  table: "push_subscriptions",
  row: {},
  unless: [{ account_id: "a2" }],
  beside: [studio, admin],
  run: (cx) => listRecipients(cx, workspaceId, wanted as never),
})

choosesRow("a push key is found by its id", {
  table: "push_keys",
  row: {},
  unless: [{ id: "r2" }],
  run: (cx) => findPushKey(cx, rowKey.id),
})

const browser = { session_id: "s1", endpoint_hash: "h1", target_sealed: "t1" }
const asNew = {
  failing_since: null,
  id: "r9",
  account_id: "a1",
  session_id: "s1",
  endpoint_hash: "h1",
  target_sealed: "t9",
  created_at: now,
}

choosesRow("a new subscription replaces those of its session and its browser", {
  table: "push_subscriptions",
  row: browser,
  evenIf: [{ session_id: "s2" }, { endpoint_hash: "h2" }],
  unless: [{ session_id: "s2", endpoint_hash: "h2" }],
  becomes: null,
  run: async (cx) => void (await putSubscription(cx, asNew)),
})

choosesRow("a subscription is stored for the person's own session", {
  table: "sessions",
  row: { id: "s1" },
  unless: [{ id: "s2" }, { account_id: "a2" }],
  gives: true,
  run: (cx) => putSubscription(cx, asNew),
})

choosesRow("a session's subscription is its own", {
  table: "push_subscriptions",
  row: browser,
  unless: [{ session_id: "s2" }],
  run: (cx) => findOfSession(cx, "s1"),
})

choosesRow("a subscription moves to another endpoint", {
  table: "push_subscriptions",
  row: { ...browser, failing_since: now - 1 },
  unless: [{ id: "r2" }],
  becomes: { endpoint_hash: "h9", target_sealed: "t9", failing_since: null },
  gives: true,
  run: (cx) => moveSubscription(cx, { id: "r1", endpoint_hash: "h9", target_sealed: "t9" }),
})

choosesRow("another subscription of the endpoint is removed", {
  table: "push_subscriptions",
  row: { ...browser, id: "r2", endpoint_hash: "h9" },
  unless: [{ endpoint_hash: "h1" }],
  becomes: null,
  run: (cx) => moveSubscription(cx, { id: "r1", endpoint_hash: "h9", target_sealed: "t9" }),
})

choosesRow("a person finds their own subscription", {
  table: "push_subscriptions",
  row: browser,
  unless: [{ id: "r2" }, { account_id: "a2" }],
  run: (cx) => findSubscription(cx, "a1", "r1"),
})

choosesRow("a person's browsers are their own", {
  table: "push_subscriptions",
  row: browser,
  unless: [{ account_id: "a2" }, { session_id: "s2" }],
  beside: [["sessions", { id: "s1" }]],
  run: (cx) => listBrowsers(cx, "a1"),
})

choosesRow("a push is for the person's own browsers", {
  table: "push_subscriptions",
  row: browser,
  unless: [{ account_id: "a2" }],
  gives: ["r1"],
  run: (cx) => listSubscriptionIds(cx, "a1"),
})

choosesRow("a person removes their own browser", {
  table: "push_subscriptions",
  row: browser,
  unless: [{ id: "r2" }, { account_id: "a2" }],
  becomes: null,
  gives: true,
  run: (cx) => removeSubscription(cx, "a1", "r1"),
})

choosesRow("a browser that takes a push fails no more", {
  table: "push_subscriptions",
  row: { ...browser, failing_since: now - 1 },
  unless: [{ id: "r2" }],
  becomes: { failing_since: null },
  run: (cx) => noteTaken(cx, "r1"),
})

choosesRow("a browser fails since its first failure", {
  table: "push_subscriptions",
  row: browser,
  evenIf: [],
  unless: [{ id: "r2" }, { failing_since: now - 59 }],
  becomes: { failing_since: now },
  run: (cx) => noteFailed(cx, "r1", now - 60),
})

choosesRow("a browser is removed when it has failed for a time", {
  table: "push_subscriptions",
  row: { ...browser, failing_since: now - 60 },
  unless: [{ id: "r2" }, { failing_since: now - 59 }],
  becomes: null,
  run: (cx) => noteFailed(cx, "r1", now - 60),
})

const choice = { kind: "sales", app: "on", mail: "off" }

choosesRow("a person's choices are their own", {
  table: "notification_choices",
  row: choice,
  unless: [{ account_id: "a2" }],
  run: (cx) => listChoices(cx, "a1"),
})

choosesRow("a choice is found by its kind", {
  table: "notification_choices",
  row: choice,
  unless: [{ account_id: "a2" }, { kind: "docs" }],
  run: (cx) => findChoice(cx, "a1", "sales" as never),
})

choosesRow("a choice for one channel leaves the others", {
  table: "notification_choices",
  row: choice,
  unless: [],
  becomes: { mail: "on", updated_at: now },
  run: (cx) => putChoice(cx, "a1", { kind: "sales" as never, channel: "mail", chosen: "on" }),
})

choosesRow("a person's roles are their own", {
  table: "members",
  row: { role: "admin" },
  unless: [{ account_id: "a2" }],
  gives: ["admin"],
  run: (cx) => listRoles(cx, "a1"),
})

choosesRow("mails are for members with a role, and for named members", {
  table: "members",
  row: { role: "admin" },
  evenIf: [{ role: "viewer", account_id: "a9" }],
  unless: [{ workspace_id: "w2" }, { role: "member" }, { account_id: "a2" }],
  beside: [ada, ["accounts", { id: "a9", email: "eve@example.com" }]],
  run: (cx) => listMailed(cx, workspaceId, wanted as never),
})

choosesRow("a choice about mails is the person's own about the kind", {
  table: "notification_choices",
  row: choice,
  unless: [{ account_id: "a2" }, { kind: "docs" }],
  beside: [ada, admin],
  gives: "off",
  otherwise: null,
  run: async (cx) => (await listMailed(cx, workspaceId, wanted as never))[0]?.chosen,
})
