import type { Inside } from "#access/context.ts"
import type { ModelRequest, ModelUsage } from "#adapters/models/port.ts"
import {
  addAnswer,
  endAnswer,
  LeaseLost,
  lockConversationAndLease,
  type NoticeCode,
  readReserved,
  refusalOf,
  type StoredPart,
  settleDeletedRun,
} from "#domains/assistant/on-demand.ts"
import { noteRefusedTools } from "#domains/tool-servers/on-demand.ts"
import { newOrderedId } from "#kernel/ids.ts"
import { toCall } from "./calls/propose.ts"
import { estimate, openRequest } from "./model/ask-model.ts"
import { endNotice, failureNotice } from "./model/ending.ts"
import { hideOwnSecrets } from "./model/own-secrets.ts"
import { reserveStep, settleStep } from "./model/paying.ts"
import { readFiles } from "./model/read-files.ts"
import { type Minutes, summarise, toSummaryRequest } from "./model/summarise.ts"
import { timeLimit } from "./model/time-limit.ts"
import type { ReadFile } from "./model/to-messages.ts"
import { Writing } from "./model/writing.ts"
import type { Engine } from "./state/engine.ts"
import type { Judging } from "./state/judging.ts"
import { type RunState, toolOf } from "./state/load-run.ts"
import type { RunLease } from "./state/run-lease.ts"

/** Asks the model once, and stores its text and calls. Returns whether the run can continue. */
export async function step(
  engine: Engine,
  lease: RunLease,
  { state: found, judging }: { state: RunState; judging: Judging },
): Promise<boolean> {
  const { app } = engine
  const { limits } = app.assistant
  const { readFile, handles } = await readFiles(engine, found)
  const state = await hideOwnSecrets(engine, lease, { state: found, handles })
  const { request, minutes } = fitting(engine, lease, { state, judging, readFile })
  const tokens = estimate(request) + request.maxOutputTokens
  if (tokens > app.models.windowTokens) return say(engine, lease, { state, code: "failed", text: tooLong })
  if (lease.run.tokens + tokens > limits.runTokens) return say(engine, lease, { state, code: "limit", text: tooMuch })
  const messageId = newOrderedId("message", app.now())
  const begin = (inside: Inside) => addAnswer(inside, state, { id: messageId, parts: [], taken: null })
  const reserved = await reserveStep(engine, lease, { state, judging, request, ...(!minutes && { begin }) })
  if (typeof reserved === "string") return say(engine, lease, { state, code: "spent", text: reserved })
  if (minutes) return summariseOrSay(engine, lease, { state, minutes })
  engine.live.touch(state.conversation.id)
  const writing = new Writing(engine, lease, messageId)
  const limit = timeLimit(lease, { minutes: limits.minutes, silenceMs: request.silenceMs ?? app.models.silenceMs })
  try {
    const events = app.models.stream(request, limit.signal)
    const cut = await writing.read(events, { signal: limit.signal, onFirst: limit.hasBegun }).then(
      () => undefined,
      (thrown: unknown) => ({ thrown }),
    )
    engine.live.think(lease.run, false)
    if (cut) return await cutOff(engine, lease, { state, writing, ...cut })
    await settle(engine, lease, { state, writing, request })
    return true
  } finally {
    limit.end()
    engine.live.written(writing.messageId)
    engine.live.touch(state.conversation.id)
  }
}

async function summariseOrSay(engine: Engine, lease: RunLease, asked: { state: RunState; minutes: Minutes }) {
  const { models, assistant } = engine.app
  const silenceMs = asked.minutes.request.silenceMs ?? models.silenceMs
  const limit = timeLimit(lease, { minutes: assistant.limits.minutes, silenceMs })
  try {
    if (await summarise(engine, lease, { ...asked, ...limit })) return true
    return say(engine, lease, { state: asked.state, code: "failed", text: noMinutes })
  } catch (thrown) {
    if (thrown instanceof LeaseLost) throw thrown
    logFailure(engine.app.log, thrown, asked.state)
    const { code, text } = failureNotice(lease, thrown, { state: asked.state, hasSaid: false })
    return say(engine, lease, { state: asked.state, code, text })
  } finally {
    limit.end()
  }
}

/** The refusal's status, code and field, for the operator. An end by the person is no failure. */
function logFailure(log: Engine["app"]["log"], thrown: unknown, { member, run }: RunState): void {
  const refusal = refusalOf(thrown)
  const whose = { workspaceId: member.workspaceId, runId: run.id }
  if (refusal) log.warn({ ...whose, ...refusal }, "The model did not answer.")
}

const tooLong = "This conversation is too long. Remove a file or start a new one."
const noMinutes = "The model couldn't summarize this conversation."
const tooMuch = "This answer reached its token limit."

/** The share of the context window that a conversation may fill before its older part is summarised. */
const fullAt = 0.6

/** Sends all; if that is too long, shortens old answers; if still too long, asks for a summary of the older part. */
function fitting(
  engine: Engine,
  lease: RunLease,
  { state, judging, readFile }: { state: RunState; judging: Judging; readFile: ReadFile },
): { request: ModelRequest; minutes?: Minutes | undefined } {
  const { models, assistant } = engine.app
  const isLast = lease.run.steps + 1 >= assistant.limits.steps
  const isLong = (request: ModelRequest) => estimate(request) > models.windowTokens * fullAt
  const requestOf = openRequest(engine, state, { judging, readFile, isLast })
  const whole = requestOf(false)
  if (!isLong(whole)) return { request: whole }
  const short = requestOf(true)
  const { key, silenceMs } = whole
  const own = { ...(key !== undefined && { key }), ...(silenceMs !== undefined && { silenceMs }) }
  const minutes = isLong(short) && !isLast ? toSummaryRequest(engine, state, own) : undefined
  return { request: minutes?.request ?? short, minutes }
}

async function settle(
  engine: Engine,
  lease: RunLease,
  { state, writing, request }: { state: RunState; writing: Writing; request: ModelRequest },
): Promise<void> {
  const { app } = engine
  const { messageId, usage, places } = writing
  const current = { ...state, run: lease.run }
  const options = { messageId, now: app.now(), most: app.assistant.limits.calls }
  const isDeclined = writing.end === "refused" // calls before the refusal are not carried out
  const calls = (isDeclined ? [] : writing.calls).map((call, position) =>
    toCall(current, call, { ...options, position, isCut: writing.isCutCall(call) }),
  )
  const counts = { steps: lease.run.steps + 1, calls: lease.run.calls + calls.length }
  const notice = endNotice(writing, request.maxOutputTokens)
  const ended = { id: messageId, parts: writing.parts, calls, places, notice, taken: usage }
  const keep = (inside: Inside) => endAnswer({ ...inside, ...state.member }, ended)
  await settleStep(engine, lease, { used: usage, counts, keep })
  await noteLeftOut(engine, state, writing.leftOut)
}

async function noteLeftOut({ app, cx }: Engine, state: RunState, { tools, isNamed }: Writing["leftOut"]) {
  const { workspaceId } = state.member
  const foreign = tools.filter((name) => toolOf(state, name)?.server)
  if (isNamed) return noteRefusedTools(cx, workspaceId, foreign)
  app.log.warn({ workspaceId, tools: foreign.length }, "The model's host refused a tool that it did not name.")
}

/** Stores an incomplete answer with a notice that says why. The person can have it tried again. */
async function cutOff(
  engine: Engine,
  lease: RunLease,
  { state, writing, thrown }: { state: RunState; writing: Writing; thrown: unknown },
): Promise<false> {
  const { app } = engine
  const usage: ModelUsage = writing.usageSoFar(readReserved(lease.run)?.input ?? 0)
  if (thrown instanceof LeaseLost || lease.isOver) {
    await settleDeletedRun(engine.cx, lease.run, usage)
    throw thrown
  }
  const notice = failureNotice(lease, thrown, { state, hasSaid: writing.hasSaid })
  logFailure(app.log, thrown, state)
  const parts = writing.parts.filter(({ type }) => type === "text")
  const ended = { id: writing.messageId, parts, notice, taken: usage }
  const keep = (inside: Inside) => endAnswer({ ...inside, ...state.member }, ended)
  await settleStep(engine, lease, { used: usage, keep })
  return false
}

/** Adds a notice of this service as a message; the run ends with it. @throws LeaseLost */
export async function say(
  { app, cx, live }: Engine,
  lease: RunLease,
  { state, code, text }: { state: RunState; code: NoticeCode; text: string },
): Promise<false> {
  const part: StoredPart = { type: "notice", code, text, canRetry: true }
  const message = { id: newOrderedId("message", app.now()), parts: [part], taken: { input: 0, output: 0 } }
  await cx.atomically(async (inside) => {
    await lockConversationAndLease(inside, lease.run)
    await addAnswer(inside, state, message)
  })
  live.touch(state.conversation.id)
  return false
}
