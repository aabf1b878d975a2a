import * as Y from "yjs"
import type { Context } from "#access/context.ts"
import { type App, systemContext } from "#access/perform.ts"
import { isTree } from "../conversion/index.ts"
import type { Loaded } from "../digest/index.ts"
import { derive } from "../digest/index.ts"
import { noSuchDoc } from "../doc-shape.ts"
import { HostileUpdate } from "../hostile-update.ts"
import { isNewer, newerDoc } from "../newer-doc.ts"
import {
  isBearable,
  isHeavy,
  newClientsOf,
  newDoc,
  type ReadUpdate,
  readUpdate,
  type Struct,
} from "../vetting/index.ts"
import { claimClients } from "./claim-clients.ts"
import type { OneDoc } from "./client-store.ts"
import { Clients } from "./clients.ts"
import { compactDoc } from "./compact-doc.ts"
import { findContentHead } from "./content-store.ts"
import { beginContent } from "./first-state.ts"
import { asideBytes, rowsToCompact, serverClient, settlePauseMs } from "./limits.ts"
import { loadContent, readStored } from "./load-content.ts"
import { ReadProgress } from "./progress.ts"
import { adds, lookForRoom } from "./room.ts"
import { settleDoc } from "./settle-doc.ts"
import { Shadow } from "./shadow.ts"
import { storeUpdates } from "./store-updates.ts"
import type { Writer } from "./writer.ts"

export interface Content {
  /** A doc with the stored content. The caller owns it. */
  readonly doc: Y.Doc
  /**
   * Vets an update and stores it; resolves after the commit. `isWhole`: a client answers the server's state. `known`:
   * it adds nothing. `full`: it adds content and no storage is left. @throws HostileUpdate
   */
  write(update: Uint8Array, writer: Writer, isWhole: boolean): Promise<"stored" | "known" | "refused" | "full">
  /** Claims the client id of a browser's cursor for its writer. Returns whether it belongs to the writer. */
  claim(client: number, writer: Pick<Writer, "accountId">): Promise<boolean>
  /** Reads updates that other processes stored, for the caller to apply; none where `upTo` is known already. */
  readNew(upTo?: number): Promise<readonly Uint8Array[]>
  /** Updates the derived data: JSON, words and last writer. Compacts a long log. */
  settle(): Promise<void>
  /** Settles for the last time and compacts the doc. Never rejects. */
  close(): Promise<void>
}

export async function openContent(app: App, docId: string, doc: Y.Doc = newDoc()): Promise<Content> {
  const cx = systemContext(app)
  const head = await findContentHead(cx, docId)
  if (!head || head.deleted_at !== null) throw noSuchDoc()
  if (isNewer(head)) throw newerDoc()
  const target = { docId, workspaceId: head.workspace_id }
  const loaded = await loadBegun(cx, target)
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(loaded.doc))
  const [shadow, progress, clients] = [new Shadow(cx, target, loaded), new ReadProgress(loaded), new Clients(cx)]
  const parts = { cx, target, shadow, progress, clients, pace: { settledAt: Number.NEGATIVE_INFINITY } }
  return {
    doc,
    write: writerOf(parts),
    claim: (client, writer) => claimClient(parts, client, writer),
    readNew: (upTo) => readNew(parts, upTo),
    settle: () => settle(parts),
    close: () => close(parts),
  }
}

async function loadBegun(cx: Context, target: OneDoc): Promise<Loaded> {
  const loaded = await loadContent(cx, target)
  if (loaded.hasBegun && !isTree(loaded.doc)) return loaded
  await beginContent(cx, target)
  return loadContent(cx, target)
}

interface Parts {
  readonly cx: Context
  readonly target: OneDoc
  readonly shadow: Shadow
  readonly progress: ReadProgress
  readonly clients: Clients
  readonly pace: { settledAt: number }
}

function writerOf(parts: Parts): Content["write"] {
  const storing = { ...parts, store: storeUpdates(parts.cx, parts.target) }
  const hasRoom = lookForRoom(parts.cx, parts.target)
  return async (update, writer, isWhole) => {
    const read = readUpdate(update)
    if (adds(read) && !(await hasRoom())) return "full"
    await refuseUnbearable(parts.shadow, { update, read, writer })
    const coming = { update, structs: read.structs, writer, isWhole }
    const outcome = await tryAndStore(storing, coming)
    if (outcome !== "foreign") return outcome
    // A browser that was connected to another process may send rows stored there, which the first try has read by now.
    const second = await tryAndStore(storing, coming)
    if (second === "foreign") throw new HostileUpdate("The update is written in another account's name.")
    return second
  }
}

async function refuseUnbearable(
  shadow: Shadow,
  { update, read, writer }: { update: Uint8Array; read: ReadUpdate; writer: Writer },
): Promise<void> {
  if (!isHeavy(shadow.doc, read) || (await isBearable(writer.accountId, () => shadow.doc, update))) return
  throw new HostileUpdate("The update takes too much work to apply.", { isTooBig: true })
}

interface Coming {
  readonly update: Uint8Array
  readonly structs: readonly Struct[]
  readonly writer: Writer
  readonly isWhole: boolean
}

async function tryAndStore(
  { shadow, progress, clients, store }: Parts & { store: ReturnType<typeof storeUpdates> },
  { update, structs, writer, isWhole }: Coming,
): Promise<"stored" | "known" | "refused" | "foreign"> {
  for (;;) {
    await shadow.ready()
    const claimed = clients.toClaim(newClientsOf(shadow.doc, structs), writer, isWhole)
    const bytes = shadow.try(update)
    if (bytes) {
      const outcome = await shadow.during(
        bytes,
        () => store({ bytes, clients: claimed, writer, isWhole }),
        (outcome) => typeof outcome === "object",
      )
      if (typeof outcome === "string") return outcome
      if (!isWhole) clients.keep(claimed, writer) // a whole state may contain other accounts' ids
      progress.keep(outcome.seq)
      return "stored"
    }
    if (await shadow.isStored()) return "known"
  }
}

async function claimClient({ cx, target, clients }: Parts, client: number, writer: Pick<Writer, "accountId">) {
  if (client === serverClient) return false
  if (clients.toClaim([client], writer, false).length === 0) return true
  const claiming = { clients: [client], writer, isWhole: false }
  const [claimed] = await cx.atomically((cx) => claimClients(cx, target, [claiming]))
  if (claimed) clients.keep([client], writer)
  return claimed !== undefined
}

async function readNew({ cx, target, shadow, progress }: Parts, upTo?: number): Promise<readonly Uint8Array[]> {
  if (upTo !== undefined && upTo <= progress.seq) return []
  const stored = await readStored(cx, target, progress.seq)
  await shadow.ready()
  return shadow.absorb(progress.take(stored))
}

async function settle(parts: Parts): Promise<void> {
  const { cx, target, progress } = parts
  // The process that stored the newest update derives from it. If that process dies, a sweeper does.
  if (progress.endsWithOwn) await deriveAgain(parts)
  if (progress.rows < rowsToCompact) return
  progress.rows = 0
  await compactDoc(cx, target.docId)
}

async function deriveAgain({ cx, target: { docId }, shadow, progress, pace }: Parts): Promise<void> {
  if (shadow.bytes < asideBytes) {
    await settleDoc(cx, docId, () => (shadow.holdsWhatIsStored ? derive(shadow.doc, progress.seq) : undefined))
  } else if (cx.now() - pace.settledAt >= settlePauseMs(shadow.bytes)) {
    pace.settledAt = cx.now()
    await settleDoc(cx, docId)
  }
}

async function close({ cx, target: { docId } }: Parts): Promise<void> {
  try {
    await compactDoc(cx, docId)
  } catch (fault) {
    cx.log.warn({ docId, error: String(fault) }, "A doc was closed and could not be settled; a sweeper does it.")
  }
}
