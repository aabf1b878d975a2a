import { HocuspocusProvider, HocuspocusProviderWebsocket } from "@hocuspocus/provider"
import type { Doc } from "yjs"
import { schemaNumber } from "../../../../../server/src/contract/docs/doc-format.ts"
import { sendInParts } from "./send-in-parts.ts"

interface Options {
  doc: Doc
  docId: string
  /** The writer's account. */
  accountId: string
  workspace: string
  /** Hides this connection from the others in the doc. */
  isUnseen: boolean
  /** Called after each change of the connection's state. */
  onChange(): void
  /** The connection was closed, lost or refused. Only `connectDoc` opens it again. */
  onClose(code: number): void
}

/** A doc's connection to the service, which syncs edits in both directions. */
export interface DocConnection {
  readonly provider: HocuspocusProvider
  /** Whether the service is responding. */
  isOnline(): boolean
  /** Whether the service has sent its whole state since the connection was opened. */
  isSynced(): boolean
  /** Whether the service has stored all local edits. */
  isSaved(): boolean
  /** Whether the service accepts edits; undefined until it has answered. */
  mayWrite(): boolean | undefined
  connect(): void
  /** Stays disconnected until `connectDoc` is called. */
  pause(): void
  close(): void
}

/** Batches edits for this long: the service accepts sixty messages per second. */
const flushDelay = 40
/** Longer than the service's ping interval of five seconds. */
const silenceMs = 8_000
/** After this long in silence or without a connection, it reconnects. */
const giveUpMs = 15_000
const lookMs = 1_000
/** The close event with which the library gives up. */
const silent = { code: 4408, reason: "silent" }

export function connectDoc(options: Options): DocConnection {
  const { onChange, docId: name, doc: document } = options
  const socket = openSocket(options)
  // The service checks the account: another one may have signed in since the page was loaded.
  const token = JSON.stringify({ schema: schemaNumber, account: options.accountId })
  const provider = new HocuspocusProvider({ websocketProvider: socket, name, document, token, flushDelay })
  sendInParts(socket, provider)
  if (options.isUnseen) provider.awareness?.setLocalState(null)
  for (const event of ["status", "synced", "unsyncedChanges", "authenticated", "close"]) provider.on(event, onChange)
  // Drops messages queued while offline: on reconnection both sides exchange state vectors instead.
  socket.on("open", () => Reflect.set(socket, "messageQueue", []))
  provider.attach()
  const silence = watch(socket, onChange)
  let isPaused = false
  const again = () => isPaused || socket.status === "connecting" || socket.connect()
  addEventListener("online", again)
  return {
    provider,
    isOnline: () => socket.status === "connected" && provider.isAuthenticated && !silence.isLong(),
    isSynced: () => provider.isSynced,
    isSaved: () => provider.isAuthenticated && !provider.hasUnsyncedChanges,
    mayWrite: () => provider.authorizedScope && provider.authorizedScope !== "readonly",
    connect() {
      isPaused = false
      again()
    },
    pause() {
      isPaused = true
      socket.shouldConnect = false
    },
    close() {
      removeEventListener("online", again)
      silence.close()
      provider.destroy()
      socket.destroy()
    },
  }
}

function openSocket({ workspace, onClose }: Options): HocuspocusProviderWebsocket {
  const url = new URL(`/console/docs-socket?${new URLSearchParams({ workspace })}`, location.href)
  url.protocol = url.protocol.replace("http", "ws")
  const socket: HocuspocusProviderWebsocket = new HocuspocusProviderWebsocket({
    url: url.href,
    autoConnect: false,
    // After a connection that closed before any message, the library would run two retry loops.
    onClose: ({ event }) => {
      socket.shouldConnect = false
      onClose(event.code)
    },
  })
  return socket
}

/** Detects a network that drops everything silently, which the browser does not report. */
function watch(socket: HocuspocusProviderWebsocket, onChange: () => void) {
  let since = Date.now()
  let wasLong = false
  const isLong = () => Date.now() - since > silenceMs
  const look = () => {
    if (isLong() !== wasLong) {
      wasLong = !wasLong
      onChange()
    }
    if (socket.status === "disconnected" || Date.now() - since < giveUpMs) return
    since = Date.now()
    // Emits the browser's close event, so that the library cleans up and notifies its listeners.
    Reflect.apply(Reflect.get(socket, "emit"), socket, ["close", { event: silent }])
  }
  const hear = () => {
    since = Date.now()
    if (wasLong) look()
  }
  for (const event of ["message", "status", "open"]) socket.on(event, hear)
  const looks = setInterval(look, lookMs)
  return { isLong, close: () => clearInterval(looks) }
}
