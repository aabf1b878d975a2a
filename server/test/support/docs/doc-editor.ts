import type { ConnectionOptions } from "node:tls"
import { HocuspocusProvider, HocuspocusProviderWebsocket } from "@hocuspocus/provider"
import WebSocket, { type ClientOptions } from "ws"
import * as Y from "yjs"
import { schemaNumber } from "#domains/docs/index.ts"
import { until } from "../basics/until.ts"
import { addLine, linesIn } from "./shared-lines.ts"

/** A browser's request for the socket: with its cookie, and the origin of its page. */
export interface SocketRequest {
  readonly url: string
  readonly headers: Record<string, string>
  readonly tls?: Pick<ConnectionOptions, "ca" | "servername">
}

/** A browser's client of a doc: the real library, with a text instead of an editor. */
export interface DocEditor {
  readonly provider: HocuspocusProvider
  readonly doc: Y.Doc
  /** The close code of each closed socket. */
  readonly closes: number[]
  /** The reason of each refusal to open the doc. */
  readonly refusals: string[]
  /** The text of the doc, paragraph by paragraph. */
  text(): string[]
  /** Types a new paragraph at the end. */
  type(text: string): void
  /** Waits until all typed text is stored. */
  saved(): Promise<void>
  /** Waits until the doc has exactly these paragraphs. */
  shows(...paragraphs: string[]): Promise<void>
  disconnect(): void
  close(): void
}

/** Opens a doc as an editor does. It reconnects automatically and quickly, unless `isStubborn` is false. */
export function openEditor(request: SocketRequest, docId: string, { isStubborn = true } = {}): DocEditor {
  const doc = new Y.Doc()
  const closes: number[] = []
  const refusals: string[] = []
  const socket = new HocuspocusProviderWebsocket({
    url: request.url,
    ...{ WebSocketPolyfill: socketWith(request), delay: 20, minDelay: 10, maxDelay: 100, autoConnect: true },
    onClose: ({ event }) => {
      closes.push(event.code)
      if (!isStubborn) socket.disconnect()
    },
  })
  const provider = new HocuspocusProvider({
    ...{ name: docId, document: doc, websocketProvider: socket, token: JSON.stringify({ schema: schemaNumber }) },
    onAuthenticationFailed: ({ reason }) => refusals.push(reason),
  })
  provider.attach()
  const text = () => linesIn(doc)
  return {
    ...{ provider, doc, closes, refusals, text },
    type: (words) => addLine(doc, words),
    saved: () => until(async () => provider.synced && !provider.hasUnsyncedChanges),
    shows: (...paragraphs) => until(async () => JSON.stringify(text()) === JSON.stringify(paragraphs)),
    disconnect: () => socket.disconnect(),
    close: () => {
      provider.destroy()
      socket.destroy()
      socket.connect = async () => {} // otherwise the library would wait to reconnect forever
    },
  }
}

/** The address is read for each connection, since it may be another process's by then. */
function socketWith(request: SocketRequest) {
  return class extends WebSocket {
    constructor() {
      super(request.url, { headers: request.headers, ...request.tls } satisfies ClientOptions)
      this.on("error", () => {}) // a browser's socket reports it by its close
    }
  }
}
