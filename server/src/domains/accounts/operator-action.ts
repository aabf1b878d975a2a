import type { z } from "zod"
import { type PersonAction, personAction } from "#access/action.ts"
import { requireOperator } from "./require-operator.ts"

/** Other callers get the `not_found` of `requireOperator`, before the action reads anything. */
export function operatorAction<Input extends z.ZodType, Output extends z.ZodType>({
  run,
  ...rule
}: Omit<PersonAction<Input, Output>, "access" | "scope">): PersonAction<Input, Output> {
  return personAction("console", {
    ...rule,
    async run(cx, input) {
      await requireOperator(cx)
      return run(cx, input)
    },
  })
}
