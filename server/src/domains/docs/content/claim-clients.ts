import type { Inside } from "#access/context.ts"
import { findOwners, insertOwners, listSetAsideAuthors } from "./client-store.ts"

/** What is written as some clients, by whom. */
interface Claiming {
  readonly clients: readonly number[]
  readonly writer: { readonly accountId: string }
  /** Whether a browser brings all that the service lacks, and not what was typed just now. */
  readonly isWhole: boolean
}

/**
 * Gives client ids of a doc to the first accounts that write with them. What claims somebody else's gets none, unless
 * an update of theirs was set aside: who has it brings it back.
 *
 * @returns those of `updates` whose clients are all their writer's.
 */
export async function claimClients<Update extends Claiming>(
  cx: Inside,
  docId: string,
  updates: readonly Update[],
): Promise<Update[]> {
  const owners = await findOwners(cx, docId, [...new Set(updates.flatMap(({ clients }) => clients))])
  const areForeign = updates.some((update) => update.isWhole && !isAllOwn(update, (id) => owners.get(id)))
  const lost = areForeign ? await listSetAsideAuthors(cx, docId) : undefined
  const claimed = new Map<number, string>()
  const fitting = updates.filter((update) => {
    const areOwn = isAllOwn(update, (id) => owners.get(id) ?? claimed.get(id), lost)
    if (areOwn) for (const id of update.clients) if (!owners.has(id)) claimed.set(id, update.writer.accountId)
    return areOwn
  })
  if (claimed.size === 0) return fitting
  await insertOwners(cx, docId, claimed)
  const kept = await findOwners(cx, docId, [...claimed.keys()]) // another process may have been first
  return fitting.filter((update) => isAllOwn(update, (id) => kept.get(id), lost))
}

/** Whether no client of an update is another account's, or one's of whom something is lost. */
function isAllOwn(
  { clients, writer, isWhole }: Claiming,
  ownerOf: (id: number) => string | undefined,
  lost?: ReadonlySet<string>,
): boolean {
  return clients.every((id) => {
    const owner = ownerOf(id) ?? writer.accountId
    return owner === writer.accountId || (isWhole && lost?.has(owner))
  })
}
