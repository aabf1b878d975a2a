export interface Example {
  readonly summary: string
  readonly value: unknown
}

export type Examples = Readonly<Record<string, Example>>

const example = (summary: string, value: unknown): Example => ({ summary, value })

const purchase = "purchase_5nYt0Rb7WqLxJ2mZc8HdVk"
const mac = "gV0cSx3zJm2rWq8YtN5uLkD1bHf7pEa9oCiKsXvRnTw"

const offer = (baseUrl: string) => ({
  id: "offer_3kTMd0cQxVb2rWn8LzYp5H",
  key: "type-specimen",
  title: "Type specimen",
  description: "Forty pages, two weights.",
  priceCents: 1900,
  currency: "usd",
  files: [
    { key: "file_0vJc1ZtGm4Qs7KyXw2LdRb", name: "specimen.pdf" },
    { key: "file_7pHb2YsFn5Rt9LzWx3MeQc", name: null },
  ],
  shortKey: "demo",
  shortUrl: `${baseUrl}/pay/demo`,
  sellerName: "Studio Ada",
  sellerSlug: "studio",
  purchasable: true,
})

export const bodyExamples: Readonly<Record<string, Examples>> = {
  checkDomain: {
    hostname: example("A subdomain", { domain: "shop.example.com" }),
    otherScript: example("A name in another script", { domain: "größe.example.com" }),
  },
  startCheckout: {
    plain: example("At the full price", { buyerEmail: "bo@example.com" }),
    withGiftCode: example("With a partial-value code", { buyerEmail: "bo@example.com", giftCode: "GIFT-FIVE" }),
  },
  verifyPayment: {
    session: example("The session of a checkout", { sessionId: "cs_sandbox_6fXq0LrZ" }),
  },
  redeemGift: {
    withAddress: example("A code, with an address", { code: "GIFT-FULL", buyerEmail: "bo@example.com" }),
    codeAlone: example("A code alone", { code: "GIFT-FIVE" }),
  },
}

/** Example responses with status 200, one for each variant and state. */
export function answerExamples(baseUrl: string): Readonly<Record<string, Examples>> {
  const urls = { deliveryUrl: `${baseUrl}/delivery/${purchase}.${mac}`, claimUrl: `${baseUrl}/claim/${purchase}` }
  return {
    ...checks,
    getOffer: offers(baseUrl),
    startCheckout: checkouts(urls),
    verifyPayment: payments(urls),
    redeemGift: gifts(urls),
  }
}

const checks: Readonly<Record<string, Examples>> = {
  checkSlug: {
    available: example("Available", { available: true }),
    tooShort: example("Fewer than three usable characters", { available: false, reason: "too_short" }),
    reserved: example("Reserved or taken", { available: false, reason: "reserved" }),
  },
  checkDomain: {
    verified: example("Record found", { verified: true }),
    missing: example("Record not found", { verified: false, expectedRecord: "svc-verify=shop.example.com" }),
  },
}

function offers(baseUrl: string): Examples {
  const stranger = { isOwnWorkspace: false, isSignedIn: false }
  return {
    forSale: example("For sale", { offer: offer(baseUrl), ...stranger }),
    notForSale: example("Sold out or paused", {
      offer: { ...offer(baseUrl), purchasable: false },
      ...stranger,
    }),
    own: example("Requested by a member of the seller's workspace", {
      offer: offer(baseUrl),
      isOwnWorkspace: true,
      isSignedIn: true,
    }),
  }
}

interface Urls {
  deliveryUrl: string
  claimUrl: string
}

function checkouts({ deliveryUrl, claimUrl }: Urls): Examples {
  return {
    session: example("Card checkout", {
      clientSecret: "cs_sandbox_6fXq0LrZ_secret_Yk3vT8",
      sessionId: "cs_sandbox_6fXq0LrZ",
    }),
    owned: example("Already owned, proven by cookie or session", { alreadyOwned: true, deliveryUrl }),
    ownedUnproven: example("Already owned by this address; the claim page emails the link", {
      alreadyOwned: true,
      deliveryUrl: claimUrl,
    }),
    nothingToPay: example("Free, or paid by a gift code; complete", {
      alreadyOwned: false,
      deliveryUrl,
    }),
  }
}

function payments({ deliveryUrl, claimUrl }: Urls): Examples {
  return {
    pending: example("Unpaid or pending", { paid: false, pending: true }),
    fulfilled: example("Delivered", { paid: true, pending: false, fulfilled: true, deliveryUrl }),
    claim: example("Paid more than a day ago", { paid: true, pending: false, fulfilled: true, deliveryUrl: claimUrl }),
    ended: example("Refunded, revoked or disputed", {
      paid: true,
      pending: false,
      fulfilled: true,
      deliveryUrl: null,
    }),
    notFulfilled: example("Paid but not delivered", {
      paid: true,
      pending: false,
      fulfilled: false,
      error: "Your purchase couldn't be delivered, and your payment is being refunded.",
    }),
    over: example("Expired or failed", { paid: false, pending: false }),
  }
}

function gifts({ deliveryUrl }: Urls): Examples {
  return {
    amount: example("A partial-value code", { type: "amount", discountCents: 500, remainingCents: 1400 }),
    full: example("A full-comp code; the purchase is complete", { type: "full", deliveryUrl }),
  }
}
