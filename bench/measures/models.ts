import { openAiSdk } from "../../server/src/adapters/models/ai-sdk.ts"
import type { Models } from "../../server/src/adapters/models/port.ts"
import { fillEmptyDatabase } from "../../server/src/start/demo/demo-data.ts"
import { cachedConversation } from "../../server/test/support/assistant/cached-conversation.ts"
import { ownerOf, readFacts } from "../../server/test/support/assistant/quality/facts.ts"
import { answerTo, faultsOf } from "../../server/test/support/assistant/quality/judge.ts"
import { questions } from "../../server/test/support/assistant/quality/questions.ts"
import type { Wire } from "../../server/test/support/stand-ins/model/wires.ts"
import { type BenchRun, type Measured, within } from "../case.ts"
import { startPeer } from "../loads/servers.ts"
import { openBenchApp } from "../loads/studio.ts"
import { eachNamed, inSequence, median, mediansOf, thisProcess, withCpu } from "../loads/turns.ts"

export const modelsAt = (wire: Wire, baseUrl: string): Models =>
  openAiSdk(
    { wire, baseUrl, model: "peer", windowTokens: 200_000, accepts: { images: false, pdf: false } },
    { key: "none", now: Date.now },
  )

const requestOf = (text: string): Parameters<Models["stream"]>[0] => ({
  messages: [{ role: "person", parts: [{ type: "text", text }] }],
  ...{ system: "You help.", tools: [], maxOutputTokens: 4_096 },
})

/** Asks a model, and reads the answer to its end. Returns when the first text arrived, and how many pieces did. */
export async function askModel(models: Models, text: string) {
  const began = performance.now()
  let [firstMs, pieces] = [0, 0]
  for await (const { type } of models.stream(requestOf(text), new AbortController().signal)) {
    if (type !== "text") continue
    firstMs ||= performance.now() - began
    pieces += 1
  }
  return { firstMs, pieces }
}

const answerPieces = 160

export async function measureWires(run: BenchRun): Promise<Measured> {
  const { url } = await startPeer(run, "model")
  return eachNamed<Wire>({ anthropic: "anthropic", openai: "openai" }, async (wire) => {
    const [models, endless] = [modelsAt(wire, `${url}/${answerPieces}`), modelsAt(wire, `${url}/endless`)]
    const bareUrl = `${url}/${answerPieces}/${wire === "anthropic" ? "messages" : "chat/completions"}`
    const turn = async () => {
      const bare = await withCpu(thisProcess, () => readBare(bareUrl))
      const { firstMs, cpu, pieces } = await withCpu(thisProcess, () => askModel(models, "Hello"))
      if (pieces !== answerPieces) throw new Error(`${pieces} pieces of text came.`)
      const pieceMs = (cpu - bare.cpu) / 1_000 / answerPieces
      return { firstMs: firstMs - bare.firstMs, pieceMs, stopMs: await stopAnswer(endless) }
    }
    return mediansOf(run.rounds * run.sizes.times, turn, run.sizes.times)
  })
}

async function readBare(url: string): Promise<{ firstMs: number }> {
  const began = performance.now()
  let firstMs = 0
  const { body } = await fetch(url, { method: "POST", body: "{}" })
  for await (const _chunk of body ?? []) firstMs ||= performance.now() - began
  return { firstMs }
}

/** Aborts an endless answer once its first text has arrived; returns the milliseconds until its rejection. */
async function stopAnswer(models: Models): Promise<number> {
  const controller = new AbortController()
  let abortedAt = 0
  const abort = () => {
    abortedAt = performance.now()
    controller.abort()
  }
  try {
    for await (const { type } of models.stream(requestOf("Hello"), controller.signal)) {
      if (type === "text") setImmediate(abort)
    }
  } catch {
    return performance.now() - abortedAt
  }
  throw new Error("An answer without an end has ended.")
}

export async function measureCache(run: BenchRun): Promise<Measured> {
  const context = { name: "bench", after: run.after } as unknown as Parameters<typeof cachedConversation>[0]
  const least = async (wire: Wire) => Math.min(...(await cachedConversation(context, wire))) * 100
  return { anthropic: await least("anthropic"), openai: await least("openai") }
}

/** Asks the questions, each in a separate studio, and prints which answers were right. */
export async function measureQuality(run: BenchRun): Promise<Measured> {
  const { SVC_MODEL_URL = "anthropic:claude-sonnet-5", SVC_MODEL_KEY } = process.env
  const settings = { SVC_MODEL_URL, ...(SVC_MODEL_KEY && { SVC_MODEL_KEY }) }
  const ask = (question: string) =>
    within(run, async (run) => {
      const { app } = await openBenchApp(run, settings)
      await fillEmptyDatabase(app)
      const owner = await ownerOf(app)
      const expected = questions[question]?.(await readFacts(app, owner)) ?? {}
      const answer = await answerTo(app, owner, question)
      const faults = faultsOf(expected, answer)
      console.log(`${faults.length === 0 ? " " : "✗"} ${question} (${answer.calls.length} calls) ${faults.join("; ")}`)
      return { isRight: faults.length === 0, tokens: answer.tokens }
    })
  const answers = await inSequence(run.sizes.questions, (n) => ask(Object.keys(questions)[n] ?? ""))
  return { right: answers.filter(({ isRight }) => isRight).length, tokens: median(answers.map(({ tokens }) => tokens)) }
}
