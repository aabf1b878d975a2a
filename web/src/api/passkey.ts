interface Asking {
  /** The address that answers what the browser is asked for. */
  options: string
  /** Shows the request to be ours. */
  formToken: string
}

/**
 * Has the browser make a passkey for this person. Browsers do not tell whether it failed or the person pressed Cancel:
 * both are a NotAllowedError. A device that holds one already is an InvalidStateError.
 */
export async function makePasskey(asking: Asking): Promise<Credential | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON((await optionsOf(asking)) as never)
  return navigator.credentials.create({ publicKey })
}

/** Has the browser sign with a passkey that it knows. Throws as `makePasskey` does. */
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
  if (!answer.ok) throw new Error("The service did not offer a passkey.")
  return answer.json()
}
