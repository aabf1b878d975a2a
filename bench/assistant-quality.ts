import { setTimeout as sleep } from "node:timers/promises"
import { type App, perform } from "../server/src/access/perform.ts"
import { askAssistant, getConversation, type ShownConversation } from "../server/src/domains/assistant/on-demand.ts"
import { AssistantHub } from "../server/src/engines/runs/hub.ts"
import { fillEmptyDatabase } from "../server/src/start/demo/demo-data.ts"
import { type Owner, ownerOf, readFacts } from "./assistant-facts.ts"
import { type Expected, questions } from "./assistant-questions.ts"
import { openEmptyApp } from "./in-process.ts"
import { median } from "./load.ts"
import type { BenchRow } from "./row.ts"

/**
 * Asks the assistant thirty questions about the demo, each in a separate studio, with the model in `SVC_MODEL_URL` and
 * `SVC_MODEL_KEY`, and prints which answers were right. Without either variable it asks nothing.
 */
export async function assistantQuality(): Promise<BenchRow[]> {
  const { SVC_MODEL_URL, SVC_MODEL_KEY } = process.env
  if (!SVC_MODEL_KEY && !SVC_MODEL_URL) {
    console.log(
      `SVC_MODEL_URL and SVC_MODEL_KEY are not set: the ${questions.length} questions about the demo were not asked, so the quality of answers is not measured.`,
    )
    return []
  }
  const settings = {
    SVC_MODEL_URL: SVC_MODEL_URL ?? "anthropic:claude-sonnet-5",
    ...(SVC_MODEL_KEY && { SVC_MODEL_KEY }),
  }
  const right: boolean[] = []
  const tokens: number[] = []
  for (const { ask, known } of questions) {
    const app = await openEmptyApp(settings)
    await fillEmptyDatabase(app)
    const owner = await ownerOf(app)
    const expected = known(await readFacts(app, owner))
    const answer = await answerTo(app, owner, ask).finally(() => app.close())
    const faults = faultsOf(expected, answer)
    right.push(faults.length === 0)
    tokens.push(answer.tokens)
    console.log(`${faults.length === 0 ? " " : "✗"} ${ask} (${answer.calls.length} calls) ${faults.join("; ")}`)
  }
  const count = right.filter(Boolean).length
  return [
    { name: `questions answered rightly, of ${questions.length}`, value: count, unit: "", atLeast: 27 },
    { name: "tokens for a question", value: median(tokens), unit: "" },
  ]
}

interface Answer {
  readonly text: string
  /** `tool {"its":"input"}` */
  readonly calls: readonly string[]
  readonly tokens: number
}

/** The faults of an answer. */
export function faultsOf({ says = [], never = [], calls = [], leaves = [] }: Expected, answer: Answer): string[] {
  const called = ({ tool, with: part }: { tool: string; with?: RegExp }) =>
    answer.calls.some((call) => call.startsWith(`${tool} `) && (part?.test(call) ?? true))
  return [
    ...says.filter((part) => !part.test(answer.text)).map((part) => `it does not say ${part}`),
    ...never.filter((part) => part.test(answer.text)).map((part) => `it says ${part}`),
    ...calls.filter((call) => !called(call)).map(({ tool, with: part }) => `no call of ${tool} ${part ?? ""}`),
    ...leaves.filter((tool) => called({ tool })).map((tool) => `it called ${tool}`),
  ]
}

/** Asks the assistant, and waits until it has answered or asks a question. */
export async function answerTo(app: App, owner: Owner, text: string): Promise<Answer> {
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

function toAnswer({ messages }: ShownConversation): Answer {
  const said = messages.filter(({ role }) => role === "assistant")
  const parts = said.flatMap(({ parts }) => parts)
  return {
    text: parts.map((part) => (part.type === "text" || part.type === "notice" ? part.text : "")).join(""),
    calls: parts.flatMap((part) =>
      part.type === "call" ? `${part.call.tool} ${JSON.stringify(part.call.arguments)}` : [],
    ),
    tokens: said.reduce((sum, { usage }) => sum + (usage?.input ?? 0) + (usage?.output ?? 0), 0),
  }
}
