import assert from "node:assert/strict"
import { askAssistant } from "#domains/assistant/on-demand.ts"
import type { Part } from "../stand-ins/model/model-stand-in.ts"
import { cachedShares } from "../stand-ins/model/prompt-cache.ts"
import type { Wire } from "../stand-ins/model/wires.ts"
import { shorten } from "../workspace/links.ts"
import { assistantWorld, wordsOf } from "../worlds/assistant-world.ts"

const looks: Part[] = Array.from({ length: 24 }, () => ({ call: "list_links", arguments: { limit: 1 } }))
const said = "There is one link."

/**
 * Three questions from three pages, an hour apart, with four steps each: two of the steps have calls, one of them as
 * many as an answer may have. Each step is in a different minute. Returns, for each request but the first, how much of
 * the previous one was in its provider's cache.
 */
export async function cachedConversation(t: Parameters<typeof assistantWorld>[0], wire: Wire): Promise<number[]> {
  const studio = await assistantWorld(t, [], { wire })
  const { limits } = studio.app.assistant
  Object.assign(studio.app, { assistant: { ...studio.app.assistant, limits: { ...limits, calls: 1_000 } } })
  await shorten(studio)
  studio.model.script = (_, index) => {
    studio.clock.advance(61_000)
    if (index % 4 === 3) return [said]
    return index % 4 === 1 ? looks : ["I will look. ", ...looks.slice(0, 2)]
  }
  let id: string | undefined
  for (const about of ["/links", "/drive", "/docs"]) {
    const more = { about, timeZone: "Europe/Berlin", ...(id && { conversationId: id }) }
    const asked = await studio.act("member", askAssistant, { text: "What is there?", ...more })
    id = asked.conversationId
    assert.equal(wordsOf(await studio.settled("member", id)), said)
    studio.clock.advance(3_600_000)
  }
  return cachedShares(studio.model.journal)
}
