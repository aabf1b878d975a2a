import { useRead } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"

export type Overview = AnswerOf<"get-overview">

/** All data of the page in one read; undefined until it has loaded. */
export function useOverview(): Overview | undefined {
  return useRead("get-overview", {}).data
}
