import { type HTMLAttributes, memo } from "react"
import { noteRow } from "../rows.ts"
import type { TableColumn } from "./columns.tsx"
import styles from "./table.module.css"

/** The properties that all rows of a table share. */
export interface OfRows<Row> {
  columns: readonly TableColumn<Row>[]
  keyOf(row: Row): string
  /** Called for Enter and for a click on the row. */
  onOpen?(row: Row): void
  /** The keys of the chosen rows; without it, rows cannot be chosen. */
  chosen?: ReadonlySet<string>
  onChoose?(chosen: ReadonlySet<string>): void
  /** Further attributes of a row, for example for dragging. */
  moreOf?(row: Row): HTMLAttributes<HTMLDivElement>
}

export const rowHeight = 48

interface RowProps<Row> extends OfRows<Row> {
  row: Row
  at: number
  top: number
  /** It arrived while the page was open. */
  isNew: boolean
}

/** Memoized: scrolling renders only rows that become visible. */
export const SameRow = memo(TableRow) as typeof TableRow

function TableRow<Row>({ row, at, top, isNew, columns, keyOf, onOpen, moreOf, chosen, onChoose }: RowProps<Row>) {
  const key = keyOf(row)
  const isChosen = chosen?.has(key) ?? false
  const choose = () => onChoose?.(toggled(chosen ?? new Set(), key))
  return (
    <div
      {...moreOf?.(row)}
      role="row"
      aria-rowindex={at + 2}
      className={styles.row}
      data-chosen={isChosen || undefined}
      data-new={isNew || undefined}
      data-opens={onOpen ? "" : undefined}
      tabIndex={0}
      onFocus={({ currentTarget }) => noteRow(currentTarget)}
      style={{ height: rowHeight, transform: `translateY(${top}px)` }}
      onClick={({ target }) => !isControl(target as Element) && onOpen?.(row)}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return
        if (event.key === "Enter") {
          // Otherwise the key would also press the close button that the opened panel focuses.
          event.preventDefault()
          onOpen?.(row)
        }
        if (event.key === "x") choose()
      }}
    >
      {onChoose && (
        <span role="cell" data-selects>
          <input type="checkbox" aria-label="Select row" checked={isChosen} onChange={choose} tabIndex={-1} />
        </span>
      )}
      {columns.map((column) => (
        <span role="cell" key={column.title} {...lookOf(column)}>
          {column.cell(row)}
        </span>
      ))}
    </div>
  )
}

/** The attributes of a cell in this column. */
export function lookOf({ isWide, isNumber }: { isWide?: boolean; isNumber?: boolean }) {
  return { className: styles.cell, "data-wide": isWide || undefined, "data-number": isNumber || undefined }
}

function toggled(chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(key)) next.add(key)
  return next
}

/** Whether a click was on a control inside the row. */
export const isControl = (target: Element) => target.closest("a, button, input, label") !== null
