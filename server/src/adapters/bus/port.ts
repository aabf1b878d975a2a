/** The topics between processes. `presence` is transient: it is sent to the other processes only. */
export type Topic = "access" | "changes" | "docs" | "presence" | "runs"

/**
 * Wakes listeners in this process and in the others. It carries hints, never the truth: a message may be lost, late or
 * repeated, and listeners read the database.
 */
export interface Bus {
  /**
   * Sends `text` to every listener of `topic`; those of this process are called at once. Never throws. `text` has at
   * most 200 characters. Of texts that differ only in the number after their last colon, others may get only the
   * newest.
   *
   * For the topic `presence` the listeners of this process are not called, `text` has at most 2,000 characters, and of
   * texts that begin with the same word only the newest is sent. The loss of one causes no gap.
   */
  publish(topic: Topic, text: string): void
  /** Calls `on` for every message of `topic`. The returned function unsubscribes. */
  subscribe(topic: Topic, on: (text: string) => void): () => void
  /**
   * Calls `on` when messages of other processes may have been lost: a connection came back, in this process or another
   * one. Listeners must read the database then. The returned function unsubscribes.
   */
  onGap(on: () => void): () => void
  /** Whether messages of other processes arrive now; always true for a single process. */
  isUp(): boolean
  close(): Promise<void>
}
