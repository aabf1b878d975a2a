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
export async function makePasskey(asking: Asking): Promise<Credential | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON((await optionsOf(asking)) as never)
  return navigator.credentials.create({ publicKey })
}

/** Signs with an existing passkey. Throws as `makePasskey` does. */
export async function signWithPasskey(asking: Asking): Promise<Credential | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON((await optionsOf(asking)) as never)
  return navigator.credentials.get({ publicKey })
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
