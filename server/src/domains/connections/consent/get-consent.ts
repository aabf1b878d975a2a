import { z } from "zod"
import { personAction } from "#access/action.ts"
import { roles } from "#access/roles.ts"
import { idInput } from "#kernel/id-input.ts"
import { askingApp, askingAppOf } from "../asking-app.ts"
import { noSuchRequest } from "../consent-errors.ts"
import { accessMs, grantMs, refreshMs } from "../lifetimes.ts"
import { readScopes } from "../scope-text.ts"
import { grantedScope, scopeWordsOf } from "../scope-words.ts"
import { findOpenRequest } from "./request-store.ts"
import { listWorkspaceChoices } from "./workspace-choice-store.ts"

export const getConsent = personAction("console", {
  input: z.object({ requestId: idInput }),
  output: askingApp.extend({
    clientId: z.string(),
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
    return {
      ...askingAppOf(cx, request),
      clientId: request.client_id,
      scopes: readScopes(request.scope).map(scopeWordsOf),
      workspaces: await listWorkspaceChoices(cx, cx.accountId),
      expiresAt: request.expires_at,
      unusedMs: refreshMs,
      longestMs: grantMs,
      accessMs,
    }
  },
})
