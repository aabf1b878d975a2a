import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import type { Link } from "./columns.tsx"
import { staleLinks } from "./stale-links.ts"

/** Puts links into the trash at once, with a way back. */
export function useTrashLinks(): (links: readonly Link[]) => void {
  const restore = useChange("restore-link", { makesStale: staleLinks })
  const trash = useChange("trash-link", {
    makesStale: staleLinks,
    atOnce: ({ id }, edit) =>
      edit("browse-links", (answer) => ({ ...answer, links: answer.links.filter((link) => link.id !== id) })),
  })
  return (links) => {
    for (const { id } of links) trash.mutate({ id })
    const [only] = links
    toast({
      tone: "good",
      title:
        links.length === 1 && only
          ? `“${only.title ?? only.slug}” is in the trash.`
          : `${links.length} links are in the trash.`,
      action: {
        label: "Undo",
        run: () => {
          for (const { id } of links) restore.mutate({ id })
        },
      },
    })
  }
}
