import type { DocOfNote } from "../../../unsent/notes.ts"
import type { DocConnection } from "./connection.ts"
import type { End, Wait } from "./ends.ts"
import type { LocalCopy } from "./local-copy.ts"
import type { Pending } from "./pending.ts"

export interface Options extends DocOfNote {
  docId: string
  accountId: string
  /** Whether the reader's role allows edits, as far as the page knows. */
  mayWrite: boolean
  /** Only sends this browser's copy, invisible to the others in the doc. */
  isUnseen?: boolean
  /** Asks over HTTP for the current permission, or for the reason why the service refuses a WebSocket. */
  ask(): Promise<"write" | "read" | End | Wait>
}

export interface DocState {
  /** Whether the whole doc is here, not only a part. */
  isLoaded: boolean
  isOnline: boolean
  /** Whether the last connection was refused or lost. */
  hasFailed: boolean
  /** Whether the service has stored all local edits. */
  isSaved: boolean
  /** Whether local edits are unsent. Unlike `isSaved`, this is also known while the service is unreachable. */
  isPending: boolean
  /** Whether edits of another page in this browser are unsent. */
  isPendingElsewhere: boolean
  /** Whether this browser keeps unsent edits. */
  isPersisted: boolean
  mayWrite: boolean
  /** Why it is waiting; undefined while it is not. */
  wait: Wait | undefined
  /** Why it has ended; undefined while it has not. */
  end: End | undefined
}

export interface StateHolder {
  get(): DocState
  set(changes: Partial<DocState>): void
}

/** The internal state of an open doc, beside the published one. */
export interface DocSession extends StateHolder {
  readonly options: Options
  readonly connection: DocConnection
  readonly pending: Pending
  copy: LocalCopy | undefined
  /** Whether the service had enough time to answer. */
  hasTried: boolean
  /** Refused updates since the last accepted one. */
  refusals: number
  /** Closed connections since the last full connection. */
  failures: number
  again: ReturnType<typeof setTimeout> | undefined
  isClosed: boolean
  retry(): void
  /** Discards edits that the service does not have, in this browser too. */
  discard(): void
  close(): void
}
