import { stale, useChange } from "../../ask.ts"
import { toast } from "../../toast.ts"
import { changedLinks } from "../use-bulk.ts"

export function useUndoImport() {
  const restore = useChange("restore-links", { makesStale: stale.links })
  return useChange("undo-link-import", {
    makesStale: stale.links,
    onDone: ({ changed, trashedAt }, { id }) => {
      const run = () => restore.mutate({ which: { filter: { importId: id, trashedAt } } })
      toast({
        title: `${changedLinks([{ changed }])} moved to trash`,
        action: { label: "Restore", run },
      })
    },
  })
}
