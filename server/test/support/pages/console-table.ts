import type { Action } from "#access/action.ts"
import { type ConsoleActions, consoleActions } from "#surfaces/console/console-actions.ts"
import { actionOf } from "#surfaces/console/console-row.ts"

/** The console's table with every action loaded. */
export const consoleTable = (await Promise.all(
  Object.entries(consoleActions).map(async ([name, row]) => [name, { ...row, does: await actionOf(row) }]),
)) as [name: keyof ConsoleActions, row: { does: Action; method: "GET" | "POST" }][]

/** The action of a row. */
export async function consoleAction(name: keyof ConsoleActions): Promise<Action> {
  return actionOf(consoleActions[name])
}
