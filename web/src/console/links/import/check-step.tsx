import { Button } from "../../../kit/button.tsx"
import { Notice } from "../../../kit/notice.tsx"
import styles from "./import-panel.module.css"
import { ImportRows } from "./import-rows.tsx"
import { type Chosen, howMany, type ImportProgress, rowsIn } from "./use-import.ts"

interface Props {
  chosen: Chosen
  progress: ImportProgress | undefined
  isBusy: boolean
  onMake(): void
  onColumns(): void
  onOther(): void
}

export function CheckStep({ chosen: { file, checked }, progress, isBusy, onMake, onColumns, onOther }: Props) {
  const good = rowsIn("created", checked).length
  const isMaking = isBusy && checked !== undefined
  return (
    <>
      <div>
        <strong>{file.name}</strong>: {howMany(file.rows.length, "row")}
      </div>
      {isBusy && (
        <label className={`stack gap-1 small ${styles.progress}`}>
          {isMaking ? "Importing links…" : "Checking rows…"}
          <progress value={progress?.done ?? 0} max={isMaking ? good : file.rows.length} />
        </label>
      )}
      {checked && <Notice tone={good > 0 ? "good" : "note"} title={wordsOf(checked)} />}
      <div className="wrap gap-2">
        {good > 0 && (
          <Button isBusy={isMaking} onClick={onMake}>
            Import {howMany(good, "link")}
          </Button>
        )}
        {!isBusy && (
          <>
            <Button variant="default" onClick={onColumns}>
              Change columns
            </Button>
            <Button variant="default" onClick={onOther}>
              Choose another file
            </Button>
          </>
        )}
      </div>
      {checked && <ImportRows results={checked.results} />}
    </>
  )
}

function wordsOf(checked: ImportProgress): string {
  const [exist, faults] = [rowsIn("exists", checked).length, rowsIn("refused", checked).length]
  const changed = checked.results.filter(({ state, reason }) => state === "created" && reason).length
  return [
    `${howMany(rowsIn("created", checked).length, "link")} ready`,
    ...(changed > 0 ? [`${changed.toLocaleString()} of them with a note`] : []),
    ...(exist > 0 ? [`${exist.toLocaleString()} unchanged`] : []),
    ...(faults > 0 ? [`${howMany(faults, "row")} with errors`] : []),
  ].join(", ")
}
