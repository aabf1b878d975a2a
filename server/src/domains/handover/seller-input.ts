import { z } from "zod"
import { currencies } from "#contract/currencies.ts"
import { withoutDeceptive } from "#kernel/line-input.ts"

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

/** Whole minor units of a currency. A page sends null for text that it could not read as an amount. */
export const minorUnits = z.int({
  error: ({ input }) => (input === null ? "must be a valid amount in this currency" : undefined),
})

export const currency = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(currencies))
  .describe("A currency that cards are charged in, ISO 4217.")
