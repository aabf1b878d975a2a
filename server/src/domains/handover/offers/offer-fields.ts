import { z } from "zod"
import { paragraphsInput } from "#kernel/line-input.ts"
import { currency, lineOf, minorUnits } from "../seller-input.ts"

/** The fields that a seller writes. Each is a column of `offers`, with its name in snake case. */
export const writtenFields = {
  title: lineOf(120).describe("What is sold, in one line of at most 120 characters."),
  description: paragraphsInput(5_000)
    .nullable()
    .describe("More about it, at most 5,000 characters of plain text, or null."),
  priceCents: minorUnits
    .min(0)
    .max(999_999_999_999)
    .describe(
      "The price in minor units of the currency; 0 is free. An amount that a card can be charged in the currency.",
    ),
  currency,
  stockLimit: z.int().min(0).max(10_000_000).nullable().describe("The quantity for sale in total; null for no limit."),
  licence: paragraphsInput(5_000)
    .nullable()
    .describe("What the buyer may do with the files, at most 5,000 characters of plain text, or null."),
  refundTerms: paragraphsInput(2_000)
    .nullable()
    .describe("When money is given back, at most 2,000 characters of plain text, or null."),
  taxLine: lineOf(120)
    .nullable()
    .describe("What is shown under the price of taxes, in one line of at most 120 characters, or null."),
}

type Written = Partial<Record<keyof typeof writtenFields, z.ZodType>>

const text = z.string().nullable()

/** The words that buyers read wherever an offer is shown. A purchase keeps them. */
export const offerWords = {
  title: z.string().meta({ examples: ["Type specimen"] }),
  description: text,
} satisfies Written

/** What each reader gets: the pay page, the API, the seller's page and the console. */
export const shownFields = {
  ...offerWords,
  priceCents: z
    .int()
    .min(0)
    .describe("The price in minor units of `currency`; 0 is free.")
    .meta({ examples: [1900] }),
  currency: z
    .string()
    .describe("ISO 4217, in lower case.")
    .meta({ examples: ["usd", "jpy"] }),
} satisfies Written

/** Shown on the pay page and in the console alone, since they can be long. A purchase keeps them. */
export const offerTerms = z.object({
  licence: text.describe("What the buyer may do with the files."),
  refundTerms: text.describe("When the seller gives money back."),
  taxLine: text.describe("What the seller says of taxes, in one line."),
} satisfies Written)

export type OfferTerms = z.output<typeof offerTerms>

export const termNames = offerTerms.keyof().options

const shown = z.object(shownFields)

export type ShownFields = z.output<typeof shown>

export const shownNames = shown.keyof().options

/** Returns the shown fields alone. */
export function shownOf(offer: ShownFields): ShownFields {
  return Object.fromEntries(shownNames.map((name) => [name, offer[name]])) as ShownFields
}
