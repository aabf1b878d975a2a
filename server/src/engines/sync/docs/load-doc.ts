import type { onLoadDocumentPayload } from "@hocuspocus/server"
import { openContent } from "#domains/docs/index.ts"
import { ServiceError } from "#kernel/error.ts"
import { AlreadyReported } from "#log/already-reported.ts"
import { openDoc } from "../presence/open-doc.ts"
import { closings } from "../sockets/closings.ts"
import type { Carried, Parts } from "./parts.ts"

/**
 * Fills the library's doc with what is stored, when the first opens it.
 *
 * @throws AlreadyReported
 */
export async function loadDoc(parts: Parts, { document }: onLoadDocumentPayload<Carried>): Promise<void> {
  const { app, openDocs, relay } = parts
  const docId = document.name
  const content = await openContent(app, docId, document).catch((fault: unknown) => {
    // The library keeps a doc that was not loaded, and with it a timer that never ends.
    document.destroy()
    endUnseated(parts, docId, fault)
    throw new AlreadyReported(String(closings.failed.code))
  })
  const doc = openDoc(content, document, {
    onLate: (fault) => app.log.warn({ docId, fault }, "What other processes stored in a doc could not be read yet."),
    onBroken: (fault) => reload(parts, docId, fault),
  })
  openDocs.byId.set(docId, doc)
  openDocs.of.set(document, doc)
  relay.follow(doc)
  document.on("destroy", () => {
    if (openDocs.byId.get(docId) === doc) openDocs.byId.delete(docId)
    const closed: Promise<void> = content.close().finally(() => openDocs.closing.delete(closed))
    openDocs.closing.add(closed)
  })
}

/** Ends the sockets of those who wait for a doc that could not be loaded. */
function endUnseated({ app, registry }: Parts, docId: string, fault: unknown): void {
  const isGone = fault instanceof ServiceError && fault.code === "not_found"
  if (!isGone) app.log.error({ docId, fault }, "A doc could not be opened.")
  setImmediate(() => {
    for (const socket of registry.inDoc(docId)) {
      if (socket.seats.get(docId)?.connection) continue
      socket.end(isGone ? closings.noSuchDoc : closings.failed)
    }
  })
}

/** Has everybody connect again, so that a doc is loaded anew: what is in memory cannot take what is stored. */
export function reload({ app, registry }: Parts, docId: string, fault: unknown): void {
  app.log.error({ docId, fault }, "A doc in memory could not take what is stored, and is loaded anew.")
  for (const socket of registry.inDoc(docId)) socket.end(closings.restart)
}
