import type { Cause } from "#contract/pages/developers.ts"
import { errorCodes } from "#kernel/error.ts"
import { rpcCodes, rpcMeanings } from "../../../mcp/rpc.ts"
import type { Tool } from "../../../mcp/tool.ts"

const authorizeAgain = "Authorize again with the scopes that the challenge names."

/** The refusals of every tool: first those with an HTTP status, then those with a JSON-RPC code. */
export const commonCauses: readonly Cause[] = [
  {
    status: "401",
    code: "invalid_token",
    message: "The token is missing, expired or ended.",
    hint: "Refresh, then retry once. If that fails, authorize again.",
  },
  {
    status: "403",
    code: "workspace_forbidden",
    message: "The person is not a member of the workspace.",
    hint: "Discard the tokens and authorize again.",
  },
  {
    status: "404",
    code: "not_found",
    message: "The workspace no longer exists, or this connection does not reach the one in `SVC-Workspace`.",
    hint: "Remove the header, or authorize again for another workspace.",
  },
  {
    status: "429",
    code: "rate_limited",
    message: "Too many calls of this connection.",
    hint: "Wait for the number of seconds in `Retry-After`.",
  },
  ...rpcMeanings
    .filter(([code]) => code !== "workspace_forbidden")
    .map(([code, meaning]) => ({ status: String(errorCodes[code].rpc), code, message: meaning, hint: "" })),
]

/** The refusals that a tool's row in the table of tools causes. */
export function causesOf({ kind, scope, action }: Tool): Cause[] {
  return [
    {
      status: "403",
      code: "insufficient_scope",
      message: `The connection lacks \`${scope}\`.`,
      hint: authorizeAgain,
    },
    {
      status: String(rpcCodes.invalidParams),
      code: "invalid_request",
      message: "An argument does not fit the schema; `data.field` names the first one.",
      hint: "Correct the arguments that the message names.",
    },
    ...(action.access === "workspace" && action.role !== "viewer" ? [tooLow(action.role)] : []),
    ...(kind === "write" ? [keyReused] : []),
  ]
}

const tooLow = (role: string): Cause => ({
  status: String(errorCodes.workspace_forbidden.rpc),
  code: "insufficient_role",
  message: `The person's role is below ${role}.`,
  hint: "An admin of the workspace can change it. The tokens stay valid.",
})

const keyReused: Cause = {
  status: String(errorCodes.conflict.rpc),
  code: "conflict",
  message: "The `idempotency_key` was used with other arguments.",
  hint: "Choose a new key.",
}
