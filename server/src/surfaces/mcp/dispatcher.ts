import { type Connection, findConnection, noteProgram } from "#domains/connections/index.ts"
import type { HttpAnswer } from "./answer.ts"
import { readBearer } from "./bearer.ts"
import { callTool } from "./call-tool.ts"
import { invalidToken } from "./challenge.ts"
import type { Mcp } from "./mcp.ts"
import type { Params, RpcMessage } from "./message.ts"
import { errorBody, invalidMessage, RpcFault, type RpcId, resultBody, rpcCodes } from "./rpc.ts"

export interface Received {
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
  const { message, workspaceSlug, requestId } = received
  // MCP 2025-06-18, transports: "If the server accepts the input, the server MUST return HTTP status code 202 Accepted with no body."
  if (message.kind !== "request") return { status: 202 }
  const { id, method, params } = message
  if (method === "tools/call" && connection) return callTool(mcp, { id, params, connection, workspaceSlug, requestId })
  try {
    if (method === "initialize" && connection) await noteProgram(mcp.cx, connection, params.clientInfo)
    return { status: 200, body: resultBody(id, answerStatic(mcp, method, params)) }
  } catch (fault) {
    if (!(fault instanceof RpcFault) || fault.status !== 200) throw fault
    return refused(id, fault)
  }
}

function answerStatic({ methods }: Mcp, method: string, params: Params): string {
  const answer = methods.get(method)
  if (answer) return answer(params)
  // Clients that probe for a later protocol version fall back to `initialize` after a plain 400.
  if (method === "server/discover") throw invalidMessage("Send `initialize` first.")
  throw new RpcFault(
    rpcCodes.methodNotFound,
    `Unknown method. Use one of: ${[...methods.keys(), "tools/call"].join(", ")}.`,
  )
}

function refused(id: RpcId, fault: RpcFault): HttpAnswer {
  return { status: fault.status, body: errorBody(id, fault) }
}
