import { keepBusy } from "../kit/busy.ts"

interface Asking {
  /** The URL that returns the request options. */
  options: string
  /** The CSRF token. */
  formToken: string
}

/**
 * Creates a passkey. Browsers throw a NotAllowedError both for a failure and for Cancel, and an InvalidStateError if
 * the device already has a passkey.
 */
export function makePasskey(asking: Asking): Promise<Credential | null> {
  return withOptions(asking, (options) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
    return navigator.credentials.create({ publicKey })
  })
}

/** Signs with an existing passkey. Throws as `makePasskey` does. */
export function signWithPasskey(asking: Asking): Promise<Credential | null> {
  return withOptions(asking, (options) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    return navigator.credentials.get({ publicKey })
  })
}

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
