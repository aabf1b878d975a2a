import { useState } from "react"
import type { InputOf } from "../ask.ts"

type Filter = Pick<InputOf<"browse-links">, "query" | "tag">

/** Rows that were chosen one by one, or all that the list's filter finds. */
export interface Chosen {
  ids: ReadonlySet<string>
  isAll: boolean
  filter: Filter
}

/** What is chosen in a list. Another filter begins with nothing. */
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

/** How many ids one request takes. */
const most = 500

/** What is chosen as the service takes it, part by part. */
export function partsOf({ ids, isAll, filter }: Chosen): ({ ids: string[] } | { filter: Filter })[] {
  if (isAll) return [{ filter }]
  const all = [...ids]
  return Array.from({ length: Math.ceil(all.length / most) }, (_, at) => ({
    ids: all.slice(at * most, (at + 1) * most),
  }))
}
