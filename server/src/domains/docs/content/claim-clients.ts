import type { Inside } from "#access/context.ts"
import { findOwners, insertOwners } from "./client-store.ts"

/** What is written as some clients, by whom. */
interface Claiming {
  readonly clients: readonly number[]
  readonly writer: { readonly accountId: string }
}

/**
 * Gives client ids of a doc to the first accounts that write with them. What claims somebody else's gets none.
 *
 * @returns those of `updates` whose clients are all their writer's.
 */
export async function claimClients<Update extends Claiming>(
  cx: Inside,
  docId: string,
  updates: readonly Update[],
): Promise<Update[]> {
  const owners = await findOwners(cx, docId, [...new Set(updates.flatMap(({ clients }) => clients))])
  const claimed = new Map<number, string>()
  const fitting = updates.filter((update) => {
    const areOwn = isAllOwn(update, (id) => owners.get(id) ?? claimed.get(id))
    if (areOwn) for (const id of update.clients) if (!owners.has(id)) claimed.set(id, update.writer.accountId)
    return areOwn
  })
  if (claimed.size === 0) return fitting
  await insertOwners(cx, docId, claimed)
  const kept = await findOwners(cx, docId, [...claimed.keys()]) // another process may have been first
  return fitting.filter((update) => isAllOwn(update, (id) => kept.get(id)))
}

/** Whether no client of an update is another account's. */
const isAllOwn = ({ clients, writer }: Claiming, ownerOf: (id: number) => string | undefined) =>
  clients.every((id) => (ownerOf(id) ?? writer.accountId) === writer.accountId)
