import { useRef } from "react"
import type { ShownCall } from "../../../../../server/src/contract/shown.ts"
import { Button } from "../../../kit/button.tsx"
import { useDecide } from "./use-decide.ts"
import { useStill } from "./use-still.ts"

/** Answers several cards of one tool at once. */
export function Together({ conversationId, calls }: { conversationId: string; calls: readonly ShownCall[] }) {
  const line = useRef<HTMLFieldSetElement>(null)
  const { isStill, act } = useStill(line)
  const { answer, isBusy } = useDecide(conversationId)
  const look = { size: "sm", variant: "default", "aria-disabled": !isStill || undefined, disabled: isBusy } as const
  const all = `all ${calls.length} of “${calls[0]?.title}”`
  return (
    <fieldset ref={line} className="answers" aria-label={`Decide on ${all}`}>
      <Button {...look} onClick={(event) => act(event, () => answer(calls, "once"))}>
        Allow {all} once
      </Button>
      <Button {...look} onClick={(event) => act(event, () => answer(calls, "no"))}>
        Decline all
      </Button>
    </fieldset>
  )
}
