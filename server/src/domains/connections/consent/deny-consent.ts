import { z } from "zod"
import { personAction } from "#access/action.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { idInput } from "#kernel/id-input.ts"
import { noSuchRequest } from "../consent-errors.ts"
import { consentDecision, decisionOf } from "./grant-consent.ts"
import { decideRequest } from "./request-store.ts"

/** Refuses a request. Only the redirect tells the client. */
export const denyConsent = personAction("console", {
  input: z.object({ requestId: idInput }),
  output: consentDecision,
  async run(cx, { requestId }) {
    const request = await cx.atomically((cx) => decideRequest(cx, { id: requestId, grantId: null }))
    if (!request) throw noSuchRequest()
    recordSecurityEvent(cx, "consent_refused", { accountId: cx.accountId, network: cx.network })
    return decisionOf(cx, request)
  },
})
