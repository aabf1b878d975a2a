import { Hocuspocus } from "@hocuspocus/server"
import { keepUpdate } from "./keep-update.ts"
import { letIn, seat } from "./let-in.ts"
import { loadDoc } from "./load-doc.ts"
import type { Carried, Parts } from "./parts.ts"
import { showPresence } from "./show-presence.ts"

/** How soon after a change what may be late is brought up to date, and how late it may be while somebody goes on. */
const settleMs = { debounce: 2_000, maxDebounce: 10_000 }

/**
 * Opens the library that speaks the protocol of Yjs. It is given the hooks that it waits for, and no other: a fault in
 * one that it does not wait for (`onChange`, `onAwarenessUpdate`, `onStateless`) would end the process.
 */
export function openLibrary(parts: Parts): Hocuspocus<Carried> {
  return new Hocuspocus<Carried>({
    ...settleMs,
    onAuthenticate: (payload) => letIn(parts, payload),
    onLoadDocument: (payload) => loadDoc(parts, payload),
    // What was stored between the load and now was told to nobody here.
    afterLoadDocument: async ({ document }) => void parts.openDocs.of.get(document)?.catchUp(),
    connected: seat,
    beforeSync: (payload) => keepUpdate(parts, payload),
    beforeHandleAwareness: (payload) => showPresence(parts, payload),
    onStoreDocument: async ({ document }) => settle(parts, document.name),
  })
}

/** A fault here would keep the doc in memory for ever; what is not brought up to date now, a sweeper does. */
async function settle({ app, openDocs }: Parts, docId: string): Promise<void> {
  try {
    await openDocs.byId.get(docId)?.content.settle()
  } catch (fault) {
    app.log.warn({ docId, fault }, "What is derived from a doc could not be brought up to date yet.")
  }
}
