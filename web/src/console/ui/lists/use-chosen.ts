import { useState } from "react"

/** Individually chosen rows, or all rows that match the filter. */
export interface ChosenRows<Filter> {
  ids: ReadonlySet<string>
  isAll: boolean
  filter: Filter
}

/** The selection in a list. Another filter or another `place` clears it. */
export function useChosen<Filter extends object>(filter: Filter, place?: string) {
  const list = JSON.stringify([filter, place])
  const [stored, keep] = useState({ list, ids: none, isAll: false })
  const { ids, isAll } = stored.list === list ? stored : { ids: none, isAll: false }
  return {
    chosen: { ids, isAll, filter },
    choose: (ids: ReadonlySet<string>) => keep({ list, ids, isAll: false }),
    chooseNone: () => keep({ list, ids: none, isAll: false }),
    chooseAll: () => keep({ list, ids: none, isAll: true }),
  }
}

const none: ReadonlySet<string> = new Set()

/** The most ids per request. */
const most = 500

/** The selection as the inputs of successive requests. */
export function partsOf<Filter>({
  ids,
  isAll,
  filter,
}: ChosenRows<Filter>): ({ ids: string[] } | { filter: Filter })[] {
  if (isAll) return [{ filter }]
  const all = [...ids]
  return Array.from({ length: Math.ceil(all.length / most) }, (_, at) => ({
    ids: all.slice(at * most, (at + 1) * most),
  }))
}
