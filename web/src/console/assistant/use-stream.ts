import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import type { ShownConversation } from "../../../../server/src/domains/assistant/shown.ts"
import { ask, readOf } from "../ask.ts"
import { leaveIfGone } from "../gone.ts"
import { ourWorkspace } from "../here.ts"
import { type Around, ConversationStream } from "./conversation-stream.ts"

/** A conversation as it goes on: what the page was given first, then what its stream tells. */
export function useStream(id: string) {
  const [streamed, setStreamed] = useState<ShownConversation>()
  const [isConnected, setConnected] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const first = useQuery({ ...readOf("get-conversation", { id }), enabled: streamed === undefined })
  useEffect(() => {
    const query = new URLSearchParams({ workspace: ourWorkspace().slug, conversation: id })
    const stream = new ConversationStream({
      address: `/console/assistant?${query}`,
      around: browser,
      onKnown: ({ conversation }) => setStreamed(conversation),
      onConnected: setConnected,
      // The service says in its own words why.
      onRefused: () =>
        void ask("get-conversation", { id }).catch((error) => {
          leaveIfGone(error)
          setRefusal(error)
        }),
    })
    return () => stream.close()
  }, [id])
  useListInStep(streamed)
  return { conversation: streamed ?? first.data, isConnected, error: refusal ?? first.error }
}

/** The list of conversations says what they are called and what goes on in them: it follows the one that is open. */
function useListInStep(conversation: ShownConversation | undefined): void {
  const queries = useQueryClient()
  const shown = conversation && `${conversation.title} ${conversation.run?.state} ${conversation.messages.length}`
  const before = useRef<string>(undefined)
  useEffect(() => {
    if (before.current !== shown) queries.invalidateQueries({ queryKey: ["list-conversations"] })
    before.current = shown
  }, [queries, shown])
}

const browser: Around = {
  isHidden: () => document.hidden,
  watch(hear) {
    const ending = new AbortController()
    const { signal } = ending
    document.addEventListener("visibilitychange", hear, { signal })
    addEventListener("pageshow", ({ persisted }) => persisted && hear(), { signal })
    addEventListener("online", hear, { signal })
    return () => ending.abort()
  },
  atNextFrame: drawNext,
}

/** A frame of a screen has 17 ms. */
const slowMs = 25
let lastTook = 0

/** Draws with the next frame. What takes longer than one, such as a paragraph of 64 kB, is drawn less often. */
function drawNext(draw: () => void): void {
  const drawNow = () =>
    requestAnimationFrame((at) => {
      draw()
      requestAnimationFrame((next) => {
        lastTook = next - at
      })
    })
  if (lastTook > slowMs) setTimeout(drawNow, 3 * lastTook)
  else drawNow()
}
