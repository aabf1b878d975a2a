import assert from "node:assert/strict"
import { before, describe, test } from "node:test"
import { type MeasuredNode, type Node, Renderer } from "@takumi-rs/core"
import { textBox } from "#adapters/cards/card-layout.ts"
import { type Composition, compose } from "#adapters/cards/composition.ts"
import { cutTexts } from "#adapters/cards/cut-text.ts"
import { openPainter, toTakumiFont } from "#adapters/cards/painter.ts"
import { emojiPlace, lineLengthsOf, type Paragraph, paragraphsIn, paragraphWords } from "#adapters/cards/paragraph.ts"
import { toCard } from "#domains/previews/draw-preview.ts"
import { type Picture, readPng } from "#test/support/formats/png.ts"
import { type Sample, samples } from "./texts.ts"

const paper = 0xfbf8f2
const { margin, width } = textBox
/** Letters may lean out of their line by their side bearing. */
const bearing = 4

const cardOf = ({ title, description }: Sample) => toCard({ brand: "Atelier", title, description })

for (const [name, sample] of Object.entries(samples)) {
  describe(`a card with ${name}`, () => {
    const card = cardOf(sample)
    const composition = compose(card)
    let png: Uint8Array
    let picture: Picture
    before(async () => {
      png = await openPainter().paint(card)
      picture = readPng(png)
    })

    test("is a PNG of 1200×630", () => {
      assert.deepEqual([picture.width, picture.height], [1200, 630])
    })

    test("has nothing outside the frame", () => {
      const left = sample.isMirrored ? 1200 - 2 * margin - width : 0
      const [right, outer] = [left + width + 2 * margin, margin - bearing]
      for (let y = 0; y < 630; y++) {
        for (let x = left; x < right; x++) {
          const isInside = y >= outer && y < 630 - outer && x >= left + outer && x < right - outer
          if (!isInside && picture.at(x, y) !== paper) assert.fail(`the pixel ${x},${y} is painted`)
        }
      }
      const pattern = sample.isMirrored ? 0 : right
      assert.notEqual(picture.at(pattern + 50, 50), paper, "the pattern is on the other side")
    })

    test("has a glyph for every letter", async () => {
      assert.deepEqual(await missingGlyphs(composition), [])
    })

    test("ends in an ellipsis where it was cut, and nowhere else", async () => {
      const { title, description } = await findParagraphs(composition)
      assert.equal(isCut(title), sample.isTitleCut ?? false)
      assert.equal(description !== undefined && isCut(description), sample.isDescriptionCut ?? false)
      for (const paragraph of [title, description]) {
        if (paragraph && isCut(paragraph)) assert.ok(endsInDots(picture, paragraph, sample.isMirrored ?? false))
      }
    })
  })
}

async function openRenderer({ fonts }: Pick<Composition, "fonts">): Promise<Renderer> {
  const renderer = new Renderer()
  for (const font of fonts) await renderer.registerFont(toTakumiFont(font))
  return renderer
}

/** Letters that no bundled font has: a Runic one, a private one and an unassigned one. */
const unknown = ["\u16a0", "\ue000", "\u0378"]

/** The graphemes and characters of a card that look like a letter that no font has, or like nothing. */
async function missingGlyphs(composition: Composition): Promise<string[]> {
  const renderer = await openRenderer(composition)
  const missing: string[] = []
  for (const paragraph of paragraphsIn(composition.node)) {
    const { text, figures } = paragraphWords(paragraph)
    const draw = async (text: string) => {
      const style = { fontSize: 40, fontWeight: paragraph.style?.fontWeight ?? 400, width: 120, height: 80 }
      const node: Node = { type: "text", text, style }
      return (await renderer.render(node, { ...composition.options, width: 120, height: 80, format: "raw" })).toString(
        "latin1",
      )
    }
    const boxes = new Set([await draw(""), ...(await Promise.all(unknown.map(draw)))])
    for (const piece of piecesOf(text)) if (boxes.has(await draw(piece))) missing.push(piece)
    const drawn = new Set(composition.options.images.map(({ src }) => src))
    missing.push(...figures.map(({ src }) => String(src)).filter((src) => !drawn.has(src)))
  }
  return missing
}

/** Each grapheme once, and each of its characters that can stand alone. */
function piecesOf(text: string): Set<string> {
  const graphemes = [...new Intl.Segmenter("en").segment(text.replaceAll(emojiPlace, " "))].map(
    ({ segment }) => segment,
  )
  const characters = graphemes
    .flatMap((grapheme) => [...grapheme])
    .filter((character) => !/[\p{M}\p{Default_Ignorable_Code_Point}]/u.test(character))
  return new Set(
    [...graphemes, ...characters].filter((piece) => !/^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(piece)),
  )
}

interface Measured {
  readonly node: Paragraph
  readonly measured: MeasuredNode
}

async function findParagraphs(
  composition: Composition,
): Promise<{ title: Measured; description: Measured | undefined }> {
  const renderer = await openRenderer(composition)
  await cutTexts(renderer, composition)
  const measured = await renderer.measure(composition.node, composition.options)
  const leaves = leavesOf(measured)
  const paragraphs = paragraphsIn(composition.node).map((node, index) => ({
    node,
    measured: leaves[index] as MeasuredNode,
  }))
  return { title: paragraphs[1] as Measured, description: paragraphs[2] }
}

/** The measured texts, in their order. */
function leavesOf(node: MeasuredNode): MeasuredNode[] {
  return node.runs.length > 0 ? [node] : node.children.flatMap(leavesOf)
}

function isCut({ node, measured }: Measured): boolean {
  const shown = lineLengthsOf(node, measured).reduce((sum, characters) => sum + characters, 0)
  const { text } = paragraphWords(node)
  return text.endsWith("…") || shown < text.trimEnd().length
}

/** Whether the last line ends in equal dots in its lower half; the third may touch the letter beside it. */
function endsInDots(picture: Picture, { node, measured }: Measured, isMirrored: boolean): boolean {
  const [x = 0, y = 0] = measured.transform.slice(4)
  const lines = lineLengthsOf(node, measured).length
  const lineHeight = Number(node.style?.fontSize) * Number(node.style?.lineHeight)
  const [top, bottom] = [Math.round(y + (lines - 1) * lineHeight), Math.round(y + lines * lineHeight)]
  const inkOf = (column: number) =>
    Array.from({ length: bottom - top }, (_, row) => row).filter((row) => picture.at(column, top + row) !== paper)
  const blobs: number[][][] = [[]]
  const first = Math.round(x) - bearing
  for (let step = 0; step < width + 2 * bearing && blobs.length <= 3; step++) {
    const ink = inkOf(isMirrored ? first + step : first + width + 2 * bearing - 1 - step)
    if (ink.length > 0) blobs.at(-1)?.push(ink)
    else if (blobs.at(-1)?.length) blobs.push([])
  }
  const dots = blobs.slice(0, 2)
  const widths = dots.map((dot) => dot.length)
  const isLow = dots.flat(2).every((row) => row > (bottom - top) / 2)
  return isLow && Math.max(...widths) - Math.min(...widths) <= 1 && Math.max(...widths) < lineHeight / 4
}
