import type { TestContext } from "node:test"
import { cachedConversation } from "../server/test/support/assistant/cached-conversation.ts"
import type { BenchRow } from "./row.ts"

/** The share of each request that its provider has cached when the next one arrives: the minimum of a conversation. */
export async function assistantCacheRows(): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const wire of ["anthropic", "openai"] as const) {
    const ends: (() => unknown)[] = []
    const context = { name: "bench", after: (end: () => unknown) => void ends.push(end) } as unknown as TestContext
    const shares = await cachedConversation(context, wire)
    for (const end of ends.reverse()) await end()
    const least = Math.min(...shares) * 100
    rows.push({
      name: `${wire}: of a request, cached for the next step or question`,
      value: least,
      unit: "%",
      atLeast: 95,
    })
  }
  return rows
}
