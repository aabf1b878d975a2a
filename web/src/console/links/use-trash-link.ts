import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import type { Link } from "./link-states.ts"
import { staleLinks } from "./stale-links.ts"

/** Trashes a link optimistically; a toast offers to undo it. */
export function useTrashLink(): (link: Link) => void {
  const restore = useChange("restore-link", { makesStale: staleLinks })
  const trash = useChange("trash-link", {
    makesStale: staleLinks,
    atOnce: ({ id }, edit) =>
      edit("browse-links", (answer) => ({ ...answer, links: answer.links.filter((link) => link.id !== id) })),
  })
  return ({ id, title, slug }) => {
    trash.mutate({ id })
    const undo = { label: "Undo", run: () => restore.mutate({ id }) }
    toast({ title: `“${title ?? slug}” moved to trash`, action: undo })
  }
}
