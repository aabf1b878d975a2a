import { perform } from "../server/src/access/perform.ts"
import type { ModelMessage, ModelTool } from "../server/src/adapters/models/port.ts"
import { demo, fillEmptyDatabase } from "../server/src/demo/demo-data.ts"
import { ServiceError } from "../server/src/kernel/error.ts"
import { listTools } from "../server/src/surfaces/mcp/tool-list.ts"
import { tools } from "../server/src/surfaces/mcp/tools.ts"
import { type Question, questions } from "./assistant-questions.ts"
import { openEmptyApp } from "./in-process.ts"
import { median } from "./load.ts"
import type { Row } from "./row.ts"

type BenchApp = Awaited<ReturnType<typeof openEmptyApp>>

const system =
  "You help a person in their workspace of Atelier. Use the tools for whatever they can tell or do; say so where they cannot. Answer briefly."

const mostSteps = 12

/**
 * Asks the model that `SVC_MODEL_URL` and `SVC_MODEL_KEY` name thirty questions about the demo, each on a database of
 * its own, and prints which were answered rightly. Without a key nothing is asked.
 */
export async function assistantQuality(): Promise<Row[]> {
  const { SVC_MODEL_URL, SVC_MODEL_KEY } = process.env
  if (!SVC_MODEL_KEY) {
    console.log("SVC_MODEL_KEY is not set: no real model was asked, and nothing is said of how well one answers.")
    return []
  }
  const settings = { SVC_MODEL_URL: SVC_MODEL_URL ?? "anthropic:claude-sonnet-5", SVC_MODEL_KEY }
  const right: boolean[] = []
  const tokens: number[] = []
  for (const question of questions) {
    const app = await openEmptyApp(settings)
    await fillEmptyDatabase(app)
    const answer = await answerTo(app, question.ask).finally(() => app.close())
    const faults = faultsOf(question, answer)
    right.push(faults.length === 0)
    tokens.push(answer.tokens)
    console.log(
      `${faults.length === 0 ? " " : "✗"} ${question.ask} (${answer.calls.length} calls) ${faults.join("; ")}`,
    )
  }
  return [
    {
      name: `questions answered rightly, of ${questions.length}`,
      value: right.filter(Boolean).length,
      unit: "",
      atLeast: 27,
    },
    { name: "tokens for a question", value: median(tokens), unit: "" },
  ]
}

interface Answer {
  readonly text: string
  /** `tool {"its":"input"}` */
  readonly calls: readonly string[]
  readonly tokens: number
}

function faultsOf({ says = [], never = [], calls = [], leaves = [] }: Question, answer: Answer): string[] {
  const called = ({ tool, with: part }: { tool: string; with?: RegExp }) =>
    answer.calls.some((call) => call.startsWith(`${tool} `) && (part?.test(call) ?? true))
  return [
    ...says.filter((part) => !part.test(answer.text)).map((part) => `it does not say ${part}`),
    ...never.filter((part) => part.test(answer.text)).map((part) => `it says ${part}`),
    ...calls.filter((call) => !called(call)).map(({ tool, with: part }) => `no call of ${tool} ${part ?? ""}`),
    ...leaves.filter((tool) => called({ tool })).map((tool) => `it called ${tool}`),
  ]
}

/** The ten tools of connections, as a model is offered them. */
const offered: readonly ModelTool[] = listTools(tools)

async function answerTo(app: BenchApp, ask: string): Promise<Answer> {
  const { id } = await app.database.read
    .selectFrom("accounts")
    .select("id")
    .where("email", "=", demo.email)
    .executeTakeFirstOrThrow()
  const caller = { kind: "person", accountId: id, workspaceSlug: demo.slug } as const
  const messages: ModelMessage[] = [{ role: "person", parts: [{ type: "text", text: ask }] }]
  const calls: string[] = []
  let tokens = 0
  for (let step = 1; ; step += 1) {
    const request = { system, facts: "", messages, tools: step < mostSteps ? offered : [], maxOutputTokens: 4_096 }
    const events = await Array.fromAsync(app.models.stream(request, AbortSignal.timeout(120_000)))
    const usage = events.find((event) => event.type === "usage")?.usage
    tokens += (usage?.input ?? 0) + (usage?.output ?? 0)
    const called = events.filter((event) => event.type === "call")
    if (called.length === 0) {
      return { text: events.map((event) => (event.type === "text" ? event.text : "")).join(""), calls, tokens }
    }
    const results = []
    for (const call of called) {
      calls.push(`${call.name} ${JSON.stringify(call.arguments)}`)
      results.push({ callId: call.id, name: call.name, ...(await carryOut(app, caller, call)) })
    }
    const parts = events.flatMap((event) => {
      if (event.type === "thought") return event.part
      if (event.type === "text" || event.type === "call") return event
      return []
    })
    messages.push({ role: "assistant", parts }, { role: "results", results })
  }
}

async function carryOut(
  app: BenchApp,
  caller: { kind: "person"; accountId: string; workspaceSlug: string },
  call: { name: string; arguments: unknown },
): Promise<{ text: string; isError: boolean }> {
  const tool = tools.find(({ name }) => name === call.name)
  if (!tool) return { text: "There is no such tool.", isError: true }
  try {
    return { text: JSON.stringify(await perform({ app, caller }, tool.action, call.arguments)), isError: false }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { text: `${error.message} ${error.hint ?? ""}`, isError: true }
  }
}
