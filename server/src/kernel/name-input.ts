import { lineInput } from "./line-input.ts"

export const longestName = 80

/** A displayed name: 1 to 80 characters on one line, without controls. */
export const nameInput = lineInput(longestName).refine(
  (text) => text !== "",
  "needs at least one character that can be seen",
)
