import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { freePort } from "../server/test/support/http/free-port.ts"
import { atRate, mediansOf, percentile } from "./load.ts"
import type { BenchRow } from "./row.ts"
import { type RunningServer, startService } from "./servers.ts"

const namesPerSecond = 10_000
const seconds = 3
const othersPerSecond = 200
const rounds = 9

/** check-slug's p99 without and with 10,000 questions a second of a proxy for unknown hostnames (operations 31). */
export async function asksBench(): Promise<BenchRow[]> {
  const port = await freePort()
  const service = await startService({ SVC_METRICS_PORT: String(port) })
  const url = `${service.url}/api/onboard/check-slug?slug=my-studio`
  const others = async () => percentile(await atRate(url, othersPerSecond, seconds), 0.99)
  const attack = () => ask(service, `http://127.0.0.1:${port}`)
  try {
    const warm = attack()
    await atRate(url, othersPerSecond, 2 * seconds)
    await warm.end()
    const { alone, beside, ratio, refused, cpu } = await mediansOf(rounds, async () => {
      const alone = await others()
      const asking = attack()
      const beside = await others()
      const { refused, cpu } = await asking.end()
      return { alone, beside, ratio: beside / alone, refused, cpu }
    })
    return [
      { name: "unknown hostnames: answered", value: refused, unit: "/s", atLeast: namesPerSecond * 0.95 },
      { name: "unknown hostnames: CPU of the process", value: cpu, unit: "µs" },
      { name: `check-slug p99 at ${othersPerSecond}/s, alone`, value: alone, unit: "ms" },
      { name: "check-slug p99 beside unknown hostnames", value: beside, unit: "ms" },
      { name: "check-slug p99, beside hostnames to alone", value: ratio, unit: "×", atMost: 1.5 },
    ]
  } finally {
    await service.stop()
  }
}

function ask(service: RunningServer, asked: string) {
  const env = { ...process.env, ASKED: asked, ASKS: String(namesPerSecond) }
  const child = spawn(process.execPath, [new URL("asker.ts", import.meta.url).pathname], { env, stdio: ["ignore", "pipe", "inherit"] }) // biome-ignore format: one thought
  const output = text(child.stdout)
  const [began, before] = [performance.now(), service.cpuMicroseconds()]
  return {
    async end() {
      child.kill("SIGTERM")
      await once(child, "exit")
      const refused = Number(await output)
      const elapsed = performance.now() - began
      return { refused: (refused / elapsed) * 1_000, cpu: (service.cpuMicroseconds() - before) / refused }
    },
  }
}
