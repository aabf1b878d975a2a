import { useEffect, useState } from "react"
import { Button } from "../../../kit/button.tsx"
import { Notice } from "../../../kit/notice.tsx"
import { Refusal } from "../../../kit/refusal.tsx"
import { downloadCsv } from "../../ui/csv.ts"
import { SidePanel } from "../../ui/panel.tsx"
import { importableColumns, type LinkTable } from "../link-table.ts"
import { FileDrop } from "./file-drop.tsx"
import styles from "./import-panel.module.css"
import { ImportRows } from "./import-rows.tsx"
import { readLinkFile } from "./read-link-file.ts"
import { type ImportProgress, type RowResult, useImport } from "./use-import.ts"

interface Chosen {
  name: string
  table: LinkTable
  /** The result of the check; undefined until it has finished. */
  checked?: ImportProgress
  /** The result of importing the valid rows. */
  made?: ImportProgress
}

/** Imports links from a CSV file. All rows are checked and shown before any link is created. */
export function ImportPanel({ onClose }: { onClose(): void }) {
  const { chosen, progress, isBusy, error, take, make, drop } = useChosenFile()
  return (
    <SidePanel title="Import links" onClose={onClose}>
      {error && <Refusal error={error} />}
      {!chosen && <Choose onFile={take} />}
      {chosen?.made && <Made chosen={chosen} onClose={onClose} />}
      {chosen && !chosen.made && (
        <Check chosen={chosen} progress={progress} isBusy={isBusy} onMake={() => make(chosen)} onOther={drop} />
      )}
    </SidePanel>
  )
}

/** The chosen file: `take` reads and checks it, `make` makes its links, `drop` forgets it. */
function useChosenFile() {
  const { progress, send, stop } = useImport()
  const [chosen, choose] = useState<Chosen>()
  const [error, refuse] = useState<Error>()
  useEffect(() => stop, [stop])
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    refuse(undefined)
    setBusy(true)
    await work().catch(refuse)
    setBusy(false)
  }
  const take = (file: File) =>
    run(async () => {
      choose(undefined)
      const found = { name: file.name, table: await readLinkFile(file) }
      choose(found)
      choose({ ...found, checked: await send(found.table.rows, { only_checks: true }) })
    })
  const make = ({ table, checked, ...found }: Chosen) =>
    run(async () => {
      const made = await send(rowsIn("created", checked), { only_checks: false })
      choose({ ...found, table, ...(checked && { checked }), made })
    })
  return { chosen, progress, isBusy, error, take, make, drop: () => choose(undefined) }
}

function Choose({ onFile }: { onFile(file: File): void }) {
  return (
    <>
      <FileDrop label="CSV file" choose="Choose file" accept=".csv,.tsv,.txt,text/csv" onFile={onFile} />
      <p>Columns: {importableColumns}. Only Destination is required.</p>
    </>
  )
}

interface CheckProps {
  chosen: Chosen
  progress: ImportProgress | undefined
  isBusy: boolean
  onMake(): void
  onOther(): void
}

function Check({ chosen: { name, table, checked }, progress, isBusy, onMake, onOther }: CheckProps) {
  const good = rowsIn("created", checked).length
  const isMaking = isBusy && checked !== undefined
  return (
    <>
      <div>
        <strong>{name}</strong>: {count(table.rows.length, "row")}
      </div>
      {table.unused.length > 0 && <p className={styles.about}>Ignored columns: {table.unused.join(", ")}.</p>}
      {isBusy && (
        <label className={styles.progress}>
          {isMaking ? "Importing links…" : "Checking rows…"}
          <progress value={progress?.done ?? 0} max={isMaking ? good : table.rows.length} />
        </label>
      )}
      {checked && <Notice tone={good > 0 ? "good" : "note"} title={wordsOf(checked)} />}
      <div className={styles.actions}>
        {good > 0 && (
          <Button isBusy={isMaking} onClick={onMake}>
            Import {count(good, "link")}
          </Button>
        )}
        {!isBusy && (
          <Button variant="default" onClick={onOther}>
            Choose another file
          </Button>
        )}
      </div>
      {checked && <ImportRows results={checked.results} />}
    </>
  )
}

function wordsOf(checked: ImportProgress): string {
  const [exist, faults] = [rowsIn("exists", checked).length, rowsIn("refused", checked).length]
  return [
    `${count(rowsIn("created", checked).length, "link")} ready`,
    ...(exist > 0 ? [`${exist.toLocaleString()} unchanged`] : []),
    ...(faults > 0 ? [`${count(faults, "row")} with errors`] : []),
  ].join(", ")
}

const rowsIn = (state: RowResult["state"], progress: ImportProgress | undefined) =>
  (progress?.results ?? []).flatMap((result) => (result.state === state ? [result.row] : []))

function Made({ chosen: { table, checked, made }, onClose }: { chosen: Chosen; onClose(): void }) {
  const faults = [...(checked?.results ?? []), ...(made?.results ?? [])].filter(({ state }) => state === "refused")
  return (
    <>
      <Notice tone="good" title={`${count(rowsIn("created", made).length, "link")} imported`}>
        {faults.length > 0 && `${count(faults.length, "row")} not imported.`}
      </Notice>
      <div className={styles.actions}>
        <Button onClick={onClose}>View links</Button>
        {faults.length > 0 && (
          <Button variant="default" onClick={() => saveFaults(table, faults)}>
            Download failed rows
          </Button>
        )}
      </div>
      {faults.length > 0 && <ImportRows results={faults} />}
    </>
  )
}

/** Saves the refused rows with their original cells and the reasons, to be corrected and imported again. */
function saveFaults({ header }: LinkTable, faults: readonly RowResult[]): void {
  const rows = faults.map(({ row, reason = "" }) => [...header.map((_, at) => row.cells[at] ?? ""), row.line, reason])
  downloadCsv("failed-rows.csv", [[...header, "Line", "Error"], ...rows])
}

const count = (number: number, what: string) => `${number.toLocaleString()} ${number === 1 ? what : `${what}s`}`
