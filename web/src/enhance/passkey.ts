import { signWithPasskey, suggestPasskeys } from "../api/passkey.ts"

/** Shows passkey forms if the browser supports passkeys, and submits them with its response. */
if ("PublicKeyCredential" in window)
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-passkey]")) show(form)

function show(form: HTMLFormElement): void {
  const suggestion = new AbortController()
  form.hidden = false
  form.querySelector("button")?.addEventListener("click", () => {
    suggestion.abort() // a browser runs one request at a time
    ask(form)
  })
  // A suggestion that cannot be made leaves the button and the email field.
  if (document.querySelector("input[autocomplete~=webauthn]"))
    suggestPasskeys(askingOf(form), suggestion.signal)
      .then((given) => given && send(form, given))
      .catch(() => {})
}

function fieldOf(form: HTMLFormElement, name: string): HTMLInputElement {
  return form.elements.namedItem(name) as HTMLInputElement
}

function askingOf(form: HTMLFormElement) {
  return { options: form.dataset.passkey ?? "", formToken: fieldOf(form, "form_token").value }
}

function send(form: HTMLFormElement, given: unknown): void {
  fieldOf(form, "response").value = JSON.stringify(given)
  form.requestSubmit()
}

async function ask(form: HTMLFormElement): Promise<void> {
  const failure = form.querySelector<HTMLElement>(":scope > div")
  if (failure) failure.hidden = true
  try {
    send(form, await signWithPasskey(askingOf(form)))
  } catch (error) {
    if (!failure) throw error
    failure.hidden = false
  }
}
