import { type UseInfiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query"
import { useCallback } from "react"

/** The pages of a list so far, and a function that loads the next one. */
export function usePages<Answer, Item>(
  // biome-ignore lint/suspicious/noExplicitAny: the options of `pagesOf`; their key and error types do not matter here.
  options: UseInfiniteQueryOptions<Answer, any, any, any, any>,
  itemsOf: (answer: Answer) => readonly Item[],
) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, refetch, error } = useInfiniteQuery(options)
  const onMore = useCallback(() => {
    if (!isFetchingNextPage) fetchNextPage()
  }, [isFetchingNextPage, fetchNextPage])
  const pages = (data as { pages: Answer[] } | undefined)?.pages ?? []
  return {
    items: onlyFirst(pages.flatMap(itemsOf)),
    first: pages[0],
    isLoaded: data !== undefined,
    hasMore: hasNextPage,
    onMore,
    error: error as Error | null,
    again: refetch,
  }
}

/** Drops repeated rows: one that changes while the list is read can move to a later page. */
function onlyFirst<Item>(items: readonly Item[]): Item[] {
  const seen = new Set<unknown>()
  return items.filter((item) => {
    const { id = item } = item as { id?: unknown }
    return seen.size < seen.add(id).size
  })
}
