import { afterCommit } from "#storage/after-commit.ts"
import type { Inside } from "./context.ts"

/** Calls `tell` once the present transaction has committed, and never if it does not. */
export function onceCommitted(cx: Inside, tell: () => void): void {
  afterCommit(cx.db, tell)
}
