import type { ListedTool } from "#adapters/tool-servers/port.ts"
import { dropOldest } from "#kernel/bounds/drop-oldest.ts"
import type { PinRow } from "../pins/index.ts"
import { mendSchema } from "./mend-schema.ts"

const mostKept = 500

/** The mended schemas of this process, by the definition's digest, since each step of an answer needs them. */
const cache = new Map<string, object | string>()

/** The input schema that models get, or a sentence that says why no model gets the tool. */
export function schemaForModels(digest: string, { inputSchema }: Pick<ListedTool, "inputSchema">): object | string {
  const known = cache.get(digest)
  if (known !== undefined) return known
  const mended = mendSchema(inputSchema)
  cache.set(digest, mended)
  dropOldest(cache, mostKept)
  return mended
}

export function unfitWords({ refused_by }: Pick<PinRow, "refused_by">, model: string, schema: object | string) {
  if (typeof schema === "string") return schema
  return refused_by === model ? `The model ${model} refuses its definition.` : undefined
}
