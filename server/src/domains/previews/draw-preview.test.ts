import assert from "node:assert/strict"
import { test } from "node:test"
import { anonymous } from "#access/context.ts"
import { type App, perform } from "#access/perform.ts"
import type { PreviewCard } from "#adapters/cards/port.ts"
import { ServiceError } from "#kernel/error.ts"
import { readPng } from "#test/support/formats/png.ts"
import { world } from "#test/support/worlds/world.ts"
import { drawPreview } from "./draw-preview.ts"

const preview = (app: App, input: object) => perform({ app, caller: anonymous }, drawPreview, input)

/** The world's cards, with a list of all drawn texts. */
function watchCards(app: App): { app: App; drawn: PreviewCard[] } {
  const drawn: PreviewCard[] = []
  const { cards } = app
  const draw = (card: PreviewCard) => {
    drawn.push(card)
    return cards.draw(card)
  }
  return { app: { ...app, cards: { ...cards, draw } }, drawn }
}

test("draws a PNG of 1200×630 with an entity tag of its bytes", async (t) => {
  const { app } = await world(t)

  const { bytes, etag } = await preview(app, { title: "A card" })

  const { width, height } = readPng(bytes)
  assert.deepEqual([width, height], [1200, 630])
  assert.match(etag, /^"[\w-]{43}"$/)
})

test("shows the service's name and description by default", async (t) => {
  const { app, drawn } = watchCards((await world(t)).app)

  await preview(app, {})
  await preview(app, { title: " \u202e ", description: "" })

  assert.deepEqual(drawn, [
    { brand: "Atelier", title: "Atelier", description: "Creator Workspace Platform" },
    { brand: "Atelier", title: "Atelier", description: "" },
  ])
})

test("draws the same text once, in any spelling and for parallel requests", async (t) => {
  const { app, drawn } = watchCards((await world(t)).app)

  const spellings = ["Café  menu", " Café menu", "Cafe\u0301 menu", "Café\nmenu"]
  const answers = await Promise.all(spellings.map((title) => preview(app, { title })))
  const again = await preview(app, { title: "Café menu" })

  assert.equal(drawn.length, 1)
  assert.ok(answers.every((answer) => answer === again))
})

test("takes the first of a parameter that is sent twice", async (t) => {
  const { app, drawn } = watchCards((await world(t)).app)

  await preview(app, { title: ["One", "Two"] })

  assert.equal(drawn[0]?.title, "One")
})

test("draws again what could not be drawn before", async (t) => {
  const { app } = await world(t)
  let isBusy = true
  const draw = (card: PreviewCard) =>
    isBusy ? Promise.reject(new ServiceError("internal_error", "Busy.")) : app.cards.draw(card)
  const busy = { ...app, cards: { ...app.cards, draw } }

  await assert.rejects(preview(busy, { title: "A card" }), { message: "Busy." })
  isBusy = false

  assert.ok((await preview(busy, { title: "A card" })).bytes.byteLength > 1_000)
})
