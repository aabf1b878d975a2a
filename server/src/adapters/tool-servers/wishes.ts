import { cleanDefinitionText } from "./definition.ts"
import { jsonFields } from "./json.ts"
import { ToolServerFailure } from "./port.ts"

const kinds: Readonly<Record<string, string>> = {
  "elicitation/create": "an answer in a form",
  "sampling/createMessage": "an answer of a model",
  "roots/list": "a list of folders",
}

/** Describes a server's requests to its client in our own words. Unknown requests have none. */
export function wishesIn(requests: readonly unknown[]): string[] {
  const words = requests.flatMap((request) => {
    const { method, params } = jsonFields(request) ?? {}
    if (method === "elicitation/create" && jsonFields(params)?.mode === "url") return "a visit to a page"
    return typeof method === "string" && Object.hasOwn(kinds, method) ? (kinds[method] ?? []) : []
  })
  return [...new Set(words)]
}

/**
 * Throws where a result is not the end of its request: it asks for input before the tool works (MCP 2026-07-28, "Multi
 * Round-Trip Requests"), or is of a kind that is not known here.
 */
export function checkIsComplete(result: unknown): void {
  const { resultType = "complete", inputRequests } = jsonFields(result) ?? {}
  if (resultType === "complete" || resultType === null) return
  const wants = wishesIn(Object.values(jsonFields(inputRequests) ?? {}))
  if (resultType === "input_required") throw new ToolServerFailure("asks for input", { wants })
  const said = typeof resultType === "string" ? cleanDefinitionText(resultType).slice(0, 60) : typeof resultType
  throw new ToolServerFailure("unknown result", { said })
}

/** Errors of a server that needs input: of a missing capability (2026-07-28), and of a page to visit (2025-11-25). */
export const inputErrors: Readonly<Record<number, (data: unknown) => string[]>> = {
  [-32_021]: (data) => {
    const { elicitation, sampling, roots } = jsonFields(jsonFields(data)?.requiredCapabilities) ?? {}
    const mode = jsonFields(elicitation)?.url === undefined ? "form" : "url"
    return wishesIn([
      ...(elicitation === undefined ? [] : [{ method: "elicitation/create", params: { mode } }]),
      ...(sampling === undefined ? [] : [{ method: "sampling/createMessage" }]),
      ...(roots === undefined ? [] : [{ method: "roots/list" }]),
    ])
  },
  [-32_042]: () => wishesIn([{ method: "elicitation/create", params: { mode: "url" } }]),
}
