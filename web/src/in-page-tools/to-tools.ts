import { callOperation, type OperationPlace } from "./call-operation.ts"
import type { InPageTool } from "./model-context.ts"
import { type ApiDescription, inputSchemaOf, type Operation } from "./operation.ts"

export function toTools({ info, paths }: ApiDescription): InPageTool[] {
  return Object.entries(paths).flatMap(([path, { get, post }]) => [
    ...(get ? [toTool(get, { method: "get", path, version: info.version })] : []),
    ...(post ? [toTool(post, { method: "post", path, version: info.version })] : []),
  ])
}

function toTool(operation: Operation, place: OperationPlace): InPageTool {
  const { operationId, summary, description } = operation
  return {
    name: operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    title: summary,
    description: `${summary}. ${description}`,
    inputSchema: inputSchemaOf(operation),
    annotations: {
      // `checkDomain` is a POST because it queries DNS; it changes nothing.
      readOnlyHint: place.method === "get" || operationId === "checkDomain",
      // A seller wrote the offer's text.
      untrustedContentHint: operationId === "getOffer",
    },
    execute: (input) => callOperation(operation, place, input),
  }
}
