/** Shows the forms that want a passkey where the browser knows passkeys, and fills them with what it gives. */
if ("PublicKeyCredential" in window) {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-passkey]")) {
    form.hidden = false
    form.querySelector("button")?.addEventListener("click", () => ask(form))
  }
}

async function ask(form: HTMLFormElement): Promise<void> {
  for (const failure of form.querySelectorAll<HTMLElement>(":scope > div")) failure.hidden = true
  try {
    const response = form.elements.namedItem("response") as HTMLInputElement
    response.value = JSON.stringify(await askBrowser(form))
    form.requestSubmit()
  } catch (error) {
    failureOf(form, error).hidden = false
  }
}

async function askBrowser(form: HTMLFormElement): Promise<Credential | null> {
  const { options = "", passkey } = form.dataset
  const token = form.elements.namedItem("form_token") as HTMLInputElement
  const answer = await fetch(options, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({ form_token: token.value }),
  })
  if (!answer.ok) throw new Error("The service did not offer a passkey.")
  const json = await answer.json()
  return passkey === "get"
    ? navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json) })
    : navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json) })
}

/** Browsers do not tell whether there was no passkey or the person pressed Cancel: both are a NotAllowedError. */
function failureOf(form: HTMLFormElement, error: unknown): HTMLElement {
  const isHeld = error instanceof Error && error.name === "InvalidStateError"
  const failure = form.querySelector<HTMLElement>(isHeld ? "[data-held]" : ":scope > div:not([data-held])")
  if (!failure) throw error
  return failure
}
