import type { Inside } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { notify } from "./notify.ts"

/** More than so many are not told at a time; a workspace has fewer members. */
const mostNamed = 1_000

interface Mentions {
  workspaceId: WorkspaceId
  docId: string
  title: string
  /** The accounts that the doc named, and names now: each as often as it is named. */
  before: readonly string[]
  after: readonly string[]
  /** Who wrote the new mentions of an account, as far as that is known. */
  authorsOf(account: string): Promise<readonly string[]>
}

/**
 * Tells the members whom a doc names anew, each once for all that they are named at a time. Who named only themselves
 * is told nothing, and accounts that are not members are not either.
 */
export async function notifyMentions(cx: Inside, mentions: Mentions): Promise<void> {
  const { workspaceId, docId, title, before, after, authorsOf } = mentions
  const [was, is] = [countEach(before), countEach(after)]
  const anew = [...is].flatMap(([account, count]) => (count > (was.get(account) ?? 0) ? [account] : []))
  const named: string[] = []
  for (const account of anew.slice(0, mostNamed)) {
    const authors = await authorsOf(account)
    if (authors.length !== 1 || authors[0] !== account) named.push(account)
  }
  if (named.length === 0) return
  await notify(cx, { workspaceId, what: "mentioned", words: [title], thing: docId, about: docId, named, by: [] })
}

function countEach(accounts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const account of accounts) counts.set(account, (counts.get(account) ?? 0) + 1)
  return counts
}
