import type { onLoadDocumentPayload } from "@hocuspocus/server"
import { openContent } from "#domains/docs/index.ts"
import { ServiceError } from "#kernel/error.ts"
import { AlreadyReported } from "#log/already-reported.ts"
import { openSharedDoc } from "../presence/open-doc.ts"
import { closings } from "../sockets/closings.ts"
import type { ConnectionContext, Parts } from "./parts.ts"

/** Fills the document when the first client opens it. @throws AlreadyReported */
export async function loadDoc(parts: Parts, { document }: onLoadDocumentPayload<ConnectionContext>): Promise<void> {
  const { app, openDocs, relay } = parts
  const docId = document.name
  const content = await openContent(app, docId, document).catch((fault: unknown) => {
    // Hocuspocus keeps a document whose load failed, and its timer never ends.
    document.destroy()
    endUnseated(parts, docId, fault)
    throw new AlreadyReported(String(closings.failed.code))
  })
  const doc = openSharedDoc(content, document, {
    onLate: (fault) =>
      app.log.warn({ docId, fault }, "The updates that other processes stored in a doc could not be read yet."),
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

/** Makes the clients reconnect and reload a doc whose copy in memory cannot apply a stored update. */
export function reload({ app, registry }: Parts, docId: string, fault: unknown): void {
  app.log.error({ docId, fault }, "A doc in memory could not apply a stored update and is loaded again.")
  for (const socket of registry.inDoc(docId)) socket.end(closings.restart)
}
