/** What can be told to all processes. `presence` is of the moment: it is news to the others alone. */
export type Topic = "access" | "changes" | "docs" | "presence" | "runs"

/**
 * Wakes whoever listens, in this process and in the others. It carries hints, never the truth: a message may be lost,
 * come twice or late, and whoever listens reads the database.
 */
export interface Bus {
  /**
   * Tells every listener of `topic`, those of this process at once. Never throws. `text` has at most 200 characters. Of
   * texts that differ only in the number after their last colon, other processes may be told the newest alone.
   *
   * Of the topic `presence` this process is not told, `text` has at most 2,000 characters, and of texts that begin with
   * the same word the newest alone is told. When one is lost, nobody is told of that either.
   */
  publish(topic: Topic, text: string): void
  /** Calls `on` for every message of `topic`; the answer ends that. */
  subscribe(topic: Topic, on: (text: string) => void): () => void
  /**
   * Calls `on` when messages of other processes may have been lost: the connection came back, this one or that of
   * another process, so whoever listens reads the database now. The answer ends that.
   */
  onGap(on: () => void): () => void
  /** Whether messages of other processes arrive now; always true where there is only one process. */
  isUp(): boolean
  close(): Promise<void>
}
