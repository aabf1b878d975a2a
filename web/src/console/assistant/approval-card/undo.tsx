import type { ShownCall } from "../../../../../server/src/contract/shown.ts"
import { Button } from "../../../kit/button.tsx"
import { useChange } from "../../use-change.ts"

/** Undoes a call, unless the thing was changed afterwards. */
export function Undo({
  call: { id, title, canUndo, undoRefusal },
  conversationId,
}: {
  call: ShownCall
  conversationId: string
}) {
  const undo = useChange("undo-calls", { makesStale: [] })
  if (!canUndo) return undoRefusal ? <p className="quiet">{undoRefusal}</p> : null
  return (
    <div className="undo">
      {undoRefusal && <p className="fault">{undoRefusal}</p>}
      <Button
        size="sm"
        variant="default"
        aria-label={`Undo: ${title}`}
        isBusy={undo.isPending}
        onClick={() => undo.mutate({ conversationId, callId: id })}
      >
        Undo
      </Button>
    </div>
  )
}
