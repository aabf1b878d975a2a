import { getOffer, redeemGift, startCheckout, verifyPayment } from "#domains/handover/index.ts"
import { drawPreview } from "#domains/previews/index.ts"
import { checkDomain, checkSlug } from "#domains/workspaces/index.ts"
import { endpoint } from "./endpoint.ts"

/** The public REST API. Routing, parsing, limits, replay and `openapi.json` follow from this table. */
export const endpoints = [
  endpoint({
    id: "checkSlug",
    method: "GET",
    path: "/api/onboard/check-slug",
    tag: "Onboarding",
    summary: "Check whether a workspace slug is free",
    description:
      "Accepts any casing and punctuation: the slug is normalized and cut to length first. An unavailable slug is a response, not an error.",
    requiredQuery: ["slug"],
    action: checkSlug,
  }),
  endpoint({
    id: "checkDomain",
    method: "POST",
    path: "/api/onboard/check-domain",
    tag: "Onboarding",
    summary: "Check a domain’s TXT record",
    description:
      "Looks for the TXT record `svc-verify=<domain>` on the domain itself. If it is missing, the response names the record to add. Each client may check a domain and its subdomains 30 times a minute.",
    idempotent: true,
    errors: ["conflict", "upstream_error"],
    action: checkDomain,
  }),
  endpoint({
    id: "getOffer",
    method: "GET",
    path: "/api/pay/{key}",
    tag: "Handover",
    summary: "Look up an offer",
    description: "Finds an offer by the short key of its pay link. Includes offers that are sold out or paused.",
    countsMisses: true,
    errors: ["not_found"],
    action: getOffer,
  }),
  endpoint({
    id: "startCheckout",
    method: "POST",
    path: "/api/pay/{key}/checkout",
    tag: "Handover",
    summary: "Start a card checkout",
    description:
      "Opens a session for the payment form; a partial-value gift code lowers the charge. A buyer who already owns the offer gets the delivery link instead. An email has one open checkout for each offer: the browser that opened it (cookie) gets it back, another one ends it and gets a new one. A 409 with `Retry-After` is temporary: open checkouts hold the last unit or the gift code, or a payment is pending.",
    countsMisses: true,
    idempotent: true,
    errors: ["not_found", "conflict", "upstream_error"],
    action: startCheckout,
  }),
  endpoint({
    id: "verifyPayment",
    method: "POST",
    path: "/api/pay/{key}/verify",
    tag: "Handover",
    summary: "Confirm a payment and get the delivery link",
    description:
      "A pending payment (`pending`) is a response, not an error; ask again. So is a paid purchase that could not be delivered (`error`).",
    countsMisses: true,
    idempotent: true,
    errors: ["not_found", "conflict", "upstream_error"],
    action: verifyPayment,
  }),
  endpoint({
    id: "redeemGift",
    method: "POST",
    path: "/api/pay/{key}/gift",
    tag: "Handover",
    summary: "Redeem a gift code",
    description:
      "A partial-value code is only checked: send it with checkout. A full-comp code completes the purchase without a charge. A 409 with `Retry-After` means that an open checkout holds the rest.",
    policy: "gifts",
    countsMisses: true,
    idempotent: true,
    errors: ["not_found", "conflict"],
    action: redeemGift,
  }),
  endpoint({
    id: "drawPreview",
    method: "GET",
    path: "/api/og",
    tag: "Previews",
    summary: "Draw a preview card",
    description:
      "A PNG of 1200×630 for link previews. Accepts any text: what cannot be drawn is left out, and long text ends in an ellipsis.",
    policy: "images",
    cacheControl: "public, max-age=86400, stale-while-revalidate=604800",
    answers: "image/png",
    action: drawPreview,
  }),
]
