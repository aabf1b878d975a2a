import { z } from "zod"
import { personAction } from "#access/action.ts"
import type { Context, Inside, Person } from "#access/context.ts"
import { findMembership, lockMembership } from "#access/membership-store.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { idInput } from "#kernel/id-input.ts"
import { newId } from "#kernel/ids.ts"
import { hashSecret, newSecret } from "#kernel/secret.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { askingApp, askingAppOf } from "../asking-app.ts"
import { noSuchChoice, noSuchRequest, nothingAllowed } from "../consent-errors.ts"
import { codeMs, grantMs } from "../lifetimes.ts"
import { readScopes, writeScopes } from "../scope-text.ts"
import { insertAuditEntry, insertCode, insertGrant } from "../tokens/index.ts"
import { type AuthorizationRequest, decideRequest } from "./request-store.ts"

export const consentDecision = askingApp.extend({ redirectUri: z.string(), state: z.string().optional() })

/** Grants all or some scopes and makes the code. Other connections of the app stay: each computer has its own. */
export const grantConsent = personAction("console", {
  input: z.object({
    requestId: idInput,
    reach: z.enum(["one", "every"]).describe("`one` workspace, or `every` workspace that the person belongs to."),
    workspace: z
      .string()
      .regex(/^[a-z0-9-]{1,32}$/, "is not a workspace's slug")
      .describe(
        "The slug of the one workspace; with `every`, of the one that is acted on unless a call names another.",
      ),
    scopes: z
      .array(z.string().max(64))
      .max(64)
      .describe("What stays allowed of the scopes that the request asks for; at least one."),
  }),
  output: consentDecision.extend({ code: z.string() }),
  async run(cx, { requestId, reach, workspace, scopes }) {
    const code = newSecret("svc_code")
    const { request, ...granted } = await cx.atomically(async (cx) => {
      const workspaceId = await chosenWorkspace(cx, workspace)
      const grantId = newId("grant")
      const request = await decideRequest(cx, { id: requestId, grantId })
      if (!request) throw noSuchRequest()
      await grant(cx, request, { id: grantId, workspaceId, reach, scope: stayingOf(request, scopes) })
      await insertCode(cx, {
        hash: hashSecret(code),
        grant_id: grantId,
        redirect_uri: request.redirect_uri,
        code_challenge: request.code_challenge,
        expires_at: cx.now() + codeMs,
        used_at: null,
      })
      return { request, connectionId: grantId, workspaceId: reach === "one" ? workspaceId : null }
    })
    recordSecurityEvent(cx, "consent_granted", { ...granted, accountId: cx.accountId, network: cx.network })
    return { ...decisionOf(cx, request), code }
  },
})

export function decisionOf(
  cx: Pick<Context, "client">,
  request: AuthorizationRequest,
): z.input<typeof consentDecision> {
  const decision = { ...askingAppOf(cx, request), redirectUri: request.redirect_uri }
  return request.state === null ? decision : { ...decision, state: request.state }
}

async function chosenWorkspace(cx: Inside & Person, slug: string): Promise<WorkspaceId> {
  const found = await findMembership(cx, cx.accountId, { slug })
  const membership = found && (await lockMembership(cx, cx.accountId, found.workspace_id))
  if (!membership) throw noSuchChoice()
  return membership.workspace_id
}

/**
 * RFC 6749 §3.3: "The authorization server MAY fully or partially ignore the scope requested by the client, based on
 * […] the resource owner's instructions." A scope outside the request is never granted.
 */
function stayingOf(request: AuthorizationRequest, wanted: readonly string[]): string {
  const staying = readScopes(request.scope).filter((scope) => wanted.includes(scope))
  if (staying.length === 0) throw nothingAllowed()
  return writeScopes(staying)
}

async function grant(
  cx: Inside & Person,
  request: AuthorizationRequest,
  { id, workspaceId, reach, scope }: { id: string; workspaceId: WorkspaceId; reach: "one" | "every"; scope: string },
): Promise<void> {
  const now = cx.now()
  const boundTo = reach === "one" ? workspaceId : null
  await insertGrant(cx, {
    id,
    account_id: cx.accountId,
    client_id: request.client_id,
    workspace_id: boundTo,
    default_workspace_id: workspaceId,
    scope,
    resource: request.resource,
    redirect_uri: request.redirect_uri,
    created_at: now,
    last_used_at: null,
    revoked_at: null,
    revoked_reason: null,
    left_out: "",
    program: null,
    expires_at: now + grantMs,
  })
  await insertAuditEntry(cx, { grantId: id, accountId: cx.accountId, workspaceId: boundTo, outcome: "granted" })
}
