import { Resvg } from "@resvg/resvg-js"
import { type Node, Renderer } from "@takumi-rs/core"
import satori from "satori"
import { type Composition, compose } from "../server/src/adapters/cards/composition.ts"
import { toTakumiFont } from "../server/src/adapters/cards/painter.ts"
import type { PreviewCard } from "../server/src/adapters/cards/port.ts"

// Measures, for each received card, the time of the renderer alone, and of satori and resvg for the same layout.

export interface PeerAnswer {
  readonly takumiMs: number
  readonly satoriMs: number
}

const renderer = new Renderer()
const registered = new Set<unknown>()

process.on("message", async (card: PreviewCard) => {
  const composition = compose(card)
  for (const font of composition.fonts) {
    if (registered.has(font)) continue
    await renderer.registerFont(toTakumiFont(font))
    registered.add(font)
  }
  const start = performance.now()
  await renderer.render(composition.node, composition.options)
  const middle = performance.now()
  await drawWithSatori(composition)
  process.send?.({ takumiMs: middle - start, satoriMs: performance.now() - middle } satisfies PeerAnswer)
})

type SatoriFonts = Parameters<typeof satori>[1]["fonts"]

let known: ReadonlySet<unknown> = new Set()
let satoriFonts: SatoriFonts = []

/** Returns the same array while it contains all fonts, since satori parses an array's fonts once. */
function toSatoriFonts(fonts: Composition["fonts"]): SatoriFonts {
  if (fonts.isSubsetOf(known)) return satoriFonts
  known = fonts
  satoriFonts = [...fonts].map(({ family: name, weight, data }) => ({ name, weight, data: Buffer.from(data) }))
  return satoriFonts
}

async function drawWithSatori({ node, fonts, options }: Composition): Promise<Uint8Array> {
  const svg = await satori(toElement(node) as Parameters<typeof satori>[0], {
    width: options.width,
    height: options.height,
    fonts: toSatoriFonts(fonts),
  })
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng()
}

function toElement(node: Node): unknown {
  const style = { display: "flex", boxSizing: "border-box", ...node.style }
  if (node.type === "text")
    return { type: "div", props: { style: { ...style, display: "block" }, children: node.text } }
  return {
    type: "div",
    props: { style, children: node.type === "container" ? (node.children ?? []).map(toElement) : [] },
  }
}
