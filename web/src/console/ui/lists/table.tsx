import { useWindowVirtualizer } from "@tanstack/react-virtual"
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useEffect, useRef } from "react"
import { Button } from "../../../kit/button.tsx"
import { Refusal } from "../../../kit/notice.tsx"
import { useArrivals } from "../arrivals.ts"
import { Arrived } from "../arrived.tsx"
import { rowSteps } from "../rows.ts"
import { directionOf, SortButton } from "./sort-button.tsx"
import styles from "./table.module.css"
import { isControl, lookOf, type OfRows, rowHeight, SameRow } from "./table-row.tsx"
import type { LoadedList, TableSort } from "./use-list.ts"

interface Props<Row> extends OfRows<Row> {
  label: string
  rows: readonly Row[]
  /** Whether there are more rows, and how to load them. */
  hasMore: boolean
  onMore(): void
  /** The present order; without it, no column can be sorted. */
  sort?: TableSort
}

const heightOfRow = () => rowHeight
/** The next page is requested once fewer rows than this are left below. */
const ahead = 40

interface OfList<Item> extends OfRows<Item> {
  label: string
  list: LoadedList<Item>
  empty: ReactNode
}

export function ListTable<Item>({ list, empty, ...rest }: OfList<Item>) {
  if (list.error && !list.isLoaded) return <NotLoaded error={list.error} onAgain={list.again} />
  if (list.isLoaded && list.items.length === 0) return empty
  const { items, hasMore, onMore, sort } = list
  return <Table {...rest} rows={items} {...{ hasMore, onMore }} {...(sort && { sort })} />
}

function NotLoaded({ error, onAgain }: { error: Error; onAgain(): void }) {
  return (
    <>
      <Refusal error={error} />
      <div>
        <Button variant="default" onClick={onAgain}>
          Try again
        </Button>
      </div>
    </>
  )
}

/** A virtualized table: it renders only visible rows. Arrow keys, Enter and X work on them. */
export function Table<Row>(props: Props<Row>) {
  const { label, rows, keyOf } = props
  return (
    <>
      <Rows {...props} />
      <Arrived label={label} ids={rows.map(keyOf)} />
    </>
  )
}

function Rows<Row>(props: Props<Row>) {
  const { label, columns, rows, onChoose, hasMore, onMore } = props
  const list = useRef<HTMLDivElement>(null)
  const { virtual, items } = useRowsInSight(props, list)
  const template = `${onChoose ? "2rem " : ""}${columns.map(({ width }) => shrinking(width)).join(" ")}`
  const count = hasMore ? -1 : rows.length + 1
  const arrived = useArrivals()
  const look = { className: styles.table, style: { "--columns": template } as object }
  return (
    <div className={styles.place}>
      <div role="table" aria-label={label} aria-rowcount={count} {...look}>
        <Head {...props} />
        <div
          ref={list}
          role="rowgroup"
          className={styles.rows}
          style={{ height: virtual.getTotalSize() }}
          onKeyDown={move}
        >
          {items.map(({ index, key, start }) => (
            <SameRow
              key={key}
              {...props}
              row={rows[index] as Row}
              at={index}
              top={start - virtual.options.scrollMargin}
              isNew={arrived.has(String(key))}
            />
          ))}
        </div>
      </div>
      {hasMore && (
        <Button variant="subtle" onClick={onMore}>
          Load more
        </Button>
      )}
    </div>
  )
}

/** A column of a fixed width shrinks to about half of it before a row is cut off. */
const shrinking = (width: string) => (/^[\d.]+rem$/.test(width) ? `minmax(calc(${width} * 0.55), ${width})` : width)

function Head<Row>(props: Props<Row>) {
  const { columns, onChoose, sort } = props
  return (
    <div role="row" className={`muted smallest ${styles.head}`} aria-rowindex={1}>
      {onChoose && (
        <span role="columnheader" data-selects>
          <ChooseAll {...props} onChoose={onChoose} />
        </span>
      )}
      {columns.map((column) => (
        <span role="columnheader" key={column.title} {...lookOf(column)} aria-sort={directionOf(column.sort, sort)}>
          {sort && column.sort ? <SortButton title={column.title} first={column.sort} sort={sort} /> : column.title}
        </span>
      ))}
    </div>
  )
}

/** The visible rows and some around them. Requests the next page ahead of time. */
function useRowsInSight<Row>({ rows, keyOf, hasMore, onMore }: Props<Row>, list: RefObject<HTMLDivElement | null>) {
  // A new function identity would make the virtualizer measure all rows again.
  const getItemKey = useCallback((at: number) => keyOf(rows[at] as Row), [rows, keyOf])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: heightOfRow,
    overscan: 8,
    scrollMargin: topOf(list.current),
    getItemKey,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && last > rows.length - ahead) onMore()
  }, [hasMore, last, rows.length, onMore])
  return { virtual, items }
}

const topOf = (list: Element | null) => (list ? list.getBoundingClientRect().top + scrollY : 0)

function ChooseAll<Row>({ rows, keyOf, chosen, onChoose }: Props<Row> & Required<Pick<Props<Row>, "onChoose">>) {
  const count = chosen?.size ?? 0
  const isAll = count > 0 && count >= rows.length
  return (
    <input
      type="checkbox"
      aria-label="Select all rows"
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !isAll
      }}
      onChange={() => onChoose(new Set(isAll ? [] : rows.map(keyOf)))}
    />
  )
}

/** Moves the focus between rows by the arrow keys, or by J and K. */
function move(event: KeyboardEvent): void {
  const step = rowSteps[event.key]
  const row = (event.target as Element).closest('[role="row"]')
  const next = step && (step === 1 ? row?.nextElementSibling : row?.previousElementSibling)
  if (!(next instanceof HTMLElement) || isControl(event.target as Element)) return
  event.preventDefault()
  next.focus()
}
