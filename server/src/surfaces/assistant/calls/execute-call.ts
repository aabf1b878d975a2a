import type { Exchange } from "#access/exchange.ts"
import { systemContext } from "#access/perform.ts"
import { endCall, holdConversation, moveCall, updateConversation } from "#domains/assistant/on-demand.ts"
import { ServiceError } from "#kernel/error.ts"
import type { Engine } from "../engine.ts"
import { type RunState, readOf } from "../load-run.ts"
import { marksAfter } from "./marks.ts"
import { lookBy, type Permitted, performAs } from "./permitted.ts"
import { shownFacts, toRefusal, toResult } from "./result.ts"
import { lookBefore, undoOf } from "./undo.ts"

type Json = Readonly<Record<string, unknown>>

/** Another process or a post was faster: this call is none of ours any more. */
export class CallTaken extends Error {}

/**
 * Carries out a call of a tool of ours, as the person whose run it is. A write ends in the transaction that writes, so
 * however often a killed process's run is taken up again, it happens once.
 *
 * @returns the run's state with what the call added to its marks.
 * @throws CallTaken; ServiceError `conflict` when the permissions were narrowed meanwhile.
 */
export async function executeCall(engine: Engine, permitted: Permitted): Promise<RunState> {
  const { app, cx } = engine
  const { call, state } = permitted
  try {
    const finish = await carryOut(engine, permitted)
    return await finish(engine, state)
  } catch (thrown) {
    if (thrown instanceof CallTaken || isNarrowed(thrown)) throw thrown
    const { result, summary } = toRefusal(app, thrown)
    const set = { state: "failed" as const, result, summary }
    await cx.atomically((cx) => endCall({ ...cx, ...state.member }, call.id, { from: ["running"], set }))
    return state
  } finally {
    engine.live.touch(call.conversation_id)
  }
}

/** An answer that its person gave keeps the layer that asked for it. */
const judged = ({ call, level, layer }: Permitted) =>
  level === undefined || layer === undefined || call.decided_at !== null ? {} : { level, layer }

/** Keeps what came of a call that was carried out, outside of its transaction, and adds it to the marks of `state`. */
export type Finish = (engine: Engine, state: RunState) => Promise<RunState>

/**
 * Carries out a call, and no more: in a plan, all of them have to be before any is finished.
 *
 * @throws CallTaken; whatever refuses it.
 */
export async function carryOut(engine: Engine, permitted: Permitted): Promise<Finish> {
  const { app } = engine
  const { call, state, tool } = permitted
  const input = JSON.parse(call.arguments) as Json
  const isTaken = await systemContext(app).atomically((cx) =>
    moveCall(cx, call.id, {
      from: ["proposed", "approved", "running"],
      set: { state: "running", ...judged(permitted) },
    }),
  )
  if (!isTaken) throw new CallTaken()
  engine.live.touch(call.conversation_id)
  const before = await lookBefore(engine, permitted, input)
  // What a tool server did is in no transaction of ours: the call ends when it has answered.
  const recordWrite: Exchange["recordWrite"] = tool.server
    ? undefined
    : (cx, answer) => endIn({ ...cx, ...state.member }, permitted, { answer, input, before })
  const output = (await performAs(app, permitted, { input, ...(recordWrite && { recordWrite }) })) as Json
  return (engine, state) => finish(engine, { ...permitted, state }, { input, output, before })
}

/** Ends a write in its own transaction, with what takes it back. */
async function endIn(
  cx: Parameters<typeof endCall>[0],
  { call, tool }: Permitted,
  { answer, input, before }: { answer: unknown; input: Json; before: Json | undefined },
): Promise<void> {
  const undo = undoOf(tool, { input, output: answer as Json, before })
  const set = { state: "done" as const, summary: tool.title, undo: undo === undefined ? null : JSON.stringify(undo) }
  if (!(await endCall(cx, call.id, { from: ["running"], set }))) throw new CallTaken()
}

/** Keeps what came of a call; of a read, that it ended as well. */
async function finish(
  engine: Engine,
  permitted: Permitted,
  { input, output, before }: { input: Json; output: Json; before: Json | undefined },
): Promise<RunState> {
  const { app, cx } = engine
  const { call, tool } = permitted
  const undo = undoOf(tool, { input, output, before })
  const after = undo && (await lookBy(engine, permitted, undo.look))
  const said = {
    summary: tool.summary(output, input),
    facts: shownFacts(tool, tool.facts(output)),
    undo: undo === undefined ? null : JSON.stringify({ ...undo, after: after && pick(after, undo.fields) }),
  }
  return cx.atomically(async (cx) => {
    // Others of the same step may have read something meanwhile: what is stored is added to, and never replaced.
    const stored = await holdConversation(cx, call.conversation_id)
    if (!stored) throw new CallTaken()
    const state = { ...permitted.state, ...readOf(engine, stored) }
    const { text, handles } = toResult(app, told(tool, output), {
      handles: state.handles,
      most: app.assistant.limits.resultKilobytes,
    })
    const next = marksAfter(state, { tool, output, handles, app })
    const set = { ...said, result: text }
    // What wrote has ended with that; what did not write ends here.
    const isEnded = await moveCall(cx, call.id, { from: ["done"], set })
    const end = { from: ["running" as const], set: { ...set, state: "done" as const } }
    if (!isEnded && !(await endCall({ ...cx, ...state.member }, call.id, end))) throw new CallTaken()
    await updateConversation(cx, call.conversation_id, next.set)
    return next.state
  })
}

/** The named fields of an object. */
export function pick(value: Json, fields: readonly string[]): Json {
  return Object.fromEntries(fields.map((name) => [name, value[name] ?? null]))
}

/** The permissions were narrowed between the judgement and the write: it has to be judged anew. */
export function isNarrowed(thrown: unknown): boolean {
  return (
    thrown instanceof ServiceError &&
    thrown.code === "conflict" &&
    thrown.message.startsWith("What the assistant may do")
  )
}

/** Of a tool server's answer, its structured form where it has one; anything else as it is. */
function told({ server }: Permitted["tool"], output: Json): unknown {
  if (!server) return output
  return { answer: output.structured ?? output.text, ...(output.isError === true && { is_error: true }) }
}
