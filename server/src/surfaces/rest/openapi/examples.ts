/** An example as OpenAPI has it. */
export interface Example {
  readonly summary: string
  readonly value: unknown
}

export type Examples = Readonly<Record<string, Example>>

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

/** What may be sent to each endpoint with a body. */
export const bodyExamples: Readonly<Record<string, Examples>> = {
  checkDomain: {
    hostname: { summary: "A subdomain", value: { domain: "shop.example.com" } },
    otherScript: { summary: "A name in another script", value: { domain: "größe.example.com" } },
  },
  startCheckout: {
    plain: { summary: "At the full price", value: { buyerEmail: "bo@example.com" } },
    withGiftCode: {
      summary: "With a partial-value code",
      value: { buyerEmail: "bo@example.com", giftCode: "GIFT-FIVE" },
    },
  },
  verifyPayment: {
    session: { summary: "The session that checkout answered", value: { sessionId: "cs_sandbox_6fXq0LrZ" } },
  },
  redeemGift: {
    withAddress: { summary: "A code, with an address", value: { code: "GIFT-FULL", buyerEmail: "bo@example.com" } },
    codeAlone: { summary: "A code alone", value: { code: "GIFT-FIVE" } },
  },
}

/** What each endpoint answers with 200, one example for each variant and state. */
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
    available: { summary: "It is free", value: { available: true } },
    tooShort: { summary: "Fewer than three usable characters", value: { available: false, reason: "too_short" } },
    reserved: { summary: "Kept for the service, or taken", value: { available: false, reason: "reserved" } },
  },
  checkDomain: {
    verified: { summary: "The record is there", value: { verified: true } },
    missing: {
      summary: "The record is not there yet",
      value: { verified: false, expectedRecord: "svc-verify=shop.example.com" },
    },
  },
}

function offers(baseUrl: string): Examples {
  const stranger = { isOwnWorkspace: false, isSignedIn: false }
  return {
    forSale: { summary: "An offer that can be bought", value: { offer: offer(baseUrl), ...stranger } },
    notForSale: {
      summary: "An offer that is sold out",
      value: { offer: { ...offer(baseUrl), purchasable: false }, ...stranger },
    },
    own: {
      summary: "Looked up by a member of the seller's workspace",
      value: { offer: offer(baseUrl), isOwnWorkspace: true, isSignedIn: true },
    },
  }
}

interface Urls {
  deliveryUrl: string
  claimUrl: string
}

function checkouts({ deliveryUrl, claimUrl }: Urls): Examples {
  return {
    session: {
      summary: "A card checkout has begun",
      value: { clientSecret: "cs_sandbox_6fXq0LrZ_secret_Yk3vT8", sessionId: "cs_sandbox_6fXq0LrZ" },
    },
    owned: {
      summary: "Bought before, by a caller who shows it",
      value: { alreadyOwned: true, deliveryUrl },
    },
    ownedUnproven: {
      summary: "Bought before with this address; the claim page mails the link there",
      value: { alreadyOwned: true, deliveryUrl: claimUrl },
    },
    nothingToPay: {
      summary: "A free offer, or one that a gift code pays for; it is complete",
      value: { alreadyOwned: false, deliveryUrl },
    },
  }
}

function payments({ deliveryUrl, claimUrl }: Urls): Examples {
  return {
    pending: { summary: "Not paid yet, or on its way", value: { paid: false, pending: true } },
    fulfilled: {
      summary: "Paid and handed over",
      value: { paid: true, pending: false, fulfilled: true, deliveryUrl },
    },
    claim: {
      summary: "Paid more than a day ago",
      value: { paid: true, pending: false, fulfilled: true, deliveryUrl: claimUrl },
    },
    ended: {
      summary: "Handed over, and refunded, revoked or disputed since",
      value: { paid: true, pending: false, fulfilled: true, deliveryUrl: null },
    },
    notFulfilled: {
      summary: "Paid, but not handed over",
      value: {
        paid: true,
        pending: false,
        fulfilled: false,
        error: "The purchase could not be handed over, and the payment is given back.",
      },
    },
    over: { summary: "Expired or failed without a payment", value: { paid: false, pending: false } },
  }
}

function gifts({ deliveryUrl }: Urls): Examples {
  return {
    amount: {
      summary: "A partial-value code",
      value: { type: "amount", discountCents: 500, remainingCents: 1400 },
    },
    full: { summary: "A full-comp code; the purchase is complete", value: { type: "full", deliveryUrl } },
  }
}
