import { type HTMLAttributes, memo, type ReactNode } from "react"
import styles from "./table.module.css"

export interface Column<Row> {
  title: string
  /** As in `grid-template-columns`, such as `minmax(12rem, 2fr)`. */
  width: string
  cell(row: Row): ReactNode
  /** Left out on a phone. */
  isWide?: boolean
  /** Numbers stand at the end of their column. */
  isNumber?: boolean
}

/** What all rows of a table have in common. */
export interface OfRows<Row> {
  columns: readonly Column<Row>[]
  keyOf(row: Row): string
  /** What Enter, and a press on the row, does. */
  onOpen?(row: Row): void
  /** Which rows are chosen; left out, none can be. */
  chosen?: ReadonlySet<string>
  onChoose?(chosen: ReadonlySet<string>): void
  /** What else a row takes, such as being dragged. */
  moreOf?(row: Row): HTMLAttributes<HTMLDivElement>
}

/** In pixels. */
export const rowHeight = 48

interface RowProps<Row> extends OfRows<Row> {
  row: Row
  at: number
  top: number
  /** It has come just now. */
  isNew: boolean
}

/** Scrolling draws the rows that come into sight, and leaves all others as they are. */
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
      style={{ height: rowHeight, transform: `translateY(${top}px)` }}
      onClick={({ target }) => !isControl(target as Element) && onOpen?.(row)}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return
        if (event.key === "Enter") {
          // Otherwise the key goes on to what the opened panel gives the focus to, its close button.
          event.preventDefault()
          onOpen?.(row)
        }
        if (event.key === "x") choose()
      }}
    >
      {onChoose && (
        <span role="cell">
          <input type="checkbox" aria-label="Choose" checked={isChosen} onChange={choose} tabIndex={-1} />
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

/** How a cell of this column looks. */
export function lookOf({ isWide, isNumber }: { isWide?: boolean; isNumber?: boolean }) {
  return { className: styles.cell, "data-wide": isWide || undefined, "data-number": isNumber || undefined }
}

function toggled(chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(key)) next.add(key)
  return next
}

/** Whether a press was meant for something in the row. */
export const isControl = (target: Element) => target.closest("a, button, input, label") !== null
