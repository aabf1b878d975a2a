import { fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { oneThread } from "../server/src/adapters/cards/painter-child.ts"
import type { PreviewCard } from "../server/src/adapters/cards/port.ts"
import { openCards } from "../server/src/adapters/cards/takumi.ts"
import type { PeerAnswer } from "./cards-peer.ts"
import { mediansOf } from "./load.ts"
import type { BenchRow } from "./row.ts"

const cardsInARound = 40

/** The time of a drawn card compared with the renderer alone on as many threads, and with satori and resvg. */
export async function cardsBench(rounds = 5): Promise<BenchRow[]> {
  const cards = openCards({ info() {}, warn() {}, error: (fields) => console.error(fields) })
  const peer = fork(fileURLToPath(new URL("./cards-peer.ts", import.meta.url)), { env: oneThread })
  const measure = async (card: PreviewCard): Promise<PeerAnswer & { drawnMs: number }> => {
    const start = performance.now()
    await cards.draw(card)
    const drawnMs = performance.now() - start
    peer.send(card)
    const [answer] = await once(peer, "message")
    return { drawnMs, ...(answer as PeerAnswer) }
  }
  const measureRound = (round: number) => mediansOf(cardsInARound, (index) => measure(newCard(round, index)))
  await measureRound(-1)
  const { drawnMs, takumiMs, satoriMs, overhead, faster } = await mediansOf(rounds, async (round) => {
    const measured = await measureRound(round)
    const { drawnMs, takumiMs, satoriMs } = measured
    return { ...measured, overhead: drawnMs / takumiMs, faster: satoriMs / drawnMs }
  })
  peer.kill()
  await cards.close()
  return [
    { name: "card drawn", value: drawnMs, unit: "ms" },
    { name: "card, the renderer's own time", value: takumiMs, unit: "ms" },
    { name: "card, satori and resvg", value: satoriMs, unit: "ms" },
    { name: "card drawn, to the renderer's own time", value: overhead, unit: "×", atMost: 1.15 },
    { name: "card drawn, faster than satori and resvg", value: faster, unit: "×", atLeast: 4 },
  ]
}

/** A card that was not drawn before. */
const newCard = (round: number, index: number): PreviewCard => ({
  brand: "Atelier",
  title: `A pay link for everything you make, part ${round}.${index}`,
  description: "Sell files, hand them over and get paid, without a shop. One short link does it all.",
})
