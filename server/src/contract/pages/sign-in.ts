import type { PageForm, RefusalData } from "./page-form.ts"

export interface SignInData {
  /** Fields: `email`, `return_to`. */
  form: PageForm
  email: string
  returnTo: string
  /** `options` answers JSON for `navigator.credentials.get`; `form` takes what it gives, as JSON in `response`, and `return_to`. */
  passkey: { options: PageForm; form: PageForm }
  refusal: RefusalData | null
}

export interface SignInCodeData {
  /** Field: `code`, with what was typed before. */
  form: PageForm
  code: string
  email: string
  /** Where the mail can be read on an installation for trying out; null where there is no such place. */
  mailboxPath: string | null
  /** Mails another code. Fields: `email`, `return_to`, with these values. */
  again: PageForm & { email: string; returnTo: string }
  refusal: RefusalData | null
}

export interface SignInLinkData {
  form: PageForm
  email: string
  /** False when the mail was asked for in another browser: then the page says so. */
  isAskingBrowser: boolean
  refusal: RefusalData | null
}
