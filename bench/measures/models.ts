import { rejects } from "node:assert/strict"
import { openAiSdk } from "../../server/src/adapters/models/ai-sdk.ts"
import type { Models } from "../../server/src/adapters/models/port.ts"
import type { Wire } from "../../server/test/support/stand-ins/model/wires.ts"
import type { BenchRun, Measured } from "../case.ts"
import { startPeer } from "../loads/servers.ts"
import { eachNamed, mediansOf, thisProcess, withCpu } from "../loads/turns.ts"

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
export async function askModel(
  models: Models,
  text: string,
  { controller = new AbortController(), onText = () => {} } = {},
) {
  const began = performance.now()
  let [firstMs, pieces] = [0, 0]
  for await (const { type } of models.stream(requestOf(text), controller.signal)) {
    if (type !== "text") continue
    firstMs ||= performance.now() - began
    pieces += 1
    onText()
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
  await rejects(askModel(models, "Hello", { controller, onText: () => setImmediate(abort) }))
  return performance.now() - abortedAt
}
