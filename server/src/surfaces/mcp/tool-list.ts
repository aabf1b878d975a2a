import { z } from "zod"
import { toolSchema } from "#kernel/tools/tool-schema.ts"
import type { Tool } from "./tool.ts"

/** The tools as `tools/list` shows them (MCP 2025-06-18, `Tool`), in the order of the table. */
export function listTools(tools: readonly Tool[]) {
  return tools.map(({ name, title, description, action, inputSchema, annotations }) => ({
    name,
    title,
    description,
    inputSchema,
    outputSchema: toolSchema(resultOf(action), "output"),
    annotations,
  }))
}

function resultOf({ access, output }: Tool["action"]): z.ZodObject {
  const workspace = access === "workspace" ? actedIn : actedIn.optional()
  return z.object({ workspace, ...output.shape })
}

const actedIn = z.object({ slug: z.string(), name: z.string() })
