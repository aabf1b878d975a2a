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
      "Any casing and punctuation is taken: the slug is brought into its normal form first, and input that is too long is cut. An unavailable slug is an answer, never an error.",
    requiredQuery: ["slug"],
    action: checkSlug,
  }),
  endpoint({
    id: "checkDomain",
    method: "POST",
    path: "/api/onboard/check-domain",
    tag: "Onboarding",
    summary: "Check whether a domain shows who controls it",
    description:
      "Looks for the TXT record `svc-verify=<domain>` on the domain itself. While it is missing, the answer names the record to add. Each client may check a domain, and what lies below it, 30 times a minute.",
    idempotent: true,
    errors: ["conflict", "upstream_error"],
    action: checkDomain,
  }),
  endpoint({
    id: "getOffer",
    method: "GET",
    path: "/api/pay/{key}",
    tag: "Handover",
    summary: "Look an offer up",
    description:
      "Finds an offer by the short key of its pay link. An offer that is sold out or paused is still answered.",
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
      "Opens a session for the payment form; a partial-value gift code lowers the charge. A buyer who already owns the offer gets the delivery link instead. An address has one open checkout for each offer: the browser that opened it (cookie) gets it back, another one ends it and gets a fresh one. A 409 with `Retry-After` is not final: open checkouts hold the last unit or the gift code, or a payment is on its way.",
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
      "A payment that is still on its way is an answer (`pending`), never an error; ask again. So is a paid purchase that could not be handed over (`error`).",
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
      "A partial-value code is only looked at: send it with checkout. A full-comp code completes the purchase without a charge. A 409 with `Retry-After` says that an open checkout holds what is left.",
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
      "A PNG of 1200×630 for link previews. No text is refused: what cannot be drawn is left out, what is too long ends in an ellipsis.",
    policy: "images",
    cacheControl: "public, max-age=86400, stale-while-revalidate=604800",
    answers: "image/png",
    action: drawPreview,
  }),
]
