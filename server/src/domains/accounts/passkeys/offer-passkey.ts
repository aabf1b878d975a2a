import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server"
import { z } from "zod"
import { personAction } from "#access/action.ts"
import { conflict } from "#kernel/error.ts"
import { getAccount } from "../account-store.ts"
import { algorithms, keepChallenge, library, relyingParty } from "./passkey-ceremony.ts"
import { listPasskeysOf } from "./passkey-store.ts"

const maxPasskeys = 20

/** Returns the argument of `navigator.credentials.create` for making a passkey, as JSON. */
export const offerPasskey = personAction("console", {
  input: z.object({}),
  output: z.object({ options: z.custom<PublicKeyCredentialCreationOptionsJSON>() }),
  async run(cx) {
    const { generateRegistrationOptions } = await library()
    const { email, name } = await getAccount(cx, cx.accountId)
    const known = await listPasskeysOf(cx, cx.accountId)
    if (known.length >= maxPasskeys) throw tooMany()
    const options = await generateRegistrationOptions({
      rpName: cx.brandName,
      rpID: relyingParty(cx).id,
      userName: email,
      userDisplayName: name ?? email,
      userID: new Uint8Array(Buffer.from(cx.accountId)),
      excludeCredentials: known.map(({ id }) => ({ id })),
      supportedAlgorithmIDs: algorithms,
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    })
    await keepChallenge(cx, options.challenge, cx.accountId)
    return { options }
  },
})

const tooMany = () => conflict(`You can have at most ${maxPasskeys} passkeys.`, "Remove one first.")
