import type { CallState } from "../../../../../server/src/contract/shown.ts"
import type { StateWords } from "../../ui/values/state.tsx"

export const callStateWords: Readonly<Record<CallState, StateWords>> = {
  proposed: { words: "Previewing", tone: "plain" },
  waiting: { words: "Waiting for you", tone: "note" },
  approved: { words: "Allowed", tone: "plain" },
  running: { words: "Running", tone: "plain" },
  done: { words: "Done", tone: "good" },
  failed: { words: "Failed", tone: "bad" },
  lost: { words: "Unknown", tone: "bad" },
  declined: { words: "Declined", tone: "plain" },
  expired: { words: "Expired", tone: "plain" },
  refused: { words: "Refused", tone: "bad" },
  undone: { words: "Undone", tone: "plain" },
}
