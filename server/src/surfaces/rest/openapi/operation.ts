import { type Endpoint, pathParameters } from "../endpoint.ts"
import { headerReferences } from "./headers.ts"
import { type Components, examplesOf, type JsonSchema, toJsonSchema } from "./json-schema.ts"
import { refusalReferences } from "./refusals.ts"

/** Describes one endpoint. Named schemas go to `components`. */
export function toOperation(endpoint: Endpoint, components: Components): object {
  // A query is text whatever it is read as; of a body, what may be sent counts.
  const input = toJsonSchema(endpoint.action.input, endpoint.method === "GET" ? "output" : "input", components)
  const names = pathParameters(endpoint.path)
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: endpoint.description,
    tags: [endpoint.tag],
    parameters: [
      ...names.map((name) => parameter("path", name, input.properties?.[name] ?? {}, true)),
      ...(endpoint.method === "GET" ? queryParameters(endpoint, input, names) : []),
      { $ref: "#/components/parameters/Version" },
      ...(endpoint.idempotent ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    ],
    ...(endpoint.method === "POST" ? { requestBody: requestBody(input, names, components) } : {}),
    responses: { ...answers(endpoint, components), ...refusalReferences(endpoint) },
  }
}

function queryParameters(endpoint: Endpoint, input: JsonSchema, inPath: string[]): object[] {
  return Object.entries(input.properties ?? {})
    .filter(([name]) => !inPath.includes(name))
    .map(([name, schema]) => parameter("query", name, schema, endpoint.requiredQuery.includes(name)))
}

function parameter(where: "path" | "query", name: string, { description, ...schema }: JsonSchema, required: boolean) {
  // What a required parameter stands for when it is left out is a courtesy that nobody should build on.
  if (required) delete schema.default
  return { name, in: where, required, description, schema }
}

function requestBody(input: JsonSchema, inPath: string[], components: Components): object {
  const { properties = {}, required = [], ...rest } = input
  const kept = Object.entries(properties).filter(([name]) => !inPath.includes(name))
  const schema = {
    ...rest,
    properties: Object.fromEntries(kept),
    required: required.filter((name) => !inPath.includes(name)),
  }
  return { required: true, content: { "application/json": { schema, examples: examplesOf(schema, components) } } }
}

function answers(endpoint: Endpoint, components: Components): object {
  if (endpoint.answers === "image/png") {
    return {
      200: {
        description: "The card, 1200×630.",
        headers: headerReferences("ETag"),
        content: { "image/png": { schema: { type: "string", contentMediaType: "image/png" } } },
      },
      304: { description: "The card is the one that `If-None-Match` names.", headers: headerReferences("ETag") },
    }
  }
  const schema = toJsonSchema(endpoint.action.output, "output", components)
  return {
    200: {
      description: endpoint.summary,
      headers: endpoint.idempotent ? headerReferences("Idempotent-Replayed") : headerReferences(),
      content: { "application/json": { schema, examples: examplesOf(schema, components) } },
    },
  }
}
