import type { ShownMessage } from "../../../../../server/src/contract/shown.ts"
import { useChange } from "../../use-change.ts"

interface Props {
  conversationId: string
  message: ShownMessage
}

/** Switches between the branches (edited versions) of a message. */
export function Branches({ conversationId, message: { id, branches } }: Props) {
  const show = useChange("show-branch", { makesStale: [] })
  const at = branches.indexOf(id)
  if (branches.length < 2) return null
  const go = (step: number) => {
    const messageId = branches[at + step]
    if (messageId !== undefined) show.mutate({ conversationId, messageId })
  }
  return (
    <fieldset className="branches" aria-label="Message versions">
      <button type="button" aria-label="Previous version" disabled={at <= 0} onClick={() => go(-1)}>
        ‹
      </button>
      <span>
        {at + 1} / {branches.length}
      </span>
      <button type="button" aria-label="Next version" disabled={at >= branches.length - 1} onClick={() => go(1)}>
        ›
      </button>
    </fieldset>
  )
}
