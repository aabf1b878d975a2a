import type { Inside } from "#access/context.ts"
import { PermitsNarrowed } from "#access/enter.ts"
import type { Exchange } from "#access/exchange.ts"
import { systemContext } from "#access/perform.ts"
import {
  type CallFacts,
  holdConversation,
  isSecondHand,
  storeCallAnswer,
  transitionCall,
  updateConversation,
} from "#domains/assistant/on-demand.ts"
import { isUpstreamError, ServiceError } from "#kernel/error.ts"
import type { Engine } from "../state/engine.ts"
import { holdTurn, moveInTurn, TurnLost } from "../state/in-turn.ts"
import { type RunState, readOf } from "../state/load-run.ts"
import { idsIn, marksAfter, passMarksOn } from "./marks.ts"
import { lookBy, type Permitted, performAs } from "./permitted.ts"
import { insideOf } from "./rehearse.ts"
import { aboutOf, shownFacts, toRefusal, toResult } from "./result.ts"
import { type KeptUndo, lookBefore, undoOf, withoutHidden } from "./undo.ts"

type Json = Readonly<Record<string, unknown>>

/** Another process or a post was faster: this call is none of ours any more. */
export class CallTaken extends Error {}

/**
 * Carries out a call of a tool of ours, as the person whose run it is. A write ends in the transaction that writes, so
 * however often a killed process's run is taken up again, it happens once.
 *
 * @returns the run's state with what the call added to its marks.
 * @throws CallTaken; TurnLost; PermitsNarrowed
 */
export async function executeCall(engine: Engine, permitted: Permitted): Promise<RunState> {
  const { app, cx } = engine
  const { call, state } = permitted
  try {
    const finish = await carryOut(engine, permitted)
    return await finish(engine, state)
  } catch (thrown) {
    if (thrown instanceof PermitsNarrowed) await putBack(cx, permitted)
    if (thrown instanceof CallTaken || thrown instanceof TurnLost || thrown instanceof PermitsNarrowed) throw thrown
    const { how, ...facts } = endOf(app, permitted, thrown)
    await moveInTurn(cx, state, how, { id: call.id, ...facts })
    return state
  } finally {
    engine.live.touch(call.conversation_id)
  }
}

/** A tool server was not asked yet when the permissions were found to be narrowed: its call is judged anew, as any other. */
async function putBack(cx: Engine["cx"], { call, state, tool }: Permitted): Promise<void> {
  if (!tool.server) return
  await moveInTurn(cx, state, call.state === "approved" ? "keepApproved" : "keepProposed", { id: call.id })
}

/** What became of a call that was refused, or of which no answer came. */
function endOf(app: Engine["app"], { tool }: Permitted, thrown: unknown): CallFacts & { how: "fail" | "lose" } {
  const refusal = { how: "fail" as const, ...toRefusal(app, thrown) }
  if (!tool.server || (thrown instanceof ServiceError && !isUpstreamError(thrown))) return refusal
  // Only a refusal says that another server did nothing: with anything else it may have done it.
  const { summary, result } = refusal
  return { how: "lose", result, ...(isUpstreamError(thrown) && { summary }) }
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
  const facts = { id: call.id, ...judged(permitted) }
  if (!(await moveInTurn(systemContext(app), state, tool.server ? "send" : "start", facts))) throw new CallTaken()
  engine.live.touch(call.conversation_id)
  const before = await lookBefore(engine, permitted, input)
  // What a tool server did is in no transaction of ours: the call ends when it has answered.
  const recordWrite: Exchange["recordWrite"] = tool.server
    ? undefined
    : (cx, answer) => endIn({ ...engine, app: insideOf(app, cx.db) }, cx, { permitted, answer, input, before })
  const answer = (await performAs(app, permitted, { input, ...(recordWrite && { recordWrite }) })) as Json
  const output = withoutHidden(tool, answer)
  return (engine, state) => finish(engine, { ...permitted, state }, { input, output })
}

/**
 * Ends a write in its own transaction, with what takes it back: what was written is read there, before anybody else can
 * have changed it.
 */
async function endIn(
  engine: Engine,
  cx: Inside,
  {
    permitted,
    answer,
    input,
    before,
  }: { permitted: Permitted; answer: unknown; input: Json; before: Json | undefined },
): Promise<void> {
  const { call, tool, state } = permitted
  const kept = await keptOf(engine, permitted, undoOf(tool, { input, output: answer as Json, before }))
  await holdTurn(cx, state.run)
  const facts = { id: call.id, summary: tool.title, ...kept }
  if (!(await transitionCall({ ...cx, ...state.member }, "complete", facts))) throw new CallTaken()
  await passMarksOn(cx, permitted, { input, output: withoutHidden(tool, answer as Json) })
}

/** What is kept of how a write is taken back, or why it cannot be. */
async function keptOf(engine: Engine, permitted: Permitted, undo: KeptUndo | string | undefined) {
  if (undo === undefined) return { undo: null }
  if (typeof undo === "string") return { undo: null, undo_refusal: undo }
  const after = undo.look && (await lookBy(engine, permitted, undo.look))
  return { undo: JSON.stringify(after ? { ...undo, after: pick(after, undo.fields) } : undo) }
}

/** Keeps what came of a call; of a read, that it ended as well. */
async function finish(
  engine: Engine,
  permitted: Permitted,
  { input, output }: { input: Json; output: Json },
): Promise<RunState> {
  const { app, cx } = engine
  const { call, tool } = permitted
  const said = {
    summary: tool.summary(output, input),
    facts: shownFacts(tool, { facts: tool.facts(output), about: aboutOf(call) }),
  }
  return cx.atomically(async (cx) => {
    // Others of the same step may have read something meanwhile: what is stored is added to, and never replaced.
    const stored = await holdConversation(cx, call.conversation_id)
    if (!stored) throw new CallTaken()
    await holdTurn(cx, permitted.state.run)
    const state = { ...permitted.state, ...readOf(engine, stored) }
    const { text, handles } = toResult(app, told(tool, output), {
      handles: state.handles,
      most: app.assistant.limits.resultKilobytes,
    })
    const repeatsOutsiders = await isSecondHand(cx, state.member.workspaceId, idsIn([input.id, output]))
    const next = marksAfter(state, { tool, output, handles, app, repeatsOutsiders })
    const answer = { id: call.id, ...said, result: text }
    // A write ended in its own transaction; a read ends here.
    const isEnded =
      (await storeCallAnswer(cx, answer)) || (await transitionCall({ ...cx, ...state.member }, "complete", answer))
    if (!isEnded) throw new CallTaken()
    await updateConversation(cx, call.conversation_id, next.set)
    return next.state
  })
}

/** The named fields of an object. */
export function pick(value: Json, fields: readonly string[]): Json {
  return Object.fromEntries(fields.map((name) => [name, value[name] ?? null]))
}

/** Of a tool server's answer, its structured form where it has one; anything else as it is. */
function told({ server }: Permitted["tool"], output: Json): unknown {
  if (!server) return output
  return { answer: output.structured ?? output.text, ...(output.isError === true && { is_error: true }) }
}
