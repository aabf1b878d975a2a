import { findStanding } from "#access/standing.ts"
import type { Connection } from "#domains/connections/index.ts"
import { errorCodes, type ServiceError } from "#kernel/error.ts"
import { underscoredText } from "#kernel/tools/underscored.ts"
import { logFault, toServiceError } from "../transport/error-envelope.ts"
import type { HttpAnswer } from "./answer.ts"
import { toConnectionCaller } from "./caller.ts"
import { challenge, invalidToken } from "./challenge.ts"
import type { Mcp } from "./mcp.ts"
import { errorBody, RpcFault, type RpcId, rpcCodes } from "./rpc.ts"
import type { Tool } from "./tool.ts"

interface Failed {
  readonly id: RpcId
  readonly connection: Connection
  readonly tool: Tool | undefined
  readonly args: unknown
  readonly workspaceSlug: string | undefined
  readonly requestId: string
}

interface Refusal {
  readonly answer: HttpAnswer
  readonly outcome: string
}

export async function toRpcRefusal(mcp: Mcp, failed: Failed, thrown: unknown): Promise<Refusal> {
  if (thrown instanceof RpcFault) {
    return { outcome: "invalid_request", answer: { status: thrown.status, body: errorBody(failed.id, thrown) } }
  }
  const error = toServiceError(thrown)
  logFault(mcp.app.log, error, { requestId: failed.requestId, route: `tool ${failed.tool?.name ?? "unknown"}` })
  const { code: outcome } = error
  const { addresses } = mcp.app
  const scope = failed.tool?.scope
  switch (error.code) {
    case "invalid_token":
      return { outcome, answer: invalidToken(addresses, "This connection has ended. Connect again.") }
    case "insufficient_scope": {
      const description = `This tool needs the scope ${scope}. Authorize again with the scopes named here.`
      const scopes = [...failed.connection.scopes, ...(scope ? [scope] : [])]
      return { outcome, answer: challenge(addresses, { error: "insufficient_scope", description, scopes }) }
    }
    case "workspace_forbidden":
      if (error.neededRole !== undefined) break
      return forbidden(mcp, failed, error).catch((fault) => toRpcRefusal(mcp, failed, fault))
  }
  const failure = toolFailure(failed, error)
  return { outcome: failure.data.code, answer: { status: 200, body: errorBody(failed.id, failure) } }
}

/**
 * No connection can act in a deleted workspace, and a removed person must authorize again. If only the header
 * `SVC-Workspace` named it, the client should keep its tokens: a 404 without a challenge.
 */
async function forbidden(mcp: Mcp, failed: Failed, error: ServiceError): Promise<Refusal> {
  const { workspaceId, defaultWorkspaceId, scopes } = failed.connection
  const caller = toConnectionCaller(failed.connection, workspaceId ?? defaultWorkspaceId)
  const isNamed = failed.workspaceSlug !== undefined
  const standing = isNamed && workspaceId === null ? "member" : await findStanding(mcp.cx, caller)
  if (standing === "deleted" || (standing === "member" && isNamed)) {
    const error_description = standing === "deleted" ? gone : notReached
    return { outcome: "not_found", answer: { status: 404, body: JSON.stringify({ error_description }) } }
  }
  // If the person is still a member, the connection has just lost the workspace.
  const refused = { error: "workspace_forbidden", description: removed, scopes } as const
  return { outcome: error.code, answer: challenge(mcp.app.addresses, refused) }
}

const gone = "This connection’s workspace no longer exists. Authorize again for another one."
const removed =
  "The person who connected you is not a member of this workspace. Discard the tokens and authorize again."
const notReached =
  "This connection has no access to the workspace in SVC-Workspace. Remove the header, or use one from list_workspaces."

interface Failure {
  code: number
  message: string
  data: { code: string; hint?: string; field?: string; needed_role?: string; retry_after?: number }
}

/** Clients show only the message to a model, so the message says what to do next. */
function toolFailure({ tool, args }: Failed, error: ServiceError): Failure {
  const field = error.code === "invalid_request" ? fieldOf(tool, args) : undefined
  // A fault of the arguments has their names as the client writes them; a rule's refusal has those of the domain.
  const write = (text: string) => (field === undefined ? underscoredText(text) : text)
  const message = write(error.message)
  const hint = errorCodes[error.code].status === 500 ? tryAgain(tool) : error.hint && write(error.hint)
  return {
    code: field === undefined ? errorCodes[error.code].rpc : rpcCodes.invalidParams,
    message: hint === undefined ? message : `${message} ${hint}`,
    data: {
      // `workspace_forbidden` makes clients discard their tokens, which would not help here.
      code: error.neededRole === undefined ? error.code : "insufficient_role",
      ...(hint !== undefined && { hint }),
      ...(field && { field }),
      ...(error.neededRole !== undefined && { needed_role: error.neededRole }),
      ...(error.retryAfterSeconds !== undefined && { retry_after: error.retryAfterSeconds }),
    },
  }
}

/** The argument that does not fit its schema, or `""` for the arguments as a whole; undefined when the rule refused. */
function fieldOf(tool: Tool | undefined, args: unknown): string | undefined {
  const read = tool?.action.input.safeParse(args)
  if (read?.success !== false) return undefined
  const [issue] = read.error.issues
  return issue?.code === "unrecognized_keys" ? issue.keys[0] : (issue?.path.join(".") ?? "")
}

function tryAgain(tool: Tool | undefined): string {
  return tool?.kind === "write" ? "Try again in a moment with the same `idempotency_key`." : "Try again in a moment."
}
