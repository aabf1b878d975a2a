import { z } from "zod"
import { isEmoji } from "#kernel/clean-text.ts"
import { lineInput } from "#kernel/line-input.ts"

const maxTitle = 200
/** The longest body, in characters of JSON. The longest novels have fewer. */
export const maxBodyLength = 4_000_000

export const docId = z
  .string()
  .regex(/^\w{1,64}$/, "is not an id of ours")
  .describe("The doc's id, `doc_…`.")

export const docTitle = lineInput(maxTitle)
  .pipe(z.string().min(1, "needs at least one visible character"))
  .describe("The doc's title, one line of at most 200 characters. Example: `Launch plan`.")

export const emoji = z
  .string()
  .max(64)
  // This is no pattern, because JSON Schema readers do not support properties of sequences.
  .refine(isEmoji, "must be one emoji")
  .describe("One emoji beside the title. Example: `🚀`.")

export const emptyBody = { type: "doc", content: [{ type: "paragraph" }] } as const

export const version = z
  .int()
  .min(0)
  .max(2_000_000_000)
  .describe("The doc's version, which goes up when an earlier one is kept.")
