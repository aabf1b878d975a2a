import type { Document } from "@hocuspocus/server"
import type { App } from "#access/perform.ts"
import type { OpenDoc } from "../presence/open-doc.ts"
import type { Relay } from "../presence/relay-presence.ts"
import type { DocSocket } from "../sockets/doc-socket.ts"
import type { Entered } from "../sockets/judge.ts"
import type { Registry } from "../sockets/registry.ts"

export type WriteOutcome = "stored" | "known" | "refused" | "full" | "hostile" | "failed"

export interface Parts {
  readonly app: App
  readonly registry: Registry<DocSocket>
  readonly openDocs: OpenDocs
  readonly relay: Relay
  readonly onWrite: (outcome: WriteOutcome, seconds: number) => void
}

export interface OpenDocs {
  readonly byId: Map<string, OpenDoc>
  /** Also the docs that are being closed. */
  readonly of: WeakMap<Document, OpenDoc>
  readonly closing: Set<Promise<void>>
}

/** The context that Hocuspocus keeps for each doc of each socket. */
export interface ConnectionContext {
  readonly socket: DocSocket
  /** Set once the person was let in. */
  readonly member?: Entered
}
