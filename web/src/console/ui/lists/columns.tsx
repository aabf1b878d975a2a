import type { ReactNode } from "react"
import { formatAmount } from "../../../../../server/src/contract/currencies.ts"
import { When } from "../../../kit/when.tsx"

export interface TableColumn<Row> {
  title: string
  /** A track size of `grid-template-columns`, such as `minmax(12rem, 2fr)`. */
  width: string
  cell(row: Row): ReactNode
  /** The sort order after the first press on the title: a column of the list, with `-` for downwards. */
  sort?: string
  /** Hidden on phones. */
  isWide?: boolean
  /** Aligned to the end of the column. */
  isNumber?: boolean
}

type More<Row> = Partial<TableColumn<Row>>

/** These columns are hidden on phones. */
export function dayColumn<Row>(title: string, at: (row: Row) => number, more: More<Row> = {}): TableColumn<Row> {
  return { title, width: "8rem", cell: (row) => <When at={at(row)} isDay />, isWide: true, ...more }
}

export function timeColumn<Row>(title: string, at: (row: Row) => number, more: More<Row> = {}): TableColumn<Row> {
  return { title, width: "11rem", cell: (row) => <When at={at(row)} />, isWide: true, ...more }
}

export function moneyColumn<Row extends { currency: string }>(
  title: string,
  cents: (row: Row) => number,
  { free, ...more }: More<Row> & { free?: string } = {},
): TableColumn<Row> {
  const cell = (row: Row) => (free && cents(row) === 0 ? free : formatAmount(cents(row), row.currency))
  return { title, width: "9rem", cell, isWide: true, isNumber: true, ...more }
}

export function numberColumn<Row>(
  title: string,
  of: (row: Row) => string | number,
  more: More<Row> = {},
): TableColumn<Row> {
  return { title, width: "7rem", cell: (row) => of(row).toLocaleString(), isWide: true, isNumber: true, ...more }
}

export function textColumn<Row>(
  title: string,
  of: (row: Row) => string | null | undefined,
  more: More<Row> = {},
): TableColumn<Row> {
  return { title, width: "minmax(8rem, 2fr)", cell: (row) => <bdi>{of(row)}</bdi>, isWide: true, ...more }
}
