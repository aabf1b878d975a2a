import { median, openClient, requestBytes } from "./load.ts"
import type { Row } from "./row.ts"
import { type RunningServer, startService } from "./servers.ts"
import { askConsent, cookieHeader, giveDemo, signInOwner } from "./visitor.ts"

/** The least that the same server answers, to see what of a page's time is the page's. */
const least = "/api/health"
const rounds = 300

/**
 * How long the server takes for each public page, from the request to the last byte of its answer, on one open
 * connection; turn and turn about with the least that it answers.
 */
export async function pagesBench(): Promise<Row[]> {
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
  const rows: Row[] = []
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
