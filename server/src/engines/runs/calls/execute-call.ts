import type { Inside } from "#access/context.ts"
import { PermitsNarrowed } from "#access/enter.ts"
import type { Exchange } from "#access/exchange.ts"
import { systemContext } from "#access/perform.ts"
import type { ToolAnswer } from "#adapters/tool-servers/port.ts"
import {
  type CallFacts,
  isSecondHand,
  LeaseLost,
  lockLease,
  lockMarks,
  passMarksOn,
  storeAnswer,
  storeMarks,
  transitionCall,
} from "#domains/assistant/on-demand.ts"
import { quotesServer } from "#domains/tool-servers/on-demand.ts"
import { isUpstreamError, ServiceError } from "#kernel/error.ts"
import { entriesThatFit } from "../model/fit-result.ts"
import { zoneOfPerson } from "../model/local-times.ts"
import type { Engine } from "../state/engine.ts"
import type { RunState } from "../state/load-run.ts"
import { moveUnderLease } from "../state/under-lease.ts"
import { idsIn, marksAfter } from "./marks.ts"
import { lookBy, type Permitted, performAs } from "./permitted.ts"
import { insideOf } from "./rehearse.ts"
import { aboutOf, answerForModel, resultFacts, shownFacts, toRefusal, toResult } from "./result.ts"
import { type KeptUndo, lookBefore, undoOf, withoutHidden } from "./undo.ts"

type Json = Readonly<Record<string, unknown>>

/** Another process or a post has changed the call first. */
export class CallTaken extends Error {}

/**
 * A built-in write completes its call in its own transaction: it happens once, even if a run is taken up again. Returns
 * the state with the call's marks. @throws CallTaken; LeaseLost; PermitsNarrowed
 */
export async function executeCall(engine: Engine, permitted: Permitted): Promise<RunState> {
  const { app, cx } = engine
  const { call, state } = permitted
  try {
    const finish = await carryOut(engine, permitted)
    return await finish(engine, state)
  } catch (thrown) {
    if (thrown instanceof PermitsNarrowed) await putBack(cx, permitted)
    if (thrown instanceof CallTaken || thrown instanceof LeaseLost || thrown instanceof PermitsNarrowed) throw thrown
    const { how, ...facts } = endOf(app, permitted, thrown)
    const isQuoted = how === "fail" && quotesServer(thrown)
    if (isQuoted) return await failWithWords(engine, permitted, facts)
    await moveUnderLease(cx, state, how, { id: call.id, ...facts })
    return state
  } finally {
    engine.live.touch(call.conversation_id)
  }
}

/** Narrowed permissions stopped a call to a tool server: it gets its earlier state and is judged again. */
async function putBack(cx: Engine["cx"], { call, state, tool }: Permitted): Promise<void> {
  if (!tool.server) return
  await moveUnderLease(cx, state, call.state === "approved" ? "keepApproved" : "keepProposed", { id: call.id })
}

/** Ends a call with a refusal in a server's own words: the conversation has read text of outsiders then. */
async function failWithWords({ app, cx }: Engine, permitted: Permitted, facts: CallFacts): Promise<RunState> {
  const { call, state, tool } = permitted
  return cx.atomically(async (inside) => {
    const cx = { ...inside, keyring: app.keyring }
    const stored = await lockMarks(cx, call.conversation_id)
    if (!stored) throw new CallTaken()
    await lockLease(cx, state.run)
    const marks = marksAfter(stored, { tool, output: {}, handles: stored.handles, repeatsOutsiders: false })
    await transitionCall({ ...cx, ...state.member }, "fail", { id: call.id, ...facts })
    await storeMarks(cx, call.conversation_id, marks)
    return { ...state, ...marks }
  })
}

function endOf(app: Engine["app"], { tool }: Permitted, thrown: unknown): CallFacts & { how: "fail" | "lose" } {
  const refusal = { how: "fail" as const, ...toRefusal(app, thrown) }
  if (!tool.server || tool.server.isReadOnly) return refusal
  if (thrown instanceof ServiceError && !isUpstreamError(thrown)) return refusal
  // Only a refusal proves that the server did nothing. After any other failure it may have carried out the call.
  const { summary, result } = refusal
  return { how: "lose", result, ...(isUpstreamError(thrown) && { summary }) }
}

/** A call that its person approved keeps the layer that asked. */
const judged = ({ call, level, layer }: Permitted) =>
  level === undefined || layer === undefined || call.decided_at !== null ? {} : { level, layer }

/** Stores a call's answer after its transaction, and adds it to the marks of `state`. */
export type Finish = (engine: Engine, state: RunState) => Promise<RunState>

/** Does not store the answer: a plan stores answers after all its calls. @throws CallTaken; the action's refusals. */
export async function carryOut(engine: Engine, permitted: Permitted): Promise<Finish> {
  const { app } = engine
  const { call, state, tool } = permitted
  const input = JSON.parse(call.arguments) as Json
  const facts = { id: call.id, ...judged(permitted) }
  if (!(await moveUnderLease(systemContext(app), state, tool.server ? "send" : "start", facts))) throw new CallTaken()
  engine.live.touch(call.conversation_id)
  const before = await lookBefore(engine, permitted, input)
  // A tool server's work is outside every transaction here: its call ends once the server has answered.
  const recordWrite: Exchange["recordWrite"] = tool.server
    ? undefined
    : (cx, answer) => endIn({ ...engine, app: insideOf(app, cx.db) }, cx, { permitted, answer, input, before })
  const answer = await performFitting(app, permitted, { input, ...(recordWrite && { recordWrite }) })
  const output = withoutHidden(tool, answer)
  return (engine, state) => finish(engine, { ...permitted, state }, { input, output })
}

/** A list that is too long for a model is read again with fewer entries, so that its cursor continues after them. */
async function performFitting(
  app: Engine["app"],
  permitted: Permitted,
  asked: Partial<Exchange> & { input: Json },
): Promise<Json> {
  const answer = (await performAs(app, permitted, asked)) as Json
  const isList = permitted.tool.kind === "read" && "limit" in permitted.tool.action.input.shape
  const shown = () => answerForModel(permitted.tool, answer, zoneOfPerson(permitted.state)) as Json
  const limit = isList ? entriesThatFit(shown(), app.assistant.limits.resultKilobytes * 1024) : undefined
  if (limit === undefined) return answer
  return (await performAs(app, permitted, { ...asked, input: { ...asked.input, limit } })) as Json
}

/** Ends a write in its own transaction, where it also reads the object for its undo. */
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
  const persisted = await keptOf(engine, permitted, undoOf(tool, { input, output: answer as Json, before }))
  await lockLease(cx, state.run)
  const facts = { id: call.id, summary: tool.title, ...persisted }
  if (!(await transitionCall({ ...cx, ...state.member }, "complete", facts))) throw new CallTaken()
  const { member, outsiders } = state
  const written = idsIn([input.id, input.ids, withoutHidden(tool, answer as Json).id])
  await passMarksOn(cx, { id: call.conversation_id, workspaceId: member.workspaceId, outsiders }, written)
}

/** The columns that describe a call's undo, or why there is none. */
async function keptOf(engine: Engine, permitted: Permitted, undo: KeptUndo | string | undefined) {
  if (undo === undefined) return { undo: null }
  if (typeof undo === "string") return { undo: null, undo_refusal: undo }
  const after = undo.look && (await lookBy(engine, permitted, undo.look))
  return { undo: JSON.stringify(after ? { ...undo, after: pick(after, undo.fields) } : undo) }
}

async function finish(
  engine: Engine,
  permitted: Permitted,
  { input, output }: { input: Json; output: Json },
): Promise<RunState> {
  const { app, cx } = engine
  const { call, tool } = permitted
  if (tool.server) engine.live.pictures.keep(call, (output as Partial<ToolAnswer>).pictures ?? [])
  const note = tool.note(output, input)
  const said = {
    summary: tool.summary(output, input),
    facts: shownFacts(tool, { facts: resultFacts(tool, { input, output }), about: aboutOf(call) }),
  }
  return cx.atomically(async (inside) => {
    const cx = { ...inside, keyring: app.keyring }
    // Parallel calls of the same step may have stored marks meanwhile: the stored marks are extended, never replaced.
    const stored = await lockMarks(cx, call.conversation_id)
    if (!stored) throw new CallTaken()
    await lockLease(cx, permitted.state.run)
    const state = { ...permitted.state, ...stored }
    const noted = { ...output, ...(note !== undefined && { note }) }
    const { text, handles } = toResult(app, answerForModel(tool, noted, zoneOfPerson(state)), {
      handles: state.handles,
      most: app.assistant.limits.resultKilobytes,
    })
    const repeatsOutsiders = await isSecondHand(cx, state.member.workspaceId, idsIn([input.id, output]))
    const marks = marksAfter(state, { tool, output, handles, repeatsOutsiders })
    const answer = { id: call.id, conversation_id: call.conversation_id, ...said, result: text }
    if (!(await storeAnswer({ ...cx, ...state.member }, answer, marks))) throw new CallTaken()
    return { ...state, ...marks }
  })
}

export function pick(value: Json, fields: readonly string[]): Json {
  return Object.fromEntries(fields.map((name) => [name, value[name] ?? null]))
}
