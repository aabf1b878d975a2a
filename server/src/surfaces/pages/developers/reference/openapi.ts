import type { App } from "#access/perform.ts"
import { endpoints } from "../../../rest/endpoints.ts"
import { openApiDocument } from "../../../rest/openapi/document.ts"
import { supportedVersions } from "../../../rest/versions/versions.ts"
import type { FieldSchema } from "../schema-fields.ts"

/** The parts of `openapi.json` that the references read. */
export interface OpenApi {
  info: { version: string; description: string }
  servers: readonly [{ url: string }]
  tags: readonly { name: string; description: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  webhooks: Record<string, { post: OpenApiWebhook }>
  components: {
    schemas: Record<string, FieldSchema>
    headers: Record<string, OpenApiHeader>
    parameters: Record<string, OpenApiParameter>
    responses: { Default: OpenApiResponse }
  }
}

export interface OpenApiOperation {
  operationId: string
  summary: string
  description: string
  tags: readonly [string]
  parameters: readonly (OpenApiParameter | { $ref: string })[]
  requestBody?: { content: { "application/json": Content } }
  responses: Record<string, OpenApiResponse | { $ref: string }>
}

export interface OpenApiParameter {
  name: string
  in: "path" | "query" | "header"
  required: boolean
  description: string
  schema: FieldSchema
  example?: string
}

export interface OpenApiHeader {
  description: string
  required?: boolean
  schema: FieldSchema
}

export interface OpenApiResponse {
  description: string
  headers: Record<string, object>
  content?: Record<string, Content>
}

export interface OpenApiWebhook {
  summary: string
  tags: readonly [string]
  parameters: readonly { $ref: string }[]
  requestBody: { content: { "application/json": { schema: EventSchema; example: object } } }
  responses: Record<"2XX" | "410" | "default", { description: string }>
}

/** The envelope of every event, and the data of this type. */
interface EventSchema {
  allOf: readonly [envelope: FieldSchema, own: { properties: { data: FieldSchema } }]
}

interface Content {
  schema: FieldSchema
  examples?: Record<string, { summary: string; value: unknown }>
}

export function documentOf({ addresses, brandName }: App): OpenApi {
  const about = { baseUrl: addresses.base, brandName, versionDates: supportedVersions.map(({ date }) => date) }
  return openApiDocument(endpoints, about) as OpenApi
}

/** Follows a reference into `components`. */
export function followed<Part extends object>(part: Part | { $ref: string }, { components }: OpenApi): Part {
  if (!("$ref" in part) || typeof part.$ref !== "string") return part as Part
  const [, , kind = "", name = ""] = part.$ref.split("/")
  return components[kind as "schemas"][name] as Part
}
