/** What a whole doc may hold, its deleted text's traces included. */
export const maxStateBytes = 8_000_000

/** As how many clients a message may write. A browser is a new one with each page it opens, and comes back with all. */
export const maxNewClients = 1_000

/** So many rows are read with a doc at the most; then they become a part of its state. */
export const rowsToCompact = 500

/** The client id of the server's own, for the text that was there before. No writer may use it. */
export const serverClient = 1

/** From this size on, a thread derives what is derived from a doc: a megabyte takes a quarter of a second. */
export const asideBytes = 100_000

const longestPauseMs = 60_000

/** How long an open doc of that size waits between two derivations, in milliseconds. A sweeper comes each minute. */
export const settlePauseMs = (bytes: number): number => Math.min(longestPauseMs, (bytes / asideBytes) * 5_000)
