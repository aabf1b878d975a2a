import { type UseInfiniteQueryOptions, type UseQueryResult, useInfiniteQuery } from "@tanstack/react-query"
import { useCallback } from "react"
import type { listSorts } from "../../../../../server/src/contract/console/list-sorts.ts"
import { given } from "../../../../../server/src/contract/console/route.ts"
import { type AnswerOf, type InputOf, pagesOf, type ReadName } from "../../ask.ts"
import { type TableSort, useSort } from "./use-sort.ts"

export interface LoadedList<Item> {
  items: Item[]
  isLoaded: boolean
  isFiltered: boolean
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
  query?: Partial<Pick<UseInfiniteQueryOptions, "placeholderData" | "refetchInterval">>
}

/** A paginated list: the items so far, and a function that loads the next page. */
export function useList<Name extends ReadName, Item = ItemOf<Name>>(
  read: Name,
  filter: Filter<Name>,
  { sorts, also, itemsOf = onlyListOf, query }: Options<Name, Item> = {},
): LoadedList<Item> & { first: AnswerOf<Name> | undefined; order: { sort?: string } | undefined } {
  const order = useSort(sorts)
  const set = given(filter)
  const input = { ...order?.asked, ...also, ...set } as InputOf<Name>
  const options = { ...pagesOf(read, input), ...query } as ReturnType<typeof pagesOf<Name>>
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, refetch, error } = useInfiniteQuery(options)
  const onMore = useCallback(() => {
    if (!isFetchingNextPage) fetchNextPage()
  }, [isFetchingNextPage, fetchNextPage])
  const pages = data?.pages ?? []
  return {
    items: onlyFirst(pages.flatMap((page) => itemsOf(page as AnswerOf<Name>))),
    first: pages[0],
    isLoaded: data !== undefined,
    isFiltered: Object.keys(set).length > 0,
    hasMore: hasNextPage,
    onMore,
    error,
    again: refetch,
    sort: order?.sort,
    order: order?.asked,
  }
}

export function wholeList<Item>({
  data,
  error,
  refetch,
}: Pick<UseQueryResult<{ items: Item[] }>, "data" | "error" | "refetch">): LoadedList<Item> {
  const items = data?.items ?? []
  return { items, isLoaded: data !== undefined, isFiltered: false, hasMore: false, onMore() {}, error, again: refetch }
}

export const onlyListOf = (answer: unknown) => Object.values(answer as object).find(Array.isArray) ?? []

/** Drops repeated rows: one that changes while the list is read can move to a later page. */
function onlyFirst<Item>(items: readonly Item[]): Item[] {
  const seen = new Set<unknown>()
  return items.filter((item) => {
    const { id = item } = item as { id?: unknown }
    return seen.size < seen.add(id).size
  })
}
