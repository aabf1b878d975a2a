import { z } from "zod"
import { cleanText } from "./clean-text.ts"

/** Accepts one line of text from a person, cleans it, and refuses more than `limit` characters. */
export function lineInput(limit: number) {
  return textOfAtMost(limit)
    .meta({ maxLength: limit })
    .transform((text) => cleanText(text, limit))
}

/** Counts code points, as in JSON Schema. Refuses longer text, and never cuts it silently. */
export function textOfAtMost(limit: number, cleaned = (text: string) => text) {
  return z.string().refine((text) => lengthOf(cleaned(text)) <= limit, {
    error: `is too long; use at most ${limit} characters`,
  })
}

const lengthOf = (text: string) => [...text].length

/** Accepts a URL without a password, and drops its fragment. */
export const urlInput = z
  .string()
  .trim()
  .max(2_000)
  .transform((text) => URL.parse(text))
  .pipe(z.instanceof(URL, { error: "is not a URL" }))
  .refine((url) => url.username === "" && url.password === "", "can't contain a password")
  .transform((url) => url.href.replace(/#.*$/, ""))

/** Bidi controls, line and paragraph separators, non-characters: they make text look different from its content. */
const deceptive = /[\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g

/** Normalises text (NFC) and removes the characters that make it look different from its content. */
export const withoutDeceptive = (text: string) => text.toWellFormed().normalize("NFC").replace(deceptive, "")

/** Accepts text of several lines, at most `maxLength` characters; trims it. Empty text becomes null. */
export const paragraphsInput = (maxLength: number) =>
  z
    .string()
    .max(100_000)
    .transform((text) =>
      withoutDeceptive(text)
        .replace(/\r\n?/g, "\n")
        .replace(/[^\P{Cc}\n\t]/gu, "")
        .trim(),
    )
    .pipe(z.string().max(maxLength))
    .transform((text) => (text === "" ? null : text))
