import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { inSpan } from "../server/src/spans/span.ts"
import { endRequestSpan } from "../server/src/surfaces/transport/door/trace-requests.ts"
import { median, mediansOf, saturate, warmUpSeconds } from "./load.ts"
import type { BenchRow } from "./row.ts"
import { type RunningServer, startService } from "./servers.ts"

/** Many short turns: a disturbance of some seconds on the machine affects few of them. */
const turnSeconds = 1
const rounds = 21

/**
 * Processor time of an offer look-up: of the seams while traces are off, with one request of a hundred traced, and with
 * all (operations 23). The first is a product, since it is too small to be seen in the time of a whole request.
 */
export async function tracesBench(): Promise<BenchRow[]> {
  const collector = await openCollector()
  const traced = (share: string) => startService({ SVC_TRACES_URL: collector.url, SVC_TRACES_SAMPLED: share })
  const services = [await startService(), await traced("1"), await traced("100")] as const
  const [off, some, all] = services
  for (const service of services) await saturate(lookUp(service), { seconds: warmUpSeconds })
  const ratios = await mediansOf(rounds, async () => {
    const without = await cpuOf(off)
    return { without, some: (await cpuOf(some)) / without, all: (await cpuOf(all)) / without }
  })
  await Promise.all(services.map((service) => service.stop()))
  collector.close()

  const seams = Math.max(...collector.spansOfTraces())
  const offMicroseconds = seams * seamMicroseconds() + endMicroseconds()
  return [
    { name: "offer lookup: CPU without traces", value: ratios.without, unit: "µs" },
    { name: "offer lookup: seams", value: seams, unit: "" },
    { name: "traces off: CPU of the seams", value: (100 * offMicroseconds) / ratios.without, unit: "%", atMost: 1 },
    { name: "1 % traced: CPU", value: ratios.some, unit: "of none", atMost: 1.05 },
    { name: "100 % traced: CPU", value: ratios.all, unit: "of none" },
  ]
}

const lookUp = ({ url }: RunningServer) => `${url}/api/pay/demo`

/** Processor time of a request, in microseconds. */
async function cpuOf(service: RunningServer): Promise<number> {
  const before = service.cpuMicroseconds()
  const { requests } = await saturate(lookUp(service), { seconds: turnSeconds })
  return (service.cpuMicroseconds() - before) / requests
}

/** Accepts all spans. `spansOfTraces` returns how many each trace had of those in the last bodies. */
async function openCollector() {
  let last = ""
  const server = createServer(async (request, response) => {
    last = await text(request)
    response.end("{}")
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    spansOfTraces: () => {
      const ids = [...last.matchAll(/"traceId":"(\w+)"/g)].map(([, id]) => id)
      return Object.values(Object.groupBy(ids, (id) => id ?? "")).map((same) => same?.length ?? 0)
    },
    close: () => server.close(),
  }
}

const calls = 5_000_000

/** What a seam costs while no trace is open. */
function seamMicroseconds(): number {
  const describe = () => ({ name: "seam" })
  let sum = 0
  const microseconds = perCall((n) => {
    inSpan(describe, () => {
      sum += n
    })
  })
  if (sum === 0) throw new Error("The work did not run.")
  return microseconds
}

/** What the end of a request without a span costs. */
function endMicroseconds(): number {
  const request = {} as Parameters<typeof endRequestSpan>[0]
  return perCall(() => void endRequestSpan(request, { endpoint: "getOffer", status: 200 }))
}

/** The median of several turns. The work of a seam counts as the seam's. */
function perCall(run: (n: number) => void): number {
  const turns = Array.from({ length: 11 }, () => {
    const before = process.cpuUsage()
    for (let n = 1; n <= calls; n += 1) run(n)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / calls
  })
  return median(turns)
}
