import type { Needs, Page, Visit } from "./page.ts"

/** A form that was posted: the visit, its fields, and the means to begin and end a session. */
export interface Post extends Visit {
  fields: Readonly<Record<string, string>>
  userAgent: string
  network: string
  /** Proofs of the addresses that this browser has signed in with before. */
  browserProofs: readonly string[]
  /** Hands the browser a session that has just begun, and proof for later that it did. */
  keepSession(begun: { token: string; browserProof: string }): void
  /** Takes the browser's session cookie away. */
  dropSession(): void
}

/**
 * The answer to a form: the path that the browser is sent to, so that loading again does not post again, or JSON. With
 * both, a client that prefers JSON gets it.
 */
export type Taken = { to: string; json?: object } | { json: object }

/** One form that a page posts. */
export interface Form {
  path: string
  /** Left out, the form needs no session, and only its origin is checked. */
  needs?: Needs
  /**
   * The page that is shown again when the form is refused, with what was typed. Left out, the page of errors is shown.
   */
  page?: Page["id"]
  take(post: Post): Promise<Taken>
}
