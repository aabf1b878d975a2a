import { HocuspocusProvider, HocuspocusProviderWebsocket } from "@hocuspocus/provider"
import WebSocket, { type ClientOptions } from "ws"
import * as Y from "yjs"
import { schemaNumber } from "#domains/docs/index.ts"
import { addLine, linesIn } from "./shared-lines.ts"
import { until } from "./until.ts"

/** How a browser asks for the socket: with its cookie, and saying whose page it shows. */
export interface SocketRequest {
  readonly url: string
  readonly headers: Record<string, string>
}

/** What somebody's browser runs to write in a doc: the real library of it, with a text instead of an editor. */
export interface DocEditor {
  readonly provider: HocuspocusProvider
  readonly doc: Y.Doc
  /** Why the socket was closed, as the service said, each time. */
  readonly closes: number[]
  /** Why the doc was not opened, each time. */
  readonly refusals: string[]
  /** What the doc says, paragraph by paragraph. */
  text(): string[]
  /** Types a new paragraph at the end. */
  type(text: string): void
  /** Waits until all that was typed is stored. */
  saved(): Promise<void>
  /** Waits until the doc says exactly that. */
  shows(...paragraphs: string[]): Promise<void>
  disconnect(): void
  close(): void
}

/** Opens a doc as an editor does. It connects again by itself, quickly, unless `isStubborn` is false. */
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
      socket.connect = async () => {} // the library, when it waits to connect again, would do so for ever
    },
  }
}

/** The address is asked for each time, since it may be another process's by then. */
function socketWith(request: SocketRequest) {
  return class extends WebSocket {
    constructor() {
      super(request.url, { headers: request.headers } satisfies ClientOptions)
      this.on("error", () => {}) // a browser's socket tells it by its close
    }
  }
}
