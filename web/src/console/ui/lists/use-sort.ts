import { useCallback } from "react"
import { listSorts, sortOf } from "../../../../../server/src/contract/console/list-sorts.ts"
import { useAddress } from "../use-address.ts"

/** The order of a table, and how to change it. */
export interface TableSort {
  /** The column by its name in the list, with `-` for downwards. */
  now: string
  /** Undefined for the usual order. */
  onSort(sort: string | undefined): void
}

/** The order of a list is in the address. `asked` is the read's input, empty for the usual order. */
export function useSort(list: keyof typeof listSorts | undefined): { asked: { sort?: string }; sort?: TableSort } {
  const { search, go } = useAddress()
  const onSort = useCallback((sort: string | undefined) => go({ sort }), [go])
  if (list === undefined) return { asked: {} }
  const found = sortOf(search.sort, listSorts[list])
  return { asked: found ? { sort: found } : {}, sort: { now: found ?? `-${listSorts[list][0]}`, onSort } }
}
