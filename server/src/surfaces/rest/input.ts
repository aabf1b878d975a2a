import type { FastifyRequest } from "fastify"
import { invalidInput } from "#kernel/error.ts"
import { type Endpoint, inputNames, pathParameters } from "./endpoint.ts"

/** Makes the function that collects an endpoint's input from the path, and the query of a GET or the body of a POST. */
export function inputReader(endpoint: Endpoint): (request: FastifyRequest) => Record<string, unknown> {
  if (endpoint.method === "POST") return ({ params, body }) => ({ ...objectOf(body), ...(params as object) })
  const inPath = pathParameters(endpoint.path)
  const inQuery = inputNames(endpoint).filter((name) => !inPath.includes(name))
  return ({ params, query }) => pick(query as Record<string, unknown>, inQuery, params as Record<string, unknown>)
}

/** Picks the known query parameters. Of a repeated one, the first value counts. */
function pick(query: Record<string, unknown>, names: readonly string[], params: Record<string, unknown>) {
  const picked: Record<string, unknown> = { ...params }
  for (const name of names) {
    const value = query[name]
    if (value !== undefined) picked[name] = Array.isArray(value) ? value[0] : value
  }
  return picked
}

function objectOf(body: unknown): object {
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body
  throw invalidInput("The body is not a JSON object.", "Send an object with `Content-Type: application/json`.")
}
