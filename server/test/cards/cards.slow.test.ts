import assert from "node:assert/strict"
import { test } from "node:test"
import { openPainter } from "#adapters/cards/painter.ts"
import { openCards } from "#adapters/cards/takumi.ts"
import { toCard } from "#domains/previews/draw-preview.ts"
import { silentLog } from "#test/support/worlds/world.ts"
import { type Sample, samples } from "./texts.ts"

const cardOf = ({ title, description }: Sample) => toCard({ brand: "Atelier", title, description })

test("the same text gives the same bytes, in any order and from any process", async (t) => {
  const patient = { deadlineMs: 120_000 }
  const [one, other] = [openCards(silentLog, patient), openCards(silentLog, patient)]
  t.after(() => Promise.all([one.close(), other.close()]))
  const cards = Object.values(samples).map(cardOf)
  const drawn = await Promise.all(cards.map((card) => one.draw(card)))
  const drawnBackwards = await Promise.all(cards.toReversed().map((card) => other.draw(card)))
  const painter = openPainter()
  for (const [index, card] of cards.entries()) {
    assert.deepEqual(drawn[index], drawnBackwards.at(-1 - index))
    assert.deepEqual(Buffer.from(drawn[index] as Uint8Array), Buffer.from(await painter.paint(card)))
  }
})
