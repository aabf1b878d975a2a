import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Inside, Member } from "#access/context.ts"
import { cleanText } from "#kernel/clean-text.ts"
import { conflict, invalidInput, notFound } from "#kernel/error.ts"
import { type CallRow, leavePlan, listCalls, transitionCall } from "../calls/index.ts"
import { conversationId, lockOwnConversation, noSuchConversation } from "../conversations/index.ts"
import { choiceMs, putAllowance, putPermissionChoice } from "../permissions/index.ts"
import { wake } from "../wake.ts"
import { checkRuns } from "./begin-run.ts"
import { findOpenRun } from "./run-store.ts"
import { transitionRun } from "./transition-run.ts"

const decision = z.strictObject({
  callId: z.string().max(64),
  answer: z.enum(["once", "conversation", "always", "no"]),
  word: z.string().max(1_000).optional().describe("What to tell the assistant with it."),
})
type Decision = z.output<typeof decision>

/** Decides waiting calls, all or none, for good. An approved call's permissions are checked again when it runs. */
export const decideCalls = workspaceAction("viewer", "console", {
  input: z.strictObject({ conversationId, decisions: z.array(decision).min(1).max(50) }),
  output: z.object({}),
  async run(cx, { conversationId, decisions }) {
    return cx.atomically(async (inside) => {
      if (!(await lockOwnConversation(inside, conversationId))) throw noSuchConversation()
      const run = await findOpenRun(inside, conversationId)
      if (run?.state === "waiting") await checkRuns(inside, cx.accountId)
      const calls = await listCalls(inside, conversationId)
      for (const one of decisions) await decide(inside, calls, one)
      await dissolvePlans(inside, calls, decisions)
      if (run) await transitionRun(inside, "resume", { id: run.id })
      wake(inside, cx, conversationId)
      return {}
    })
  },
})

async function decide(cx: Inside & Member, calls: readonly CallRow[], { callId, answer, word }: Decision) {
  const call = calls.find(({ id }) => id === callId)
  if (!call) throw noSuchCall()
  if (call.state !== "waiting") throw alreadyDecided()
  if ((call.expires_at ?? 0) <= cx.now()) throw expired()
  const decided = { id: callId, decision: answer, decided_by: cx.accountId }
  if (answer === "no") {
    const said = word === undefined ? null : cleanText(word, 500)
    if (!(await transitionCall(cx, "decline", { ...decided, word: said }))) throw alreadyDecided()
    return
  }
  await allow(cx, call, answer)
  if (!(await transitionCall(cx, "approve", decided))) throw alreadyDecided()
}

/** Stores an allowance for the conversation or for good. Only an answer that the approval card offered is accepted. */
async function allow(cx: Inside & Member, call: CallRow, answer: "once" | "conversation" | "always"): Promise<void> {
  if (answer === "once") return
  if (!(JSON.parse(call.offers) as string[]).includes(answer)) {
    throw invalidInput("This can only be allowed once.", "Choose “Allow once”.", "decisions")
  }
  const tool = { tool: call.tool, digest: call.definition_digest }
  if (answer === "conversation") await putAllowance(cx, call, tool)
  else await putPermissionChoice(cx, cx, { ...tool, level: "always", until: cx.now() + choiceMs })
}

/** Dissolves plans of which only some calls are approved: a plan runs as a whole or not at all. */
async function dissolvePlans(cx: Inside, calls: readonly CallRow[], decisions: readonly Decision[]): Promise<void> {
  const allowed = new Set(decisions.filter(({ answer }) => answer !== "no").map(({ callId }) => callId))
  const decided = new Set(decisions.map(({ callId }) => callId))
  const plans = Map.groupBy(
    calls.filter(({ plan }) => plan !== null),
    ({ plan }) => plan,
  )
  for (const planned of plans.values()) {
    if (!planned.some(({ id }) => decided.has(id)) || planned.every(({ id }) => allowed.has(id))) continue
    await leavePlan(
      cx,
      planned.map(({ id }) => id),
    )
  }
}

const noSuchCall = () => notFound("Request not found.", "Reload the page.")

const alreadyDecided = () => conflict("Already decided.", "Reload the page.")

const expired = () => conflict("This request expired.", "Ask the assistant again.")
