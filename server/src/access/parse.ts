import type { z } from "zod"
import { ServiceError } from "#kernel/error.ts"
import { toSentences, wordFault } from "../kernel/text/fault-words.ts"

const inOurWords = { error: wordFault }

/** All faults become one ServiceError `invalid_request`: a sentence for each field, and a hint about what it takes. */
export function parse<Input extends z.ZodType>(schema: Input, raw: unknown): z.output<Input> {
  const read = schema.safeParse(raw, inOurWords)
  if (read.success) return read.data
  const { message, ...detail } = toSentences(schema, raw, read.error.issues)
  throw new ServiceError("invalid_request", message, detail)
}
