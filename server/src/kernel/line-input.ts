import { z } from "zod"
import { cleanText } from "./clean-text.ts"

/** One line that people write, cleaned, of at most `limit` characters. */
export function lineInput(limit: number) {
  return textOfAtMost(limit)
    .meta({ maxLength: limit })
    .transform((text) => cleanText(text, limit))
}

/**
 * Text of which `kept` is not longer than `limit` characters. They are counted as JSON Schema counts them, by code
 * points, and what has more is refused: nothing is cut off without a word.
 */
export function textOfAtMost(limit: number, kept = (text: string) => text) {
  return z.string().refine((text) => lengthOf(kept(text)) <= limit, {
    error: ({ input }) => `is too long: it has ${lengthOf(kept(String(input)))} characters, at most ${limit} are taken`,
  })
}

const lengthOf = (text: string) => [...text].length
