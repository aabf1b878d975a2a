import { perform } from "#access/perform.ts"
import { denyConsent, grantConsent } from "#domains/connections/index.ts"
import { invalidInput } from "#kernel/error.ts"
import { authorizationResponse } from "../../transport/authorization-response.ts"
import type { Form, FormPost } from "../form.ts"

export const consentForms: readonly Form[] = [
  {
    path: "/consent/:requestId",
    needs: "person",
    page: "consent",
    take: async (post) => ({ to: await decide(post) }),
  },
]

/** Stores the person's decision. Returns the client's address to which the browser is redirected. */
async function decide({ app, caller, params: { requestId }, fields }: FormPost): Promise<string> {
  if (fields.decision === "allow") {
    const { reach, workspace } = fields
    // Each scope is a separate field, which a browser sends where it is ticked.
    const scopes = Object.keys(fields).filter((name) => name.includes(":"))
    const granted = await perform({ app, caller }, grantConsent, { requestId, reach, workspace, scopes })
    return authorizationResponse(app.addresses, granted, { code: granted.code })
  }
  if (fields.decision !== "deny") throw invalidInput("No decision was sent.", "Choose Allow or Deny.")
  const denied = await perform({ app, caller }, denyConsent, { requestId })
  // RFC 6749 §4.1.2.1: access_denied, "The resource owner or authorization server denied the request."
  return authorizationResponse(app.addresses, denied, {
    error: "access_denied",
    error_description: "The person denied access.",
  })
}
