import { useState } from "react"
import { Button } from "../../kit/button.tsx"
import { stale, useChange } from "../ask.ts"
import { ChangeButton, FieldLine } from "../ui/form.tsx"

/** Restores a link in the trash, or deletes it after a second question. */
export function TrashButtons({ id, onRestored, onDeleted }: { id: string; onRestored(): void; onDeleted(): void }) {
  const restore = useChange("restore-link", { makesStale: stale.links, onDone: onRestored })
  const remove = useChange("delete-links", {
    makesStale: stale.links,
    says: "Link deleted for good",
    onDone: onDeleted,
  })
  const [asks, ask] = useState(false)
  return (
    <>
      {asks && (
        <p role="alert">The link and its clicks can’t be restored. Another link can then have its short name.</p>
      )}
      <FieldLine>
        {asks ? (
          <ChangeButton variant="danger" label="Delete for good" change={remove} input={{ which: { ids: [id] } }} />
        ) : (
          <ChangeButton label="Restore" change={restore} input={{ id }} />
        )}
        <Button variant="default" onClick={() => ask(!asks)}>
          {asks ? "Cancel" : "Delete for good"}
        </Button>
      </FieldLine>
    </>
  )
}
