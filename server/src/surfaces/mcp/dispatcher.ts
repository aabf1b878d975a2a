import { type Connection, findConnection, noteProgram } from "#domains/connections/index.ts"
import type { HttpAnswer } from "./answer.ts"
import { callTool } from "./call-tool.ts"
import { invalidToken, readBearer } from "./challenge.ts"
import type { Era } from "./eras.ts"
import type { Mcp } from "./mcp.ts"
import type { RpcCall, RpcMessage } from "./message.ts"
import { errorBody, RpcFault, resultBody } from "./rpc.ts"

export interface Received {
  readonly era: Era
  readonly message: RpcMessage
  readonly authorization: string | undefined
  readonly workspaceSlug: string | undefined
  readonly requestId: string
}

/** Undefined without a token, which every method but `tools/call` allows. A sent token must be valid for any method. */
export async function findCaller(
  mcp: Mcp,
  { message, authorization }: Received,
): Promise<Connection | HttpAnswer | undefined> {
  const token = readBearer(authorization)
  const isCall = message.kind === "request" && message.method === "tools/call"
  if (token === undefined && !isCall) return undefined
  const connection = token ? await findConnection(mcp.cx, token) : undefined
  if (connection) return connection
  if (token === undefined) return invalidToken(mcp.app.addresses, "tools/call needs an access token.")
  return invalidToken(mcp.app.addresses, "The access token is malformed, expired or revoked. Refresh it.")
}

export async function dispatch(mcp: Mcp, received: Received, connection: Connection | undefined): Promise<HttpAnswer> {
  const { era, message, workspaceSlug, requestId } = received
  // MCP 2025-06-18, transports: "If the server accepts the input, the server MUST return HTTP status code 202 Accepted with no body."
  if (message.kind !== "request") return { status: 202 }
  if (connection) await noteProgram(mcp.cx, connection, era.clientInfo(message))
  const { id, method, params } = message
  if (method === "tools/call" && connection) {
    return callTool(mcp, { era, id, params, connection, workspaceSlug, requestId })
  }
  try {
    return { status: 200, body: resultBody(id, answerStatic(era, message)) }
  } catch (fault) {
    if (!(fault instanceof RpcFault) || fault.status !== 200) throw fault
    return { status: fault.status, body: errorBody(id, fault) }
  }
}

function answerStatic(era: Era, request: RpcCall): string {
  const answer = era.methods.get(request.method)
  if (!answer) throw era.unknown(request)
  return answer(request.params)
}
