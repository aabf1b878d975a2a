import { type RefObject, useState } from "react"
import type { ShownCall } from "../../../../../server/src/contract/shown.ts"
import { Button } from "../../../kit/button.tsx"
import { useDecide } from "./use-decide.ts"
import { useStill } from "./use-still.ts"

interface Props {
  conversationId: string
  calls: readonly ShownCall[]
  card: RefObject<HTMLElement | null>
}

/** The answer buttons. They work only once the card stands still, and only for trusted events. */
export function AnswerButtons({ conversationId, calls, card }: Props) {
  const [isDeclining, setDeclining] = useState(false)
  const { isStill, act } = useStill(card)
  const { answer, isBusy } = useDecide(conversationId)
  const waiting = calls.filter(({ state }) => state === "waiting")
  const offers = (["conversation", "always"] as const).filter((offer) =>
    waiting.every((call) => call.offers.includes(offer)),
  )
  const look = { size: "sm", "aria-disabled": !isStill || undefined, disabled: isBusy } as const
  if (isDeclining)
    return (
      <Decline onBack={() => setDeclining(false)} onDecline={(why) => answer(waiting, "no", why)} isBusy={isBusy} />
    )
  return (
    <fieldset className="answers" aria-label="Decision">
      <Button {...look} onClick={(event) => act(event, () => answer(waiting, "once"))}>
        {waiting.length > 1 ? `Allow all ${waiting.length} once` : "Allow once"}
      </Button>
      {offers.map((offer) => (
        <Button {...look} key={offer} variant="default" onClick={(event) => act(event, () => answer(waiting, offer))}>
          {offer === "always" ? "Always allow" : "Allow in this conversation"}
        </Button>
      ))}
      <Button {...look} variant="default" onClick={(event) => act(event, () => answer(waiting, "no"))}>
        Decline
      </Button>
      <Button size="sm" variant="subtle" disabled={isBusy} onClick={() => setDeclining(true)}>
        Decline with reason
      </Button>
    </fieldset>
  )
}

/** Declines with a reason for the assistant. */
function Decline({ onBack, onDecline, isBusy }: { onBack(): void; onDecline(why: string): void; isBusy: boolean }) {
  const [why, setWhy] = useState("")
  return (
    <form
      className="answers"
      onSubmit={(event) => {
        event.preventDefault()
        onDecline(why)
      }}
    >
      <input
        className="framed"
        type="text"
        dir="auto"
        maxLength={500}
        aria-label="Reason"
        placeholder="What should change?"
        value={why}
        // biome-ignore lint/a11y/noAutofocus: the person has just pressed a button to open it.
        autoFocus
        onChange={({ currentTarget }) => setWhy(currentTarget.value)}
      />
      <Button type="submit" size="sm" variant="default" isBusy={isBusy}>
        Decline
      </Button>
      <Button size="sm" variant="subtle" onClick={onBack}>
        Back
      </Button>
    </form>
  )
}
