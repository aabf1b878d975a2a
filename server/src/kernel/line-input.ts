import { z } from "zod"
import { cleanText } from "./clean-text.ts"

/** Accepts one line of text from a person, cleans it, and refuses more than `limit` characters. */
export function lineInput(limit: number) {
  return textOfAtMost(limit)
    .meta({ maxLength: limit })
    .transform((text) => cleanText(text, limit))
}

/**
 * Accepts text if `kept`, the part that is stored, has at most `limit` characters. Characters are code points, as in
 * JSON Schema. Longer text is refused, never cut silently.
 */
export function textOfAtMost(limit: number, kept = (text: string) => text) {
  return z.string().refine((text) => lengthOf(kept(text)) <= limit, {
    error: ({ input }) => `is too long: it has ${lengthOf(kept(String(input)))} characters, at most ${limit} are taken`,
  })
}

const lengthOf = (text: string) => [...text].length
