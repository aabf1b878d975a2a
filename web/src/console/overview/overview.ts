import { useQuery } from "@tanstack/react-query"
import { type AnswerOf, readOf } from "../ask.ts"

export type Overview = AnswerOf<"get-overview">

/** Everything that the page shows, in one answer; undefined until it is there. */
export function useOverview(): Overview | undefined {
  return useQuery(readOf("get-overview", {})).data
}
