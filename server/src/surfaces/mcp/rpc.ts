/** JSON-RPC 2.0 §5.1, MCP 2025-06-18 (resources, "Error Handling") and 2026-07-28. Tools' failures are positive. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  resourceNotFound: -32002,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const

/** The codes of a failed tool in the guides, and what each means. */
export const rpcMeanings = [
  ["invalid_request", "An argument is invalid in a way that its schema does not describe. Fix it."],
  ["workspace_forbidden", "The person's role is too low. An admin of the workspace can change it."],
  [
    "rate_limited",
    "The tool was used too often, such as a calendar set 30 times in an hour. Wait `data.retry_after` seconds.",
  ],
  ["not_found", "Not found in this workspace."],
  ["conflict", "It conflicts with the current state, or the `idempotency_key` was used with other arguments."],
  ["internal_error", "A fault on our side or of a service we depend on. Retry with the same `idempotency_key`."],
] as const

export interface RpcFaultDetail {
  /** The HTTP status. Absent: 200, since the message was understood and its request is answered with the error. */
  status?: number
  data?: object
  /** The request that is refused, where its era names it in a refusal with another status than 200. */
  id?: RpcId
}

/** A fault of the protocol. The message says what to do next, since clients show nothing else. */
export class RpcFault extends Error {
  override readonly name = "RpcFault"
  readonly code: number
  readonly status: number
  readonly data: object | undefined
  readonly id: RpcId | undefined

  constructor(code: number, message: string, { status = 200, data, id }: RpcFaultDetail = {}) {
    super(message)
    this.code = code
    this.status = status
    this.data = data
    this.id = id
  }
}

/** The refusal of a body that is no message. It contains no request to answer, so the status is 400. */
export function invalidMessage(message: string): RpcFault {
  return new RpcFault(rpcCodes.invalidRequest, message, { status: 400 })
}

export function invalidParams(message: string, data?: object): RpcFault {
  return new RpcFault(rpcCodes.invalidParams, message, data === undefined ? {} : { data })
}

export type RpcId = string | number

/** The response to a request. `result` is JSON text, since Node sends headers and text in one piece. */
export function resultBody(id: RpcId, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`
}

/** The body of a refusal. It has no `id` when the message has no reliable one. */
export function errorBody(id: RpcId | undefined, error: { code: number; message: string; data?: object | undefined }) {
  const { code, message, data } = error
  return JSON.stringify({ jsonrpc: "2.0", ...(id !== undefined && { id }), error: { code, message, data } })
}
