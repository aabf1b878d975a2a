import { useQuery } from "@tanstack/react-query"
import { type AnswerOf, readOf } from "../ask.ts"

export type Overview = AnswerOf<"get-overview">

/** All data of the page in one read; undefined until it has loaded. */
export function useOverview(): Overview | undefined {
  return useQuery(readOf("get-overview", {})).data
}
