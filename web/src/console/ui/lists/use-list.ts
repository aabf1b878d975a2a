import type { UseQueryResult } from "@tanstack/react-query"
import { useCallback } from "react"
import { listSorts, sortOf } from "../../../../../server/src/contract/console/list-sorts.ts"
import { given } from "../../../../../server/src/contract/console/route.ts"
import { pagesOf } from "../../ask.ts"
import type { AnswerOf, InputOf, ReadName } from "../../calls.ts"
import { useAddress } from "../use-address.ts"
import { usePages } from "./use-pages.ts"

export interface LoadedList<Item> {
  items: Item[]
  isLoaded: boolean
  isFiltered?: boolean
  hasMore: boolean
  onMore(): void
  error: Error | null
  again(): void
  sort?: TableSort | undefined
}

type ListIn<Answer> = Answer extends object ? Extract<Answer[keyof Answer], readonly unknown[]> : never
export type ItemOf<Name extends ReadName> = ListIn<AnswerOf<Name>>[number]

/** The filter of a list, as the address has it. The server checks its texts; undefined and empty ones are left out. */
type Filter<Name extends ReadName> = { [Field in keyof InputOf<Name>]?: Loose<InputOf<Name>[Field]> | undefined }
type Loose<Value> = Value extends string ? string : Value

interface Options<Name extends ReadName, Item> {
  /** The columns that sort the list. The order is in the address. */
  sorts?: keyof typeof listSorts
  also?: Partial<InputOf<Name>>
  /** For an answer with several lists. */
  itemsOf?(answer: AnswerOf<Name>): readonly Item[]
}

/** The list of a read, sorted and filtered as the address says. */
export function useList<Name extends ReadName, Item = ItemOf<Name>>(
  read: Name,
  filter: Filter<Name>,
  { sorts, also, itemsOf = onlyListOf }: Options<Name, Item> = {},
) {
  const { asked: order, sort } = useSort(sorts)
  const set = given(filter)
  const input = { ...order, ...also, ...set } as InputOf<Name>
  const pages = usePages<AnswerOf<Name>, Item>(pagesOf(read, input), itemsOf)
  return { ...pages, isFiltered: Object.keys(set).length > 0, sort, order }
}

export function wholeList<Item>({
  data,
  error,
  refetch,
}: Pick<UseQueryResult<{ items: Item[] }>, "data" | "error" | "refetch">): LoadedList<Item> {
  const items = data?.items ?? []
  return { items, isLoaded: data !== undefined, hasMore: false, onMore() {}, error, again: refetch }
}

export const onlyListOf = (answer: unknown) => Object.values(answer as object).find(Array.isArray) ?? []

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
