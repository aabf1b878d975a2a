import type { Inside } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { notify } from "./notify.ts"

/** The most accounts that one change notifies. A workspace has fewer members. */
const mostNamed = 1_000

interface Mentions {
  workspaceId: WorkspaceId
  docId: string
  title: string
  /** The accounts that the doc mentioned before and mentions now, with one entry for each mention. */
  before: readonly string[]
  after: readonly string[]
  authorsOf(account: string): Promise<readonly string[]>
}

/** Notifies members with new mentions, once. Accounts that mentioned only themselves are left out. */
export async function notifyMentions(cx: Inside, mentions: Mentions): Promise<void> {
  const { workspaceId, docId, title, before, after, authorsOf } = mentions
  const [was, is] = [countEach(before), countEach(after)]
  const newlyNamed = [...is].flatMap(([account, count]) => (count > (was.get(account) ?? 0) ? [account] : []))
  const named: string[] = []
  for (const account of newlyNamed.slice(0, mostNamed)) {
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
