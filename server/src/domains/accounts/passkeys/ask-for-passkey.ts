import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server"
import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { hashSecret } from "#kernel/secret.ts"
import { keepChallenge, library, relyingParty } from "./passkey-ceremony.ts"

/** Returns the argument of `navigator.credentials.get` for signing in with a passkey, as JSON. */
export const askForPasskey = publicAction({
  input: z.object({ browser: z.string().describe("The secret in this browser's cookie.") }),
  output: z.object({ options: z.custom<PublicKeyCredentialRequestOptionsJSON>() }),
  async run(cx, { browser }) {
    const { generateAuthenticationOptions } = await library()
    // The options contain no list of passkeys: the browser knows its own, and the list would reveal who has passkeys.
    const options = await generateAuthenticationOptions({ rpID: relyingParty(cx).id, userVerification: "required" })
    await keepChallenge(cx, options.challenge, hashSecret(browser))
    return { options }
  },
})
