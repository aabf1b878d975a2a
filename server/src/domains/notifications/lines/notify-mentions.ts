import type { Inside } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { notify } from "./notify.ts"

interface Mentions {
  workspaceId: WorkspaceId
  docId: string
  title: string
  /** Who wrote in the doc since `before`; an account alone among them is not told of its own mention. */
  writers: readonly string[]
  /** The accounts that the doc named, and names now: each as often as it is named. */
  before: readonly string[]
  after: readonly string[]
}

/**
 * Tells the members whom a doc names anew, each once for all that they are named at a time. Accounts that are not
 * members are told nothing.
 */
export async function notifyMentions(cx: Inside, mentions: Mentions): Promise<void> {
  const { workspaceId, docId, title, writers, before, after } = mentions
  const countOf = (accounts: readonly string[], one: string) => accounts.filter((account) => account === one).length
  const named = [...new Set(after)].filter((account) => countOf(after, account) > countOf(before, account))
  if (named.length === 0) return
  const by = writers.length === 1 ? writers : []
  await notify(cx, { workspaceId, what: "mentioned", words: [title], thing: docId, about: docId, named, by })
}
