import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import { type WebSocket, WebSocketServer } from "ws"
import type { App } from "#access/perform.ts"
import { openLibrary } from "./docs/library.ts"
import type { OpenDocs, Parts, WriteOutcome } from "./docs/parts.ts"
import { listenToOthers } from "./polls/listen-to-others.ts"
import { openRelay } from "./presence/relay-presence.ts"
import type { Closing } from "./sockets/closings.ts"
import { closings } from "./sockets/closings.ts"
import { DocSocket } from "./sockets/doc-socket.ts"
import { hasStalledSeat } from "./sockets/limits.ts"
import type { PersonInBrowser } from "./sockets/person.ts"
import { openRegistry } from "./sockets/registry.ts"

/** The server of the docs sockets. It is opened for the first socket, since the libraries cost time and memory. */
export interface SyncServer {
  /** Without `who`, closes with the "signed out" code. Returns the HTTP status; not 101 for an invalid handshake. */
  accept(upgrade: Upgrade, who: PersonInBrowser | undefined): number
  count(): { sockets: number; docs: number }
  /** Stores the received updates, ends all sockets and refreshes derived data. Never rejects. */
  close(): Promise<void>
}

export interface Upgrade {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
}

interface Watch {
  onWrite(outcome: WriteOutcome, seconds: number): void
  onEnd(closing: Closing): void
}

const maxMessageBytes = 1_000_000 + 1_000 // an update and its framing
const mostSocketsOfAccount = 20
/** The ping interval. A page shows that it is offline after eight seconds of silence. */
const askMs = 5_000
/** Sockets are divided into this many slices, so that thousands are not pinged at the same moment. */
const slices = 20

type Library = ReturnType<typeof openLibrary>

export function openSyncServer(app: App, { onWrite, onEnd }: Watch): SyncServer {
  const registry = openRegistry<DocSocket>()
  const openDocs = newOpenDocs()
  const parts: Parts = { app, registry, openDocs, relay: openRelay(app.bus, openDocs.byId), onWrite }
  const library = openLibrary(parts)
  const begin = socketBeginner(parts, library, onEnd)
  const protocol = new WebSocketServer({
    ...{ noServer: true, clientTracking: false, perMessageDeflate: false },
    ...{ maxPayload: maxMessageBytes, closeTimeout: 1_000 },
  })
  const stopListening = listenToOthers(parts)
  const checkNext = inSlices(registry.all, (socket) => lookAfter(socket, app.now()))
  const asking = setInterval(checkNext, askMs / slices).unref()

  return {
    accept({ request, socket, head }, who) {
      let status = 400
      protocol.handleUpgrade(request, socket, head, (ws) => {
        status = 101
        begin(ws, who)
      })
      return status
    },
    count: () => ({ sockets: registry.all.size, docs: openDocs.byId.size }),
    async close() {
      stopListening()
      clearInterval(asking)
      await closeAll(parts, library)
    },
  }
}

/** Makes a function that begins the socket of a person, or refuses it. */
function socketBeginner({ app, registry }: Parts, library: Library, onEnd: Watch["onEnd"]) {
  const logEnd = (socket: DocSocket, closing: Closing) => {
    onEnd(closing)
    const { accountId } = socket.caller
    app.log.info({ accountId, code: closing.code, reason: closing.reason }, "A docs socket was ended.")
  }

  function refuse(ws: WebSocket, closing: Closing): void {
    onEnd(closing)
    ws.close(closing.code, closing.reason)
  }

  return (ws: WebSocket, who: PersonInBrowser | undefined): void => {
    ws.on("error", () => {}) // without any listener, an error would end the process
    if (!who) return void refuse(ws, closings.signedOut)
    if (registry.ofAccount(who.accountId).size >= mostSocketsOfAccount) return void refuse(ws, closings.tooManySockets)
    const socket = new DocSocket({ ws, caller: who, registry, now: app.now, onEnd: logEnd })
    socket.begin(library.handleConnection(socket.peer, noRequest, { socket }))
  }
}

/** Each call of the result works on the next slice of the sockets. */
function inSlices(sockets: ReadonlySet<DocSocket>, work: (socket: DocSocket) => void): () => void {
  const sliceOf = new WeakMap<DocSocket, number>()
  let [known, call] = [0, 0]
  return () => {
    call = (call + 1) % slices
    for (const socket of sockets) {
      if (!sliceOf.has(socket)) sliceOf.set(socket, known++ % slices)
      if (sliceOf.get(socket) === call) work(socket)
    }
  }
}

function lookAfter(socket: DocSocket, now: number): void {
  socket.ask()
  if (hasStalledSeat(socket, now)) socket.end(closings.failed)
}

const newOpenDocs = (): OpenDocs => ({ byId: new Map(), of: new WeakMap(), closing: new Set() })

/** A sweeper refreshes derived data that is still stale after this time. */
const longestCloseMs = 5_000

/** Hocuspocus requires a request for its hooks. They do not read it, and it must not carry cookies. */
const noRequest = new Request("http://localhost/")

async function closeAll({ registry, openDocs, relay }: Parts, library: Library): Promise<void> {
  for (const socket of registry.all) socket.isDeaf = true
  const connections = [...library.documents.values()].flatMap((document) => document.getConnections())
  await Promise.all(connections.map((connection) => connection.waitForPendingMessages()))
  for (const socket of registry.all) socket.end(closings.restart)
  await Promise.allSettled(library.loadingDocuments.values())
  library.flushPendingStores()
  const end = performance.now() + longestCloseMs
  while ((library.documents.size > 0 || openDocs.closing.size > 0) && performance.now() < end) {
    await Promise.all(openDocs.closing)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  relay.end()
}
