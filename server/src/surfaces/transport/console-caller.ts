import type { FastifyRequest } from "fastify"
import type { Caller } from "#access/context.ts"
import type { App } from "#access/perform.ts"
import { slugOrNone } from "#kernel/id-input.ts"
import { checkFormToken } from "./form-token.ts"
import { callerOf } from "./session-cookie.ts"
import type { Transport } from "./transport.ts"

/** The caller, in the workspace of the address. `enter()` checks the membership. */
export async function consoleCaller({ app, findNetwork }: Transport, request: FastifyRequest): Promise<Caller> {
  const { workspace } = request.query as { workspace?: string }
  const caller = { ...(await callerOf(app, request)), network: findNetwork(request.raw) }
  if (caller.kind !== "person" || workspace === undefined) return caller
  return { ...caller, workspaceSlug: slugOrNone(workspace) }
}

/** Refuses a change without the form token of this session. @throws ServiceError 403. */
export function requireFormToken(app: App, { headers }: FastifyRequest, caller: Caller): void {
  checkFormToken(app, String(headers["svc-form-token"] ?? ""), { caller, browser: "" })
}
