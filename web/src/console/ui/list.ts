import { type UseInfiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query"
import { useCallback } from "react"

/** A list that is read part by part: its items so far, and what gets the next part. */
export function useList<Answer, Item>(
  // biome-ignore lint/suspicious/noExplicitAny: the options of `listOf`, whose key and error do not matter here.
  options: UseInfiniteQueryOptions<Answer, any, any, any, any>,
  itemsOf: (answer: Answer) => readonly Item[],
) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, error } = useInfiniteQuery(options)
  const onMore = useCallback(() => {
    if (!isFetchingNextPage) fetchNextPage()
  }, [isFetchingNextPage, fetchNextPage])
  const pages = (data as { pages: Answer[] } | undefined)?.pages ?? []
  return {
    items: pages.flatMap(itemsOf),
    isLoaded: data !== undefined,
    hasMore: hasNextPage,
    onMore,
    error: error as Error | null,
  }
}
