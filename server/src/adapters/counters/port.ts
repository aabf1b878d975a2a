export interface Count {
  /** How often it was hit in this window, this hit included. */
  hits: number
  /** Milliseconds until the window ends. */
  resetMs: number
}

/** Counts in fixed windows. Counts may be lost; they never make a request fail. */
export interface Counters {
  /** Counts one hit of `key` in the current window of `windowMs` (whole seconds) and returns the count. */
  hit(key: string, windowMs: number): Promise<Count>
  peek(key: string): Promise<Count | undefined>
  close(): Promise<void>
}
