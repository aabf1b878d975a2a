import { Button } from "../../kit/button.tsx"
import { FieldLine } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import { staleLinks } from "./stale-links.ts"

interface Props {
  id: string
  onRestored(): void
  onDeleted(): void
}

/** Restores a link in the trash, or deletes it. */
export function TrashButtons({ id, onRestored, onDeleted }: Props) {
  const restore = useChange("restore-link", { makesStale: staleLinks, onDone: onRestored })
  const remove = useChange("delete-links", {
    makesStale: staleLinks,
    onDone: () => {
      toast({ tone: "good", title: "Link deleted for good" })
      onDeleted()
    },
  })
  return (
    <FieldLine>
      <Button isBusy={restore.isPending} onClick={() => restore.mutate({ id })}>
        Restore
      </Button>
      <Button variant="danger" isBusy={remove.isPending} onClick={() => remove.mutate({ which: { ids: [id] } })}>
        Delete for good
      </Button>
    </FieldLine>
  )
}
