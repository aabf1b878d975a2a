import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import Stripe from "stripe"
import { toCheckoutSessionParameters } from "#adapters/payments/stripe/stripe-checkout-session.ts"
import { checkoutSessionRequest } from "#test/contracts/payments/contract-bench.ts"
import { openStripeStandIn } from "../stripe-stand-in.ts"
import { judgeRequest } from "./index.ts"

const checkout = toCheckoutSessionParameters(checkoutSessionRequest({ now: Date.now }))
const [line] = checkout.line_items ?? []

/** Parameters in the SDK's encoding. */
function encode(parameters: object): string {
  const form = new URLSearchParams()
  const add = (at: string, value: unknown): void => {
    if (typeof value !== "object" || value === null) form.append(at, String(value ?? ""))
    else for (const [name, one] of Object.entries(value)) add(at === "" ? name : `${at}[${name}]`, one)
  }
  add("", parameters)
  return form.toString()
}

const judgeForm = (path: string, parameters: object) =>
  judgeRequest({ method: "POST", path, query: "", headers: {}, body: encode(parameters) })
const judgeQuery = (path: string, query: string, method = "GET") =>
  judgeRequest({ method, path, query, headers: {}, body: "" })
const judgeJson = (path: string, body: object) => {
  const headers = { "content-type": "application/json" }
  return judgeRequest({ method: "POST", path, query: "", headers, body: JSON.stringify(body) })
}

test("the judge accepts the service's checkout, and finds a wrong name, type or enum in it", () => {
  const path = "/v1/checkout/sessions"
  const judge = (change: object) => judgeForm(path, { ...checkout, ...change }).map((fault) => fault.slice(28))
  const found = {
    nothing: judge({}),
    name: judge({ managed_payment: { enabled: false } }),
    innerName: judge({ adaptive_pricing: { active: false } }),
    boolean: judge({ managed_payments: { enabled: "off" } }),
    number: judge({ expires_at: "tomorrow" }),
    enum: judge({ ui_mode: "embedded" }),
    missing: judge({ line_items: [{ ...line, price_data: { unit_amount: 1900 } }] }),
    list: judge({ line_items: "one" }),
    length: judge({ custom_text: { submit: { message: "x".repeat(1201) } } }),
  }

  assert.deepEqual(found, {
    nothing: [],
    name: ["managed_payment is not a parameter."],
    innerName: ["adaptive_pricing.active is not a parameter."],
    boolean: ["managed_payments.enabled must be a boolean."],
    number: ["expires_at must be a number."],
    enum: ["ui_mode is not one of the 4 values that are declared."],
    missing: ["line_items.0.price_data.currency is missing."],
    list: ["line_items must be a list."],
    length: ["custom_text.submit.message has 1201 characters or values; 1200 are allowed."],
  })
})

test("the judge reads queries, paths with ids, lists, index signatures and JSON", () => {
  const hook = { url: "https://atelier.example/webhooks", enabled_events: ["charge.refunded"], metadata: { ours: "1" } }
  const events = Array.from({ length: 21 }, (_, n) => `types[${n}]=charge.refunded`).join("&")
  const link = {
    account: "acct_1",
    use_case: {
      type: "account_onboarding",
      account_onboarding: { collection_options: { fields: "eventually_due" }, refresh_url: "https://a.example" },
    },
  }
  const removed = { ...link, use_case: { ...link.use_case, account_onboarding: { configurations: ["merchant"] } } }
  const start = "POST /v2/core/account_links: use_case.account_onboarding"

  assert.deepEqual(
    [
      judgeQuery("/v1/checkout/sessions", "created[gte]=1&limit=100&starting_after=cs_1"),
      judgeQuery("/v1/account", ""),
      judgeQuery("/v1/webhook_endpoints/we_1", "", "DELETE"),
      judgeForm("/v1/checkout/sessions/cs_1/expire", {}),
      judgeForm("/v1/webhook_endpoints", { ...hook, api_version: Stripe.API_VERSION }),
      judgeJson("/v2/core/account_links", link),
    ],
    [[], [], [], [], [], []],
  )
  assert.deepEqual(judgeQuery("/v1/events", events), [
    "GET /v1/events: types has 21 characters or values; 20 are allowed.",
  ])
  assert.deepEqual(judgeForm("/v1/webhook_endpoints", { ...hook, enabled_events: ["charge.repaid"] }).length, 1)
  assert.deepEqual(judgeQuery("/v1/accounting", ""), ["GET /v1/accounting: the SDK declares no such operation."])
  assert.deepEqual(judgeJson("/v2/core/account_links", removed), [
    `${start}.refresh_url is missing.`,
    `${start}.configurations is not a parameter.`,
  ])
})

test("a test with the stand-in fails at its end when a request violates the declarations", async (t) => {
  const atTheEnd: (() => unknown)[] = []
  const inner = { after: (work: () => unknown) => void atTheEnd.push(work) } as TestContext
  const standIn = await openStripeStandIn(inner)
  t.after(async () => Promise.allSettled(atTheEnd.map(async (work) => work())))
  await fetch(`${standIn.url.replace("stripe:", "http:")}/v1/refunds`, { method: "POST", body: "payment=pi_1" })
  const ends = await Promise.allSettled(atTheEnd.map(async (work) => work()))
  const failed = ends.filter(({ status }) => status === "rejected")

  assert.equal(failed.length, 1)
  assert.match(String(failed[0] && "reason" in failed[0] && failed[0].reason), /payment is not a parameter/)
})
