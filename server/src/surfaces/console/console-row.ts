import type { Action } from "#access/action.ts"

/** A thing that the console can ask for. */
export interface ConsoleRow {
  /** The action, or what loads it with its first request: a start does without what few ask for. */
  does: Action | (() => Promise<Action>)
  /** GET reads, POST changes. */
  method: "GET" | "POST"
  /** Whether the service worker posts it too: it has no page's form token, so its origin shows that it is ours. */
  isOfWorker?: boolean
  /** Of what is posted, where it is a whole file; left out, as much as everywhere. */
  maxBodyBytes?: number
}

/** The action of a row, loaded. */
export async function actionOf({ does }: Pick<ConsoleRow, "does">): Promise<Action> {
  return typeof does === "function" ? does() : does
}
