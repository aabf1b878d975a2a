import type { AskedMail } from "./asked-mail.ts"
import type { PageForm, RefusalData } from "./page-form.ts"

export interface SignInData {
  /** Fields: `email`, `return_to`. */
  form: PageForm
  email: string
  returnTo: string
  /** `options` returns JSON for `navigator.credentials.get`; `form` takes its result in `response`, and `return_to`. */
  passkey: { options: PageForm; form: PageForm }
  refusal: RefusalData | null
}

export interface SignInCodeData {
  /** Field: `code`, with the typed value. */
  form: PageForm
  code: string
  email: string
  mail: AskedMail
  /** The path of the local mailbox of a trial installation; null elsewhere. */
  mailboxPath: string | null
  /** Mails another code. Fields: `email`, `return_to`, with these values. */
  again: PageForm & { email: string; returnTo: string }
  refusal: RefusalData | null
}

export interface SignInLinkData {
  form: PageForm
  email: string
  /** False when another browser requested the mail; the page says so. */
  isAskingBrowser: boolean
  refusal: RefusalData | null
}
