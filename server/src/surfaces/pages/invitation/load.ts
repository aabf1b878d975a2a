import { perform } from "#access/perform.ts"
import { getInvitation } from "#domains/workspaces/index.ts"
import type { PageContent, Visit } from "../page.ts"
import { signInPath } from "../visit.ts"

export async function loadInvitation(visit: Visit) {
  const { app, caller, params, formToken, refusal } = visit
  const { token = "" } = params
  const path = `/invitations/${encodeURIComponent(token)}`
  const { isForCaller, ...invitation } = await perform({ app, caller }, getInvitation, { token })
  const data = {
    ...invitation,
    isSignedIn: caller.kind === "person",
    accept: isForCaller ? { action: path, formToken } : null,
    signInPath: caller.kind === "person" ? `${signInPath(path)}&another=` : signInPath(path),
    refusal,
  }
  return {
    head: { title: `Join ${invitation.workspaceName}` },
    data,
  } satisfies PageContent
}
