import { perform } from "#access/perform.ts"
import { getInvitation } from "#domains/workspaces/index.ts"
import { html } from "../transport/html.ts"
import type { PageContent, Visit } from "./page.ts"
import { plainForm, plainRefusal } from "./plain-form.ts"
import { signInPath } from "./visit.ts"

/** Shows an invitation to whoever holds its link, and lets the invited person accept it. */
export async function loadInvitation(visit: Visit): Promise<PageContent<"invitation">> {
  const { app, caller, params, formToken, refusal } = visit
  const { token = "" } = params
  const path = `/invitations/${encodeURIComponent(token)}`
  const { isForCaller, ...invitation } = await perform({ app, caller }, getInvitation, { token })
  const data = {
    ...invitation,
    isSignedIn: caller.kind === "person",
    accept: isForCaller ? { action: path, formToken } : null,
    signInPath: signInPath(path),
    refusal,
  }
  const { workspaceName, inviter, email, role, accept } = data
  return {
    head: { title: `Join ${workspaceName}` },
    data,
    plain: html`<h1>Join ${workspaceName}</h1><p>${inviter} invites ${email} as ${role}.</p>${plainRefusal(refusal)}${
      accept
        ? plainForm(accept, html``, "Join")
        : html`<p><a href="${data.signInPath}">Sign in as ${email}</a> to join.</p>`
    }`,
  }
}
