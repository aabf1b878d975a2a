import type { Needs, Page, PageContent, Visit } from "./page.ts"

/** A posted form: the visit, its fields, and functions that begin and end a session. */
export interface FormPost extends Visit {
  fields: Readonly<Record<string, string>>
  userAgent: string
  network: string
  /** Proofs of the addresses that this browser has signed in with before. */
  browserProofs: readonly string[]
  /** Sends the browser the cookies of a new session, and a proof for later visits that it signed in. */
  keepSession(begun: { token: string; browserProof: string }): void
  dropSession(): void
  /** Sends the browser the cookie of the chosen colour scheme. */
  keepTheme(theme: string | undefined): void
}

/** JSON, or the path of a redirect, so that a reload does not post again. With both, `Accept` decides. Or a page. */
export type Taken = { to: string; json?: object } | { json: object } | { shows: ShownPage }
export type ShownPage = Pick<Page, "id" | "isPrivate"> & { content: PageContent<object> }

export interface Form {
  path: string
  /** Absent: the form needs no session, and only its origin is checked. */
  needs?: Needs
  /** The path is a secret that only a mail has, and mail programs post to it from any origin. */
  isFromAnySite?: true
  /** The page that is shown again with the typed values when the form is refused. Absent: the error page is shown. */
  page?: Page["id"]
  take(post: FormPost): Promise<Taken>
}
