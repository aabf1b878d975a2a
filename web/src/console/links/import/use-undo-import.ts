import { useChange } from "../../ask.ts"
import { toast } from "../../toast.ts"
import { staleLinks } from "../stale-links.ts"
import { changedLinks } from "../use-bulk.ts"

export function useUndoImport() {
  const restore = useChange("restore-links", { makesStale: staleLinks })
  return useChange("undo-link-import", {
    makesStale: staleLinks,
    onDone: ({ changed, trashedAt }, { id }) => {
      const run = () => restore.mutate({ which: { filter: { importId: id, trashedAt } } })
      toast({
        title: `${changedLinks([{ changed }])} moved to trash`,
        action: { label: "Restore", run },
      })
    },
  })
}
