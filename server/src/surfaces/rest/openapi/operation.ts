import { type Endpoint, pathParameters } from "../endpoint.ts"
import type { About } from "./about.ts"
import { answerExamples, bodyExamples } from "./examples.ts"
import { headerReferences } from "./headers.ts"
import { type Components, type JsonSchema, toJsonSchema } from "./json-schema.ts"
import { ownRefusals } from "./refusals.ts"

interface Writing {
  readonly about: About
  readonly schemas: Components
}

/** Describes one endpoint. Adds named schemas to `schemas`. */
export function toOperation(endpoint: Endpoint, { about, schemas }: Writing): object {
  // A query is described by its parsed type, since it is always sent as text. A body is described by what may be sent.
  const input = toJsonSchema(endpoint.action.input, endpoint.method === "GET" ? "output" : "input", schemas)
  const names = pathParameters(endpoint.path)
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: endpoint.description,
    tags: [endpoint.tag],
    parameters: [
      ...names.map((name) => parameter({ name, in: "path", required: true }, input.properties?.[name] ?? {})),
      ...(endpoint.method === "GET" ? queryParameters(endpoint, input, names) : []),
      { $ref: "#/components/parameters/Version" },
      ...(endpoint.idempotent ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
      ...(endpoint.answers === "image/png" ? [{ $ref: "#/components/parameters/IfNoneMatch" }] : []),
    ],
    ...(endpoint.method === "POST" ? { requestBody: requestBody(endpoint, bodyOf(input, names), schemas) } : {}),
    responses: {
      200: answer(endpoint, { about, schemas }),
      ...(endpoint.answers === "image/png" && { 304: notModified }),
      ...ownRefusals(endpoint, about),
      default: { $ref: "#/components/responses/Default" },
    },
  }
}

const notModified = {
  description: "The image has not changed. No body.",
  headers: headerReferences("ETag"),
}

function queryParameters(endpoint: Endpoint, input: JsonSchema, inPath: string[]): object[] {
  return Object.entries(input.properties ?? {})
    .filter(([name]) => !inPath.includes(name))
    .map(([name, schema]) => parameter({ name, in: "query", required: endpoint.requiredQuery.includes(name) }, schema))
}

function parameter(
  named: { name: string; in: "path" | "query"; required: boolean },
  { description, ...schema }: JsonSchema,
): object {
  // The default of a required parameter is a courtesy, and clients should not rely on it.
  if (named.required) delete schema.default
  return { ...named, description, schema }
}

function bodyOf({ properties = {}, required = [], ...rest }: JsonSchema, inPath: string[]): JsonSchema {
  const remaining = Object.entries(properties).filter(([name]) => !inPath.includes(name))
  return {
    ...rest,
    properties: Object.fromEntries(remaining),
    required: required.filter((name) => !inPath.includes(name)),
  }
}

function requestBody({ id, summary }: Endpoint, schema: JsonSchema, schemas: Components): object {
  const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}Request`
  schemas[name] = { ...schema, description: `The body of: ${summary}.` }
  const content = { schema: { $ref: `#/components/schemas/${name}` }, examples: bodyExamples[id] }
  return { required: true, content: { "application/json": content } }
}

function answer({ id, answers, idempotent, summary, action, tag }: Endpoint, { about, schemas }: Writing): object {
  if (answers === "image/png") {
    return {
      description: "The image, 1200×630.",
      headers: headerReferences("ETag"),
      content: { "image/png": { schema: { type: "string", format: "binary", contentMediaType: "image/png" } } },
    }
  }
  const schema = toJsonSchema(action.output, "output", schemas)
  const cookie = idempotent && tag === "Handover" ? (["Set-Cookie"] as const) : []
  return {
    description: `${summary}: the answer.`,
    headers: headerReferences(...(idempotent ? (["Idempotent-Replayed"] as const) : []), ...cookie),
    content: { "application/json": { schema, examples: answerExamples(about.baseUrl)[id] } },
  }
}
