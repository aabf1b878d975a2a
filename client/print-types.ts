/** Prints the types of `openapi.json`. `node client/print-types.ts` writes them to `src/types.ts`. */
import { writeFileSync } from "node:fs"

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly description?: string
}

interface Operation {
  readonly operationId: string
  readonly parameters: readonly { name: string; in: string; required?: boolean; schema: Schema; description?: string }[]
  readonly requestBody?: { content: Readonly<Record<string, { schema: Schema }>> }
  readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Schema }>> }>>
  readonly summary: string
}

interface Webhook {
  readonly summary: string
  readonly requestBody: { content: Readonly<Record<string, { schema: { allOf: readonly Schema[] } }>> }
}

/** The parts of `openapi.json` that become types. */
export interface Printable {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Webhook }>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** Prints a type for each schema, `EventData` with the data of each type of event, and `Operations` with the route, the input and the output of each operation. */
export function printTypes({ info, paths, webhooks, components }: Printable): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => printOperation(`${method.toUpperCase()} ${path}`, operation)),
  )
  return [
    "/** Printed from `openapi.json` by `npm run docs`. */\n",
    `export type Version = ${JSON.stringify(info.version)}\n`,
    `/** Each operation: its route, what it takes, and what it answers. */\nexport interface Operations {\n${operations.join("")}}\n`,
    `/** The data of each type of event. */\nexport interface EventData {\n${Object.entries(webhooks).map(printWebhook).join("")}}\n`,
    ...Object.entries(components.schemas).map(([name, schema]) => printSchema(name, schema)),
  ].join("\n")
}

/** The name of a schema's type. JavaScript has an `Error` of its own. */
const typeName = (name: string) => (name === "Error" ? "ErrorBody" : name)

function printSchema(schemaName: string, schema: Schema): string {
  const name = typeName(schemaName)
  const doc = comment("", schema.description)
  if (schema.properties) return `${doc}export interface ${name} {\n${printFields("  ", schema)}}\n`
  return `${doc}export type ${name} = ${typeOf(schema)}\n`
}

function printFields(indent: string, schema: Schema): string {
  return Object.entries(schema.properties ?? {})
    .map(([name, field]) => `${comment(indent, field.description)}${indent}${fieldOf(schema, name, field)}\n`)
    .join("")
}

const fieldOf = ({ required = [] }: Schema, name: string, field: Schema) =>
  `${name}${required.includes(name) ? "" : "?"}: ${typeOf(field)}`

function comment(indent: string, text: string | undefined): string {
  return text === undefined ? "" : `${indent}/** ${text} */\n`
}

function typeOf(schema: Schema): string {
  const { $ref, oneOf, items, properties } = schema
  if ($ref !== undefined) return typeName($ref.slice($ref.lastIndexOf("/") + 1))
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  if (oneOf) return oneOf.map(typeOf).join(" | ")
  if (items) return `ReadonlyArray<${typeOf(items)}>`
  if (properties) return inlineOf(schema)
  if (schema.type === "integer") return "number"
  return schema.type === "object" ? "Readonly<Record<string, unknown>>" : (schema.type ?? "unknown")
}

function inlineOf(schema: Schema): string {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => fieldOf(schema, name, field))
  return `{ ${fields.join("; ")} }`
}

function printOperation(route: string, operation: Operation): string {
  const { operationId, parameters, requestBody, responses, summary } = operation
  const named = parameters.filter((one) => one.in === "path" || one.in === "query")
  const fields = {
    properties: Object.fromEntries(
      named.map(({ name, schema, description }) => [
        name,
        { ...schema, ...(description !== undefined && { description }) },
      ]),
    ),
    required: named.flatMap(({ name, required }) => (required ? [name] : [])),
  }
  const body = requestBody?.content["application/json"]?.schema
  const own = named.length > 0 ? `{\n${printFields("      ", fields)}    }` : ""
  const input = [own, body ? typeOf(body) : ""].filter((part) => part !== "").join(" & ")
  const answer = responses[200]?.content?.["application/json"]?.schema
  return `${comment("  ", summary)}  ${operationId}: {\n    route: ${JSON.stringify(route)}\n    input: ${input}\n    output: ${answer ? typeOf(answer) : "Blob"}\n  }\n`
}

function printWebhook([type, { post }]: [string, { readonly post: Webhook }]): string {
  const data = post.requestBody.content["application/json"]?.schema.allOf.at(-1)?.properties?.data ?? {}
  return `${comment("  ", post.summary)}  ${JSON.stringify(type)}: ${typeOf(data)}\n`
}

if (import.meta.main) void writeTypes() // an `await` would delay all that imports this

async function writeTypes(): Promise<void> {
  const { openApiDocument } = await import("../server/src/surfaces/rest/openapi/document.ts")
  const { endpoints } = await import("../server/src/surfaces/rest/endpoints.ts")
  const { supportedVersions } = await import("../server/src/surfaces/rest/versions/versions.ts")
  const about = {
    baseUrl: "https://atelier.example",
    brandName: "Atelier",
    versionDates: supportedVersions.map(({ date }) => date),
  }
  writeFileSync(new URL("src/types.ts", import.meta.url), printTypes(openApiDocument(endpoints, about) as Printable))
}
