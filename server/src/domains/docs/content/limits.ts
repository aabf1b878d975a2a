/** The largest state of a doc, including the traces of deleted text. */
export const maxStateBytes = 8_000_000

/** The most client ids in one message. A browser gets one with each page it opens, and later sends them all. */
export const maxNewClients = 1_000

export const rowsToCompact = 500

/** The server's client id, for converted text. No writer may use it. */
export const serverClient = 1

/** From this size on, a worker thread derives a doc's data: a megabyte takes a quarter of a second. */
export const asideBytes = 100_000

const longestPauseMs = 60_000

/** Milliseconds between two derivations of an open large doc. A sweeper derives each minute. */
export const settlePauseMs = (bytes: number): number => Math.min(longestPauseMs, (bytes / asideBytes) * 5_000)
