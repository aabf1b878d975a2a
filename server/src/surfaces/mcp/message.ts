import { unwrapArguments } from "#kernel/tools/arguments.ts"
import { invalidMessage, type RpcId } from "./rpc.ts"

/** One message of a client. This server sends no requests to clients, so it accepts and ignores responses. */
export type RpcMessage =
  | RpcCall
  | { readonly kind: "notification"; readonly params: Params }
  | { readonly kind: "response"; readonly params?: undefined }

export interface RpcCall {
  readonly kind: "request"
  readonly id: RpcId
  readonly method: string
  readonly params: Params
}

export type Params = Readonly<Record<string, unknown>>

const longestId = 256
const longestMethod = 128

/** @throws RpcFault with HTTP 400 for anything that is not one JSON-RPC 2.0 message. */
export function readRpcMessage(body: unknown): RpcMessage {
  // MCP 2025-06-18, changelog: "Remove support for JSON-RPC batching".
  if (Array.isArray(body)) throw invalidMessage("Batches are not supported. Send each message in its own POST.")
  if (!isObject(body)) throw invalidMessage("The body is not a JSON-RPC message. Send one JSON object.")
  if (body.jsonrpc !== "2.0") throw invalidMessage('`jsonrpc` is not "2.0". Send {"jsonrpc":"2.0", …}.')
  const id = Object.hasOwn(body, "id") ? readId(body.id) : undefined
  const { method } = body
  const params = unwrapArguments(body.params)
  if (method === undefined) return readResponse(body, id)
  if (typeof method !== "string" || method.length > longestMethod) {
    throw invalidMessage(`\`method\` is not a string of at most ${longestMethod} characters.`)
  }
  if (!isObject(params)) throw invalidMessage("`params` is not an object. Send named parameters, or leave it out.")
  if (id !== undefined) return { kind: "request", id, method, params }
  if (method.startsWith("notifications/")) return { kind: "notification", params }
  throw invalidMessage("The request has no `id`. Add a string or a whole number.")
}

/** MCP 2025-06-18, "Requests": "Requests MUST include a string or integer ID. Unlike base JSON-RPC, the ID MUST NOT be null." */
function readId(id: unknown): RpcId {
  if (typeof id === "string" && id.length <= longestId) return id
  if (typeof id === "number" && Number.isSafeInteger(id)) return id
  throw invalidMessage(
    `\`id\` is neither a string of at most ${longestId} characters nor a whole number between -(2^53 - 1) and 2^53 - 1.`,
  )
}

function readResponse(body: Params, id: RpcId | undefined): RpcMessage {
  const isResponse = id !== undefined && Object.hasOwn(body, "result") !== Object.hasOwn(body, "error")
  if (!isResponse) throw invalidMessage("The message has no `method`. Send a request with `id`, `method` and `params`.")
  return { kind: "response" }
}

export function readMeta(params: Params | undefined): Params | undefined {
  return isObject(params?._meta) ? params._meta : undefined
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
