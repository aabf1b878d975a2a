import type { Document } from "@hocuspocus/server"
import type { App } from "#access/perform.ts"
import type { SharedDoc } from "../presence/open-doc.ts"
import type { Relay } from "../presence/relay-presence.ts"
import type { DocSocket } from "../sockets/doc-socket.ts"
import type { Entered } from "../sockets/judge.ts"
import type { SocketRegistry } from "../sockets/registry.ts"

export type WriteOutcome = "stored" | "known" | "refused" | "full" | "hostile" | "failed"

export interface Parts {
  readonly app: App
  readonly registry: SocketRegistry<DocSocket>
  readonly openDocs: OpenDocs
  readonly relay: Relay
  readonly onWrite: (outcome: WriteOutcome, seconds: number) => void
}

export interface OpenDocs {
  readonly byId: Map<string, SharedDoc>
  /** Includes the docs that are being closed. */
  readonly of: WeakMap<Document, SharedDoc>
  readonly closing: Set<Promise<void>>
}

/** The context that Hocuspocus keeps for each doc of each socket. */
export interface ConnectionContext {
  readonly socket: DocSocket
  /** Set once the person was let in. */
  readonly member?: Entered
}
