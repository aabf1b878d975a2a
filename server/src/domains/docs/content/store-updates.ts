import type { Context, Inside } from "#access/context.ts"
import { lockWriter } from "#access/lock-writer.ts"
import { noteDoc } from "#changes/note-change.ts"
import { groupCommit } from "#kernel/group-commit.ts"
import { claimClients } from "./claim-clients.ts"
import type { OneDoc } from "./client-store.ts"
import { insertUpdates, takeNumbers } from "./content-store.ts"
import type { Writer } from "./writer.ts"

export interface Vetted {
  readonly bytes: Uint8Array
  readonly clients: readonly number[]
  readonly writer: Writer
  readonly isWhole: boolean
}

/** `refused`: the writer may not write. `foreign`: a client id belongs to another account. */
export type Outcome = { readonly seq: number } | "refused" | "foreign"

/**
 * Updates that arrive together share a transaction, since on PostgreSQL the row's lock is the queue. It locks
 * membership, role and session of each author. A refusal is a result: a throw would roll back other authors' updates.
 */
export function storeUpdates(cx: Context, target: OneDoc): (update: Vetted) => Promise<Outcome> {
  return groupCommit((take) => cx.atomically((cx) => storeGroup(cx, target, take())))
}

async function storeGroup(cx: Inside, target: OneDoc, group: readonly Vetted[]): Promise<readonly Outcome[]> {
  const outcomes = new Map<Vetted, Outcome>(group.map((update) => [update, "refused"]))
  const allowed = await ofThoseWhoMay(cx, target, group)
  const stored = await claimClients(cx, target, allowed)
  for (const update of allowed) if (!stored.includes(update)) outcomes.set(update, "foreign")
  const last = stored.length > 0 ? await takeNumbers(cx, { ...target, by: stored.length }) : undefined
  if (last !== undefined) {
    const rows = stored.map(({ bytes, writer: { accountId } }, at) => {
      return { ...target, seq: last - stored.length + 1 + at, bytes, accountId, now: cx.now() }
    })
    await insertUpdates(cx, rows)
    noteDoc(cx, target.docId, last)
    for (const [at, update] of stored.entries()) outcomes.set(update, { seq: last - stored.length + 1 + at })
  }
  return group.map((update) => outcomes.get(update) ?? "refused")
}

async function ofThoseWhoMay(cx: Inside, { workspaceId }: OneDoc, group: readonly Vetted[]): Promise<Vetted[]> {
  const writers = new Map(group.map(({ writer }) => [keyOf(writer), writer]))
  const may = new Map<string, boolean>()
  for (const [key, writer] of [...writers].sort(([one], [other]) => (one < other ? -1 : 1))) {
    may.set(key, writer.workspaceId === workspaceId && (await lockWriter(cx, writer)))
  }
  return group.filter(({ writer }) => may.get(keyOf(writer)) && !writer.hasEnded?.())
}

const keyOf = ({ accountId, sessionId, workspaceId }: Writer) => `${accountId} ${sessionId} ${workspaceId}`
