import { z } from "zod"
import { cleanText } from "./clean-text.ts"

/**
 * One line that people write, cleaned, of at most `limit` characters. They are counted as JSON Schema counts them, by
 * code points, and what has more is refused: nothing is cut off without a word.
 */
export function lineInput(limit: number) {
  return z
    .string()
    .refine((text) => lengthOf(text) <= limit, {
      error: ({ input }) => `is too long: it has ${lengthOf(String(input))} characters, at most ${limit} are taken`,
    })
    .meta({ maxLength: limit })
    .transform((text) => cleanText(text, limit))
}

const lengthOf = (text: string) => [...text].length
