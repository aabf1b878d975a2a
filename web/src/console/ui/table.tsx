import { useWindowVirtualizer } from "@tanstack/react-virtual"
import { type HTMLAttributes, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from "react"
import { Button } from "../../kit/button.tsx"
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

interface Props<Row> {
  /** What the rows are, for those who do not see the page. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): string
  /** What Enter, and a press on the row, does. */
  onOpen?(row: Row): void
  /** Which rows are chosen; left out, none can be. */
  chosen?: ReadonlySet<string>
  onChoose?(chosen: ReadonlySet<string>): void
  /** What else a row takes, such as being dragged. */
  moreOf?(row: Row): HTMLAttributes<HTMLDivElement>
  /** Whether more rows can be had, and what gets them. */
  hasMore: boolean
  onMore(): void
}

const rowHeight = 48
/** How many rows below the last one drawn the next part is asked for. */
const ahead = 40

/** Rows of one kind, as many as there are: only those in sight are drawn. Arrow keys, Enter and X work on them. */
export function Table<Row>(props: Props<Row>) {
  const { label, columns, rows, onChoose, hasMore, onMore } = props
  const list = useRef<HTMLDivElement>(null)
  const { virtual, items } = useRowsInSight(props, list)
  const template = `${onChoose ? "2rem " : ""}${columns.map(({ width }) => width).join(" ")}`
  const count = hasMore ? -1 : rows.length + 1
  const look = { className: styles.table, style: { "--columns": template } as object }
  return (
    <div role="table" aria-label={label} aria-rowcount={count} {...look}>
      <div role="row" className={styles.head} aria-rowindex={1}>
        {onChoose && (
          <span role="columnheader">
            <ChooseAll {...props} onChoose={onChoose} />
          </span>
        )}
        {columns.map((column) => (
          <span role="columnheader" key={column.title} {...lookOf(column)}>
            {column.title}
          </span>
        ))}
      </div>
      <div
        ref={list}
        role="rowgroup"
        className={styles.rows}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={move}
      >
        {items.map(({ index, key, start }) => (
          <TableRow
            key={key}
            {...props}
            row={rows[index] as Row}
            at={index}
            top={start - virtual.options.scrollMargin}
          />
        ))}
      </div>
      {hasMore && (
        <Button variant="subtle" onClick={onMore}>
          More
        </Button>
      )}
    </div>
  )
}

/** The rows that are in sight, and some around them. Asks for the next part before its rows are. */
function useRowsInSight<Row>({ rows, keyOf, hasMore, onMore }: Props<Row>, list: RefObject<HTMLDivElement | null>) {
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: list.current?.offsetTop ?? 0,
    getItemKey: (at) => keyOf(rows[at] as Row),
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && last > rows.length - ahead) onMore()
  }, [hasMore, last, rows.length, onMore])
  return { virtual, items }
}

/** Chooses all rows that the list has come to, or none. */
function ChooseAll<Row>({ rows, keyOf, chosen, onChoose }: Props<Row> & Required<Pick<Props<Row>, "onChoose">>) {
  const count = chosen?.size ?? 0
  const isAll = count > 0 && count >= rows.length
  return (
    <input
      type="checkbox"
      aria-label="Choose all rows"
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !isAll
      }}
      onChange={() => onChoose(new Set(isAll ? [] : rows.map(keyOf)))}
    />
  )
}

interface RowProps<Row> extends Props<Row> {
  row: Row
  at: number
  top: number
}

function TableRow<Row>({ row, at, top, columns, keyOf, onOpen, moreOf, chosen, onChoose }: RowProps<Row>) {
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

function lookOf({ isWide, isNumber }: { isWide?: boolean; isNumber?: boolean }) {
  return { className: styles.cell, "data-wide": isWide || undefined, "data-number": isNumber || undefined }
}

function toggled(chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(key)) next.add(key)
  return next
}

const isControl = (target: Element) => target.closest("a, button, input, label") !== null

/** Up and down go from row to row. */
function move(event: KeyboardEvent): void {
  const step = {
    ArrowDown: "nextElementSibling",
    j: "nextElementSibling",
    ArrowUp: "previousElementSibling",
    k: "previousElementSibling",
  } as const
  const way = step[event.key as keyof typeof step]
  const row = (event.target as Element).closest('[role="row"]')
  const next = way && row?.[way]
  if (!(next instanceof HTMLElement) || isControl(event.target as Element)) return
  event.preventDefault()
  next.focus()
}
