import type { Document } from "@hocuspocus/server"
import type { App } from "#access/perform.ts"
import type { OpenDoc } from "../presence/open-doc.ts"
import type { Relay } from "../presence/relay-presence.ts"
import type { DocSocket } from "../sockets/doc-socket.ts"
import type { Entered } from "../sockets/judge.ts"
import type { Registry } from "../sockets/registry.ts"

/** What became of an update that a client sent. */
export type WriteOutcome = "stored" | "known" | "refused" | "full" | "hostile" | "failed"

/** What everything works with that stands between a socket and a doc. */
export interface Parts {
  readonly app: App
  readonly registry: Registry<DocSocket>
  readonly openDocs: OpenDocs
  readonly relay: Relay
  readonly onWrite: (outcome: WriteOutcome, seconds: number) => void
}

/** The docs that are open in this process. */
export interface OpenDocs {
  /** By id, those that are in use. */
  readonly byId: Map<string, OpenDoc>
  /** By what the library has of them, also while they are being closed. */
  readonly of: WeakMap<Document, OpenDoc>
  /** Those that are being closed. */
  readonly closing: Set<Promise<void>>
}

/** What the library carries along for us with each doc of each socket. */
export interface Carried {
  readonly socket: DocSocket
  /** As whom the socket's person was let in. */
  readonly member?: Entered
}
