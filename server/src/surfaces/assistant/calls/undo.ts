import type { AssistantTool } from "#domains/assistant/on-demand.ts"
import type { Engine } from "../engine.ts"
import { lookBy, type Permitted } from "./permitted.ts"

type Json = Readonly<Record<string, unknown>>

/** What takes a write back, as it is kept with the call. */
export interface KeptUndo {
  readonly tool: string
  readonly arguments: Json
  /** How its object is read, and which of its fields tell whether somebody changed it since. */
  readonly look: { readonly tool: string; readonly input: object }
  readonly fields: readonly string[]
  /** What those were right after the write; undefined where it was not read. */
  readonly after?: Json
}

/** Reads what a write will change, where taking it back needs it. */
export async function lookBefore(engine: Engine, permitted: Permitted, input: Json): Promise<Json | undefined> {
  const { undo } = permitted.tool
  const of = undo?.look.of(input, undefined)
  return undo && of ? lookBy(engine, permitted, { tool: undo.look.tool, input: of }) : undefined
}

/** Works out what takes a write back; undefined where nothing does. */
export function undoOf(
  { undo }: AssistantTool,
  { input, output, before }: { input: Json; output: Json; before: Json | undefined },
): KeptUndo | undefined {
  const step = undo?.step(input, output, before)
  if (!undo || !step) return undefined
  const look = { tool: undo.look.tool, input: undo.look.of(input, output) ?? {} }
  return { ...step, look, fields: undo.fields }
}
