import type { WebMCP } from "webmcp-types"
import { Refused } from "../api/call.ts"
import { newUuid } from "../api/uuid.ts"
import { type ApiDescription, inputSchemaOf, type Operation, ownParameters } from "./operation.ts"
import { findShow, showsAreRegistered, type ToolInput } from "./shows.ts"

/**
 * Registers the public API's operations as tools of a browser agent (WebMCP) while the page is shown. Only browsers
 * with an agent fetch `openapi.json`. The tools do only what is public; a page shows what they do by `registerShows`.
 * Resolves once they are registered, or have failed to be.
 */
export function offerInPageTools(context: NonNullable<Document["modelContext"]>): Promise<void> {
  if (document.querySelector("[data-found]")) import("./front-door.ts")
  const offer = () => {
    const shown = new AbortController()
    addEventListener("pagehide", () => shown.abort(), { once: true })
    // The page also works without tools.
    return register(context, shown.signal).catch(() => shown.abort())
  }
  addEventListener("pageshow", ({ persisted }) => persisted && offer())
  return offer()
}

async function register(context: NonNullable<Document["modelContext"]>, signal: AbortSignal): Promise<void> {
  const response = await fetch("/openapi.json", { signal })
  const description = (await response.json()) as ApiDescription
  // A tool that is called earlier would do its work unseen.
  if (document.querySelector("[data-shows-tools]")) await showsAreRegistered
  await Promise.all(toTools(description).map((tool) => context.registerTool(tool, { signal })))
}

function toTools({ info, paths }: ApiDescription): WebMCP.ModelContextTool[] {
  return Object.entries(paths).flatMap(([path, { get, post }]) => [
    ...(get ? [toTool(get, { method: "get", path, version: info.version })] : []),
    ...(post ? [toTool(post, { method: "post", path, version: info.version })] : []),
  ])
}

/** Operations that reserve or complete a purchase. */
const consequential: readonly string[] = ["startCheckout", "redeemGift"]

function toTool(operation: Operation, place: OperationPlace): WebMCP.ModelContextTool {
  const { operationId, summary, description } = operation
  return {
    name: operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    title: summary,
    description: `${summary}. ${description}`,
    inputSchema: inputSchemaOf(operation),
    annotations: {
      // `checkDomain` is a POST because it queries DNS; it changes nothing.
      readOnlyHint: place.method === "get" || operationId === "checkDomain",
      consequentialHint: consequential.includes(operationId),
      // A seller wrote the offer's text.
      untrustedContentHint: operationId === "getOffer",
    },
    execute: async (input, options?: Partial<WebMCP.ToolExecuteCallbackOptions>) => {
      const signal = options?.signal
      const call = () => callOperation(operation, place, { input, signal })
      try {
        signal?.throwIfAborted()
        return await (findShow(operationId)?.(input, { call, signal }) ?? call())
      } catch (fault) {
        return toAnswer(fault, signal)
      }
    },
  }
}

/** Converts a fault to an answer, because browsers do not pass a tool's exception to the agent. */
function toAnswer(fault: unknown, signal: AbortSignal | undefined): object {
  if (signal?.aborted) return { error: { code: "aborted", message: "The call was cancelled." } }
  if (fault instanceof Refused && fault.status > 0) {
    const { code, message, hint, retryAfterSeconds } = fault
    return { error: { code, message, hint, retryAfterSeconds } }
  }
  const hint = "Repeat the call with the same input."
  return { error: { code: "unreachable", message: "The server can’t be reached.", hint } }
}

interface OperationPlace {
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
async function callOperation(operation: Operation, place: OperationPlace, { input, signal }: Call): Promise<object> {
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
