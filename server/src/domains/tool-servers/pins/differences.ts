import { z } from "zod"
import type { ListedTool } from "#adapters/tool-servers/port.ts"

/** A tool's definition as people read it: schemas are indented JSON. */
export const readableTool = z.object({
  title: z.string(),
  description: z.string(),
  inputSchema: z.string(),
  outputSchema: z.string(),
  annotations: z.string(),
})

export type ReadableTool = z.output<typeof readableTool>

export const difference = z.object({
  part: z.enum(["title", "description", "inputSchema", "outputSchema", "annotations"]),
  before: z.string(),
  after: z.string(),
})

export function toReadable({ title, description, inputSchema, outputSchema, annotations }: ListedTool): ReadableTool {
  return {
    ...{ title, description },
    inputSchema: readable(inputSchema),
    outputSchema: outputSchema ? readable(outputSchema) : "",
    annotations: readable(annotations),
  }
}

const parts = ["title", "description", "inputSchema", "outputSchema", "annotations"] as const

export function differencesOf(before: ReadableTool, after: ReadableTool): z.output<typeof difference>[] {
  return parts
    .filter((part) => before[part] !== after[part])
    .map((part) => ({ part, before: before[part], after: after[part] }))
}

/** Indented JSON with sorted names, so that a changed order is no difference. */
function readable(value: object): string {
  return Object.keys(value).length === 0 ? "" : JSON.stringify(sorted(value), undefined, 2)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== "object" || value === null) return value
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(fields.map(([name, item]) => [name, sorted(item)]))
}
