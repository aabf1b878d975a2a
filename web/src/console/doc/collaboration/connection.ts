import { HocuspocusProvider, HocuspocusProviderWebsocket } from "@hocuspocus/provider"
import type { Doc } from "yjs"
import { schemaNumber } from "../../../../../server/src/domains/docs/doc-format.ts"

interface Options {
  doc: Doc
  docId: string
  workspaceSlug: string
  /** Told whenever something of what `connect` answers has changed. */
  onChange(): void
  /** The service ended the connection; it is not made again by itself when this answers false. */
  onClose(code: number): boolean
}

/** The connection of a doc to the service: what is written goes out, and what others write comes in. */
export interface Connection {
  readonly provider: HocuspocusProvider
  /** Whether the service answers now. */
  isOnline(): boolean
  /** Whether the service has told all that it has, since the connection was made. */
  isSynced(): boolean
  /** Whether all that was written here is stored by the service. */
  isSaved(): boolean
  /** Whether the service takes what is written here; undefined until it has said. */
  mayWrite(): boolean | undefined
  connect(): void
  close(): void
}

/** What is written in so many milliseconds goes out together: the service takes sixty messages in a second. */
const flushDelay = 40

/** Connects a doc to the service, again and again while it is away. */
export function connect({ doc, docId, workspaceSlug, onChange, onClose }: Options): Connection {
  const url = new URL(`/console/docs-socket?${new URLSearchParams({ workspace: workspaceSlug })}`, location.href)
  url.protocol = url.protocol.replace("http", "ws")
  const socket: HocuspocusProviderWebsocket = new HocuspocusProviderWebsocket({
    url: url.href,
    autoConnect: false,
    // From half a second to a quarter of a minute between tries, the first at once.
    ...{ delay: 500, minDelay: 250, maxDelay: 15_000 },
    // Heard before the library decides whether it connects again.
    onClose: ({ event }) => {
      if (!onClose(event.code)) socket.shouldConnect = false
    },
  })
  const provider = new HocuspocusProvider({
    websocketProvider: socket,
    name: docId,
    document: doc,
    token: JSON.stringify({ schema: schemaNumber }),
    flushDelay,
  })
  for (const event of ["status", "synced", "unsyncedChanges", "authenticated", "close"]) provider.on(event, onChange)
  // What was written while the service was away is not sent one by one: both sides tell what they have.
  socket.on("open", () => Reflect.set(socket, "messageQueue", []))
  provider.attach()
  const again = () => socket.connect()
  addEventListener("online", again)
  return {
    provider,
    isOnline: () => socket.status === "connected" && provider.isAuthenticated,
    isSynced: () => provider.isSynced,
    isSaved: () => provider.isAuthenticated && !provider.hasUnsyncedChanges,
    mayWrite: () => provider.authorizedScope && provider.authorizedScope !== "readonly",
    connect: again,
    close() {
      removeEventListener("online", again)
      provider.destroy()
      socket.destroy()
    },
  }
}
