import { z } from "zod"
import type { Tool } from "./tool.ts"

/** The tools as `tools/list` shows them (MCP 2025-06-18, `Tool`), in the order of the table. */
export function listTools(tools: readonly Tool[]) {
  return tools.map(({ name, title, description, action, annotations }) => ({
    name,
    title,
    description,
    inputSchema: schemaOf(action.input, "input"),
    outputSchema: schemaOf(resultOf(action), "output"),
    annotations,
  }))
}

/** The schema of what `toolResult` writes: the output of the action, and the workspace in which the call acted. */
function resultOf({ access, output }: Tool["action"]): z.ZodObject {
  const workspace = access === "workspace" ? actedIn : actedIn.optional()
  return z.object({ workspace, ...output.shape })
}

const actedIn = z.object({ slug: z.string(), name: z.string() })

/**
 * JSON Schema draft 7 without `$schema`, which is what every client can check: the official ones refuse a dialect that
 * their validator was not built with.
 */
function schemaOf(schema: z.ZodType, io: "input" | "output"): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    target: "draft-7",
    override: ({ jsonSchema }) => {
      // The format says the same, in a fortieth of the length.
      if (jsonSchema.format !== undefined || io === "output") delete jsonSchema.pattern
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (io === "input") return
      // An answer may have more fields one day, arguments may not; and nobody has to write one by an example.
      delete jsonSchema.additionalProperties
      delete jsonSchema.examples
    },
  })
  return withOneTypeEach(rest) as object
}

/** Writes a value that may be null as a choice of two schemas, because some clients cannot read a list of types. */
function withOneTypeEach(node: unknown): unknown {
  if (typeof node !== "object" || node === null) return node
  if (Array.isArray(node)) return node.map(withOneTypeEach)
  const fields = Object.entries(node).map(([name, part]) =>
    name === "type" && Array.isArray(part) ? ["anyOf", part.map((type) => ({ type }))] : [name, withOneTypeEach(part)],
  )
  return Object.fromEntries(fields)
}
