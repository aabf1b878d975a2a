import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import {
  askAssistant,
  decideCalls,
  getConversation,
  type ShownCall,
  type ShownConversation,
} from "#domains/assistant/on-demand.ts"
import { AssistantHub } from "#engines/runs/hub.ts"
import { until } from "../basics/until.ts"
import type { DatabaseKind } from "../databases/test-databases.ts"
import { type Answer, type ModelStandIn, openModelStandIn } from "../stand-ins/model/model-stand-in.ts"
import type { Wire } from "../stand-ins/model/wires.ts"
import { type World, type WorldOptions, world } from "./world.ts"

type Word = "once" | "conversation" | "always" | "no"
type As = Parameters<World["act"]>[0]

export interface AssistantWorld extends World {
  readonly model: ModelStandIn
  readonly hub: AssistantHub
  /** Makes the model give these answers in turn; the last one is repeated. */
  says(...answers: Answer[]): void
  /** Decides these calls, or all waiting ones, and waits until no run is active. */
  decide(
    as: As,
    conversation: ShownConversation,
    said: Word | { answer: Word; calls: readonly ShownCall[] },
  ): Promise<ShownConversation>
  /** Asks in a conversation or a new one, and waits until the assistant has answered or waits for the person. */
  ask(as: As, text: string, more?: { conversationId?: string; insteadOf?: string }): Promise<ShownConversation>
  /** The conversation once no run is active. */
  settled(as: As, id: string): Promise<ShownConversation>
}

/** An answer of many steps takes long on a busy machine. */
const longestAnswerMs = 120_000

/** A service with a working assistant, whose model follows `script`. */
export async function assistantWorld(
  t: TestContext,
  script: Parameters<typeof openModelStandIn>[1],
  {
    kind = "sqlite",
    wire = "anthropic",
    windowTokens,
    ...options
  }: WorldOptions & { kind?: DatabaseKind; wire?: Wire; windowTokens?: number } = {},
): Promise<AssistantWorld> {
  const model = await openModelStandIn(t, script)
  const models = { ...model.models({ wire }), ...(windowTokens !== undefined && { windowTokens }) }
  const studio = await world(t, kind, { models, ...options })
  const hub = new AssistantHub(studio.app)
  t.after(() => hub.close())
  const settled: AssistantWorld["settled"] = async (as, id) => {
    let found: ShownConversation | undefined
    await until(async () => {
      found = await studio.act(as, getConversation, { id })
      return found.run === null || found.run.state === "waiting"
    }, longestAnswerMs)
    assert.ok(found)
    // A read from before the end of the run may be stale.
    return studio.act(as, getConversation, { id })
  }
  return {
    ...studio,
    model,
    says: (...answers) => {
      let at = 0
      model.script = () => answers[Math.min(at++, answers.length - 1)] ?? []
    },
    decide: async (as, conversation, said) => {
      const { answer, calls } = typeof said === "string" ? { answer: said, calls: waitingOf(conversation) } : said
      const decisions = calls.map(({ id }) => ({ callId: id, answer }))
      await studio.act(as, decideCalls, { conversationId: conversation.id, decisions })
      return settled(as, conversation.id)
    },
    hub,
    settled,
    ask: async (as, text, more = {}) => {
      const { conversationId } = await studio.act(as, askAssistant, { text, ...more })
      return settled(as, conversationId)
    },
  }
}

/** The calls of a conversation, in the order in which they were proposed. */
export function callsOf({ messages }: ShownConversation): ShownCall[] {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "call" ? [part.call] : [])))
}

/** The calls that wait for their person. */
export const waitingOf = (conversation: ShownConversation): ShownCall[] =>
  callsOf(conversation).filter(({ state }) => state === "waiting")

/** The assistant's final text, without its calls. */
export function wordsOf({ messages }: Pick<ShownConversation, "messages">): string {
  const parts = messages.at(-1)?.parts ?? []
  return parts.map((part) => (part.type === "text" || part.type === "notice" ? part.text : "")).join("")
}
