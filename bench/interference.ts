import { atRate, mediansOf, openClient, percentile, requestBytes } from "./load.ts"
import type { BenchRow } from "./row.ts"
import type { RunningServer } from "./servers.ts"

const seconds = 4
const cards = 200
let drawn = 0

/** check-slug's p99 at a fixed 200 requests a second, alone and while 200 new cards are being drawn. */
export async function interferenceRows(service: RunningServer, rounds = 5): Promise<BenchRow[]> {
  const url = `${service.url}/api/onboard/check-slug?slug=my-studio`
  await atRate(url, 200, 1)
  const { alone, beside, ratio } = await mediansOf(rounds, async () => {
    const alone = percentile(await atRate(url, 200, seconds), 0.99)
    const drawing = drawCards(service)
    const beside = percentile(await atRate(url, 200, seconds), 0.99)
    await drawing
    return { alone, beside, ratio: beside / alone }
  })
  return [
    { name: "check-slug p99 at 200/s, alone", value: alone, unit: "ms" },
    { name: "check-slug p99 while cards are drawn", value: beside, unit: "ms" },
    { name: "check-slug p99, drawing to alone", value: ratio, unit: "×", atMost: 2 },
  ]
}

/** Requests the cards four at a time, as social networks would, on sockets that cost the measuring process little. */
async function drawCards(service: RunningServer): Promise<void> {
  const last = drawn + cards
  const worker = async () => {
    const client = await openClient(service.url)
    while (drawn < last) {
      const title = encodeURIComponent(`Card number ${drawn++}`)
      await client.ask(requestBytes(`${service.url}/api/og?title=${title}`))
    }
    client.close()
  }
  await Promise.all(Array.from({ length: 4 }, worker))
}
