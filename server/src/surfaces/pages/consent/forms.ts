import { perform } from "#access/perform.ts"
import type { ConsentPageData } from "#contract/pages/consent.ts"
import { denyConsent, findDecision, grantConsent } from "#domains/connections/index.ts"
import { invalidInput } from "#kernel/error.ts"
import { authorizationResponse } from "../../transport/authorization-response.ts"
import type { Form, FormPost, ShownPage, Taken } from "../form.ts"

export const consentForms: readonly Form[] = [{ path: "/consent/:requestId", needs: "person", page: "consent", take }]

/** Takes the decision. If the form is sent again, the answer repeats the first decision. */
async function take(post: FormPost): Promise<Taken> {
  const { app, caller, params } = post
  const { requestId = "" } = params
  if (await perform({ app, caller }, findDecision, { requestId })) return { to: `/consent/${requestId}` }
  return { shows: await (post.fields.decision === "allow" ? allow(post) : deny(post)) }
}

async function allow({ app, caller, params: { requestId }, fields }: FormPost): Promise<ShownPage> {
  const { reach, workspace } = fields
  // Each scope is a separate field, which a browser sends where it is ticked.
  const scopes = Object.keys(fields).filter((name) => name.includes(":"))
  const granted = await perform({ app, caller }, grantConsent, { requestId, reach, workspace, scopes })
  return leadTo(authorizationResponse(app.addresses, granted, { code: granted.code }), granted, "Access allowed")
}

async function deny({ app, caller, params: { requestId }, fields }: FormPost): Promise<ShownPage> {
  if (fields.decision !== "deny") throw invalidInput("No decision was sent.", "Choose Allow or Deny.")
  const denied = await perform({ app, caller }, denyConsent, { requestId })
  // RFC 6749 §4.1.2.1: access_denied, "The resource owner or authorization server denied the request."
  const answer = { error: "access_denied", error_description: "The person denied access." }
  return leadTo(authorizationResponse(app.addresses, denied, answer), denied, "Access denied")
}

function leadTo(
  address: string,
  { redirectHost, isLocal }: { redirectHost: string; isLocal: boolean },
  title: string,
): ShownPage {
  const data: ConsentPageData = { step: "leads", title, address, redirectHost, isLocal }
  return { id: "consent", isPrivate: true, content: { head: { title, onwards: address }, data } }
}
