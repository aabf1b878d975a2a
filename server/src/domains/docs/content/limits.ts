/** What a whole doc may hold, its deleted text's traces included. */
export const maxStateBytes = 8_000_000

/** As how many clients a message may write. A browser is a new one with each page it opens, and comes back with all. */
export const maxNewClients = 1_000

/** So many rows are read with a doc at the most; then they become a part of its state. */
export const rowsToCompact = 500

/** The client id of the server's own, for the text that was there before. No writer may use it. */
export const serverClient = 1
