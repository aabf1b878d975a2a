import type { PersonAction } from "#access/action.ts"
import { identify, isOlder } from "#access/enter.ts"
import { silentExchange } from "#access/exchange.ts"
import { findMembership } from "#access/membership-store.ts"
import { perform } from "#access/perform.ts"
import type { Connection } from "#domains/connections/index.ts"
import { ServiceError } from "#kernel/error.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Answer } from "./answer.ts"
import { runKeyed } from "./keyed-call.ts"
import type { Mcp } from "./mcp.ts"
import { isObject, type Params } from "./message.ts"
import { openRecord } from "./record.ts"
import { toRefusal } from "./refusal.ts"
import { invalidParams, type RpcId, resultBody } from "./rpc.ts"
import { type Ended, type Running, runInWorkspace } from "./run-tool.ts"
import { toolResult } from "./tool-result.ts"
import { findWorkspace } from "./workspace.ts"

/** A `tools/call` of a connection. */
export interface ToolCall {
  readonly id: RpcId
  readonly params: Params
  readonly connection: Connection
  /** The header `SVC-Workspace`. */
  readonly workspaceSlug: string | undefined
  readonly requestId: string
}

/** Carries out one call of a tool, whatever comes of it, and leaves one line on the connection's record. */
export async function callTool(mcp: Mcp, call: ToolCall): Promise<Answer> {
  const { connection, params, requestId } = call
  const tool = typeof params.name === "string" ? mcp.tools.get(params.name) : undefined
  const args = params.arguments ?? {}
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
      isBound: boundTo !== null,
      caller: callerOf(connection, workspaceId),
    })
    record.end(outcome)
    return { status: 200, body: resultBody(call.id, result) }
  } catch (thrown) {
    const { answer, outcome } = await toRefusal(mcp, { ...call, tool, args }, thrown)
    record.end(outcome)
    return answer
  }
}

function callerOf({ accountId, grantId, scopes, ...granted }: Connection, workspaceId: WorkspaceId): Running["caller"] {
  const caller = { kind: "connection", accountId, grantId, scopes, workspace: { workspaceId } } as const
  if (granted.workspaceId === null) return { ...caller, leftOut: granted.leftOut }
  return { ...caller, boundAt: granted.grantedAt }
}

function run(mcp: Mcp, running: Running): Promise<Ended> {
  if (running.tool.action.access === "person") return runAnywhere(mcp, running, running.tool.action)
  if (running.tool.kind === "write" && running.args.idempotency_key !== undefined) return runKeyed(mcp, running)
  return runInWorkspace(mcp, running)
}

/**
 * Who was removed from the workspace that a connection is for gets nothing more through it, not even their own lists.
 * A connection for every workspace may have a default that its person has left; then the answer names none.
 */
async function runAnywhere(mcp: Mcp, running: Running, action: PersonAction): Promise<Ended> {
  const { caller, args, record, isBound } = running
  identify(caller, action)
  const membership = await findMembership(mcp.cx, caller.accountId, caller.workspace)
  const isMember = membership !== undefined && !isOlder(caller, membership.created_at)
  if (isBound && !isMember) throw noMember()
  const { recordWrite } = record
  const output = (await perform(
    { app: mcp.app, caller, exchange: { ...silentExchange, recordWrite } },
    action,
    args,
  )) as object
  const workspace = isMember ? { slug: membership.slug, name: membership.name } : undefined
  return { result: toolResult(workspace, output), outcome: "ok" }
}

const noMember = () => new ServiceError("workspace_forbidden", "You are not a member of this workspace.")

const noSuchTool = ({ tools }: Mcp) =>
  invalidParams(`There is no such tool. Call one of: ${[...tools.keys()].join(", ")}.`)
