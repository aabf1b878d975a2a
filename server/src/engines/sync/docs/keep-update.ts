import type { beforeSyncPayload, Document } from "@hocuspocus/server"
import * as Y from "yjs"
import { HostileUpdate } from "#domains/docs/index.ts"
import { AlreadyReported } from "#log/already-reported.ts"
import { type Closing, closings } from "../sockets/closings.ts"
import { isIn, judge } from "../sockets/judge.ts"
import { reload } from "./load-doc.ts"
import type { ConnectionContext, Parts, WriteOutcome } from "./parts.ts"

/** Message types of the Yjs sync protocol: a state vector, and everything that the other side lacks. */
const step = { asks: 0, whole: 1 } as const

/**
 * Stores an update before Hocuspocus applies, broadcasts and acknowledges it. Otherwise the socket ends, and the client
 * reconnects and sends it again or learns that it may not. @throws AlreadyReported
 */
export async function keepUpdate(parts: Parts, sync: beforeSyncPayload<ConnectionContext>): Promise<void> {
  const { type, payload, connection, context, document } = sync
  if (type === step.asks || connection.readOnly) return // Hocuspocus tells a viewer that nothing was stored
  const { socket, member } = context
  const doc = parts.openDocs.of.get(document)
  if (socket.isEnding || !member || !doc) throw new AlreadyReported()
  const startedAt = performance.now()
  const { accountId, workspaceId } = member
  const writer = { accountId, workspaceId, sessionId: socket.caller.sessionId, hasEnded: () => socket.isEnding }
  const [outcome, fault] = await doc.content.write(payload, writer, type === step.whole).then(
    (outcome): Written => [outcome],
    (fault: unknown): Written => [fault instanceof HostileUpdate ? "hostile" : "failed", fault],
  )
  parts.onWrite(outcome, (performance.now() - startedAt) / 1_000)
  if (outcome !== "stored" && outcome !== "known") {
    socket.end(await closingFor(parts, sync, [outcome, fault]))
    throw new AlreadyReported()
  }
  show(parts, document, sync)
}

type Written = readonly [outcome: WriteOutcome, fault?: unknown]

/** Applies the update here, because Hocuspocus would acknowledge an update that it cannot apply. */
function show(parts: Parts, document: Document, { payload, connection }: beforeSyncPayload<ConnectionContext>): void {
  try {
    Y.applyUpdate(document, payload, { source: "connection", connection })
  } catch (fault) {
    reload(parts, document.name, fault)
    throw new AlreadyReported()
  }
}

async function closingFor(
  { app }: Parts,
  { context: { socket }, documentName }: beforeSyncPayload<ConnectionContext>,
  [outcome, fault]: Written,
): Promise<Closing> {
  const { caller } = socket
  if (outcome === "refused") {
    const found = await judge(app, caller, documentName).catch(() => closings.noAccess)
    return isIn(found) ? closings.otherRole : found
  }
  if (outcome === "full") return closings.noRoom
  const about = { docId: documentName, accountId: caller.accountId, fault }
  if (outcome === "hostile") {
    app.log.warn(about, "An update of a doc was refused.")
    return fault instanceof HostileUpdate && fault.isTooBig ? closings.tooBig : closings.hostile
  }
  app.log.error(about, "An update of a doc could not be stored.")
  return closings.failed
}
