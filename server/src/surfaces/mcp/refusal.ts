import type { Connection } from "#domains/connections/index.ts"
import { errorCodes, type ServiceError } from "#kernel/error.ts"
import { toServiceError } from "../error-envelope.ts"
import type { Answer } from "./answer.ts"
import { challenge, invalidToken } from "./challenge.ts"
import type { Mcp } from "./mcp.ts"
import { errorBody, RpcFault, type RpcId, rpcCodes } from "./rpc.ts"
import type { Tool } from "./tool.ts"
import { findStanding } from "./workspace-store.ts"

/** The call that failed. */
interface Failed {
  readonly id: RpcId
  readonly connection: Connection
  readonly tool: Tool | undefined
  readonly args: unknown
  readonly workspaceSlug: string | undefined
  readonly requestId: string
}

export interface Refusal {
  readonly answer: Answer
  /** For the connection's record. */
  readonly outcome: string
}

/** Whatever a call threw, as an answer that says what to do next. */
export async function toRefusal(mcp: Mcp, failed: Failed, thrown: unknown): Promise<Refusal> {
  if (thrown instanceof RpcFault) {
    return { outcome: "invalid_request", answer: { status: thrown.status, body: errorBody(failed.id, thrown) } }
  }
  const error = toServiceError(thrown)
  logFault(mcp, failed, error)
  const { code: outcome } = error
  const { addresses } = mcp.app
  const scope = failed.tool?.scope
  switch (error.code) {
    case "invalid_token":
      return { outcome, answer: invalidToken(addresses, "This connection was ended. Connect again.", scope) }
    case "insufficient_scope": {
      const description = `This tool needs the scope ${scope}. Authorize again and ask for the scopes named here.`
      const scopes = [...failed.connection.scopes, ...(scope ? [scope] : [])]
      return { outcome, answer: challenge(addresses, { error: "insufficient_scope", description, scopes }) }
    }
    case "workspace_forbidden":
      return forbidden(mcp, failed, error).catch((fault) => toRefusal(mcp, failed, fault))
    default:
      return { outcome, answer: { status: 200, body: errorBody(failed.id, toolFailure(failed, error)) } }
  }
}

/** Nobody can act in a deleted workspace; who was removed has to authorize anew; a role can only be raised by people. */
async function forbidden(mcp: Mcp, failed: Failed, error: ServiceError): Promise<Refusal> {
  const { accountId, workspaceId, defaultWorkspaceId, grantedAt, scopes } = failed.connection
  const standing =
    failed.workspaceSlug === undefined
      ? await findStanding(mcp.cx, {
          accountId,
          workspaceId: workspaceId ?? defaultWorkspaceId,
          grantedAt: workspaceId === null ? undefined : grantedAt,
        })
      : "no member"
  if (standing === "deleted") {
    return { outcome: "not_found", answer: { status: 404, body: JSON.stringify({ error_description: gone }) } }
  }
  // Only a role that is too weak leaves a member out, unless somebody has just taken the workspace from the connection.
  if (standing === "member" && error.neededRole !== undefined) {
    return { outcome: error.code, answer: { status: 200, body: errorBody(failed.id, toolFailure(failed, error)) } }
  }
  const description = failed.workspaceSlug === undefined ? removed : notReached
  return {
    outcome: error.code,
    answer: challenge(mcp.app.addresses, { error: "workspace_forbidden", description, scopes }),
  }
}

const gone = "The workspace of this connection does not exist any more. Authorize again for another one."
const removed = "The person who connected you is no member of this workspace. Discard the tokens and authorize again."
const notReached = "This connection does not reach the workspace that SVC-Workspace names. Leave the header out."

interface Failure {
  code: number
  message: string
  data: { code: string; hint?: string; field?: string; retry_after?: number }
}

/** Clients show a model the message and nothing else, so the remedy stands in it. */
function toolFailure({ tool, args }: Failed, error: ServiceError): Failure {
  const hint = errorCodes[error.code].status === 500 ? tryAgain(tool) : error.hint
  const field = error.code === "invalid_request" ? fieldOf(tool, args) : undefined
  return {
    code: field === undefined ? errorCodes[error.code].rpc : rpcCodes.invalidParams,
    message: hint === undefined ? error.message : `${error.message} ${hint}`,
    data: {
      code: error.code,
      ...(hint !== undefined && { hint }),
      ...(field && { field }),
      ...(error.retryAfterSeconds !== undefined && { retry_after: error.retryAfterSeconds }),
    },
  }
}

/** The argument that does not fit its schema, `""` when it is all of them; undefined when it was the rule that refused. */
function fieldOf(tool: Tool | undefined, args: unknown): string | undefined {
  const { idempotency_key, ...own } = (args ?? {}) as Record<string, unknown>
  const read = tool?.action.input.safeParse(tool.kind === "write" ? own : args)
  return read?.success === false ? (read.error.issues[0]?.path.join(".") ?? "") : undefined
}

function tryAgain(tool: Tool | undefined): string {
  return tool?.kind === "write"
    ? "Try again in a moment; with the same `idempotency_key` it is not done twice."
    : "Try again in a moment."
}

function logFault({ app }: Mcp, { requestId, tool }: Failed, { status, code, cause }: ServiceError): void {
  if (status < 500) return
  const fault = cause instanceof Error ? { name: cause.name, message: cause.message, stack: cause.stack } : cause
  app.log.error({ requestId, tool: tool?.name, code, fault }, "A tool failed.")
}
