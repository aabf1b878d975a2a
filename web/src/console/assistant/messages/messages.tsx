import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import type { ShownConversation, ShownMessage } from "../../../../../server/src/contract/shown.ts"
import { loadWhenShown } from "../../../kit/loading/load-when-shown.tsx"
import { WhileLoading } from "../../../kit/loading/ready.tsx"
import { Spinner } from "../../../kit/loading/spinner.tsx"
import { namedIn } from "../markdown/link-rule.ts"
import { AddressesContext, NamedContext } from "../markdown/links.tsx"
import { endOfAnswer } from "./end-of-answer.ts"
import { Message } from "./message.tsx"

const SpokenAnswer = loadWhenShown(async () => (await import("./spoken-answer.tsx")).SpokenAnswer)

export function Messages({ conversation }: { conversation: ShownConversation }) {
  const { id, messages, run, outsiders, addresses, model } = conversation
  const { list, isAtEnd, look, goToEnd } = useEndInSight(conversation)
  const named = useNamed(conversation)
  const [opened] = useState(conversation)
  return (
    <div className="messages">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <section ref={list} className="scroll" onScroll={look} tabIndex={0} aria-label="Messages">
        <NamedContext value={named}>
          <AddressesContext value={addresses}>
            {messages.map((message, at) => (
              <Message
                key={message.id}
                message={message}
                conversationId={id}
                canAsk={model.kind !== "none"}
                isLast={at === messages.length - 1}
                {...endOfAnswer(messages, at, run !== null)}
              />
            ))}
          </AddressesContext>
        </NamedContext>
        {run && <RunState run={run} />}
        {outsiders.length > 0 && <Outsiders names={outsiders} />}
      </section>
      {!isAtEnd && (
        <button type="button" className="to-end framed raised smaller" onClick={goToEnd}>
          Jump to latest ↓
        </button>
      )}
      <WhileLoading>
        <SpokenAnswer conversation={conversation} opened={opened} />
      </WhileLoading>
    </div>
  )
}

/** Recomputed only when a message or a call's state changes. */
function useNamed({ messages }: ShownConversation): ReadonlySet<string> {
  const calls = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "call" ? part.call.state : [])))
  const print = `${messages.map(({ id }) => id).join()} ${calls.join()}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: streamed text names nothing, so `print` is enough.
  return useMemo(() => namedIn(messages), [print])
}

function RunState({ run: { state, isThinking } }: { run: NonNullable<ShownConversation["run"]> }) {
  if (state === "waiting") return null
  const words = state === "queued" ? "Starting" : state === "stopping" ? "Stopping" : isThinking ? "Thinking" : ""
  return (
    <p className="flex middle gap-2 muted small" aria-live="off">
      <Spinner />
      {words || "Working"}…
    </p>
  )
}

/** Explains why the assistant asks more often from here on. */
function Outsiders({ names }: { names: readonly string[] }) {
  return (
    <p className="quiet outsiders">
      This conversation includes content from outside the workspace ({names.slice(0, 3).join(", ")}
      {names.length > 3 && `, and ${names.length - 3} more`}). It asks before each change.
    </p>
  )
}

/** The ids of the waiting calls, joined: an effect dependency. */
const waitingIn = (messages: readonly ShownMessage[]) =>
  messages
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === "call" && part.call.state === "waiting" ? part.call.id : []))) // biome-ignore format: one thought
    .join()

/** Scrolls to the card; a card taller than the page is aligned to its top, where its title is. */
function bringIntoView(card: Element | null | undefined): void {
  const room = card?.closest(".scroll")?.clientHeight ?? 0
  card?.scrollIntoView({ block: card.clientHeight < room ? "nearest" : "start" })
}

/** Scrolling down to this distance from the end, in pixels, follows it again. */
const near = 48

/** Keeps the list's scroll position. The list follows its end until the person scrolls up. */
function usePlace() {
  const list = useRef<HTMLElement>(null)
  const follows = useRef(true)
  const top = useRef(0)
  const [isAtEnd, setAtEnd] = useState(true)
  const look = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = list.current ?? {}
    const left = scrollHeight - scrollTop - clientHeight
    if (left <= 1 || (scrollTop > top.current && left < near)) follows.current = true
    else if (scrollTop < top.current) follows.current = false
    top.current = scrollTop
    setAtEnd(follows.current)
  }
  const goToEnd = () => {
    list.current?.scrollTo({ top: list.current.scrollHeight })
    look()
  }
  const follow = () => {
    look() // the person may have scrolled since the last frame
    if (follows.current) goToEnd()
  }
  return { list, follows, isAtEnd, look, goToEnd, follow }
}

/** Keeps the list scrolled to its end while content is added. */
function useEndInSight(shown: ShownConversation) {
  const { follows, follow, list, ...place } = usePlace()
  const sent = shown.messages.findLast(({ role }) => role === "person")?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newly sent message scrolls to the end.
  useLayoutEffect(() => {
    follows.current = true
  }, [sent])
  // biome-ignore lint/correctness/useExhaustiveDependencies: any change may make the list longer.
  useLayoutEffect(() => {
    follow()
  }, [shown])
  const waiting = waitingIn(shown.messages)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list stays the same.
  useLayoutEffect(() => {
    if (waiting !== "") bringIntoView(list.current?.querySelector(".card[data-waiting]"))
  }, [waiting])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `follow` uses refs alone.
  useEffect(() => {
    const { current } = list
    if (!current) return
    const sizes = new ResizeObserver(follow)
    sizes.observe(current)
    return () => sizes.disconnect()
  }, [])
  return { list, ...place }
}
