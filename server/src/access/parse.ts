import type { z } from "zod"
import { ServiceError } from "#kernel/error.ts"
import { toSentences, wordFault } from "./fault-words.ts"

const inOurWords = { error: wordFault }

/**
 * Parses input. All faults become one refusal: its `message` has a sentence for each field, and its `hint` says what a
 * field takes, where the schema has an example or a description.
 *
 * @throws ServiceError `invalid_request`.
 */
export function parse<Input extends z.ZodType>(schema: Input, raw: unknown): z.output<Input> {
  const read = schema.safeParse(raw, inOurWords)
  if (read.success) return read.data
  const { message, ...detail } = toSentences(schema, raw, read.error.issues)
  throw new ServiceError("invalid_request", message, detail)
}
