import { useMemo, useState } from "react"
import { stored } from "../../../kit/stored.ts"
import type { TableColumn } from "./table-row.tsx"

export interface ChosenColumns {
  /** The titles of the columns that can be hidden. */
  titles: readonly string[]
  hidden: ReadonlySet<string>
  toggle(title: string): void
}

/** The columns of a table; a stable function of the hidden titles where cells depend on them. */
export type Columns<Row> = readonly TableColumn<Row>[] | ((hidden: ReadonlySet<string>) => readonly TableColumn<Row>[])

const none: ReadonlySet<string> = new Set()

/** The columns that this browser shows of the table `name`. Without a name, it shows all. */
export function useColumns<Row>(name: string | undefined, columns: Columns<Row>) {
  const key = `hidden-columns:${name}`
  const [hidden, hide] = useState(() => (name === undefined ? none : new Set(stored.get(key)?.split("\n"))))
  const toggle = (title: string) => {
    const next = new Set(hidden)
    if (!next.delete(title)) next.add(title)
    stored.set(key, [...next].join("\n"))
    hide(next)
  }
  const { titles, shown } = useMemo(() => {
    const all = typeof columns === "function" ? columns(hidden) : columns
    return {
      titles: all.flatMap(({ title, isWide }) => (isWide ? [title] : [])),
      shown: all.filter(({ title, isWide }) => !isWide || !hidden.has(title)),
    }
  }, [columns, hidden])
  return { shown, menu: name === undefined ? undefined : ({ titles, hidden, toggle } satisfies ChosenColumns) }
}
