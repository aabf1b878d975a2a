import { fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { oneThread } from "../server/src/adapters/cards/painter-child.ts"
import type { Card } from "../server/src/adapters/cards/port.ts"
import { openCards } from "../server/src/adapters/cards/takumi.ts"
import type { PeerAnswer } from "./cards-peer.ts"
import { median } from "./load.ts"
import type { Row } from "./row.ts"

const cardsInARound = 40

interface Round {
  readonly drawnMs: number
  readonly takumiMs: number
  readonly satoriMs: number
}

/** What a drawn card costs: beside the renderer's own time on as many threads, and beside satori and resvg. */
export async function cardsBench(rounds = 5): Promise<Row[]> {
  const cards = openCards({ info() {}, warn() {}, error: (fields) => console.error(fields) })
  const peer = fork(fileURLToPath(new URL("./cards-peer.ts", import.meta.url)), { env: oneThread })
  const ask = async (card: Card): Promise<PeerAnswer> => {
    peer.send(card)
    return (await once(peer, "message"))[0]
  }
  const draw = (card: Card) => cards.draw(card)
  await measureRound(-1, draw, ask)
  const measured: Round[] = []
  for (let round = 0; round < rounds; round += 1) measured.push(await measureRound(round, draw, ask))
  peer.kill()
  await cards.close()
  return toRows(measured)
}

/** Each card is drawn in every way before the next, so that whatever else the machine does hits all of them. */
async function measureRound(
  round: number,
  draw: (card: Card) => Promise<Uint8Array>,
  ask: (card: Card) => Promise<PeerAnswer>,
): Promise<Round> {
  const drawn: number[] = []
  const peers: PeerAnswer[] = []
  for (let index = 0; index < cardsInARound; index += 1) {
    const card = {
      brand: "Atelier",
      title: `A pay link for everything you make, part ${round}.${index}`,
      description: "Sell files, hand them over and get paid, without a shop. One short link does it all.",
    }
    const start = performance.now()
    await draw(card)
    drawn.push(performance.now() - start)
    peers.push(await ask(card))
  }
  return {
    drawnMs: median(drawn),
    takumiMs: median(peers.map(({ takumiMs }) => takumiMs)),
    satoriMs: median(peers.map(({ satoriMs }) => satoriMs)),
  }
}

function toRows(rounds: Round[]): Row[] {
  const middle = (figure: (round: Round) => number) => median(rounds.map(figure))
  const overhead = middle(({ drawnMs, takumiMs }) => drawnMs / takumiMs)
  const faster = middle(({ drawnMs, satoriMs }) => satoriMs / drawnMs)
  return [
    { name: "card drawn", value: middle(({ drawnMs }) => drawnMs), unit: "ms", target: "", ok: true },
    {
      name: "card, the renderer's own time",
      value: middle(({ takumiMs }) => takumiMs),
      unit: "ms",
      target: "",
      ok: true,
    },
    { name: "card, satori and resvg", value: middle(({ satoriMs }) => satoriMs), unit: "ms", target: "", ok: true },
    {
      name: "card drawn, to the renderer's own time",
      value: overhead,
      unit: "×",
      target: "≤ 1.15",
      ok: overhead <= 1.15,
    },
    { name: "card drawn, faster than satori and resvg", value: faster, unit: "×", target: "≥ 4", ok: faster >= 4 },
  ]
}
