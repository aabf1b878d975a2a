import type { Needs, Visit } from "./page.ts"
import type { PageId } from "./page-data.ts"

/** What a form is taken with. */
export interface Post extends Visit {
  fields: Readonly<Record<string, string>>
  userAgent: string
  network: string
  /** Of addresses that this browser has signed in with before. */
  browserProofs: readonly string[]
  /** Hands the browser a session that has just begun, and proof for later that it did. */
  keepSession(begun: { token: string; browserProof: string }): void
  /** Takes the browser's session cookie away. */
  dropSession(): void
}

/**
 * What comes of a form: the path that the browser goes to (so that loading again does not post again), or JSON; with
 * both, a client that would rather have JSON gets that.
 */
export type Taken = { to: string; json?: object } | { json: object }

/** One form that a page posts. */
export interface Form {
  path: string
  /** Left out, the form needs no session and its origin is all that is checked. */
  needs?: Needs
  /** The page that a refused form is drawn on again, with what was typed; left out, the page of errors. */
  page?: PageId
  take(post: Post): Promise<Taken>
}
