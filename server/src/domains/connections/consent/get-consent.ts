import { z } from "zod"
import { personAction } from "#access/action.ts"
import { roles } from "#access/roles.ts"
import { idInput } from "#kernel/id-input.ts"
import { clientName } from "../client-name.ts"
import { noSuchRequest } from "../consent-errors.ts"
import { accessMs, grantMs, refreshMs } from "../lifetimes.ts"
import { redirectHost } from "../redirect-host.ts"
import { readScopes } from "../scope-text.ts"
import { grantedScope, scopeWordsOf } from "../scope-words.ts"
import { findOpenRequest } from "./request-store.ts"
import { listWorkspaceChoices } from "./workspace-choice-store.ts"

export const getConsent = personAction({
  scope: "console",
  input: z.object({ requestId: idInput }),
  output: z.object({
    clientId: z.string(),
    clientName: z.string(),
    redirectHost: z.string(),
    /** The exact origin of the redirect after the decision. */
    redirectOrigin: z.string(),
    isLoopback: z.boolean(),
    scopes: z.array(grantedScope),
    workspaces: z.array(z.object({ slug: z.string(), name: z.string(), role: z.enum(roles) })),
    expiresAt: z.int(),
    /** The connection ends when it is not used for this time, … */
    unusedMs: z.int(),
    /** … and after this time in any case. */
    longestMs: z.int(),
    accessMs: z.int(),
  }),
  async run(cx, { requestId }) {
    const request = await findOpenRequest(cx, requestId)
    if (!request) throw noSuchRequest()
    const { host, isLoopback } = redirectHost(request.redirect_uri)
    return {
      clientId: request.client_id,
      clientName: clientName(cx, request.client_id),
      redirectHost: host,
      redirectOrigin: new URL(request.redirect_uri).origin,
      isLoopback,
      scopes: readScopes(request.scope).map(scopeWordsOf),
      workspaces: await listWorkspaceChoices(cx, cx.accountId),
      expiresAt: request.expires_at,
      unusedMs: refreshMs,
      longestMs: grantMs,
      accessMs,
    }
  },
})
