import { HocuspocusProvider, HocuspocusProviderWebsocket } from "@hocuspocus/provider"
import type { Doc } from "yjs"
import { schemaNumber } from "../../../../../server/src/contract/docs/doc-format.ts"
import { sendInParts } from "./send-in-parts.ts"

interface Options {
  doc: Doc
  docId: string
  /** Who writes. */
  accountId: string
  workspace: string
  /** Whether the others in the doc are not shown this connection. */
  isUnseen: boolean
  /** Told whenever something of what `connect` answers has changed. */
  onChange(): void
  /** The service ended the connection, or it was lost, or could not be made. It is made again by `connect` alone. */
  onClose(code: number): void
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
  /** Makes no connection again until `connect` is called. */
  pause(): void
  close(): void
}

/** What is written in so many milliseconds goes out together: the service takes sixty messages in a second. */
const flushDelay = 40
/** The service asks every five seconds whether the page is there. */
const silenceMs = 8_000
/** After a longer silence, or that long without a connection, another one is tried. */
const giveUpMs = 15_000
const lookMs = 1_000
/** As the library says that it gives up. */
const silent = { code: 4408, reason: "silent" }

/** Connects a doc to the service. */
export function connect(options: Options): Connection {
  const { onChange, docId: name, doc: document } = options
  const socket = openSocket(options)
  // Another account may have signed in since the page was loaded.
  const token = JSON.stringify({ schema: schemaNumber, account: options.accountId })
  const provider = new HocuspocusProvider({ websocketProvider: socket, name, document, token, flushDelay })
  sendInParts(socket, provider)
  if (options.isUnseen) provider.awareness?.setLocalState(null)
  for (const event of ["status", "synced", "unsyncedChanges", "authenticated", "close"]) provider.on(event, onChange)
  // What was written while the service was away is not sent one by one: both sides tell what they have.
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
    // The library would try again in two loops at once after a connection that was ended before anything came.
    onClose: ({ event }) => {
      socket.shouldConnect = false
      onClose(event.code)
    },
  })
  return socket
}

/** Notices a network that takes everything and answers nothing, which no browser tells its pages of. */
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
    // As if the browser had told of it; so the library cleans up, and everybody who listens hears.
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
