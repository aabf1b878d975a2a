import type { Caller } from "#access/caller.ts"
import { enter, identify, isOlder } from "#access/enter.ts"
import { findMembership } from "#access/membership-store.ts"
import { parse } from "#access/parse.ts"
import { perform } from "#access/perform.ts"
import type { Connection } from "#domains/connections/index.ts"
import type { Inside } from "#kernel/context.ts"
import { ServiceError } from "#kernel/error.ts"
import { silentExchange } from "#kernel/exchange.ts"
import { runOnce } from "../rest/idempotency.ts"
import type { Answer } from "./answer.ts"
import { idempotencyKey } from "./idempotency-key.ts"
import type { Mcp } from "./mcp.ts"
import { isObject, type Params } from "./message.ts"
import { type CallRecord, openRecord } from "./record.ts"
import { toRefusal } from "./refusal.ts"
import { invalidParams, type RpcId, resultBody } from "./rpc.ts"
import { protocolVersion } from "./server-info.ts"
import type { Tool } from "./tool.ts"
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

interface Running {
  readonly tool: Tool
  readonly args: Params
  readonly record: CallRecord
  /** Whether the connection is for one workspace. */
  readonly isBound: boolean
  readonly caller: ConnectionCaller
}

type ConnectionCaller = Extract<Caller, { kind: "connection" }>

function callerOf({ accountId, grantId, scopes, ...granted }: Connection, workspaceId: string): ConnectionCaller {
  const caller = { kind: "connection", accountId, grantId, scopes, workspace: { workspaceId } } as const
  return granted.workspaceId === null ? caller : { ...caller, boundAt: granted.grantedAt }
}

interface Ended {
  /** JSON. */
  readonly result: string
  readonly outcome: "ok" | "replayed"
}

async function run(mcp: Mcp, running: Running): Promise<Ended> {
  if (running.tool.action.access === "person" && running.isBound) await needMembership(mcp, running)
  if (running.tool.kind === "write" && running.args.idempotency_key !== undefined) return runKeyed(mcp, running)
  return { result: await runOnceOnly(mcp, running, running.args, running.record.recordWrite), outcome: "ok" }
}

/** Who was removed from the workspace that a connection is for gets nothing more through it, not even their own lists. */
async function needMembership({ cx }: Mcp, { caller, tool }: Running): Promise<void> {
  if (tool.action.access === "person") identify(caller, tool.action)
  const membership = await findMembership(cx, caller.accountId, caller.workspace)
  if (!membership || isOlder(caller, membership.created_at)) throw noMember()
}

/** A stored answer is given only to who may still call the tool, so that is found out first. */
async function runKeyed(mcp: Mcp, running: Running): Promise<Ended> {
  const { tool, caller, record } = running
  const { idempotency_key, ...args } = running.args
  if (tool.action.access === "workspace") await enter(mcp.cx, caller, tool.action)
  const read = idempotencyKey.safeParse(idempotency_key)
  if (!read.success)
    throw invalidParams(`\`idempotency_key\`: ${read.error.issues[0]?.message}.`, { field: "idempotency_key" })
  const keyed = {
    endpointId: `tool ${tool.name}`,
    pathParameters: {},
    principal: caller.grantId,
    key: read.data ?? "",
    versionDate: protocolVersion,
    input: parse(tool.action.input, args),
  }
  const { status, body, isReplayed } = await runOnce(mcp.app, keyed, async (_name, keep) => {
    const recordWrite = async (cx: Inside) => {
      await record.recordWrite(cx)
      await keep(cx, { status: lostAnswerStatus, body: "" })
    }
    const result = await runOnceOnly(mcp, running, args, recordWrite)
    return { answer: { status: 200, body: result }, isFinal: true }
  })
  if (status === lostAnswerStatus) throw answerWasLost()
  return { result: body, outcome: isReplayed ? "replayed" : "ok" }
}

async function runOnceOnly(mcp: Mcp, { tool, caller }: Running, args: Params, recordWrite: CallRecord["recordWrite"]) {
  return toolResult(await perform(mcp.app, tool.action, caller, args, { ...silentExchange, recordWrite }))
}

/** Stands in the place of an answer from the commit of the effect until the answer is stored. */
const lostAnswerStatus = 409

const answerWasLost = () =>
  new ServiceError("conflict", "The first call with this `idempotency_key` was carried out, but its answer was lost.", {
    hint: "Look for what it made with one of the listing tools; use a new key only for a new thing.",
  })

const noMember = () => new ServiceError("workspace_forbidden", "You are not a member of this workspace.")

const noSuchTool = ({ tools }: Mcp) =>
  invalidParams(`There is no such tool. Call one of: ${[...tools.keys()].join(", ")}.`)
