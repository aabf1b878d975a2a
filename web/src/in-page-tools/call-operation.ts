import { newUuid } from "../api/uuid.ts"
import type { InPageAnswer } from "./model-context.ts"
import { type Operation, ownParameters } from "./operation.ts"

export interface OperationPlace {
  method: "get" | "post"
  /** The path template, with `{name}` for each parameter. */
  path: string
  /** The API version to request. */
  version: string
}

/** Calls an API operation without cookies. Returns its JSON as text; for an image, its URL. */
export async function callOperation(
  operation: Operation,
  place: OperationPlace,
  input: Record<string, unknown>,
): Promise<InPageAnswer> {
  const { url, body } = requestOf(operation, place, input)
  if (operation.responses["200"]?.content?.["image/png"]) return answer(url.href, true)
  const response = await fetch(url, {
    method: place.method.toUpperCase(),
    credentials: "omit",
    headers: {
      "svc-version": place.version,
      ...(body && { "content-type": "application/json", "idempotency-key": newUuid() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return answer(await response.text(), response.ok)
}

function requestOf(operation: Operation, { method, path }: OperationPlace, input: Record<string, unknown>) {
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

function answer(text: string, isFine: boolean): InPageAnswer {
  return { content: [{ type: "text", text }], isError: !isFine }
}
