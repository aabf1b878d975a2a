import { decimalAmount } from "#contract/currencies.ts"

interface Organization {
  name: string
  /** The seller's page; absent while it is off. */
  url?: string
  logo?: string
  description?: string
}

interface Product {
  title: string
  description: string | null
  priceCents: number
  currency: string
  availability: "available" | "sold out" | "unavailable"
  url: string
  /** The cover, or the preview card. */
  image: string
}

const availabilities = { available: "InStock", "sold out": "SoldOut", unavailable: "OutOfStock" } as const

/** A seller in the terms of https://schema.org/Organization. */
export const organizationOf = (seller: Organization) => ({ "@type": "Organization", ...seller })

/** Describes an offer as https://schema.org/Product. The price is the one that checkout charges. */
export function productOf(product: Product, seller: object) {
  const { title, description, priceCents, currency, availability, url, image } = product
  return {
    "@type": "Product",
    name: title,
    ...(description !== null && { description }),
    url,
    image,
    brand: seller,
    offers: {
      "@type": "Offer",
      url,
      price: decimalAmount(priceCents, currency),
      priceCurrency: currency.toUpperCase(),
      availability: `https://schema.org/${availabilities[availability]}`,
      seller,
    },
  }
}

/** A document of JSON-LD (https://www.w3.org/TR/json-ld11/) about these things. */
export const linkedDataOf = (things: readonly object[]) => ({ "@context": "https://schema.org", "@graph": things })
