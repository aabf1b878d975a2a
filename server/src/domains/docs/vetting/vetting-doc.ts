import * as Y from "yjs"
import { HostileUpdate } from "../hostile-update.ts"
import { checkIntegrated } from "./check-integrated.ts"
import { maxPendingBytes } from "./limits.ts"
import type { Struct } from "./read-update.ts"

/** The clients with new parts in an update. */
export function newClientsOf(doc: Y.Doc, structs: readonly Struct[]): number[] {
  const clients = new Set<number>()
  for (const struct of structs) {
    if (struct instanceof Y.Skip) continue
    const { id, length } = struct
    if (id.clock + length > Y.getState(doc.store, id.client)) clients.add(id.client)
  }
  return [...clients]
}

/**
 * Returns the part to store, or undefined when nothing is new. After a throw the doc must be rebuilt.
 * @throws HostileUpdate
 */
export function tryUpdate(doc: Y.Doc, update: Uint8Array): Uint8Array | undefined {
  const waited = pendingOf(doc)
  const { emitted, transactions } = apply(doc, update)
  const waits = pendingOf(doc)
  if (waits.bytes > maxPendingBytes) throw new HostileUpdate("The update depends on updates that are missing.")
  for (const transaction of transactions) checkIntegrated(transaction)
  if (waited.bytes === 0 && waits.bytes === 0) return merged(emitted)
  // The doc's own update events do not contain pending parts.
  const isKnown = emitted.length === 0 && waited.structs === waits.structs && waited.deletes === waits.deletes
  return isKnown ? undefined : update
}

interface Seen {
  readonly emitted: Uint8Array[]
  readonly transactions: Y.Transaction[]
}

/** Applies an update. Yjs may remove redundant formats in a second transaction. */
function apply(doc: Y.Doc, update: Uint8Array): Seen {
  const seen: Seen = { emitted: [], transactions: [] }
  const onUpdate = (bytes: Uint8Array) => seen.emitted.push(bytes)
  const onTransaction = (transaction: Y.Transaction) => seen.transactions.push(transaction)
  doc.on("update", onUpdate)
  doc.on("afterTransaction", onTransaction)
  try {
    Y.applyUpdate(doc, update)
    return seen
  } catch (cause) {
    throw new HostileUpdate("The update cannot be applied.", { cause })
  } finally {
    doc.off("update", onUpdate)
    doc.off("afterTransaction", onTransaction)
  }
}

const merged = (updates: readonly Uint8Array[]) => (updates.length > 1 ? Y.mergeUpdates([...updates]) : updates[0])

function pendingOf({ store }: Y.Doc) {
  const structs = store.pendingStructs?.update
  const deletes = store.pendingDs ?? undefined
  return { structs, deletes, bytes: (structs?.byteLength ?? 0) + (deletes?.byteLength ?? 0) }
}
