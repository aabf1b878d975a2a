import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from "@simplewebauthn/server"
import type { Context, Outside } from "#access/context.ts"
import { hashSecret } from "#kernel/secret.ts"
import { noSuchPasskey } from "../sign-in-errors.ts"
import { challengeMs, insertChallenge, takeChallenge } from "./passkey-store.ts"

/** EdDSA, ES256 and RS256 (https://www.iana.org/assignments/cose). Every passkey supports one of them. */
export const algorithms = [-8, -7, -257]

/** Loads the library on first use: it is large and would delay the start. */
export const library = () => import("@simplewebauthn/server")

/** The relying party of passkeys: the base host (Web Authentication Level 3, section 4, "Relying Party Identifier"). */
export function relyingParty({ addresses }: Pick<Outside, "addresses">): { id: string; origin: string } {
  const { hostname, origin } = new URL(addresses.base)
  return { id: hostname, origin }
}

/** `asker` is the account that registers a passkey, or the hash of the secret of the browser that signs in. */
export async function keepChallenge(cx: Context, challenge: string, asker: string): Promise<void> {
  const row = { hash: hashSecret(challenge), asker, expires_at: cx.now() + challengeMs }
  await cx.atomically((cx) => insertChallenge(cx, row))
}

/** Parses the JSON of a response from `navigator.credentials`. Checks its shape only. */
export function readResponse<Response extends RegistrationResponseJSON | AuthenticationResponseJSON>(
  json: string,
): Response {
  try {
    const read = JSON.parse(json) as Partial<Response> | null
    if (typeof read?.id === "string" && typeof read.response?.clientDataJSON === "string") return read as Response
  } catch {}
  throw noSuchPasskey()
}

/** Verifies the response to a registration. Returns the credential to store. */
export async function verifyRegistration(
  cx: Context,
  response: RegistrationResponseJSON,
  asker: string,
): Promise<WebAuthnCredential> {
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    supportedAlgorithmIDs: algorithms,
    ...expected(cx, asker),
  }).catch(refuse)
  if (!registrationInfo) throw noSuchPasskey()
  return registrationInfo.credential
}

/** Verifies the response to a sign-in. Returns the passkey's new signature counter. */
export async function verifyAuthentication(
  cx: Context,
  response: AuthenticationResponseJSON,
  by: { asker: string; credential: WebAuthnCredential },
): Promise<number> {
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    credential: by.credential,
    ...expected(cx, by.asker),
  }).catch(refuse)
  if (!verified) throw noSuchPasskey()
  return authenticationInfo.newCounter
}

function expected(cx: Context, asker: string) {
  const { id, origin } = relyingParty(cx)
  return {
    expectedChallenge: (challenge: string) => cx.atomically((cx) => takeChallenge(cx, hashSecret(challenge), asker)),
    expectedOrigin: origin,
    expectedRPID: id,
    // A passkey is the only factor, so finding the device must not be enough.
    requireUserVerification: true,
  }
}

function refuse(): never {
  throw noSuchPasskey()
}
