import { openAiSdk } from "../server/src/adapters/models/ai-sdk.ts"
import type { Models } from "../server/src/adapters/models/port.ts"
import type { RemoteModel } from "../server/src/config/model-address.ts"
import { assistantCacheRows } from "./assistant-cache.ts"
import { assistantFrameRows } from "./assistant-frames.ts"
import { assistantLoop } from "./assistant-loop.ts"
import { assistantQuality } from "./assistant-quality.ts"
import { rehearsalRows } from "./assistant-rehearsal.ts"
import { mediansOf } from "./load.ts"
import type { BenchRow } from "./row.ts"
import { startAssistantPeer } from "./servers.ts"

const pieces = 160
const warmUps = 100
const request = {
  system: "You help.",
  messages: [{ role: "person" as const, parts: [{ type: "text" as const, text: "Hello" }] }],
  tools: [],
  maxOutputTokens: 1_000,
}

/**
 * The cost of the models' wires compared with only reading the same bytes, the cost of the loop and its stream compared
 * with the wires, the cost of a long answer in a page, and the quality of a real model's answers.
 */
export async function assistantBench(rounds = 5): Promise<BenchRow[]> {
  const peer = await startAssistantPeer()
  const rows: BenchRow[] = []
  for (const wire of ["anthropic", "openai"] as const) rows.push(...(await wireRows(wire, peer.url, rounds)))
  rows.push(...(await assistantLoop(peer.url, rounds)))
  await peer.stop()
  rows.push(...(await assistantCacheRows()))
  rows.push(...(await rehearsalRows(rounds)), ...(await assistantFrameRows()))
  return [...rows, ...(await assistantQuality())]
}

async function wireRows(wire: RemoteModel["wire"], peerUrl: string, rounds: number): Promise<BenchRow[]> {
  const path = wire === "anthropic" ? "messages" : "chat/completions"
  const modelsAt = (base: string) => {
    const address = {
      wire,
      baseUrl: base,
      model: "peer",
      windowTokens: 100_000,
      accepts: { images: false, pdf: false },
    }
    return openAiSdk(address, { key: "none", now: Date.now })
  }
  const models = modelsAt(`${peerUrl}/${pieces}`)
  const endless = modelsAt(`${peerUrl}/endless`)
  const bare = `${peerUrl}/${pieces}/${path}`
  const once = async () => ({ ...(await askBare(bare)), ...(await askModel(models)), stopMs: await stop(endless) })
  for (let n = 0; n < warmUps; n += 1) await once()
  const measured = await mediansOf(rounds, () => mediansOf(40, once))
  const { firstMs, bareFirstMs, cpuMs, bareCpuMs, stopMs } = measured
  return [
    {
      name: `${wire}: first words, after bare fetch's first byte`,
      value: firstMs - bareFirstMs,
      unit: "ms",
      atMost: 10,
    },
    {
      name: `${wire}: a piece of text, CPU over bare fetch`,
      value: (cpuMs - bareCpuMs) / pieces,
      unit: "ms",
      atMost: 0.05,
    },
    { name: `${wire}: from an abort to its rejection`, value: stopMs, unit: "ms", atMost: 20 },
  ]
}

const cpuOf = (since: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1_000
}

async function askBare(url: string): Promise<{ bareFirstMs: number; bareCpuMs: number }> {
  const [start, cpu] = [performance.now(), process.cpuUsage()]
  let bareFirstMs = 0
  const { body } = await fetch(url, { method: "POST", body: "{}" })
  for await (const _chunk of body ?? []) bareFirstMs ||= performance.now() - start
  return { bareFirstMs, bareCpuMs: cpuOf(cpu) }
}

async function askModel(models: Models): Promise<{ firstMs: number; cpuMs: number }> {
  const [start, cpu] = [performance.now(), process.cpuUsage()]
  let firstMs = 0
  let count = 0
  for await (const { type } of models.stream(request, new AbortController().signal)) {
    if (type !== "text") continue
    firstMs ||= performance.now() - start
    count += 1
  }
  if (count !== pieces) throw new Error(`${count} pieces of text came.`)
  return { firstMs, cpuMs: cpuOf(cpu) }
}

/** Aborts an endless answer once its first text has arrived. */
async function stop(models: Models): Promise<number> {
  const controller = new AbortController()
  let abortedAt = 0
  try {
    for await (const { type } of models.stream(request, controller.signal)) {
      if (type !== "text") continue
      setImmediate(() => {
        abortedAt = performance.now()
        controller.abort()
      })
    }
  } catch {
    return performance.now() - abortedAt
  }
  throw new Error("An answer without an end has ended.")
}
