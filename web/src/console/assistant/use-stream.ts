import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import type { ShownConversation } from "../../../../server/src/contract/shown.ts"
import { ask, readOf } from "../ask.ts"
import { leaveIfGone } from "../gone.ts"
import { ourWorkspace } from "../here.ts"
import { type Around, ConversationStream } from "./conversation-stream.ts"
import { drawBy } from "./next-frame.ts"

/** A conversation as it goes on: what the page was given first, then what its stream tells. */
export function useStream(id: string) {
  const [streamed, setStreamed] = useState<ShownConversation>()
  // Until it says otherwise: behind another page nothing is opened, and nothing is away.
  const [isConnected, setConnected] = useState(true)
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
  atNextFrame: drawBy((draw) => requestAnimationFrame(draw)),
}
