import { dayMs } from "#kernel/time/units.ts"
import { choosesRow, elsewhere, firstPage, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import { isVerifiedAddress } from "./buyer-address-store.ts"
import { listDisputeRows, recordDisputes, recordPartialRefund, recordStanding } from "./money-back-store.ts"
import {
  claimTakeover,
  findHeldUnits,
  findHeldUses,
  findUnderWay,
  forgetRequest,
  isBeingTakenOver,
  leaveCheckout,
  listOpenCheckouts,
  listOpenRivals,
  takeCheckoutKey,
} from "./open-checkout-store.ts"
import {
  findOwnPurchase,
  listBoughtRows,
  listBuyerRows,
  listPurchaseRows,
  noteOnRow,
  restoreDeliveryRow,
  revokeDeliveryRow,
} from "./own-purchase-store.ts"
import {
  attachToFailed,
  findPurchaseOfCheckoutSession,
  listPurchasesOf,
  lockPurchase,
  movePurchase,
  type Purchase,
  raiseAttempt,
  touchPurchase,
  updatePurchase,
} from "./purchase-store.ts"
import { sumInstallationSales, sumRevenue } from "./revenue-store.ts"
import { closeWindow, collectNotice, countCollected, listCollected, markDigestSent } from "./sale-notice-store.ts"
import { hasSoldSince, isSettled } from "./settled-store.ts"

const workspaceId = rowKey.workspace_id
const offer = { id: "o1", workspaceId }
const ofOtherOffer = { offer_id: "o2" }
const sale = { offer_id: "o1", buyer_email: "Ada@Example.com", state: "open", updated_at: now - 1 }
const asPurchase = (columns: Partial<Purchase>) => ({ ...rowKey, ...columns }) as Purchase

choosesRow("a partial refund is recorded unless the sum has changed since, or all was refunded", {
  table: "purchases",
  row: { ...sale, state: "fulfilled", refunded_cents: 100 },
  unless: [...elsewhere, { refunded_cents: 200 }, { state: "refunded" }],
  becomes: { refunded_cents: 300, refunded_at: now, updated_at: now },
  run: (cx) => recordPartialRefund(cx, asPurchase({ refunded_cents: 100 }), 300),
})

choosesRow("a refund that was taken back has no time", {
  table: "purchases",
  row: { ...sale, state: "fulfilled", refunded_cents: 100, refunded_at: now - 1 },
  unless: [],
  becomes: { refunded_cents: 0, refunded_at: null, updated_at: now },
  run: (cx) => recordPartialRefund(cx, asPurchase({ refunded_cents: 100 }), 0),
})

choosesRow("a purchase's disputes are its own", {
  table: "disputes",
  row: { purchase_id: "r1" },
  unless: [{ workspace_id: "w2" }, { purchase_id: "r2" }],
  run: (cx) => listDisputeRows(cx, rowKey),
})

const dispute = {
  ...{ id: "dp_1", amountCents: 500, currency: "usd", reason: "fraudulent", state: "open" as const },
  ...{ dueBy: now + 1, createdAt: now },
}

choosesRow("a dispute is stored unless a response that was asked for later is stored", {
  table: "disputes",
  row: { processor_account: "pa_1", processor_id: "dp_1", purchase_id: "r1", state: "won", asked_at: now },
  unless: [{ asked_at: now + 1 }],
  becomes: { cents: 500, currency: "usd", reason: "fraudulent", state: "open", due_by: now + 1 },
  otherwise: undefined,
  run: (cx) => recordDisputes(cx, { ...rowKey, processor_account: "pa_1" }, { disputes: [dispute], askedAt: now }),
})

choosesRow("a dispute that begins is noted on its purchase once", {
  table: "purchases",
  row: { ...sale, dispute: null, dispute_ended_at: now - 5 },
  evenIf: [{ dispute: "won" }],
  unless: [...elsewhere, { dispute: "open" }],
  becomes: { dispute: "open", disputed_at: now, dispute_ended_at: null, updated_at: now },
  run: async (cx) => void (await recordStanding(cx, rowKey, "open")),
})

choosesRow("the end of a dispute that took no money is noted on its purchase once", {
  table: "purchases",
  row: { ...sale, dispute: "open" },
  unless: [...elsewhere, { dispute: null }],
  becomes: { dispute: null, dispute_ended_at: now, updated_at: now },
  run: async (cx) => void (await recordStanding(cx, rowKey, null)),
})

choosesRow("a purchase is under way for its offer and its buyer's address in any case", {
  table: "purchases",
  row: sale,
  evenIf: [{ state: "created" }, { state: "pending_async" }, { state: "paid" }, { state: "fulfil_failed" }],
  unless: [
    { workspace_id: "w2" },
    ofOtherOffer,
    { buyer_email: "eve@example.com" },
    ...["fulfilled", "expired", "failed", "refunding", "refunded", "disputed", "comped"].map((state) => ({ state })),
  ],
  run: (cx) => findUnderWay(cx, offer, "ada@EXAMPLE.com"),
})

choosesRow("rivals of a purchase are other unpaid checkouts of its offer and its address", {
  table: "purchases",
  row: sale,
  evenIf: [{ state: "created" }],
  unless: [
    { workspace_id: "w2" },
    ofOtherOffer,
    { buyer_email: "eve@example.com" },
    { state: "pending_async" },
    { id: "mine" },
  ],
  run: (cx) => listOpenRivals(cx, asPurchase({ id: "mine", offer_id: "o1", buyer_email: "ada@example.com" })),
})

choosesRow("open checkouts of an offer are its own", {
  table: "purchases",
  row: sale,
  evenIf: [{ state: "created" }],
  unless: [{ workspace_id: "w2" }, ofOtherOffer, { state: "paid" }],
  run: (cx) => listOpenCheckouts(cx, { workspaceId, offerId: "o1" }),
})

choosesRow("an open checkout is taken over by one request at a time", {
  table: "purchases",
  row: { ...sale, takeover_lease_until: now },
  evenIf: [{ state: "created" }, { takeover_lease_until: null }],
  unless: [...elsewhere, { state: "paid" }, { takeover_lease_until: now + 1 }],
  becomes: { takeover_lease_until: now + 5_000 },
  gives: true,
  run: (cx) => claimTakeover(cx, rowKey, now + 5_000),
})

choosesRow("a checkout that was left can be taken over at once", {
  table: "purchases",
  row: { ...sale, takeover_lease_until: now + 5_000 },
  unless: elsewhere,
  becomes: { takeover_lease_until: now },
  run: (cx) => leaveCheckout(cx, rowKey),
})

choosesRow("a checkout is being taken over until its lease ends", {
  table: "purchases",
  row: { ...sale, takeover_lease_until: now + 1 },
  unless: [...elsewhere, { takeover_lease_until: now }],
  gives: true,
  run: (cx) => isBeingTakenOver(cx, rowKey),
})

choosesRow("a paid purchase takes the checkout key from another that does not own the offer", {
  table: "purchases",
  row: { ...sale, checkout_key: "o1:ada@example.com", owner_key: null },
  unless: [{ workspace_id: "w2" }, { checkout_key: "o1:eve@example.com" }, { owner_key: "k" }, { id: "mine" }],
  becomes: { checkout_key: null },
  run: (cx) => takeCheckoutKey(cx, { id: "mine", workspace_id: workspaceId }, "o1:ada@example.com"),
})

const holding = { ...sale, network: "n1", discount_cents: 250, checkout_session_expires_at: now + 1 }
const heldUnits = { units: 1, cents: 250, freeAt: now + 1 }

choosesRow("units of an offer are held by its unpaid checkouts until they are released", {
  table: "purchases",
  row: holding,
  evenIf: [{ state: "created" }, { state: "pending_async" }],
  unless: [{ workspace_id: "w2" }, ofOtherOffer, { unit_released_at: now }, { state: "paid" }],
  gives: heldUnits,
  run: (cx) => findHeldUnits(cx, { offer }),
})

choosesRow("units that a network holds are those of its other checkouts", {
  table: "purchases",
  row: holding,
  unless: [{ network: "n2" }, { network: null }, { id: "mine" }],
  gives: heldUnits,
  run: (cx) => findHeldUnits(cx, { offer, network: "n1", exceptId: "mine" }),
})

choosesRow("a held unit whose checkout has ended has no time at which it becomes free", {
  table: "purchases",
  row: { ...holding, checkout_session_expires_at: now },
  unless: [],
  gives: { ...heldUnits, freeAt: null },
  run: (cx) => findHeldUnits(cx, { offer }),
})

choosesRow("a gift code's uses are held by its unpaid checkouts", {
  table: "purchases",
  row: { ...holding, gift_code_id: "g1", gift_state: "held" },
  unless: [{ workspace_id: "w2" }, { gift_code_id: "g2" }, { gift_state: "spent" }, { state: "paid" }],
  gives: heldUnits,
  run: (cx) => findHeldUses(cx, { id: "g1", workspaceId }),
})

choosesRow("a request may make another purchase once its first has ended unpaid", {
  table: "purchases",
  row: { ...sale, state: "expired", request_key: "k1" },
  evenIf: [{ state: "failed" }],
  unless: [...elsewhere, { state: "open" }],
  becomes: { request_key: null },
  run: (cx) => forgetRequest(cx, asPurchase({})),
})

const eve = { search_buyer: "eve example com" }
const filter = { offerId: undefined, state: undefined, isBought: false, email: undefined, buyer: "" }

choosesRow("a list of sales has those of the workspace", {
  table: "purchases",
  row: sale,
  unless: [{ workspace_id: "w2" }],
  run: (cx) => listPurchaseRows(cx, filter, firstPage),
})

choosesRow("a list of sales has those that fit each filter", {
  table: "purchases",
  row: { ...sale, search_buyer: "ada example com", state: "fulfilled", paid_at: now },
  unless: [ofOtherOffer, { state: "refunded" }, { paid_at: null }, { buyer_email: "eve@example.com" }, eve],
  run: (cx) =>
    listPurchaseRows(
      cx,
      { offerId: "o1", state: "fulfilled", isBought: true, email: "ada@example.com", buyer: "a@ex" },
      firstPage,
    ),
})

choosesRow("a sale by gift code alone is bought too", {
  table: "purchases",
  row: { ...sale, state: "comped" },
  unless: [{ state: "open" }],
  run: (cx) => listPurchaseRows(cx, { ...filter, isBought: true }, firstPage),
})

choosesRow("buyers are found by a part of their address in the workspace", {
  table: "purchases",
  row: { ...sale, search_buyer: "ada example com" },
  unless: [{ workspace_id: "w2" }, eve],
  gives: [{ email: "ada@example.com", purchases: 1 }],
  run: (cx) => listBuyerRows(cx, "da@ex", 10),
})

choosesRow("what was bought with an address is found in any case, in all workspaces", {
  table: "purchases",
  row: sale,
  evenIf: [{ workspace_id: "w2" }],
  unless: [{ buyer_email: "eve@example.com" }],
  run: (cx) => listBoughtRows(cx, "ada@example.com", firstPage),
})

choosesRow("a sale is found in its own workspace", {
  table: "purchases",
  row: sale,
  unless: elsewhere,
  run: (cx) => findOwnPurchase(cx, rowKey.id),
})

choosesRow("the author of a note is named while they are a member", {
  table: "members",
  row: { account_id: "a2" },
  unless: [{ workspace_id: "w2" }, { account_id: "a3" }],
  beside: [
    ["purchases", { ...sale, noted_by: "a2" }],
    ["accounts", { id: "a2", name: "Ada" }],
  ],
  run: (cx) => findOwnPurchase(cx, rowKey.id),
})

choosesRow("a delivery is revoked once it is complete, and only once", {
  table: "purchases",
  row: { ...sale, state: "fulfilled", delivery_generation: 4 },
  evenIf: [{ state: "comped" }],
  unless: [...elsewhere, { state: "paid" }, { delivery_revoked_at: now - 1 }],
  becomes: { delivery_revoked_at: now, revoked_at: now, delivery_generation: 5, updated_at: now },
  gives: true,
  run: (cx) => revokeDeliveryRow(cx, rowKey.id),
})

choosesRow("a revoked delivery is restored", {
  table: "purchases",
  row: { ...sale, state: "fulfilled", delivery_revoked_at: now - 1 },
  evenIf: [{ state: "comped" }],
  unless: [...elsewhere, { state: "refunded" }, { delivery_revoked_at: null }],
  becomes: { delivery_revoked_at: null, restored_at: now, updated_at: now },
  gives: true,
  run: (cx) => restoreDeliveryRow(cx, rowKey.id),
})

choosesRow("a note is written over the one that its author has seen", {
  table: "purchases",
  row: { ...sale, noted_at: now - 1 },
  unless: [...elsewhere, { noted_at: null }, { noted_at: now - 2 }],
  becomes: { note: "Paid twice.", noted_at: now, noted_by: "a1" },
  gives: true,
  run: (cx) => noteOnRow(cx, { id: rowKey.id, note: "Paid twice.", seenAt: now - 1 }),
})

choosesRow("a first note is written where there is none", {
  table: "purchases",
  row: sale,
  unless: [{ noted_at: now - 1 }],
  becomes: { note: "Paid twice.", noted_at: now, noted_by: "a1" },
  run: (cx) => noteOnRow(cx, { id: rowKey.id, note: "Paid twice.", seenAt: null }),
})

choosesRow("a checkout session is found with the short key of its offer", {
  table: "purchases",
  row: { ...sale, checkout_session_id: "cs_1" },
  unless: [{ checkout_session_id: "cs_2" }, ofOtherOffer],
  beside: [["offers", { id: "o1", short_key: "ab12" }]],
  unlessBeside: [[["offers", { id: "o1", short_key: "cd34" }]]],
  run: (cx) => findPurchaseOfCheckoutSession(cx, { checkoutSessionId: "cs_1", shortKey: "ab12" }),
})

choosesRow("purchases of an offer are its own", {
  table: "purchases",
  row: sale,
  unless: [...elsewhere, ofOtherOffer],
  run: (cx) => listPurchasesOf(cx, offer, [rowKey.id]),
})

const ended = { network: null, checkout_key: null, updated_at: now }
const held = { ...sale, network: "n1", checkout_key: "o1:ada@example.com" }

choosesRow("an ended checkout forgets its network and its address's key, and is looked at in an hour", {
  table: "purchases",
  row: held,
  unless: [...elsewhere, { state: "paid" }],
  becomes: { ...ended, state: "expired", poll_at: now + 3_600_000 },
  run: async (cx) => void (await movePurchase(cx, "expire", rowKey)),
})

choosesRow("a late payment gets its address's key back, and waits to be delivered", {
  table: "purchases",
  row: { ...sale, state: "expired", reason: "It was late." },
  evenIf: [{ state: "failed" }, { state: "fulfil_failed" }, { state: "open" }, { state: "pending_async" }],
  unless: [...elsewhere, { state: "created" }, { state: "refunded" }],
  becomes: { state: "paid", checkout_key: "o1:ada@example.com", reason: null, unsettled_since: now, updated_at: now },
  run: async (cx) => void (await movePurchase(cx, "pay", rowKey)),
})

choosesRow("a payment that does not fit is looked at now", {
  table: "purchases",
  row: held,
  unless: [{ state: "paid" }],
  becomes: { state: "fulfil_failed", network: null, poll_at: now, updated_at: now },
  run: async (cx) => void (await movePurchase(cx, "refusePayment", rowKey)),
})

choosesRow("a delivered purchase has spent its gift, and no longer waits", {
  table: "purchases",
  row: { ...held, network: null, state: "paid", unsettled_since: now - 1, gift_code_id: "g1", gift_state: "held" },
  unless: [...elsewhere, { state: "open" }],
  becomes: { state: "fulfilled", fulfilled_at: now, unsettled_since: null, gift_state: "spent", updated_at: now },
  run: async (cx) => void (await movePurchase(cx, "fulfil", rowKey)),
})

choosesRow("a purchase without a gift spends none", {
  table: "purchases",
  row: { ...held, network: null, state: "paid" },
  unless: [],
  becomes: { state: "fulfilled", fulfilled_at: now, unsettled_since: null, updated_at: now },
  run: async (cx) => void (await movePurchase(cx, "fulfil", rowKey)),
})

choosesRow("a refund that begins ends the delivery, and frees the address", {
  table: "purchases",
  row: { ...held, network: null, state: "fulfilled", owner_key: "k", delivery_generation: 2 },
  evenIf: [],
  unless: [...elsewhere, { state: "disputed" }],
  becomes: {
    ...{ ...ended, state: "refunding", owner_key: null, refund_started_at: now, unsettled_since: now },
    ...{ delivery_generation: 3, delivery_revoked_at: now },
  },
  run: async (cx) => void (await movePurchase(cx, "startRefund", rowKey)),
})

choosesRow("a delivery that its seller revoked keeps the time of that when its purchase is refunded", {
  table: "purchases",
  row: { ...sale, state: "refunding", charged_cents: 700, delivery_generation: 2, delivery_revoked_at: now - 9 },
  unless: [{ state: "expired" }],
  becomes: {
    ...{ state: "refunded", refunded_cents: 700, refunded_at: now, updated_at: now },
    poll_at: now + 3_600_000,
  },
  run: async (cx) => void (await movePurchase(cx, "refund", rowKey)),
})

choosesRow("a checkout session is attached to a failed purchase that has none", {
  table: "purchases",
  row: { ...sale, state: "failed" },
  unless: [...elsewhere, { state: "open" }, { checkout_session_id: "cs_0" }],
  becomes: { checkout_session_id: "cs_1", updated_at: now },
  gives: true,
  run: (cx) => attachToFailed(cx, rowKey, { checkout_session_id: "cs_1" }),
})

choosesRow("a fact of a purchase is stored on it alone", {
  table: "purchases",
  row: sale,
  unless: elsewhere,
  becomes: { opened_at: now, updated_at: now },
  run: async (cx) => void (await updatePurchase(cx, rowKey, { opened_at: now })),
  otherwise: "Error: no result",
})

choosesRow("a purchase is touched alone", {
  table: "purchases",
  row: sale,
  unless: elsewhere,
  becomes: { updated_at: now },
  run: (cx) => touchPurchase(cx, rowKey),
})

choosesRow("a purchase is locked in the state that the caller has seen", {
  table: "purchases",
  row: sale,
  unless: [...elsewhere, { state: "paid" }],
  becomes: { updated_at: now },
  run: (cx) => lockPurchase(cx, rowKey, "open"),
})

choosesRow("the next attempt begins once", {
  table: "purchases",
  row: { ...sale, attempt: 2 },
  unless: [...elsewhere, { attempt: 3 }],
  becomes: { attempt: 3, updated_at: now },
  run: (cx) => raiseAttempt(cx, asPurchase({ attempt: 2 })),
})

const paid = { ...sale, state: "paid", paid_at: now, charged_cents: 700, refunded_cents: 200, currency: "usd" }
const today = now - (now % dayMs)

choosesRow("revenue is what is left of a workspace's payments since a time", {
  table: "purchases",
  row: paid,
  evenIf: [{ checkout_session_id: "cs_live_1" }, { checkout_session_id: "sandbox_1" }],
  unless: [
    { workspace_id: "w2" },
    { paid_at: now - 1 },
    { state: "comped" },
    { state: "failed" },
    { checkout_session_id: "cs_test_1" },
  ],
  gives: [{ currency: "usd", day: today, cents: 500, sales: 1 }],
  run: (cx) => sumRevenue(cx, now),
})

choosesRow("a sale whose dispute was lost brings nothing", {
  table: "purchases",
  row: { ...paid, state: "disputed", dispute: "lost" },
  unless: [],
  gives: [{ currency: "usd", day: today, cents: 0, sales: 1 }],
  run: (cx) => sumRevenue(cx, now),
})

const workspace = ["workspaces", { id: "w1", name: "Studio", slug: "studio" }] as const

choosesRow("sales on the installation's account are those between two times", {
  table: "purchases",
  row: { ...paid, processor_account: "installation" },
  evenIf: [{ paid_at: now + 9 }],
  unless: [
    { workspace_id: "w2" },
    { processor_account: "pa_1" },
    { paid_at: now - 1 },
    { paid_at: now + 10 },
    { state: "failed" },
    { checkout_session_id: "cs_test_1" },
  ],
  beside: [workspace],
  run: (cx) => sumInstallationSales(cx, { from: now, to: now + 10, limit: 10 }),
})

const notice = { purchase_id: "r1", window_at: now }

choosesRow("a sale joins a window of its own workspace", {
  table: "sale_notices",
  row: { ...notice, window_at: null },
  unless: [{ workspace_id: "w2" }, { purchase_id: "r2" }],
  becomes: { window_at: now },
  run: (cx) => collectNotice(cx, rowKey, now),
})

choosesRow("a window is closed unless another has begun", {
  table: "sale_windows",
  row: { started_at: now },
  unless: [{ workspace_id: "w2" }, { started_at: now + 1 }],
  becomes: { started_at: 0 },
  run: (cx) => closeWindow(cx, workspaceId, now),
})

choosesRow("a digest counts the sales of its workspace's window that it has not listed", {
  table: "sale_notices",
  row: notice,
  unless: [{ workspace_id: "w2" }, { window_at: now + 1 }, { notified_at: now }],
  gives: 1,
  run: (cx) => countCollected(cx, { workspaceId, windowAt: now, at: undefined }),
})

choosesRow("a digest names the purchases of its window", {
  table: "sale_notices",
  row: notice,
  unless: [{ workspace_id: "w2" }, { purchase_id: "r2" }, { window_at: now + 1 }, { notified_at: now }],
  beside: [["purchases", sale]],
  unlessBeside: [[["purchases", { ...sale, workspace_id: "w2" }]]],
  run: (cx) => listCollected(cx, { workspaceId, windowAt: now, at: undefined }, 10),
})

choosesRow("a digest marks the sales of its window once", {
  table: "sale_notices",
  row: notice,
  unless: [{ workspace_id: "w2" }, { window_at: now + 1 }, { notified_at: now - 1 }],
  becomes: { notified_at: now },
  run: (cx) => markDigestSent(cx, { workspaceId, windowAt: now, at: now }),
})

choosesRow("a workspace is not settled while a payment is under way or unclear", {
  table: "purchases",
  row: { ...sale, state: "refunding" },
  evenIf: [{ state: "paid" }, { state: "fulfilled", unsettled_since: now }],
  unless: [{ workspace_id: "w2" }, { state: "fulfilled" }, { settled_outside_at: now }],
  gives: false,
  run: (cx) => isSettled(cx, workspaceId),
})

choosesRow("a workspace is not settled while money is on the list", {
  table: "unclear_money",
  row: { workspace_id: "w1" },
  unless: [{ workspace_id: "w2" }, { settled_at: now }],
  gives: false,
  run: (cx) => isSettled(cx, workspaceId),
})

choosesRow("an account has sold since the time of a payment on it", {
  table: "purchases",
  row: { ...paid, processor_account: "pa_1" },
  unless: [{ processor_account: "pa_2" }, { paid_at: now - 1 }],
  gives: true,
  run: (cx) => hasSoldSince(cx, "pa_1", now),
})

choosesRow("an address is verified by a real payment", {
  table: "purchases",
  row: { ...paid, charged_cents: 1 },
  unless: [{ buyer_email: "eve@example.com" }, { charged_cents: 0 }, { checkout_session_id: "cs_test_1" }],
  gives: true,
  run: (cx) => isVerifiedAddress(cx, "ada@EXAMPLE.com"),
})
