/** The topics between processes. `presence` is transient: it is sent to the other processes only. */
export type Topic = "access" | "changes" | "docs" | "domains" | "events" | "presence" | "runs"

/** Carries hints, never the truth: a message may be lost, late or repeated, and listeners read the database. */
export interface Bus {
  /**
   * Calls this process's listeners at once. Never throws. `text` has at most 200 characters. Of texts that differ only
   * in the number after their last colon, other processes may get only the newest. For `presence`, this process's
   * listeners are not called, `text` has at most 2,000 characters, only the newest of the texts with the same first
   * word is sent, and a loss causes no gap.
   */
  publish(topic: Topic, text: string): void
  /** Calls `on` for every message of `topic`. The returned function unsubscribes. */
  subscribe(topic: Topic, on: (text: string) => void): () => void
  /** Calls `on` when messages of other processes may have been lost. Listeners must read the database then. */
  onGap(on: () => void): () => void
  /** Whether messages of other processes arrive now; always true for a single process. */
  isUp(): boolean
  close(): Promise<void>
}
