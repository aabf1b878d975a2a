import type { WebMCP } from "webmcp-types"
import { Refused } from "../api/call.ts"
import { callOperation, type OperationPlace } from "./call-operation.ts"
import { type ApiDescription, inputSchemaOf, type Operation } from "./operation.ts"
import { findShow } from "./shows.ts"

export function toTools({ info, paths }: ApiDescription): WebMCP.ModelContextTool[] {
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
