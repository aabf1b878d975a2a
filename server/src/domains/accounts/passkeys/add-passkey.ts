import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from "@simplewebauthn/server"
import { z } from "zod"
import { personAction } from "#access/action.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { ServiceError } from "#kernel/error.ts"
import { lenientIdInput } from "#kernel/id-input.ts"
import { nameInput } from "#kernel/name-input.ts"
import { getAccount } from "../account-store.ts"
import {
  algorithms,
  keepChallenge,
  library,
  readResponse,
  relyingParty,
  verifyRegistration,
} from "./passkey-ceremony.ts"
import { deletePasskey, insertPasskey, listPasskeysOf, updatePasskeyName } from "./passkey-store.ts"

const maxPasskeys = 20
const passkeyName = nameInput.describe("1 to 80 characters, such as `Work laptop`.")
const passkeyId = lenientIdInput.describe("The credential's id, base64url.")

/** The passkeys of the person who is signed in. */
export const listPasskeys = personAction({
  scope: "console",
  input: z.object({}),
  output: z.object({
    items: z.array(z.object({ id: z.string(), name: z.string(), createdAt: z.int(), lastUsedAt: z.int().nullable() })),
  }),
  async run(cx) {
    const passkeys = await listPasskeysOf(cx, cx.accountId)
    return {
      items: passkeys.map(({ id, name, created_at, last_used_at }) => {
        return { id, name, createdAt: created_at, lastUsedAt: last_used_at }
      }),
    }
  },
})

/** What a browser needs to make a passkey: the argument of `navigator.credentials.create`, as JSON. */
export const offerPasskey = personAction({
  scope: "console",
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

/** Keeps a passkey that a browser has just made. */
export const addPasskey = personAction({
  scope: "console",
  input: z.object({ name: passkeyName, response: z.string().max(16_000).describe("What the browser made, as JSON.") }),
  output: z.object({ id: z.string() }),
  async run(cx, { name, response }) {
    const made = await verifyRegistration(cx, readResponse<RegistrationResponseJSON>(response), cx.accountId)
    const passkey = {
      id: made.id,
      account_id: cx.accountId,
      name,
      public_key: Buffer.from(made.publicKey).toString("base64url"),
      counter: made.counter,
      transports: JSON.stringify(made.transports ?? []),
      created_at: cx.now(),
      last_used_at: null,
    }
    if (!(await cx.atomically((cx) => insertPasskey(cx, passkey)))) throw alreadyThere()
    recordSecurityEvent(cx, "passkey_added", { accountId: cx.accountId, network: cx.network })
    return { id: made.id }
  },
})

/** Gives a passkey another name. */
export const renamePasskey = personAction({
  scope: "console",
  input: z.object({ id: passkeyId, name: passkeyName }),
  output: z.object({ id: z.string() }),
  async run(cx, { id, name }) {
    const renamed = await cx.atomically((cx) => updatePasskeyName(cx, { accountId: cx.accountId, id }, name))
    if (!renamed) throw noPasskey()
    return { id }
  },
})

/** Takes a passkey away; signing in by mail always remains. */
export const removePasskey = personAction({
  scope: "console",
  input: z.object({ id: passkeyId }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    if (!(await cx.atomically((cx) => deletePasskey(cx, cx.accountId, id)))) throw noPasskey()
    recordSecurityEvent(cx, "passkey_removed", { accountId: cx.accountId, network: cx.network })
    return { id }
  },
})

const noPasskey = () => new ServiceError("not_found", "There is no such passkey.", { hint: "It may be gone already." })

const alreadyThere = () =>
  new ServiceError("conflict", "This passkey is already kept.", { hint: "Use it to sign in, or make another one." })

const tooMany = () =>
  new ServiceError("conflict", `There can be ${maxPasskeys} passkeys at the most.`, { hint: "Remove one first." })
