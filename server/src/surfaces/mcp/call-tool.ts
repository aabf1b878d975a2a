import type { Connection } from "#domains/connections/index.ts"
import { unwrapArguments } from "#kernel/tools/arguments.ts"
import type { HttpAnswer } from "./answer.ts"
import { toConnectionCaller } from "./caller.ts"
import type { Era } from "./eras.ts"
import { runKeyed } from "./keyed-call.ts"
import type { Mcp } from "./mcp.ts"
import { isObject, type Params } from "./message.ts"
import { openRecord } from "./record.ts"
import { toRpcRefusal } from "./refusal.ts"
import { invalidParams, type RpcId, resultBody } from "./rpc.ts"
import { type Running, runTool, type ToolOutcome } from "./run-tool.ts"
import { findWorkspace } from "./workspace.ts"

export interface ToolCall {
  readonly era: Era
  readonly id: RpcId
  readonly params: Params
  readonly connection: Connection
  readonly workspaceSlug: string | undefined
  readonly requestId: string
}

/** Returns the result or the refusal. Either way the connection's audit record gets one line. */
export async function callTool(mcp: Mcp, call: ToolCall): Promise<HttpAnswer> {
  const { connection, params, requestId } = call
  const tool = typeof params.name === "string" ? mcp.tools.get(params.name) : undefined
  const given = unwrapArguments(params.arguments)
  const args = tool && isObject(given) ? tool.readInput(given) : given
  const { grantId, accountId, workspaceId: boundTo } = connection
  const at = mcp.app.now()
  const line = { grantId, accountId, workspaceId: boundTo, tool: tool?.name ?? "unknown", requestId, at }
  const record = openRecord(mcp.audit, line, args)
  try {
    if (!tool) throw noSuchTool(mcp)
    if (!isObject(args)) throw invalidParams("`arguments` is not an object. Send the tool's arguments by name.")
    const workspaceId = await findWorkspace(mcp.cx, connection, call.workspaceSlug)
    record.workspaceId = workspaceId
    const { result, outcome } = await run(mcp, {
      tool,
      args,
      record,
      caller: toConnectionCaller(connection, workspaceId),
    })
    record.end(outcome)
    return { status: 200, body: resultBody(call.id, call.era.dress(result)) }
  } catch (thrown) {
    const { answer, outcome } = await toRpcRefusal(mcp, { ...call, tool, args }, thrown)
    record.end(outcome)
    return answer
  }
}

function run(mcp: Mcp, running: Running): Promise<ToolOutcome> {
  const { tool, args } = running
  const isKeyed = tool.action.access === "workspace" && tool.kind === "write" && args.idempotency_key !== undefined
  return isKeyed ? runKeyed(mcp, running) : runTool(mcp, running)
}

const noSuchTool = ({ tools }: Mcp) => invalidParams(`Unknown tool. Use one of: ${[...tools.keys()].join(", ")}.`)
