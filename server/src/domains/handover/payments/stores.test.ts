import { choosesRow, elsewhere, firstPage, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import type { Purchase } from "../purchases/index.ts"
import {
  endDoubt,
  endLateDoubt,
  hasUnclearMoney,
  listUnreported,
  planPoll,
  raiseRefundTry,
  startDoubt,
  startLateDoubt,
  startSilence,
  takeDuePolls,
  takeStuckPurchases,
} from "./reconcile-store.ts"
import {
  findUnclearMoney,
  findUnclearOf,
  insertUnclearMoney,
  isOnList,
  listCleared,
  listEntriesToMail,
  listUnclearRows,
  markEntriesMailed,
  measureUnclearMoney,
  type UnclearMoney,
  updateUnclearMoney,
} from "./unclear-money-store.ts"

const workspaceId = rowKey.workspace_id
const sale = { offer_id: "o1", buyer_email: "Ada@Example.com", state: "open", updated_at: now - 1 }

choosesRow("a stuck purchase is claimed in its state, once it has not changed for a time", {
  table: "purchases",
  row: { ...sale, updated_at: now - 60 },
  unless: [{ state: "paid" }, { updated_at: now - 59 }, { settled_outside_at: now }],
  becomes: { updated_at: now },
  gives: [{ id: "r1" }],
  run: (cx) => takeStuckPurchases(cx, "open", now - 60),
})

choosesRow("a purchase is polled when that is due", {
  table: "purchases",
  row: { ...sale, poll_at: now },
  unless: [{ poll_at: now + 1 }, { poll_at: null }],
  becomes: { poll_at: now + 5_000 },
  run: (cx) => takeDuePolls(cx, now + 5_000),
})

choosesRow("the next poll of a purchase is planned for it alone", {
  table: "purchases",
  row: sale,
  unless: elsewhere,
  becomes: { poll_at: now + 1 },
  run: (cx) => planPoll(cx, rowKey, now + 1),
})

choosesRow("a doubt about an unpaid purchase begins once", {
  table: "purchases",
  row: sale,
  unless: [...elsewhere, { state: "fulfilled" }, { unsettled_since: now - 1 }],
  becomes: { unsettled_since: now, reason: "It does not fit." },
  run: (cx) => startDoubt(cx, rowKey, "It does not fit."),
})

choosesRow("a doubt about an unpaid purchase ends with its reason", {
  table: "purchases",
  row: { ...sale, unsettled_since: now - 1, reason: "It does not fit." },
  unless: [...elsewhere, { state: "fulfilled" }],
  becomes: { unsettled_since: null, reason: null },
  run: (cx) => endDoubt(cx, rowKey),
})

choosesRow("a doubt about a completed purchase begins once, and plans another poll", {
  table: "purchases",
  row: { ...sale, state: "fulfilled" },
  evenIf: [{ state: "disputed" }, { state: "refunded" }],
  unless: [...elsewhere, { state: "open" }, { unsettled_since: now - 1 }],
  becomes: { unsettled_since: now, poll_at: now + 9 },
  run: (cx) => startLateDoubt(cx, rowKey, now + 9),
})

choosesRow("a doubt about a completed purchase ends", {
  table: "purchases",
  row: { ...sale, state: "fulfilled", unsettled_since: now - 1 },
  unless: [...elsewhere, { state: "open" }],
  becomes: { unsettled_since: null },
  run: (cx) => endLateDoubt(cx, rowKey),
})

const reason = "Stripe hasn't confirmed this payment."
const overdue = { ...sale, checkout_session_id: "cs_1", checkout_session_expires_at: now - 61 }

choosesRow("a checkout that ended long ago, and of which nothing is known, is unsettled from now on", {
  table: "purchases",
  row: overdue,
  unless: [
    { unsettled_since: now - 1 },
    { checkout_session_id: null },
    { settled_outside_at: now },
    { state: "paid" },
    { checkout_session_expires_at: now - 60 },
  ],
  becomes: { unsettled_since: now, reason },
  run: (cx) => startSilence(cx, now - 60, now - 90),
})

choosesRow("a delayed payment that began long ago is unsettled from now on", {
  table: "purchases",
  row: { ...overdue, state: "pending_async", checkout_session_expires_at: now, opened_at: now - 91 },
  unless: [{ opened_at: now - 90 }, { state: "open" }],
  becomes: { unsettled_since: now, reason },
  run: (cx) => startSilence(cx, now - 60, now - 90),
})

const entry = { purchase_id: "r1", checkout_session_id: "cs_1", processor_account: "pa_1" }

choosesRow("money that has waited is reported unless it is on the list", {
  table: "purchases",
  row: { ...overdue, unsettled_since: now - 60 },
  unless: [{ unsettled_since: now - 59 }, { checkout_session_id: null }, { settled_outside_at: now }],
  beside: [
    ["unclear_money", { ...entry, id: "u1", purchase_id: "r2" }],
    ["unclear_money", { ...entry, id: "u2", checkout_session_id: "cs_2" }],
    ["unclear_money", { ...entry, id: "u3", settled_at: now }],
  ],
  unlessBeside: [[["unclear_money", { ...entry, id: "u1" }]]],
  run: (cx) => listUnreported(cx, now - 60),
})

choosesRow("an address has unclear money for an offer while its payment is undecided", {
  table: "purchases",
  row: { ...sale, unsettled_since: now },
  evenIf: [{ state: "refunding", refund_tries: 10 }],
  unless: [
    { workspace_id: "w2" },
    { offer_id: "o2" },
    { buyer_email: "eve@example.com" },
    { unsettled_since: null },
    { state: "refunding", refund_tries: 9 },
  ],
  gives: true,
  run: (cx) => hasUnclearMoney(cx, { id: "o1", workspaceId }, "ada@EXAMPLE.com"),
})

choosesRow("a failed refund is counted once, and is unsettled since it first failed", {
  table: "purchases",
  row: { ...sale, attempt: 2, refund_tries: 3, unsettled_since: now - 5 },
  unless: [...elsewhere, { attempt: 3 }],
  becomes: { attempt: 3, refund_tries: 4, reason: "No funds.", updated_at: now },
  run: (cx) => {
    const before = { ...rowKey, attempt: 2, refund_tries: 3, unsettled_since: now - 5 } as Purchase
    return raiseRefundTry(cx, before, { reason: "No funds.", tries: 1 })
  },
})

choosesRow("the first failure of a refund makes it unsettled", {
  table: "purchases",
  row: { ...sale, attempt: 2 },
  unless: [],
  becomes: { attempt: 3, refund_tries: 2, reason: "No funds.", unsettled_since: now, updated_at: now },
  run: (cx) => {
    const before = { ...rowKey, attempt: 2, refund_tries: 0, unsettled_since: null } as Purchase
    return raiseRefundTry(cx, before, { reason: "No funds.", tries: 2 })
  },
})

choosesRow("the entry of a purchase is the open one of its checkout session", {
  table: "unclear_money",
  row: entry,
  unless: [{ purchase_id: "r2" }, { checkout_session_id: "cs_2" }, { settled_at: now }],
  run: (cx) => findUnclearOf(cx, { id: "r1", checkout_session_id: "cs_1" } as Purchase),
})

choosesRow("a checkout session stays on the list after it was settled", {
  table: "unclear_money",
  row: entry,
  evenIf: [{ settled_at: now }],
  unless: [{ processor_account: "pa_2" }, { checkout_session_id: "cs_2" }],
  gives: true,
  run: (cx) => isOnList(cx, "pa_1", "cs_1"),
})

choosesRow("a workspace finds its own entry", {
  table: "unclear_money",
  row: { ...entry, workspace_id: "w1" },
  unless: [...elsewhere, { workspace_id: null }],
  run: (cx) => findUnclearMoney(cx, rowKey.id),
})

choosesRow("an operator finds the entry of any workspace", {
  table: "unclear_money",
  row: { ...entry, workspace_id: "w2" },
  evenIf: [{ workspace_id: null }],
  unless: [{ id: "r2" }],
  run: ({ db, now }) => findUnclearMoney({ db, now }, rowKey.id),
})

choosesRow("a workspace's open entries are its own", {
  table: "unclear_money",
  row: { ...entry, workspace_id: "w1" },
  unless: [{ workspace_id: "w2" }, { settled_at: now }],
  run: (cx) => listUnclearRows(cx, { isSettled: false, ...firstPage }),
})

choosesRow("settled entries are listed apart", {
  table: "unclear_money",
  row: { ...entry, settled_at: now },
  evenIf: [{ workspace_id: "w2" }],
  unless: [{ settled_at: null }],
  run: ({ db, now }) => listUnclearRows({ db, now }, { isSettled: true, ...firstPage }),
})

choosesRow("an entry changes until it is settled", {
  table: "unclear_money",
  row: entry,
  unless: [{ id: "r2" }, { settled_at: now - 1 }],
  becomes: { note: "Asked the bank." },
  run: (cx) => updateUnclearMoney(cx, rowKey.id, { note: "Asked the bank." }),
})

choosesRow("open entries are counted", {
  table: "unclear_money",
  row: { ...entry, created_at: now - 7 },
  unless: [{ settled_at: now }],
  gives: { open: 1, oldestAt: now - 7 },
  run: measureUnclearMoney,
})

choosesRow("a seller is mailed about its own open entries, once", {
  table: "unclear_money",
  row: { ...entry, workspace_id: "w1", operator_mailed_at: now },
  unless: [{ workspace_id: "w2" }, { workspace_id: null }, { seller_mailed_at: now }, { settled_at: now }],
  run: (cx) => listEntriesToMail(cx, workspaceId, undefined),
})

choosesRow("operators are mailed about all open entries, once", {
  table: "unclear_money",
  row: { ...entry, seller_mailed_at: now },
  evenIf: [{ workspace_id: "w2" }],
  unless: [{ operator_mailed_at: now }, { settled_at: now }],
  run: (cx) => listEntriesToMail(cx, null, undefined),
})

choosesRow("the mail about an entry is noted on it", {
  table: "unclear_money",
  row: entry,
  unless: [{ id: "r2" }],
  becomes: { seller_mailed_at: now },
  run: (cx) => markEntriesMailed(cx, [{ id: "r1" } as UnclearMoney], { isOperators: false, at: now }),
})

choosesRow("an open entry is cleared when its purchase's money no longer waits", {
  table: "unclear_money",
  row: entry,
  unless: [{ purchase_id: "r2" }, { checkout_session_id: "cs_2" }, { settled_at: now }],
  beside: [["purchases", { ...sale, checkout_session_id: "cs_1" }]],
  unlessBeside: [[["purchases", { ...sale, checkout_session_id: "cs_1", unsettled_since: now }]]],
  run: listCleared,
})

choosesRow("a checkout session has one open entry", {
  table: "unclear_money",
  row: { ...entry, settled_at: null },
  unless: [],
  becomes: {},
  gives: undefined,
  otherwise: undefined,
  run: (cx) =>
    insertUnclearMoney(cx, {
      ...entry,
      workspace_id: null,
      amount_cents: 1,
      currency: "usd",
      reason: "Unknown.",
    } as never),
})
