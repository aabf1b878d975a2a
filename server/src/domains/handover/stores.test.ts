import { choosesRow, elsewhere, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import { leaveCover, removeUnusedCover, useCover } from "./covers/cover-store.ts"
import { listListedRows } from "./listings/listed-offers-store.ts"
import { listNamedWorkspaces } from "./processor-account-health/named-workspace-store.ts"
import { hasUnfinishedSales, listHoldingCheckouts } from "./processor-account-health/unfinished-sale-store.ts"
import { claimProcessorIds } from "./processor-id-store.ts"
import { movePurchase } from "./purchases/purchase-store.ts"
import { removeEvents, removeUnpaid } from "./retention-store.ts"
import { findSellerProcessorAccounts } from "./seller-processor-account-store.ts"

const workspaceId = rowKey.workspace_id
const disputableMs = 180 * 24 * 60 * 60_000

choosesRow("an unused cover becomes that of its offer", {
  table: "covers",
  row: { offer_id: "o1", used_at: null },
  unless: elsewhere,
  becomes: { used_at: now },
  gives: true,
  run: (cx) => useCover(cx, { ...rowKey, offer_id: "o1" }),
})

choosesRow("an offer leaves the cover that it uses", {
  table: "covers",
  row: { offer_id: "o1", used_at: now },
  unless: [{ workspace_id: "w2" }, { offer_id: "o2" }],
  becomes: { used_at: null },
  run: (cx) => leaveCover(cx, { id: "o1", workspaceId }),
})

choosesRow("a cover is removed while no offer uses it", {
  table: "covers",
  row: { used_at: null, blob_key: "blob1" },
  unless: [{ id: "r2" }, { used_at: now }],
  becomes: null,
  gives: "blob1",
  run: (cx) => removeUnusedCover(cx, rowKey.id),
})

choosesRow("a seller's page lists the seller's published offers", {
  table: "listed_offers",
  row: { offer_id: "o1" },
  unless: [{ workspace_id: "w2" }, { offer_id: "o2" }],
  beside: [["offers", { id: "o1", state: "published" }]],
  unlessBeside: [
    [["offers", { id: "o1", state: "published", workspace_id: "w2" }]],
    [["offers", { id: "o1", state: "archived" }]],
    [["offers", { id: "o1", state: "published", suspended_at: now }]],
  ],
  run: (cx) => listListedRows(cx, workspaceId),
})

choosesRow("workspaces are found by the ids that a setting names", {
  table: "workspaces",
  row: { id: "w1" },
  unless: [{ id: "w2" }],
  gives: ["w1"],
  run: (cx) => listNamedWorkspaces(cx, ["w1"]),
})

const sale = { processor_account: "pa_1", state: "fulfilled", processor_id: "acct_1" }

choosesRow("an account is needed by its sales that are unfinished", {
  table: "purchases",
  row: { ...sale, state: "open" },
  evenIf: ["created", "pending_async", "paid", "fulfil_failed", "refunding"].map((state) => ({ state })),
  unless: [
    { processor_account: "pa_2" },
    { processor_id: "acct_2" },
    { checkout_session_id: "cs_test_1" },
    ...["fulfilled", "expired", "failed", "refunded", "disputed", "comped"].map((state) => ({ state })),
  ],
  gives: true,
  run: (cx) => hasUnfinishedSales(cx, "pa_1", "acct_1"),
})

choosesRow("an account is needed by its sales that a bank may still take back", {
  table: "purchases",
  row: { ...sale, paid_at: now - disputableMs + 1 },
  unless: [{ processor_account: "pa_2" }, { paid_at: now - disputableMs }, { checkout_session_id: "cs_test_1" }],
  gives: true,
  run: (cx) => hasUnfinishedSales(cx, "pa_1"),
})

choosesRow("checkouts that hold something of an account are those that began or have run out", {
  table: "purchases",
  row: { ...sale, state: "open", checkout_session_expires_at: now },
  evenIf: [{ state: "created", checkout_session_expires_at: null }],
  unless: [{ processor_account: "pa_2" }, { checkout_session_expires_at: now + 1 }, { state: "paid" }],
  run: (cx) => listHoldingCheckouts(cx, "pa_1", 10),
})

choosesRow("a workspace sells on its own account once that is complete and not disabled", {
  table: "payment_accounts",
  row: { id: "pa_1", webhook_secret_sealed: "sealed", disabled_at: null },
  unless: [{ workspace_id: "w2" }, { webhook_secret_sealed: null }, { disabled_at: now }],
  run: (cx) => findSellerProcessorAccounts(cx, workspaceId),
})

choosesRow("a workspace sells on the installation's account in its state", {
  table: "processor_accounts",
  row: { processor_account: "installation", state: "ready" },
  unless: [{ processor_account: "pa_1" }],
  run: (cx) => findSellerProcessorAccounts(cx, workspaceId),
})

const unpaid = { state: "expired", updated_at: now - 60, gift_state: "released", unit_taken_at: 1, unit_released_at: 2 }

choosesRow("an old checkout is deleted unless money, a unit or a gift depends on it", {
  table: "purchases",
  row: unpaid,
  evenIf: [{ gift_state: null }, { unit_taken_at: null, unit_released_at: null }],
  unless: [
    { state: "failed" },
    { updated_at: now - 59 },
    { payment_id: "pi_1" },
    { charged_cents: 1 },
    { refunded_cents: 1 },
    { dispute: "won" },
    { owner_key: "k" },
    { unsettled_since: now },
    { gift_state: "held" },
    { unit_released_at: null },
  ],
  becomes: null,
  gives: 1,
  run: (cx) => removeUnpaid("expired")(cx, now - 60, 10),
})

const event = { processor_account: "pa_1", event_id: "evt_1", subject: "cs_1", received_at: now - 60 }

choosesRow("a purchase is not paid with a payment of another workspace's purchase", {
  table: "directory",
  row: { kind: "payment", key: "pi_1", workspace_id: "w2" },
  unless: [{ workspace_id: "w1" }],
  beside: [["purchases", { state: "open" }]],
  gives: "Error: The payment belongs to a purchase of another workspace.",
  otherwise: "paid",
  run: async (cx) => (await movePurchase(cx, "pay", { ...rowKey, payment_id: "pi_1" }))?.state,
})

choosesRow("an old event is deleted once it is applied", {
  table: "payment_events",
  row: { ...event, applied_at: now },
  unless: [{ received_at: now - 59 }, { applied_at: null }],
  beside: [["purchases", { checkout_session_id: "cs_1" }]],
  becomes: null,
  gives: 1,
  run: (cx) => removeEvents(cx, now - 60, 10),
})

choosesRow("an old event is deleted when no purchase waits for it", {
  table: "payment_events",
  row: event,
  unless: [{ received_at: now - 59 }],
  beside: [["purchases", { checkout_session_id: "cs_2", payment_id: "pi_2" }]],
  unlessBeside: [[["purchases", { checkout_session_id: "cs_1" }]], [["purchases", { payment_id: "cs_1" }]]],
  becomes: null,
  run: (cx) => removeEvents(cx, now - 60, 10),
})

for (const [kind, ids] of [
  ["checkout_session", { checkout_session_id: "id_1", payment_id: null }],
  ["payment", { checkout_session_id: null, payment_id: "id_1" }],
] as const) {
  choosesRow(`a ${kind.replace("_", " ")} of another workspace's purchase is refused`, {
    table: "directory",
    row: { kind, key: "id_1", workspace_id: "w2" },
    unless: [{ workspace_id: "w1" }],
    gives: `Error: The ${kind.replace("_", " ")} belongs to a purchase of another workspace.`,
    run: (cx) => claimProcessorIds(cx, workspaceId, ids),
  })
}
