import { keepBusy } from "../kit/loading/busy.ts"

interface Asking {
  /** The URL that returns the request options. */
  options: string
  /** The CSRF token. */
  formToken: string
}

/**
 * Creates a passkey; returns it as the service reads it. Browsers throw a NotAllowedError both for a failure and for
 * Cancel, and an InvalidStateError if the device already has a passkey.
 */
export function makePasskey(asking: Asking): Promise<unknown> {
  return withOptions(asking, async (options) => {
    if (!readsJson()) return (await decoder()).startRegistration({ optionsJSON: options })
    return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
  })
}

/** Signs with an existing passkey. Returns and throws as `makePasskey` does. */
export function signWithPasskey(asking: Asking): Promise<unknown> {
  return withOptions(asking, async (options) => {
    if (!readsJson()) return (await decoder()).startAuthentication({ optionsJSON: options })
    return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
  })
}

/**
 * Offers passkeys among the suggestions of a field with `autocomplete="webauthn"`, until a person chooses one, or
 * `signal` ends the offer. Null in a browser that makes no such offer.
 */
export async function suggestPasskeys(asking: Asking, signal: AbortSignal): Promise<unknown> {
  if (!readsJson() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return null
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON((await optionsOf(asking)) as never)
  return navigator.credentials.get({ publicKey, mediation: "conditional", signal })
}

/** Safari before 18.4, Chrome before 129 and Firefox before 119 read no options from JSON. */
const readsJson = () => "parseCreationOptionsFromJSON" in PublicKeyCredential
const decoder = () => import("@simplewebauthn/browser")

/** Requests the options and uses them. The page is busy until the browser's dialog is closed. */
async function withOptions<Used>(asking: Asking, use: (options: never) => Promise<Used>): Promise<Used> {
  const end = keepBusy("writes")
  try {
    return await use((await optionsOf(asking)) as never)
  } finally {
    end()
  }
}

async function optionsOf({ options, formToken }: Asking): Promise<unknown> {
  const answer = await fetch(options, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({ form_token: formToken }),
  })
  if (!answer.ok) throw new Error("The service did not return passkey options.")
  return answer.json()
}
