import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import type { ShownConversation } from "../../../../../server/src/contract/shown.ts"
import { useRead } from "../../ask.ts"
import { ask } from "../../calls.ts"
import { ourWorkspace } from "../../console-data.ts"
import { endIfRefused } from "../../console-end.ts"
import { type Around, ConversationFollower } from "./conversation-stream.ts"
import { drawBy } from "./next-frame.ts"

/** The live conversation: the loaded one until the stream's first snapshot. */
export function useStream(id: string) {
  const [streamed, setStreamed] = useState<ShownConversation>()
  // Assume a connection at first: a hidden page opens no stream, and must not report a lost one.
  const [isConnected, setConnected] = useState(true)
  const [refusal, setRefusal] = useState<unknown>(null)
  const first = useRead("get-conversation", { id }, { enabled: streamed === undefined })
  useEffect(() => {
    const query = new URLSearchParams({ workspace: ourWorkspace().slug, conversation: id })
    const stream = new ConversationFollower({
      address: `/console/assistant?${query}`,
      around: browser,
      onKnown: ({ conversation }) => setStreamed(conversation),
      onConnected: setConnected,
      // A plain read returns the refusal's message.
      onRefused: () =>
        void ask("get-conversation", { id }).catch((error) => {
          endIfRefused(error)
          setRefusal(error)
        }),
    })
    return () => stream.close()
  }, [id])
  useListInStep(streamed)
  return { conversation: streamed ?? first.data, isConnected, error: refusal ?? first.error }
}

/** Refreshes the list of conversations when the open one's title or state changes. */
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
