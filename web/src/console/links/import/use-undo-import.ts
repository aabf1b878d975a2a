import { stale, useChange } from "../../ask.ts"
import { toast } from "../../toast.ts"
import { changedLinks } from "../use-bulk.ts"

export function useUndoImport() {
  const restore = useChange("restore-links", { makesStale: stale.links })
  return useChange("undo-link-import", {
    makesStale: stale.links,
    onDone: ({ changed, trashed_at }, { id }) => {
      const run = () => restore.mutate({ which: { filter: { import_id: id, trashed_at } } })
      toast({
        title: `${changedLinks([{ changed }])} moved to trash`,
        action: { label: "Restore", run },
      })
    },
  })
}
