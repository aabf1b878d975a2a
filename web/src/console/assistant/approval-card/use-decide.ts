import type { ShownCall } from "../../../../../server/src/contract/shown.ts"
import { useChange } from "../../ask.ts"
import type { InputOf } from "../../calls.ts"

type Word = InputOf<"decide-calls">["decisions"][number]["answer"]

const settleMs = 5_000

/** Sends one answer for several calls. `isBusy` lasts until the cards show it. */
export function useDecide(conversationId: string) {
  const decide = useChange("decide-calls", {
    makesStale: ["list-conversations"],
    // A card that still waits after this time can be answered again.
    onDone: () => setTimeout(() => decide.reset(), settleMs),
  })
  const answer = (calls: readonly ShownCall[], word: Word, why = "") => {
    const said = why.trim() === "" ? {} : { word: why.trim() }
    decide.mutate({ conversationId, decisions: calls.map(({ id }) => ({ callId: id, answer: word, ...said })) })
  }
  return { answer, isBusy: decide.isPending || decide.isSuccess }
}
