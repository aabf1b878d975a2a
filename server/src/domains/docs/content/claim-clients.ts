import type { Inside } from "#access/context.ts"
import { findOwners, insertOwners, listSetAsideAuthors, type OneDoc } from "./client-store.ts"

interface Claiming {
  readonly clients: readonly number[]
  readonly writer: { readonly accountId: string }
  /** True where a browser sends everything that the service lacks, false for fresh typing. */
  readonly isWhole: boolean
}

/**
 * Assigns client ids to the first accounts that write with them. Returns the updates whose ids all belong to their
 * writer. An account may send back another account's ids only where an update of that account was set aside.
 */
export async function claimClients<Update extends Claiming>(
  cx: Inside,
  target: OneDoc,
  updates: readonly Update[],
): Promise<Update[]> {
  const owners = await findOwners(cx, target, [...new Set(updates.flatMap(({ clients }) => clients))])
  const areForeign = updates.some((update) => update.isWhole && !isAllOwn(update, (id) => owners.get(id)))
  const lost = areForeign ? await listSetAsideAuthors(cx, target) : undefined
  const claimed = new Map<number, string>()
  const fitting = updates.filter((update) => {
    const areOwn = isAllOwn(update, (id) => owners.get(id) ?? claimed.get(id), lost)
    if (areOwn) for (const id of update.clients) if (!owners.has(id)) claimed.set(id, update.writer.accountId)
    return areOwn
  })
  if (claimed.size === 0) return fitting
  await insertOwners(cx, target, claimed)
  const stored = await findOwners(cx, target, [...claimed.keys()]) // another process may have claimed them first
  return fitting.filter((update) => isAllOwn(update, (id) => stored.get(id), lost))
}

/** Whether each client id belongs to the writer, or, for whole states, to an account with a lost update. */
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
