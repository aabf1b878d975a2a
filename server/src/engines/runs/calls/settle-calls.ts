import type { Inside } from "#access/context.ts"
import { PermitsNarrowed } from "#access/enter.ts"
import {
  type AssistantTool,
  type CallFacts,
  type CallRow,
  type EffectiveLevel,
  listCalls,
  transitionCall,
} from "#domains/assistant/on-demand.ts"
import { notify } from "#domains/notifications/index.ts"
import type { Engine } from "../state/engine.ts"
import { openJudging } from "../state/judging.ts"
import { type RunState, toolOf } from "../state/load-run.ts"
import { moveUnderLease, underLease } from "../state/under-lease.ts"
import { isAwaitingServer, mayHaveChanged } from "./end-open-calls.ts"
import { CallTaken, executeCall } from "./execute-call.ts"
import { isAsProposed, type Permitted, readAbout } from "./permitted.ts"
import { carryOutPlan } from "./plan.ts"
import { rehearseCalls } from "./rehearse-calls.ts"
import { shownFacts } from "./result.ts"

const mostAtOnce = 4
/** The most judgements of a call while the permissions are being narrowed. */
const mostJudgements = 5

/** Whether a call may run as soon as it is judged. */
export const isPending = ({ state }: CallRow) => state === "proposed" || state === "approved" || state === "running"

/**
 * Settles the pending calls of a run. Permitted reads run in parallel, permitted writes one after another. Calls that
 * need approval are rehearsed and put before the person. The others are refused. Returns the state with the new marks.
 */
export async function settleCalls(engine: Engine, state: RunState, signal: AbortSignal): Promise<RunState> {
  const calls = state.calls.filter((call) => call.run_id === state.run.id && isPending(call))
  const [reads, writes] = partition(calls, (call) => toolOf(state, call.tool)?.kind === "read")
  let now = state
  for (let at = 0; at < reads.length && !signal.aborted; at += mostAtOnce) {
    const some = await Promise.all(reads.slice(at, at + mostAtOnce).map((call) => settleOne(engine, now, call)))
    now = joined(now, some)
  }
  const plans = new Set<string>()
  for (const call of writes) {
    if (signal.aborted) break
    if (call.plan === null || call.state !== "approved") now = await settleOne(engine, now, call)
    else if (!plans.has(call.plan)) {
      plans.add(call.plan)
      const planned = writes.filter(({ plan }) => plan === call.plan)
      now = await carryOutPlan(engine, now, planned)
    }
  }
  await askAbout(engine, now, calls)
  return now
}

const partition = <Item>(items: readonly Item[], is: (item: Item) => boolean): [Item[], Item[]] => [
  items.filter(is),
  items.filter((item) => !is(item)),
]

function joined(state: RunState, some: readonly RunState[]): RunState {
  const all = <Item>(of: (one: RunState) => readonly Item[]) => [...new Set(some.flatMap(of))]
  const handles = Object.assign({}, ...some.map((one) => one.handles))
  return {
    ...state,
    outsiders: all((one) => one.outsiders),
    sources: all((one) => one.sources),
    seen: all((one) => one.seen),
    handles,
  }
}

async function settleOne(engine: Engine, state: RunState, call: CallRow): Promise<RunState> {
  const tool = toolOf(state, call.tool)
  if (isAwaitingServer(state, call)) return lose(engine, state, call)
  if (!tool || !isAsProposed(call, tool)) {
    return refuse(engine, state, { call, why: "This tool has changed since.", layer: "situation" })
  }
  for (let tries = 0; tries < mostJudgements; tries += 1) {
    const done = await tryOne(engine, state, { call, tool })
    if (done) return done
  }
  return refuse(engine, state, { call, why: "Permissions were being changed. Try again.", layer: "situation" })
}

/** Judges a call and carries it out if it is permitted. Undefined where the permissions were narrowed meanwhile. */
async function tryOne(
  engine: Engine,
  state: RunState,
  { call, tool }: { call: CallRow; tool: AssistantTool },
): Promise<RunState | undefined> {
  const judging = await openJudging(engine, state)
  const { level, layer, why } = judging.levelOf(tool)
  if (level === "never") return refuse(engine, state, { call, why, layer })
  if (level === "ask" && call.decided_at === null) return state // asked about together with the others
  try {
    return await executeCall(engine, { state, call, tool, epoch: judging.epoch, level, layer })
  } catch (thrown) {
    if (thrown instanceof CallTaken) return state
    if (!(thrown instanceof PermitsNarrowed)) throw thrown
    return undefined
  }
}

async function refuse(
  { cx, live }: Engine,
  state: RunState,
  { call, why, layer }: { call: CallRow; why: string; layer: string },
): Promise<RunState> {
  await moveUnderLease(cx, state, "refuse", { id: call.id, layer, why, result: JSON.stringify({ error: why }) })
  live.touch(call.conversation_id)
  return state
}

/** The process was killed before the tool server answered. Unless the tool only reads, its effect is unknown. */
async function lose({ cx, live }: Engine, state: RunState, call: CallRow): Promise<RunState> {
  const unread = { summary: "No answer", result: JSON.stringify({ error: "Its answer was lost. Call again." }) }
  if (mayHaveChanged(state, call)) await moveUnderLease(cx, state, "lose", { id: call.id })
  else await moveUnderLease(cx, state, "fail", { id: call.id, ...unread })
  live.touch(call.conversation_id)
  return state
}

interface Asked {
  readonly call: CallRow
  readonly tool: AssistantTool
  readonly level: EffectiveLevel
}

/** Puts the calls that need approval before the person, each with its rehearsed outcome. */
async function askAbout(engine: Engine, state: RunState, calls: readonly CallRow[]): Promise<void> {
  const judging = await openJudging(engine, state)
  const asked = calls.flatMap((call): Asked[] => {
    const tool = toolOf(state, call.tool)
    const level = tool && judging.levelOf(tool)
    return tool && level?.level === "ask" && call.decided_at === null ? [{ call, tool, level }] : []
  })
  if (asked.length === 0) return
  const open = new Set((await listCalls(engine.cx, state.conversation.id)).filter(isPending).map(({ id }) => id))
  const left = asked.filter(({ call }) => open.has(call.id)) // an answer may have made the other calls ask
  if (left.length === 0) return
  const [writes, reads] = partition(left, ({ tool }) => tool.kind === "write")
  const isPlan = writes.length > 1 && writes.every(({ tool }) => tool.isRehearsed)
  const permitted = writes.map(({ call, tool }): Permitted => ({ state, call, tool, epoch: judging.epoch }))
  const rehearsals = await rehearseCalls(engine, permitted, isPlan)
  const abouts = await Promise.all(permitted.map((one) => readAbout(engine, one)))
  const plan = isPlan ? (writes[0]?.call.message_id ?? null) : null
  await underLease(engine.cx, state.run, async (inside) => {
    const cx = { ...inside, ...state.member }
    for (const [index, one] of writes.entries()) {
      const facts = shownFacts(one.tool, { about: abouts[index] ?? [] })
      await ask(cx, one, { plan, rehearsal: rehearsals[index] ?? null, facts })
    }
    for (const one of reads) await ask(cx, one, { plan: null, rehearsal: null })
    const { id } = state.conversation
    const notification = { what: "assistant_asks", words: [], thing: id, about: id, times: left.length } as const
    // The assistant asks, not its person: with the person as the actor, `notify` would leave them out.
    await notify(inside, { workspaceId: state.member.workspaceId, ...notification, named: [state.member.accountId] })
  })
  engine.live.touch(state.conversation.id)
}

async function ask(
  cx: Inside & RunState["member"],
  { call, level }: Asked,
  more: CallFacts & Pick<CallRow, "plan" | "rehearsal">,
): Promise<void> {
  const { why, layer, offers } = level
  // A call that the rehearsal refused gets no offer of a lasting allowance.
  const isRefused = more.rehearsal !== null && JSON.parse(more.rehearsal).outcome === "refused"
  const facts = { why, layer, offers: JSON.stringify(isRefused ? [] : offers), ...more }
  await transitionCall(cx, "ask", { id: call.id, ...facts })
}
