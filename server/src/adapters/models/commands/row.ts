import type { Holes } from "./sentence.ts"

/** A command that is understood without a model: its sentences, the tools it needs, and its answer. */
export interface CommandRow {
  /** All tools that it may call. If one is missing, the answer says that the command is not allowed. */
  readonly tools: readonly [string, ...string[]]
  readonly example: string
  readonly shapes: readonly string[]
  readonly next: (holes: Holes, results: readonly Result[]) => CommandStep
}

/** Unchecked JSON of a tool's answer. */
export type Result = unknown

export type CommandStep = { readonly call: string; readonly input: object } | { readonly say: string }

export function look(
  tool: string,
  { example, shapes }: Pick<CommandRow, "example" | "shapes">,
  { input = () => ({}), say }: { input?: (holes: Holes) => object; say: (result: Result) => string },
): CommandRow {
  const next = (holes: Holes, [result]: readonly Result[]): CommandStep =>
    result === undefined ? { call: tool, input: input(holes) } : { say: say(result) }
  return { tools: [tool], example, shapes, next }
}
