import { useState } from "react"
import type { InputOf } from "../ask.ts"

type Filter = Pick<InputOf<"browse-links">, "query" | "tag" | "importId">

/** Individually chosen rows, or all rows that match the filter. */
export interface ChosenRows {
  ids: ReadonlySet<string>
  isAll: boolean
  filter: Filter
}

/** The selection in a list. Another filter clears it. */
export function useChosen(filter: Filter, { inTrash }: { inTrash: boolean }) {
  const list = JSON.stringify({ filter, inTrash })
  const [kept, keep] = useState({ list, ids: none, isAll: false })
  const { ids, isAll } = kept.list === list ? kept : { ids: none, isAll: false }
  return {
    chosen: { ids, isAll, filter },
    choose: (ids: ReadonlySet<string>) => keep({ list, ids, isAll: false }),
    chooseAll: () => keep({ list, ids: none, isAll: true }),
  }
}

const none: ReadonlySet<string> = new Set()

/** The most ids per request. */
const most = 500

/** The selection as the inputs of successive requests. */
export function partsOf({ ids, isAll, filter }: ChosenRows): ({ ids: string[] } | { filter: Filter })[] {
  if (isAll) return [{ filter }]
  const all = [...ids]
  return Array.from({ length: Math.ceil(all.length / most) }, (_, at) => ({
    ids: all.slice(at * most, (at + 1) * most),
  }))
}
