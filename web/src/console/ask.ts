import { infiniteQueryOptions, queryOptions, type UseQueryOptions, useQuery } from "@tanstack/react-query"
import type { Read } from "../../../server/src/contract/console/route.ts"
import type { ConsoleCalls } from "../../../server/src/surfaces/console/console-calls.ts"
import { callApi } from "../api/call.ts"
import { here } from "./console-data.ts"
import { noteOwnChanges } from "./own-changes.ts"

type Of<Method> = { [Name in keyof ConsoleCalls]: ConsoleCalls[Name]["method"] extends Method ? Name : never }

export type ReadName = Of<"GET">[keyof ConsoleCalls]
export type ChangeName = Of<"POST">[keyof ConsoleCalls]
export type InputOf<Name extends keyof ConsoleCalls> = ConsoleCalls[Name]["input"]
export type AnswerOf<Name extends keyof ConsoleCalls> = ConsoleCalls[Name]["answer"]

/** Adds the current workspace's slug, if any. */
function addressOf(name: string, input?: object): string {
  const workspace = here().workspace?.slug
  const query = { ...(workspace && { workspace }), ...(input && { input: JSON.stringify(input) }) }
  return `/console/${name}?${new URLSearchParams(query)}`
}

/** @throws Refused */
export function ask<Name extends ReadName>(name: Name, input: InputOf<Name>): Promise<AnswerOf<Name>> {
  return callApi(addressOf(name, input as object))
}

/** Runs an action once per idempotency key. @throws Refused */
export function change<Name extends ChangeName>(
  name: Name,
  input: InputOf<Name>,
  idempotencyKey: string,
): Promise<AnswerOf<Name>> {
  const onAnswer = ({ headers }: Response) => noteOwnChanges(headers.get("svc-changes"))
  return callApi(addressOf(name), { body: input as object, idempotencyKey, formToken: here().formToken, onAnswer })
}

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
