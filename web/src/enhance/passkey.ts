import { signWithPasskey } from "../api/passkey.ts"

/** Shows passkey forms if the browser supports passkeys, and submits them with its response. */
if ("PublicKeyCredential" in window) {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-passkey]")) {
    form.hidden = false
    form.querySelector("button")?.addEventListener("click", () => ask(form))
  }
}

async function ask(form: HTMLFormElement): Promise<void> {
  const failure = form.querySelector<HTMLElement>(":scope > div")
  const token = form.elements.namedItem("form_token") as HTMLInputElement
  const response = form.elements.namedItem("response") as HTMLInputElement
  if (failure) failure.hidden = true
  try {
    const given = await signWithPasskey({ options: form.dataset.passkey ?? "", formToken: token.value })
    response.value = JSON.stringify(given)
    form.requestSubmit()
  } catch (error) {
    if (!failure) throw error
    failure.hidden = false
  }
}
