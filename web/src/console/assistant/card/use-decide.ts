import type { ShownCall } from "../../../../../server/src/contract/shown.ts"
import type { InputOf } from "../../ask.ts"
import { useChange } from "../../use-change.ts"

export type Word = InputOf<"decide-calls">["decisions"][number]["answer"]

const settleMs = 5_000

/** Gives one answer on several calls. `isBusy`: it is on its way, or has not shown on the cards yet. */
export function useDecide(conversationId: string) {
  const decide = useChange("decide-calls", {
    makesStale: ["list-conversations"],
    // Where a card still asks a while later, it can be answered again.
    onDone: () => setTimeout(() => decide.reset(), settleMs),
  })
  const answer = (calls: readonly ShownCall[], word: Word, why = "") => {
    const said = why.trim() === "" ? {} : { word: why.trim() }
    decide.mutate({ conversationId, decisions: calls.map(({ id }) => ({ callId: id, answer: word, ...said })) })
  }
  return { answer, isBusy: decide.isPending || decide.isSuccess }
}
