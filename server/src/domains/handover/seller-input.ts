import { z } from "zod"
import { currencies } from "#contract/currencies.ts"
import { paragraphsInput, withoutDeceptive } from "#kernel/line-input.ts"

/** Accepts one line of text; trims it and removes invisible characters. */
export const lineOf = (maxLength: number) =>
  z
    .string()
    .max(10_000)
    .transform((text) =>
      withoutDeceptive(text)
        .replace(/\p{Cc}+/gu, " ")
        .trim(),
    )
    .pipe(z.string().min(1).max(maxLength))

export const title = lineOf(120).describe("What is sold, in one line of at most 120 characters.")

export const description = paragraphsInput(5_000)
  .nullable()
  .describe("More about it, at most 5,000 characters of plain text, or null.")

export const licence = paragraphsInput(5_000)
  .nullable()
  .describe("What the buyer may do with the files, at most 5,000 characters of plain text, or null.")

export const refundTerms = paragraphsInput(2_000)
  .nullable()
  .describe("When money is given back, at most 2,000 characters of plain text, or null.")

export const taxLine = lineOf(120)
  .nullable()
  .describe("What is shown under the price of taxes, in one line of at most 120 characters, or null.")

/** Whole minor units of a currency. A page sends null for text that it could not read as an amount. */
export const minorUnits = z.int({
  error: ({ input }) => (input === null ? "must be a valid amount in this currency" : undefined),
})

export const priceCents = minorUnits
  .min(0)
  .max(999_999_999_999)
  .describe(
    "The price in minor units of the currency; 0 is free. An amount that a card can be charged in the currency.",
  )

export const currency = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(currencies))
  .describe("A currency that cards are charged in, ISO 4217.")

export const stockLimit = z
  .int()
  .min(0)
  .max(10_000_000)
  .nullable()
  .describe("The quantity for sale in total; null for no limit.")
