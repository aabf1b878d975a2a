import { useState } from "react"
import { Button } from "../../kit/button.tsx"
import type { InputOf } from "../ask.ts"
import { readAll } from "../ui/csv.ts"
import { toast } from "../ui/toast.ts"
import { saveAsCsv } from "./csv-of-links.ts"

/** Saves every link that matches the filter, including those not loaded yet. */
export function LinksCsvButton({
  filter,
  variant,
}: {
  filter: InputOf<"browse-links">
  variant: "subtle" | "default"
}) {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      saveAsCsv(await readAll("browse-links", filter, ({ links }) => links))
    } catch (error) {
      toast({ tone: "bad", title: (error as Error).message })
    }
    setBusy(false)
  }
  return (
    <Button size="sm" variant={variant} isBusy={isBusy} onClick={run}>
      Export CSV
    </Button>
  )
}
