import type { z } from "zod"
import type { ConsoleActions } from "./console-actions.ts"

/** The action of a row. Some rows load theirs on the first request. */
type Does<Row> = Row extends () => Promise<infer Loaded> ? Loaded : Row
type SideOf<Row, Side extends "input" | "output"> =
  Does<Row> extends Readonly<Record<Side, infer Schema extends z.ZodType>> ? z.input<Schema> : never

/**
 * The types of each action's call, which the pages import. They are not in the contract: they follow from the schemas
 * of the actions in the domains, and a copy there would be a second description of 197 actions.
 */
export type ConsoleCalls = {
  readonly [Name in keyof ConsoleActions]: {
    readonly method: ConsoleActions[Name]["method"]
    readonly input: SideOf<ConsoleActions[Name]["does"], "input">
    readonly answer: SideOf<ConsoleActions[Name]["does"], "output">
  }
}
