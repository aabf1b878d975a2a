import { median, openClient, requestBytes } from "./load.ts"
import type { BenchRow } from "./row.ts"
import { type RunningServer, startService } from "./servers.ts"
import { askConsent, cookieHeader, giveDemo, signInOwner } from "./visitor.ts"

/** The server's smallest response, to separate the cost of a page from the cost of a request. */
const least = "/api/health"
const rounds = 300

/**
 * The server's time for each public page, from the request to the last byte of the response, on one open connection, in
 * turns with the smallest response.
 */
export async function pagesBench(): Promise<BenchRow[]> {
  const service = await startService()
  const cookie = cookieHeader(await signInOwner(service))
  const pages: [name: string, path: string, headers?: Record<string, string>][] = [
    ["home", "/"],
    ["pay", "/pay/demo"],
    ["sign-in", "/sign-in"],
    ["delivery", await giveDemo(service)],
    ["claim", "/claim/nobody"],
    ["new workspace", "/workspaces/new", { cookie }],
    ["consent", await askConsent(service), { cookie }],
    ["console, with its first data", "/studio", { cookie }],
  ]
  const rows: BenchRow[] = [await referenceRow(service)]
  for (const [name, path, headers] of pages) {
    const { pageMs, leastMs } = await measure(service, path, headers)
    rows.push(
      { name: `page: ${name}`, value: pageMs, unit: "ms", atMost: 3 },
      { name: `page: ${name}, beside the least answer`, value: pageMs / leastMs, unit: "×" },
    )
  }
  await service.stop()
  return rows
}

/** The reference comes from memory: its time besides that of the smallest response (figure 7 of doors). */
async function referenceRow(service: RunningServer): Promise<BenchRow> {
  const { pageMs, leastMs } = await measure(service, "/developers/reference")
  return { name: "page: API reference, more than the least answer", value: pageMs - leastMs, unit: "ms", atMost: 1 }
}

async function measure({ url }: RunningServer, path: string, headers: Record<string, string> = {}) {
  const client = await openClient(url)
  const page = requestBytes(`${url}${path}`, { accept: "text/html", ...headers })
  const health = requestBytes(`${url}${least}`)
  const pageTimes: number[] = []
  const leastTimes: number[] = []
  for (let round = 0; round < rounds * 2; round += 1) {
    const begun = performance.now()
    await client.ask(page)
    const between = performance.now()
    await client.ask(health)
    if (round < rounds) continue // the compiler is at work
    pageTimes.push(between - begun)
    leastTimes.push(performance.now() - between)
  }
  client.close()
  return { pageMs: median(pageTimes), leastMs: median(leastTimes) }
}
