import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"

const makesStale = ["search-docs", "list-trashed-docs"] as const

/** Puts a doc into the trash at once, with a way back. */
export function useTrashDoc(): (doc: { id: string; title: string }) => void {
  const restore = useChange("restore-doc", { makesStale })
  const trash = useChange("trash-doc", {
    makesStale,
    atOnce: ({ id }, edit) =>
      edit("search-docs", (answer) => ({ ...answer, docs: answer.docs.filter((doc) => doc.id !== id) })),
  })
  return ({ id, title }) => {
    trash.mutate({ id })
    const undo = { label: "Undo", run: () => restore.mutate({ id }) }
    toast({ tone: "good", title: `“${title}” is in the trash.`, action: undo })
  }
}
