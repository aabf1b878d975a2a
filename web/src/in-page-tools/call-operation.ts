import { newUuid } from "../api/uuid.ts"
import { type Operation, ownParameters } from "./operation.ts"
import type { ToolInput } from "./shows.ts"

export interface OperationPlace {
  method: "get" | "post"
  /** The path template, with `{name}` for each parameter. */
  path: string
  /** The API version to request. */
  version: string
}

interface Call {
  input: ToolInput
  signal: AbortSignal | undefined
}

/** Calls an API operation without cookies. Returns the JSON of the answer or refusal; for an image, its URL. */
export async function callOperation(
  operation: Operation,
  place: OperationPlace,
  { input, signal }: Call,
): Promise<object> {
  const { url, body } = requestOf(operation, place, input)
  if (operation.responses["200"]?.content?.["image/png"]) return { url: url.href }
  const response = await fetch(url, {
    method: place.method.toUpperCase(),
    credentials: "omit",
    headers: {
      "svc-version": place.version,
      ...(body && { "content-type": "application/json", "idempotency-key": newUuid() }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  return response.json()
}

function requestOf(operation: Operation, { method, path }: OperationPlace, input: ToolInput) {
  const rest = { ...input }
  const take = (name: string) => {
    const value = rest[name]
    delete rest[name]
    return value === undefined ? undefined : String(value)
  }
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(take(name) ?? ""))
  const url = new URL(filled, location.origin)
  for (const { name } of ownParameters(operation)) {
    const value = take(name)
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return { url, body: method === "post" ? rest : undefined }
}
