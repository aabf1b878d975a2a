import { Resvg } from "@resvg/resvg-js"
import { type Node, Renderer } from "@takumi-rs/core"
import satori from "satori"
import { type Composition, compose } from "../../server/src/adapters/cards/composition.ts"
import { toTakumiFont } from "../../server/src/adapters/cards/painter.ts"
import type { PreviewCard } from "../../server/src/adapters/cards/port.ts"
import { timeOf } from "../loads/turns.ts"
import { announce } from "./announce.ts"

/** Measures, for each received card, the time of the renderer alone, and of satori and resvg for the same layout. */
const renderer = new Renderer()
const registered = new Set<unknown>()

process.on("message", async (card: PreviewCard) => {
  const composition = compose(card)
  for (const font of composition.fonts.difference(registered)) await renderer.registerFont(toTakumiFont(font))
  for (const font of composition.fonts) registered.add(font)
  const takumiMs = await timeOf(() => renderer.render(composition.node, composition.options))
  process.send?.({ takumiMs, satoriMs: await timeOf(() => drawWithSatori(composition)) })
})
announce("")

/** The same array while it has all fonts, since satori parses an array's fonts once. */
let satoriFonts: Parameters<typeof satori>[1]["fonts"] = []

async function drawWithSatori({ node, fonts, options: { width, height } }: Composition): Promise<Uint8Array> {
  if (fonts.size !== satoriFonts.length)
    satoriFonts = [...fonts].map(({ family: name, weight, data }) => ({ name, weight, data: Buffer.from(data) }))
  const element = toElement(node) as Parameters<typeof satori>[0]
  const svg = await satori(element, { width, height, fonts: satoriFonts })
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng()
}

function toElement(node: Node): unknown {
  const style = { display: "flex", boxSizing: "border-box", ...node.style }
  if (node.type === "text")
    return { type: "div", props: { style: { ...style, display: "block" }, children: node.text } }
  return { type: "div", props: { style, children: "children" in node ? node.children?.map(toElement) : [] } }
}
