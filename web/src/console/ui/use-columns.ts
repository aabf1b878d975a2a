import { useMemo, useState } from "react"
import { stored } from "../../kit/stored.ts"
import type { TableColumn } from "./table-row.tsx"

export interface ChosenColumns {
  /** The titles of the columns that can be hidden. */
  titles: readonly string[]
  hidden: ReadonlySet<string>
  toggle(title: string): void
}

/** The columns that this browser shows of the table `name`. `columnsOf` is stable, and gets the hidden titles. */
export function useColumns<Row>(name: string, columnsOf: (hidden: ReadonlySet<string>) => readonly TableColumn<Row>[]) {
  const key = `hidden-columns:${name}`
  const [hidden, hide] = useState<ReadonlySet<string>>(() => new Set(stored.get(key)?.split("\n")))
  const toggle = (title: string) => {
    const next = new Set(hidden)
    if (!next.delete(title)) next.add(title)
    stored.set(key, [...next].join("\n"))
    hide(next)
  }
  const { titles, shown } = useMemo(() => {
    const all = columnsOf(hidden)
    return {
      titles: all.flatMap(({ title, isWide }) => (isWide ? [title] : [])),
      shown: all.filter(({ title, isWide }) => !isWide || !hidden.has(title)),
    }
  }, [columnsOf, hidden])
  return { shown, chosen: { titles, hidden, toggle } satisfies ChosenColumns }
}
