import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query"
import { useRef } from "react"
import type { Read } from "../../../server/src/contract/console/route.ts"
import { Refused } from "../api/call.ts"
import { newUuid } from "../api/uuid.ts"
import { type AnswerOf, ask, type ChangeName, change, type InputOf, type ReadName } from "./calls.ts"
import { reloadPage } from "./reload-page.ts"
import { toast } from "./toast.ts"

/** The cache key of an answer. The action's name comes first, so a change can invalidate by name. */
export const keyOf = ({ name, input }: Pick<Read, "name" | "input">) => [name, input] as const

/** The query options of an answer without pages. */
export function readOf<Name extends ReadName>(name: Name, input: InputOf<Name>) {
  return queryOptions({
    queryKey: keyOf({ name, input: input as Read["input"] }),
    queryFn: () => ask(name, input),
  })
}

type ReadOptions = Pick<UseQueryOptions<never>, "enabled" | "retry" | "staleTime" | "refetchOnWindowFocus">

export function useRead<Name extends ReadName>(name: Name, input: InputOf<Name>, options?: ReadOptions) {
  return useQuery({ ...readOf(name, input), ...(options as object) })
}

/** The query options of a paginated answer; each page carries the next cursor. */
export function pagesOf<Name extends ReadName>(name: Name, input: InputOf<Name>) {
  return infiniteQueryOptions({
    queryKey: keyOf({ name, input: input as Read["input"] }),
    queryFn: ({ pageParam }) =>
      ask(name, pageParam === undefined ? input : ({ ...(input as object), cursor: pageParam } as InputOf<Name>)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: cursorAfter,
  })
}

export const cursorAfter = (answer: unknown) => (answer as { nextCursor?: string }).nextCursor

interface Options<Name extends ChangeName> {
  /** The reads to invalidate afterwards. */
  makesStale: readonly ReadName[]
  /** Updates cached answers optimistically; a failure rolls the edits back. */
  atOnce?(input: InputOf<Name>, edit: Edit): void
  onDone?(answer: AnswerOf<Name>, input: InputOf<Name>): void
  /** The toast after a success. */
  says?: string | ((answer: AnswerOf<Name>, input: InputOf<Name>) => string)
  /** The form that sends the change shows refusals beside their field. Otherwise a toast shows them. */
  isForm?: boolean
}

/** Changes every cached answer of this read. */
type Edit = <Name extends ReadName>(name: Name, change: (answer: AnswerOf<Name>) => AnswerOf<Name>) => void

/** The reads that a change of a thing makes stale. */
export const stale = {
  accounts: ["list-payment-accounts", "get-selling"],
  deliveries: ["list-webhook-deliveries", "get-webhook-delivery", "get-endpoint-backlog"],
  docs: ["browse-docs", "search-doc-text", "search-docs", "list-trashed-docs"],
  endpoints: ["list-endpoints", "get-endpoint-backlog"],
  links: [
    "browse-links",
    "list-links",
    "list-link-imports",
    "list-link-tags",
    "count-links",
    "find-trashed-link",
    "get-link",
    "list-former-slugs",
  ],
  offers: ["get-own-offer", "list-offers"],
  servers: ["list-tool-servers", "get-tool-server"],
  suspensions: ["list-reports", "list-suspensions", "list-every-workspace", "get-operator-overview"],
  times: ["get-team-week", "get-team-time", "get-working-hours"],
  trash: ["list-folder", "list-drive-trash", "get-file"],
  workspace: ["get-own-workspace"],
} as const satisfies Readonly<Record<string, readonly ReadName[]>>

/** Reads that every change invalidates: the overview covers the whole workspace. */
const always: readonly ReadName[] = ["get-overview"]

/** A mutation. A retry with the same input after a lost response reuses the idempotency key, so it runs once. */
export function useChange<Name extends ChangeName>(name: Name, options: Options<Name>) {
  const queries = useQueryClient()
  const pending = useRef<{ text: string; key: string }>(undefined)
  return useMutation<AnswerOf<Name>, Refused, InputOf<Name>, () => void>({
    mutationFn: async (input) => {
      const text = JSON.stringify(input)
      const key = pending.current?.text === text ? pending.current.key : newUuid()
      pending.current = { text, key }
      try {
        const answer = await change(name, input, key)
        pending.current = undefined
        return answer
      } catch (error) {
        if (!(error instanceof Refused && error.isPassing)) pending.current = undefined
        throw error
      }
    },
    onMutate: async (input) => editCached(queries, (edit) => options.atOnce?.(input, edit)),
    onSuccess: (answer, input) => {
      const { says } = options
      if (says) toast({ title: says instanceof Function ? says(answer, input) : says })
      options.onDone?.(answer, input)
    },
    onError: (error, _input, restore) => {
      restore?.()
      if (options.isForm) return
      const action = error.isOutdated && { action: { label: "Reload", run: reloadPage } }
      toast({ tone: "bad", title: error.message, text: error.hint, ...action })
    },
    onSettled: () =>
      Promise.all([...options.makesStale, ...always].map((read) => queries.invalidateQueries({ queryKey: [read] }))),
  })
}

/** Edits cached answers. Returns the function that rolls back those that did not change since. */
function editCached(queries: QueryClient, work: (edit: Edit) => void): () => void {
  const rollbacks: (() => void)[] = []
  work((read, changeAnswer) => {
    for (const [key, before] of queries.getQueriesData({ queryKey: [read] })) {
      queries.cancelQueries({ queryKey: key })
      const after = editAnswer(before, changeAnswer as (answer: unknown) => unknown)
      queries.setQueryData(key, after)
      rollbacks.push(() => {
        if (queries.getQueryData(key) === after) queries.setQueryData(key, before)
      })
    }
  })
  return () => {
    for (const rollBack of rollbacks) rollBack()
  }
}

/** Also edits paginated answers, page by page. */
function editAnswer(before: unknown, changeAnswer: (answer: unknown) => unknown): unknown {
  if (typeof before === "object" && before !== null && "pages" in before) {
    return { ...before, pages: (before.pages as unknown[]).map(changeAnswer) }
  }
  return before === undefined ? before : changeAnswer(before)
}
