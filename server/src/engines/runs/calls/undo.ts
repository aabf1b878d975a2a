import type { AssistantTool, CallRow } from "#domains/assistant/on-demand.ts"
import type { Engine } from "../state/engine.ts"
import { lookBy, type Permitted } from "./permitted.ts"

type Json = Readonly<Record<string, unknown>>

/** What takes a write back, as it is kept with the call. */
export interface KeptUndo {
  readonly tool: string
  readonly arguments: Json
  /** Whether its answer is kept as `answer` once it is taken back, for those that are taken back after it. */
  readonly isChained?: true
  readonly answer?: unknown
  /** How its object is read, and which of its fields tell whether somebody changed it since. */
  readonly look?: { readonly tool: string; readonly input: object }
  readonly fields: readonly string[]
  /** What those were right after the write; undefined where it was not read. */
  readonly after?: Json
}

/** Reads what a write will change, where taking it back needs it. */
export async function lookBefore(engine: Engine, permitted: Permitted, input: Json): Promise<Json | undefined> {
  const look = permitted.tool.undo?.look
  const of = look?.of(input, undefined)
  return look && of ? lookBy(engine, permitted, { tool: look.tool, input: of }) : undefined
}

/** Works out what takes a write back; undefined where nothing does, and a sentence where it cannot be taken back. */
export function undoOf(
  { undo }: AssistantTool,
  { input, output, before }: { input: Json; output: Json; before: Json | undefined },
): KeptUndo | string | undefined {
  if (!undo) return undefined
  const step = undo.step(input, output, before)
  if (step === undefined || typeof step === "string") return step
  const look = undo.look && { tool: undo.look.tool, input: undo.look.of(input, output) ?? {} }
  return { ...step, ...(look && { look }), fields: undo.fields }
}

/** An answer without what is only there to take its write back. */
export function withoutHidden({ undo }: AssistantTool, output: Json): Json {
  if (!undo?.hides) return output
  const { [undo.hides]: _, ...shown } = output
  return shown
}

/** The arguments that take a write back now, where calls of its conversation were taken back before it. */
export function argumentsOf({ tool, isChained, arguments: given }: KeptUndo, calls: readonly CallRow[]): Json {
  if (!isChained) return given
  const undone = calls.flatMap(({ state, undo }) => (state === "undone" && undo ? [JSON.parse(undo) as KeptUndo] : []))
  const same = undone.filter((one) => one.tool === tool && one.arguments.id === given.id)
  return { ...given, earlier: same.flatMap(({ answer }) => answer ?? []) }
}
