import type { Action } from "#access/action.ts"

export interface ConsoleRow {
  /** The action, or a function that loads a rarely used one at its first request, which keeps the start short. */
  does: Action | (() => Promise<Action>)
  method: "GET" | "POST"
  /** Whether the service worker posts it too. It has no page's form token, so its `Origin` header is checked. */
  isOfWorker?: boolean
  /** The most bytes of a posted body, where it is a whole file. Absent: the usual limit. */
  maxBodyBytes?: number
}

export async function actionOf({ does }: Pick<ConsoleRow, "does">): Promise<Action> {
  return typeof does === "function" ? does() : does
}
