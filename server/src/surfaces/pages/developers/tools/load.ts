import { scopes } from "#access/scopes.ts"
import type { ToolReference, ToolRow, ToolsData } from "#contract/pages/developers.ts"
import type { Tool } from "../../../mcp/tool.ts"
import { listTools } from "../../../mcp/tool.ts"
import { tools } from "../../../mcp/tools.ts"
import type { PageContent, Visit } from "../../page.ts"
import { manualHead, manualOf, toolsPath } from "../manual.ts"
import { oncePerApp } from "../once-per-app.ts"
import { describeFields, type FieldSchema } from "../schema-fields.ts"
import { causesOf, commonCauses } from "./causes.ts"

const description = "Every tool for agents, with its schemas, an example, its scope and its errors."

export async function loadTools(visit: Visit): Promise<PageContent<ToolsData>> {
  const about = { title: "Tool reference", description, cardTitle: `${visit.app.brandName} tools` }
  return { head: manualHead(visit, toolsPath, about), data: { reference: referenceOf(visit) } }
}

const referenceOf = oncePerApp(({ app }): ToolReference => {
  const listed = listTools(tools)
  const chapters = tools.map(({ name }) => ({ id: name, title: name, depth: 2 as const }))
  return {
    manual: manualOf(toolsPath, [...chapters, { id: "errors", title: "Errors", depth: 1 }]),
    mcpUrl: app.addresses.mcp,
    tools: tools.map((tool, at) => toRow(tool, listed[at] as Listed)),
    scopes: Object.entries(scopes).map(([scope, grants]) => ({ scope, grants })),
    causes: commonCauses,
  }
})

type Listed = ReturnType<typeof listTools>[number]

const itself = (schema: FieldSchema) => schema

function toRow(tool: Tool, { inputSchema, outputSchema }: Listed): ToolRow {
  const { name, title, kind, description, scope, action, example } = tool
  const workspace = { slug: "studio", name: "Studio Ada" }
  return {
    ...{ name, title, kind, description, scope },
    role: action.access === "workspace" ? action.role : "none",
    hints: hintsOf(tool),
    inputs: describeFields(inputSchema, itself),
    outputs: describeFields(outputSchema, itself),
    call: JSON.stringify({ name, arguments: example.arguments }, null, 2),
    result: JSON.stringify({ workspace, ...example.result }, null, 2),
    causes: causesOf(tool),
  }
}

function hintsOf({ annotations }: Tool): string[] {
  return Object.entries(annotations).flatMap(([hint, isTrue]) => (isTrue ? [hint] : []))
}
