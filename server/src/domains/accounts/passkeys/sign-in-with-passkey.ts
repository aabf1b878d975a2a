import type { AuthenticationResponseJSON } from "@simplewebauthn/server"
import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { ServiceError } from "#kernel/error.ts"
import { lenientIdInput } from "#kernel/id-input.ts"
import { hashSecret } from "#kernel/secret.ts"
import { getAccount } from "../account-store.ts"
import { browserProofOf } from "../known-browser.ts"
import { beginSession } from "../session.ts"
import { networkOf, noSuchPasskey, noteFailure } from "../sign-in-errors.ts"
import { readResponse, verifyAuthentication } from "./passkey-ceremony.ts"
import { findPasskey, usePasskey } from "./passkey-store.ts"

/** Signs in with a passkey. The refusal is the same for an unknown one, a wrong signature and an expired challenge. */
export const signInWithPasskey = publicAction({
  input: z.object({
    response: z.string().max(16_000).describe("What the browser answered, as JSON."),
    browser: z.string(),
    userAgent: z.string(),
  }),
  output: z.object({ token: z.string(), browserProof: z.string() }),
  async run(cx, { response, browser, userAgent }) {
    const answer = readResponse<AuthenticationResponseJSON>(response)
    const passkey = await findPasskey(cx, lenientIdInput.parse(answer.id))
    if (!passkey) throw noteFailure(cx, noSuchPasskey(), { reason: "passkey" })
    const accountId = passkey.account_id
    const publicKey = new Uint8Array(Buffer.from(passkey.public_key, "base64url"))
    const credential = { id: passkey.id, publicKey, counter: passkey.counter }
    const noted = (refusal: unknown) => {
      throw refusal instanceof ServiceError ? noteFailure(cx, refusal, { reason: "passkey", accountId }) : refusal
    }
    const counter = await verifyAuthentication(cx, answer, { asker: hashSecret(browser), credential }).catch(noted)
    const replaces = cx.caller.kind === "person" ? cx.caller : undefined
    const signIn = cx.atomically(async (cx) => {
      if (!(await usePasskey(cx, passkey.id, counter))) throw noSuchPasskey()
      return beginSession(cx, { accountId, userAgent, replaces })
    })
    const token = await signIn.catch(noted)
    recordSecurityEvent(cx, "signed_in", { accountId, reason: "passkey", network: networkOf(cx.caller) })
    const { email } = await getAccount(cx, accountId)
    return { token, browserProof: browserProofOf(cx, email) }
  },
})
