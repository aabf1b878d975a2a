import { setTimeout as sleep } from "node:timers/promises"
import { type App, perform } from "#access/perform.ts"
import { askAssistant, getConversation, type ShownConversation } from "#domains/assistant/on-demand.ts"
import { AssistantHub } from "#engines/runs/hub.ts"
import type { Owner } from "./facts.ts"
import { type Expected, writes } from "./questions.ts"

interface GivenAnswer {
  readonly text: string
  /** `tool {"its":"input"}` */
  readonly calls: readonly string[]
  readonly tokens: number
}

/** The faults of an answer. */
export function faultsOf({ says = [], never = [], calls = [], isRead }: Expected, answer: GivenAnswer): string[] {
  const isCalled = (tool: string, part?: RegExp) =>
    answer.calls.some((call) => call.startsWith(`${tool} `) && (part?.test(call) ?? true))
  return [
    ...says.filter((part) => !part.test(answer.text)).map((part) => `it does not say ${part}`),
    ...never.filter((part) => part.test(answer.text)).map((part) => `it says ${part}`),
    ...calls.filter((call) => !isCalled(...call)).map(([tool, part]) => `no call of ${tool} ${part ?? ""}`),
    ...(isRead ? writes : []).filter((tool) => isCalled(tool)).map((tool) => `it called ${tool}`),
  ]
}

/** Asks the assistant, and waits until it has answered or asks a question. */
export async function answerTo(app: App, owner: Owner, text: string): Promise<GivenAnswer> {
  const hub = new AssistantHub(app)
  try {
    const { conversationId: id } = await perform({ app, caller: owner }, askAssistant, { text })
    for (;;) {
      const conversation = await perform({ app, caller: owner }, getConversation, { id })
      if (conversation.run === null || conversation.run.state === "waiting") return toAnswer(conversation)
      await sleep(10)
    }
  } finally {
    await hub.close()
  }
}

function toAnswer({ messages }: ShownConversation): GivenAnswer {
  const said = messages.filter(({ role }) => role === "assistant")
  const parts = said.flatMap(({ parts }) => parts)
  const calls = parts.flatMap((part) => (part.type === "call" ? [part.call] : []))
  return {
    text: parts.map((part) => (part.type === "text" || part.type === "notice" ? part.text : "")).join(""),
    calls: calls.map(({ tool, arguments: input }) => `${tool} ${JSON.stringify(input)}`),
    tokens: said.reduce((sum, { usage }) => sum + (usage?.input ?? 0) + (usage?.output ?? 0), 0),
  }
}
