import { z } from "zod"

/** Draft 7 without `$schema`: the official clients refuse a dialect that their validator was not built with. */
export function toolSchema(schema: z.ZodType, io: "input" | "output"): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    target: "draft-7",
    override: ({ jsonSchema }) => {
      // The format says the same in a fortieth of the length.
      if (jsonSchema.format !== undefined || io === "output") delete jsonSchema.pattern
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (io === "input") return
      // A later release may add fields to an answer, but not to arguments. Clients never write an answer by an example.
      delete jsonSchema.additionalProperties
      delete jsonSchema.examples
    },
  })
  return withOneTypeEach(rest) as object
}

/** Writes a nullable value as a choice of two schemas, because some clients cannot read a list of types. */
function withOneTypeEach(node: unknown): unknown {
  if (typeof node !== "object" || node === null) return node
  if (Array.isArray(node)) return node.map(withOneTypeEach)
  const fields = Object.entries(node).map(([name, part]) =>
    name === "type" && Array.isArray(part) ? ["anyOf", part.map((type) => ({ type }))] : [name, withOneTypeEach(part)],
  )
  return Object.fromEntries(fields)
}
