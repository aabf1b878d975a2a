import type { z } from "zod"
import { type PersonAction, personAction } from "#access/action.ts"
import { requireOperator } from "./require-operator.ts"

/**
 * Declares a rule for those who run the installation, in the console alone. Everybody else gets the `not_found` of
 * `requireOperator`, before anything is read.
 */
export function operatorAction<Input extends z.ZodType, Output extends z.ZodType>({
  run,
  ...rule
}: Omit<PersonAction<Input, Output>, "access" | "scope">): PersonAction<Input, Output> {
  return personAction({
    ...rule,
    scope: "console",
    async run(cx, input) {
      await requireOperator(cx)
      return run(cx, input)
    },
  })
}
