import { Hocuspocus } from "@hocuspocus/server"
import { keepUpdate } from "./keep-update.ts"
import { letIn, seat } from "./let-in.ts"
import { loadDoc } from "./load-doc.ts"
import type { ConnectionContext, Parts } from "./parts.ts"
import { showPresence } from "./show-presence.ts"

/** How long the refresh of derived data is debounced, and its longest delay while edits continue. */
const settleMs = { debounce: 2_000, maxDebounce: 10_000 }

/** A fault in a hook that is not awaited (`onChange`, `onAwarenessUpdate`, `onStateless`) would end the process. */
export function openLibrary(parts: Parts): Hocuspocus<ConnectionContext> {
  return new Hocuspocus<ConnectionContext>({
    ...settleMs,
    onAuthenticate: (payload) => letIn(parts, payload),
    onLoadDocument: (payload) => loadDoc(parts, payload),
    // Updates stored while loading were not broadcast here.
    afterLoadDocument: async ({ document }) => void parts.openDocs.of.get(document)?.catchUp(),
    connected: seat,
    beforeSync: (payload) => keepUpdate(parts, payload),
    beforeHandleAwareness: (payload) => showPresence(parts, payload),
    onStoreDocument: async ({ document }) => settle(parts, document.name),
  })
}

/** Never rejects: a fault would keep the doc in memory forever. A sweeper refreshes what this misses. */
async function settle({ app, openDocs }: Parts, docId: string): Promise<void> {
  try {
    await openDocs.byId.get(docId)?.content.settle()
  } catch (fault) {
    app.log.warn({ docId, fault }, "The data derived from a doc could not be refreshed yet.")
  }
}
