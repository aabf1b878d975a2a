import { Button } from "../../../kit/button.tsx"
import { Notice } from "../../../kit/notice.tsx"
import { downloadCsv } from "../../ui/lists/csv-button.tsx"
import { AddressButton } from "../../ui/panels/panel.tsx"
import { ImportRows } from "./import-rows.tsx"
import type { LinkFile } from "./read-link-file.ts"
import { type Chosen, howMany, type ImportProgress, type RowResult, rowsIn } from "./use-import.ts"
import { useUndoImport } from "./use-undo-import.ts"

interface Props {
  chosen: Chosen
  made: ImportProgress
  /** The domains that do not lead here yet. */
  waiting: readonly string[]
  onClose(): void
}

export function MadeStep({ chosen: { file, checked }, made, waiting, onClose }: Props) {
  const undo = useUndoImport()
  const links = rowsIn("created", made)
  const later = waiting.filter((domain) => links.some(({ link }) => link.domain === domain))
  const faults = [...(checked?.results ?? []), ...made.results].filter(({ state }) => state === "refused")
  const undoNow = async (id: string) => {
    await undo.mutateAsync({ id })
    onClose()
  }
  return (
    <>
      <Notice tone="good" title={`${howMany(links.length, "link")} imported`}>
        {later.length > 0 && `Links on ${later.join(", ")} start when the domain leads here. `}
        {faults.length > 0 && `${howMany(faults.length, "row")} not imported.`}
      </Notice>
      <div className="wrap gap-2">
        <AddressButton label="Show these links" to={{ import: undefined, imported: made.importId }} />
        {faults.length > 0 && (
          <Button variant="default" onClick={() => saveFaults(file, faults)}>
            Download failed rows
          </Button>
        )}
        {made.importId && (
          <Button
            variant="default"
            isBusy={undo.isPending}
            onClick={() => undoNow(made.importId ?? "").catch(() => {})}
          >
            Undo import
          </Button>
        )}
      </div>
      {faults.length > 0 && <ImportRows results={faults} />}
    </>
  )
}

/** Saves the refused rows with their original cells and the reasons, to be corrected and imported again. */
function saveFaults({ header }: LinkFile, faults: readonly RowResult[]): void {
  const rows = faults.map(({ row, reason = "" }) => [...header.map((_, at) => row.cells[at] ?? ""), row.line, reason])
  downloadCsv("failed-rows.csv", [[...header, "Line", "Error"], ...rows])
}
