import type { About } from "../../../unsent/notes.ts"
import type { Connection } from "./connection.ts"
import type { End, Wait } from "./ends.ts"
import type { Kept } from "./kept.ts"
import type { Owed } from "./owed.ts"

export interface Options extends About {
  docId: string
  accountId: string
  /** Whether the reader's role lets them write, as far as the page knows. */
  mayWrite: boolean
  /** Whether it is only sent what this browser has kept, and the others in the doc see nobody. */
  isUnseen?: boolean
  /** Asks the service whether the doc may still be read, and written; or why it does not answer a socket. */
  ask(): Promise<"write" | "read" | End | Wait>
}

/** How an open doc stands. */
export interface DocState {
  /** Whether what is here is the doc, and not a part of it. */
  isLoaded: boolean
  isOnline: boolean
  /** Whether all that was written here is stored by the service. */
  isSaved: boolean
  /** Whether something that was typed is not; unlike the above, it is known while the service is away. */
  isOwed: boolean
  /** Whether something that was typed in another page of this browser is not. */
  isOwedElsewhere: boolean
  /** Whether this browser keeps what the service does not have yet. */
  isKept: boolean
  mayWrite: boolean
  /** Why it has to wait; undefined while it does not. */
  wait: Wait | undefined
  /** Why it is over; undefined while it is not. */
  end: End | undefined
}

export interface Held {
  get(): DocState
  set(changes: Partial<DocState>): void
}

/** What is known while a doc is open, beside what is shown of it. */
export interface Sitting extends Held {
  readonly options: Options
  readonly connection: Connection
  readonly owed: Owed
  kept: Kept | undefined
  /** Whether the service had its time to answer. */
  hasTried: boolean
  /** How often it refused what it was sent, since it took something. */
  refusals: number
  /** How often the connection ended since it was there in full. */
  failures: number
  again: ReturnType<typeof setTimeout> | undefined
  isClosed: boolean
  retry(): void
  /** Forgets what the service does not have, in this browser too. */
  discard(): void
  close(): void
}
