import { choosesRow, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import { checkoutSessionListings } from "./checkout-session-listing-store.ts"
import { claimHook, forgetHook, updateHook } from "./hook-row-store.ts"
import { listPaymentAccountRows } from "./payment-account-store.ts"
import { endPolls, takeDuePollsAt, updateProcessorRow } from "./processor-account-store.ts"

choosesRow("a webhook is claimed of an account that sells and that no other process has claimed", {
  table: "payment_accounts",
  row: { disabled_at: null, hook_lease_until: now },
  evenIf: [{ hook_lease_until: null }],
  unless: [{ id: "r2" }, { disabled_at: now }, { hook_lease_until: now + 1 }],
  becomes: { hook_tried_at: now, hook_lease_until: now + 60_000 },
  run: (cx) => claimHook(cx, rowKey.id),
})

choosesRow("a webhook is noted on its own account while that sells, and the claim ends", {
  table: "payment_accounts",
  row: { disabled_at: null, hook_lease_until: now },
  unless: [{ id: "r2" }, { disabled_at: now }],
  becomes: { hook_id: "we_1", hook_lease_until: null },
  run: async (cx) => void (await updateHook(cx, rowKey.id, { hook_id: "we_1" })),
})

choosesRow("a webhook is forgotten on its own account once that is disabled", {
  table: "payment_accounts",
  row: { disabled_at: now, hook_id: "we_1", hook_base: "https://studio.example" },
  unless: [{ id: "r2" }, { disabled_at: null }],
  becomes: { hook_id: null, hook_base: null },
  run: (cx) => forgetHook(cx, rowKey.id),
})

choosesRow("a workspace's processor accounts are its own that are not disabled", {
  table: "payment_accounts",
  row: {},
  unless: [{ workspace_id: "w2" }, { disabled_at: now }],
  run: listPaymentAccountRows,
})

const before = {
  ...{ processor_account: "r1", state: "ready" as const, processor_id: "acct_1", reason: null, checked_at: now },
  ...{ poll_at: now, api_version: null },
}

choosesRow("a check's result is stored unless another check was faster or the account was removed", {
  table: "processor_accounts",
  row: { processor_account: "r1", state: "ready", processor_id: "acct_1", poll_at: now },
  unless: [{ processor_account: "r2" }, { state: "stopped" }, { processor_id: "acct_2" }, { poll_at: null }],
  becomes: { poll_at: now + 1 },
  run: (cx) => updateProcessorRow(cx, before as never, { poll_at: now + 1 }),
})

choosesRow("a check's result is stored on an account whose id was unknown, unless it is known by now", {
  table: "processor_accounts",
  row: { processor_account: "r1", state: "ready", processor_id: null, poll_at: now },
  unless: [{ processor_id: "acct_2" }],
  becomes: { poll_at: now + 1 },
  run: (cx) => updateProcessorRow(cx, { ...before, processor_id: null } as never, { poll_at: now + 1 }),
})

choosesRow("checks of one account end", {
  table: "processor_accounts",
  row: { processor_account: "r1", poll_at: now },
  unless: [{ processor_account: "r2" }],
  becomes: { poll_at: null },
  run: (cx) => endPolls(cx, "r1"),
})

choosesRow("an account is checked when that is due", {
  table: "processor_accounts",
  row: { processor_account: "r1", poll_at: now },
  unless: [{ poll_at: now + 1 }, { poll_at: null }],
  becomes: { poll_at: now + 5_000 },
  gives: [{ processor_account: "r1" }],
  run: (cx) => takeDuePollsAt(cx, { limit: 10, nextAt: now + 5_000, hookBase: "https://new.example" }),
})

const movedHook = { id: "r1", hook_base: "https://old.example", disabled_at: null, hook_tried_at: now - 30 * 60_000 }

choosesRow("an account whose webhook leads elsewhere is checked early, half an hour after the last try", {
  table: "processor_accounts",
  row: { processor_account: "r1", poll_at: now + 60_000 },
  unless: [{ processor_account: "r2" }],
  beside: [["payment_accounts", movedHook]],
  unlessBeside: [
    { ...movedHook, hook_base: null },
    { ...movedHook, hook_base: "https://new.example" },
    { ...movedHook, disabled_at: now },
    { ...movedHook, hook_tried_at: now - 30 * 60_000 + 1 },
  ].map((row) => [["payment_accounts", row]]),
  becomes: { poll_at: now + 5_000 },
  run: (cx) => takeDuePollsAt(cx, { limit: 10, nextAt: now + 5_000, hookBase: "https://new.example" }),
})

choosesRow("a listing is due at its time", {
  table: "checkout_session_listings",
  row: { processor_account: "r1", next_at: now },
  unless: [{ next_at: now + 1 }],
  becomes: { next_at: now + 5_000 },
  run: (cx) => checkoutSessionListings.takeDue(cx, { limit: 10, nextAt: now + 5_000 }),
})

const listing = { processor_account: "r1", listed_to: now, began_at: null, cursor: "cs_1", next_at: now }

choosesRow("a listing's cursor moves unless another process has moved it", {
  table: "checkout_session_listings",
  row: listing,
  unless: [
    { processor_account: "r2" },
    { cursor: "cs_0" },
    { cursor: null },
    { listed_to: now - 1 },
    { listed_to: null },
  ],
  becomes: { cursor: "cs_2" },
  run: (cx) => checkoutSessionListings.advance(cx, listing, { cursor: "cs_2" }),
})

choosesRow("a listing without a cursor moves unless another process has begun it", {
  table: "checkout_session_listings",
  row: { ...listing, cursor: null, listed_to: null },
  unless: [{ cursor: "cs_1" }, { listed_to: now }],
  becomes: { cursor: "cs_2" },
  run: (cx) => checkoutSessionListings.advance(cx, { ...listing, cursor: null, listed_to: null }, { cursor: "cs_2" }),
})
