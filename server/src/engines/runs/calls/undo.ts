import type { AssistantTool, CallRow } from "#domains/assistant/on-demand.ts"
import type { Engine } from "../state/engine.ts"
import { lookBy, type Permitted } from "./permitted.ts"

type Json = Readonly<Record<string, unknown>>

export interface KeptUndo {
  readonly tool: string
  readonly arguments: Json
  /** Whether the undo's answer is stored as `answer`, for the undos that run after it. */
  readonly isChained?: true
  readonly answer?: unknown
  /** The call that reads the object. A change of one of `fields` shows that the object was changed since. */
  readonly look?: { readonly tool: string; readonly input: object }
  readonly fields: readonly string[]
  /** The values of `fields` right after the write; undefined where they were not read. */
  readonly after?: Json
}

/** Reads the object before a write, where its undo needs the earlier state. */
export async function lookBefore(engine: Engine, permitted: Permitted, input: Json): Promise<Json | undefined> {
  const look = permitted.tool.undo?.look
  const of = look?.of(input, undefined)
  return look && of ? lookBy(engine, permitted, { tool: look.tool, input: of }) : undefined
}

/** Works out the undo of a write; undefined where there is none, and a sentence where an undo is impossible. */
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

/** An answer without the field that only its undo needs. */
export function withoutHidden({ undo }: AssistantTool, output: Json): Json {
  if (!undo?.hides) return output
  const { [undo.hides]: _, ...shown } = output
  return shown
}

/** The arguments of an undo, with the answers of earlier undos of the same object. */
export function argumentsOf({ tool, isChained, arguments: given }: KeptUndo, calls: readonly CallRow[]): Json {
  if (!isChained) return given
  const undone = calls.flatMap(({ state, undo }) => (state === "undone" && undo ? [JSON.parse(undo) as KeptUndo] : []))
  const same = undone.filter((one) => one.tool === tool && one.arguments.id === given.id)
  return { ...given, earlier: same.flatMap(({ answer }) => answer ?? []) }
}
