import type { z } from "zod"
import { invalidInput } from "#kernel/error.ts"

/**
 * Reads input by its schema. The first fault becomes the refusal: `message` names the field and what is wrong,
 * `hint` what the field takes when its schema describes it.
 */
export function parse<Input extends z.ZodType>(schema: Input, raw: unknown): z.output<Input> {
  const read = schema.safeParse(raw)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  const field = issue?.path.join(".") ?? ""
  throw invalidInput(
    field ? `\`${field}\`: ${issue?.message}.` : `The input is not valid: ${issue?.message}.`,
    hintFor(schema, field),
  )
}

function hintFor(schema: z.ZodType, field: string): string | undefined {
  const shape = "shape" in schema ? (schema.shape as Record<string, z.ZodType>) : {}
  const description = Object.hasOwn(shape, field) ? shape[field]?.description : undefined
  return description && `Send \`${field}\` as documented: ${description}`
}
