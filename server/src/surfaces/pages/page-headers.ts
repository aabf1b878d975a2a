/** The other origin that a page may embed. */
export type Embedded = "nothing" | "stripe"

interface Reach {
  embedded?: Embedded
  /** The origins whose pages may frame this page. */
  framedBy?: readonly string[]
  /** The origin of the files that the page shows: pictures, players and frames. */
  filesOrigin?: string
  /** Whether it makes pictures of films that its visitor sends. */
  readsFilms?: boolean
  /** Whether it runs this service's service worker, which shows notifications. */
  hasWorker?: boolean
  /** Whether a window that opened this one may follow it. */
  keepsOpener?: boolean
}

/** The headers of a document. Scripts and styles need a nonce. `isSecure`: the base address is https. */
export function pageHeaders(
  nonce: string,
  {
    embedded = "nothing",
    framedBy = [],
    filesOrigin = "",
    readsFilms = false,
    hasWorker = false,
    keepsOpener = false,
  }: Reach,
  isSecure: boolean,
): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy(nonce, { embedded, framedBy, filesOrigin, readsFilms, hasWorker }),
    "cache-control": "no-store",
    // Only pages that share their agent cluster with no other origin may register in-page tools.
    "origin-agent-cluster": "?1",
    "cross-origin-opener-policy": openerPolicy(embedded, keepsOpener),
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    vary: "Accept",
    // A page may show addresses that users wrote. The browser must not resolve their hosts before a visitor's click.
    "x-dns-prefetch-control": "off",
    "x-content-type-options": "nosniff",
    ...(isSecure ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  }
}

/** A page with another policy than its opener's would look closed to it, even with `same-origin-allow-popups`. */
function openerPolicy(embedded: Embedded, keepsOpener: boolean): string {
  if (keepsOpener) return "unsafe-none"
  return embedded === "stripe" ? "same-origin-allow-popups" : "same-origin"
}

/** The list of https://docs.stripe.com/security/guide#content-security-policy for Stripe.js and embedded Checkout. */
const stripe = {
  script: "https://js.stripe.com https://*.js.stripe.com https://checkout.stripe.com",
  connect: "https://api.stripe.com https://checkout.stripe.com",
  frame: "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://checkout.stripe.com",
  image: "https://*.stripe.com",
}

function policy(nonce: string, reach: Required<Omit<Reach, "keepsOpener">>): string {
  const { embedded, framedBy, filesOrigin, readsFilms, hasWorker } = reach
  const films = [readsFilms ? "blob:" : "", filesOrigin].filter(Boolean).join(" ")
  const none = { script: "", connect: "", frame: filesOrigin || "'none'", image: filesOrigin }
  const also = embedded === "stripe" ? { ...stripe, image: `${stripe.image} ${filesOrigin}` } : none
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${also.script}`,
    `style-src 'nonce-${nonce}'`,
    `img-src 'self' data: ${also.image}`,
    films && `media-src ${films}`,
    "font-src 'self'",
    "manifest-src 'self'",
    hasWorker ? "worker-src 'self'" : "",
    `connect-src 'self' ${also.connect}`,
    `frame-src ${also.frame}`,
    "form-action 'self'",
    `frame-ancestors ${framedBy.join(" ") || "'none'"}`,
    "base-uri 'none'",
    "object-src 'none'",
  ]
    .filter((directive) => directive !== "")
    .map((directive) => directive.trim())
    .join("; ")
}
