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
    session: example("The session that checkout answered", { sessionId: "cs_sandbox_6fXq0LrZ" }),
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
    available: example("It is free", { available: true }),
    tooShort: example("Fewer than three usable characters", { available: false, reason: "too_short" }),
    reserved: example("Kept for the service, or taken", { available: false, reason: "reserved" }),
  },
  checkDomain: {
    verified: example("The record is there", { verified: true }),
    missing: example("The record is not there yet", { verified: false, expectedRecord: "svc-verify=shop.example.com" }),
  },
}

function offers(baseUrl: string): Examples {
  const stranger = { isOwnWorkspace: false, isSignedIn: false }
  return {
    forSale: example("An offer that can be bought", { offer: offer(baseUrl), ...stranger }),
    notForSale: example("An offer that is sold out or paused", {
      offer: { ...offer(baseUrl), purchasable: false },
      ...stranger,
    }),
    own: example("Looked up by a member of the seller's workspace", {
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
    session: example("A card checkout has begun", {
      clientSecret: "cs_sandbox_6fXq0LrZ_secret_Yk3vT8",
      sessionId: "cs_sandbox_6fXq0LrZ",
    }),
    owned: example("Bought before, by a caller who shows it", { alreadyOwned: true, deliveryUrl }),
    ownedUnproven: example("Bought before with this address; the claim page mails the link there", {
      alreadyOwned: true,
      deliveryUrl: claimUrl,
    }),
    nothingToPay: example("A free offer, or one that a gift code pays for; it is complete", {
      alreadyOwned: false,
      deliveryUrl,
    }),
  }
}

function payments({ deliveryUrl, claimUrl }: Urls): Examples {
  return {
    pending: example("Not paid yet, or on its way", { paid: false, pending: true }),
    fulfilled: example("Paid and handed over", { paid: true, pending: false, fulfilled: true, deliveryUrl }),
    claim: example("Paid more than a day ago", { paid: true, pending: false, fulfilled: true, deliveryUrl: claimUrl }),
    ended: example("Handed over, and refunded, revoked or disputed since", {
      paid: true,
      pending: false,
      fulfilled: true,
      deliveryUrl: null,
    }),
    notFulfilled: example("Paid, but not handed over", {
      paid: true,
      pending: false,
      fulfilled: false,
      error: "The purchase could not be handed over, and the payment is given back.",
    }),
    over: example("Expired or failed without a payment", { paid: false, pending: false }),
  }
}

function gifts({ deliveryUrl }: Urls): Examples {
  return {
    amount: example("A partial-value code", { type: "amount", discountCents: 500, remainingCents: 1400 }),
    full: example("A full-comp code; the purchase is complete", { type: "full", deliveryUrl }),
  }
}
