import { stale, useChange } from "../ask.ts"
import { toast } from "../toast.ts"

/** Trashes a doc optimistically; a toast offers to undo it. */
export function useTrashDoc(): (doc: { id: string; title: string }) => void {
  const restore = useChange("restore-doc", { makesStale: stale.docs })
  const trash = useChange("trash-doc", {
    makesStale: stale.docs,
    atOnce: ({ id }, edit) => {
      const leaveOut = <Doc extends { id: string }>(docs: Doc[]) => docs.filter((doc) => doc.id !== id)
      edit("browse-docs", (answer) => ({ ...answer, items: leaveOut(answer.items) }))
      edit("search-doc-text", (answer) => ({ ...answer, items: leaveOut(answer.items) }))
    },
  })
  return ({ id, title }) => {
    trash.mutate({ id })
    const undo = { label: "Undo", run: () => restore.mutate({ id }) }
    toast({ title: `“${title}” moved to trash`, action: undo })
  }
}
