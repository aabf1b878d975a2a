/** What a page may load beyond its own origin. */
export type Embedded = "nothing" | "stripe"

/**
 * The headers of a document. Scripts and styles come by nonce only. `isSecure`: the base address is https.
 */
export function pageHeaders(
  nonce: string,
  { embedded = "nothing", formTargets = [] }: { embedded?: Embedded; formTargets?: readonly string[] },
  isSecure: boolean,
): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy(nonce, embedded, formTargets),
    "cache-control": "no-store",
    // In-page tools are registered only by pages that share their agent cluster with no other origin.
    "origin-agent-cluster": "?1",
    "cross-origin-opener-policy": embedded === "stripe" ? "same-origin-allow-popups" : "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    vary: "Accept",
    "x-content-type-options": "nosniff",
    ...(isSecure ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  }
}

/** As https://docs.stripe.com/security/guide#content-security-policy lists for Stripe.js and embedded Checkout. */
const stripe = {
  script: "https://js.stripe.com https://*.js.stripe.com https://checkout.stripe.com",
  connect: "https://api.stripe.com https://checkout.stripe.com",
  frame: "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://checkout.stripe.com",
  image: "https://*.stripe.com",
}

function policy(nonce: string, embedded: Embedded, formTargets: readonly string[]): string {
  const also = embedded === "stripe" ? stripe : { script: "", connect: "", frame: "'none'", image: "" }
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${also.script}`,
    `style-src 'nonce-${nonce}'`,
    `img-src 'self' data: ${also.image}`,
    "font-src 'self'",
    `connect-src 'self' ${also.connect}`,
    `frame-src ${also.frame}`,
    `form-action 'self' ${formTargets.join(" ")}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ]
    .map((directive) => directive.trim())
    .join("; ")
}
