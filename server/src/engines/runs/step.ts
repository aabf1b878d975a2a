import type { Inside } from "#access/context.ts"
import type { ModelRequest, ModelUsage } from "#adapters/models/port.ts"
import { causeOf, type NoticeCode, proposeCall, type StoredPart, updateMessage } from "#domains/assistant/on-demand.ts"
import { newOrderedId } from "#kernel/ids.ts"
import { toCall } from "./calls/propose.ts"
import { estimate, openRequest } from "./model/ask-model.ts"
import { endNotice, failureNotice } from "./model/ending.ts"
import { hideOwnSecrets } from "./model/own-secrets.ts"
import { readReserved, reserveStep, settleOrphan, settleStep } from "./model/paying.ts"
import { readFiles } from "./model/read-files.ts"
import { type Minutes, summarise, toMinutes } from "./model/summarise.ts"
import { timeLimit } from "./model/time-limit.ts"
import type { ReadFile } from "./model/to-messages.ts"
import { addMessage, Writing } from "./model/writing.ts"
import type { Engine } from "./state/engine.ts"
import { lockConversationAndLease, TurnLost } from "./state/in-turn.ts"
import type { Judging } from "./state/judging.ts"
import type { RunState } from "./state/load-run.ts"
import type { Turn } from "./state/turn.ts"

/** Asks the model once, and stores its text and calls. Returns whether the run can continue. */
export async function step(
  engine: Engine,
  turn: Turn,
  { state: found, judging }: { state: RunState; judging: Judging },
): Promise<boolean> {
  const { app } = engine
  const { limits } = app.assistant
  const { readFile, handles } = await readFiles(engine, found)
  const state = await hideOwnSecrets(engine, turn, { state: found, handles })
  const { request, minutes } = fitting(engine, turn, { state, judging, readFile })
  const tokens = estimate(request) + request.maxOutputTokens
  if (tokens > app.models.windowTokens) return say(engine, turn, { state, code: "failed", text: tooLong })
  if (turn.run.tokens + tokens > limits.runTokens) return say(engine, turn, { state, code: "limit", text: tooMuch })
  const messageId = newOrderedId("message", app.now())
  const begin = (inside: Inside) => addMessage(inside, state, { id: messageId, parts: [], taken: null })
  const reserved = await reserveStep(engine, turn, { state, judging, request, ...(!minutes && { begin }) })
  if (typeof reserved === "string") return say(engine, turn, { state, code: "spent", text: reserved })
  if (minutes) return summariseOrSay(engine, turn, { state, minutes })
  engine.live.touch(state.conversation.id)
  const writing = new Writing(engine, turn, messageId)
  const limit = timeLimit(turn, limits.minutes)
  try {
    const cut = await writing.read(app.models.stream(request, limit.signal), limit.signal).then(
      () => undefined,
      (thrown: unknown) => ({ thrown }),
    )
    engine.live.think(turn.run, false)
    if (cut) return await cutOff(engine, turn, { state, writing, ...cut })
    await settle(engine, turn, { state, writing, request })
    return true
  } finally {
    limit.end()
    engine.live.written(writing.messageId)
    engine.live.touch(state.conversation.id)
  }
}

async function summariseOrSay(
  engine: Engine,
  turn: Turn,
  asked: { state: RunState; minutes: Minutes },
): Promise<boolean> {
  const limit = timeLimit(turn, engine.app.assistant.limits.minutes)
  try {
    if (await summarise(engine, turn, { ...asked, signal: limit.signal })) return true
    return say(engine, turn, { state: asked.state, code: "failed", text: noMinutes })
  } catch (thrown) {
    if (thrown instanceof TurnLost) throw thrown
    const { code, text } = failureNotice(turn, thrown, { state: asked.state, hasSaid: false })
    return say(engine, turn, { state: asked.state, code, text })
  } finally {
    limit.end()
  }
}

const tooLong = "This conversation is longer than the model can read. Take a file out of it, or begin a new one."
const noMinutes = "The model was asked to put this long conversation in short, and said nothing."
const tooMuch = "This answer has taken as many tokens as one may."

/** The share of the context window that a conversation may fill before its older part is summarised. */
const fullAt = 0.6

/**
 * Chooses the next request: the conversation in full; if that is too long, with old answers shortened; and if that is
 * still too long, a request for a summary of its older part.
 */
function fitting(
  engine: Engine,
  turn: Turn,
  { state, judging, readFile }: { state: RunState; judging: Judging; readFile: ReadFile },
): { request: ModelRequest; minutes?: Minutes | undefined } {
  const { models, assistant } = engine.app
  const isLast = turn.run.steps + 1 >= assistant.limits.steps
  const isLong = (request: ModelRequest) => estimate(request) > models.windowTokens * fullAt
  const requestOf = openRequest(engine, state, { judging, readFile, isLast })
  const whole = requestOf(false)
  if (!isLong(whole)) return { request: whole }
  const short = requestOf(true)
  const minutes = isLong(short) && !isLast ? toMinutes(engine, state) : undefined
  return { request: minutes?.request ?? short, minutes }
}

/** Stores a complete answer: its text, calls, ending and usage. */
async function settle(
  engine: Engine,
  turn: Turn,
  { state, writing, request }: { state: RunState; writing: Writing; request: ModelRequest },
): Promise<void> {
  const { app } = engine
  const { messageId, usage } = writing
  const current = { ...state, run: turn.run }
  const options = { messageId, now: app.now(), most: app.assistant.limits.calls }
  const isDeclined = writing.end === "refused" // calls before the refusal are not carried out
  const calls = (isDeclined ? [] : writing.calls).map((call, position) =>
    toCall(current, call, { ...options, position, isCut: writing.isCutCall(call) }),
  )
  const counts = { steps: turn.run.steps + 1, calls: turn.run.calls + calls.length }
  const notice = endNotice(writing, request.maxOutputTokens)
  const ends = [...calls.map(({ id }): StoredPart => ({ type: "call", id })), ...(notice ? [notice] : [])]
  const parts = [...writing.parts, ...ends]
  const taken = { input_tokens: usage.input, output_tokens: usage.output }
  const keep = async (inside: Inside) => {
    for (const call of calls) await proposeCall({ ...inside, ...state.member }, call)
    await updateMessage(inside, messageId, { parts: JSON.stringify(parts), ...taken })
  }
  await settleStep(engine, turn, { used: usage, counts, keep })
}

/** Stores an incomplete answer with a notice that says why. The person can have it tried again. */
async function cutOff(
  engine: Engine,
  turn: Turn,
  { state, writing, thrown }: { state: RunState; writing: Writing; thrown: unknown },
): Promise<false> {
  const { app } = engine
  const { reserved } = turn.run
  const usage: ModelUsage = writing.usageSoFar(reserved === null ? 0 : readReserved(reserved).input)
  if (thrown instanceof TurnLost || turn.isOver) {
    await settleOrphan(engine, turn, usage)
    throw thrown
  }
  const notice = failureNotice(turn, thrown, { state, hasSaid: writing.hasSaid })
  if (notice.code === "failed")
    app.log.warn({ error: String(thrown), cause: causeOf(thrown) }, "The model did not answer.")
  const parts = [...writing.parts.filter(({ type }) => type === "text"), notice]
  const taken = { input_tokens: usage.input, output_tokens: usage.output }
  const keep = (inside: Inside) => updateMessage(inside, writing.messageId, { parts: JSON.stringify(parts), ...taken })
  await settleStep(engine, turn, { used: usage, keep })
  return false
}

/** Adds a notice of this service as a message; the run ends with it. @throws TurnLost */
export async function say(
  { app, cx, live }: Engine,
  turn: Turn,
  { state, code, text }: { state: RunState; code: NoticeCode; text: string },
): Promise<false> {
  const part: StoredPart = { type: "notice", code, text, canRetry: true }
  const message = { id: newOrderedId("message", app.now()), parts: [part], taken: { input: 0, output: 0 } }
  await cx.atomically(async (inside) => {
    await lockConversationAndLease(inside, turn.run)
    await addMessage(inside, state, message)
  })
  live.touch(state.conversation.id)
  return false
}
