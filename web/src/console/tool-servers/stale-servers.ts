import type { ReadName } from "../calls.ts"

/** The reads to invalidate after a change of a tool server. */
export const staleServers: readonly ReadName[] = ["list-tool-servers", "get-tool-server"]
