import type { ReadName } from "../ask.ts"

/** What is not true any more once something about a tool server was changed. */
export const staleServers: readonly ReadName[] = ["list-tool-servers", "get-tool-server"]
