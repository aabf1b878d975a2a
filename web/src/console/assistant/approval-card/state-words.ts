import type { CallState } from "../../../../../server/src/contract/shown.ts"
import type { StateWords } from "../../ui/state.tsx"

export const callStateWords: Readonly<Record<CallState, StateWords>> = {
  proposed: { words: "Being tried", tone: "plain" },
  waiting: { words: "Asks you", tone: "note" },
  approved: { words: "Allowed", tone: "plain" },
  running: { words: "Being done", tone: "plain" },
  done: { words: "Done", tone: "good" },
  failed: { words: "Failed", tone: "bad" },
  lost: { words: "Not known", tone: "bad" },
  declined: { words: "Declined", tone: "plain" },
  expired: { words: "Not answered in time", tone: "plain" },
  refused: { words: "Refused", tone: "bad" },
  undone: { words: "Undone", tone: "plain" },
}
