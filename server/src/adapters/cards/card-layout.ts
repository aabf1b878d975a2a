import type { ImageNode, Node } from "@takumi-rs/core"
import { toMark, toPattern } from "./card-pattern.ts"
import type { Emoji } from "./emoji.ts"
import { toParagraph } from "./paragraph.ts"

export const cardWidth = 1200
export const cardHeight = 630

/** A text to draw, with the properties of its letters that affect the layout. */
export interface CardText {
  /** Contains `emojiPlace` for each emoji image. */
  readonly text: string
  readonly emoji: readonly Emoji[]
  readonly direction: "ltr" | "rtl"
  /** Has letters that join, or have marks above and below, and so needs more line height. */
  readonly isTall: boolean
  /** Has only letters that neither join nor stack, so it may have tighter letter spacing. */
  readonly isTight: boolean
}

const margin = 72
const patternTile = 105
const patternWidth = 2 * patternTile
const textWidth = cardWidth - patternWidth - 2 * margin
const markSize = 44
const markGap = 18

export const paper = "#fbf8f2"
const ink = "#1d1a16"

/** In a feed a card is about 500 pixels wide. The description is then 15 pixels high; its contrast is 7 (WCAG AAA). */
export const descriptionType = { fontSize: 36, color: "#585044" } as const

/** The box for all text: brand, title and description are inside it. */
export const textBox = { margin, width: textWidth } as const

/** The title's sizes; the first one with room is used. `columns` counts Latin letters of all lines. */
const titleSizes = [
  { columns: 14, fontSize: 104, lines: 2 },
  { columns: 34, fontSize: 76, lines: 3 },
  { columns: 60, fontSize: 68, lines: 3 },
  { columns: 100, fontSize: 56, lines: 4 },
  { columns: Number.POSITIVE_INFINITY, fontSize: 48, lines: 4 },
] as const

const tallTitleSizes = [
  { columns: 28, fontSize: 84, lines: 2 },
  { columns: 54, fontSize: 60, lines: 3 },
  { columns: Number.POSITIVE_INFINITY, fontSize: 46, lines: 4 },
] as const

/** Returns the card as takumi's tree. A title in a right-to-left script mirrors the whole card. */
export function layOutCard(card: { brand: CardText; title: CardText; description: CardText }): Node {
  const isMirrored = card.title.direction === "rtl"
  const flexDirection = isMirrored ? "row-reverse" : "row"
  const lines = [title(card.title), ...description(card.description)]
  const words: Node = {
    type: "container",
    style: {
      ...column,
      justifyContent: "space-between",
      width: textWidth + 2 * margin,
      height: cardHeight,
      padding: margin,
      textAlign: isMirrored ? "right" : "left",
    },
    children: [
      { type: "container", style: { ...row, flexDirection }, children: [toMark(markSize), brandName(card.brand)] },
      { type: "container", style: { ...column, paddingBottom: roomBelow(card) }, children: lines },
    ],
  }
  return {
    type: "container",
    style: {
      display: "flex",
      flexDirection,
      width: cardWidth,
      height: cardHeight,
      backgroundColor: paper,
      overflow: "hidden",
    },
    children: [words, toPattern(seedOf(card.title), { columns: 2, rows: 6, size: patternTile })],
  }
}

/** The additional room that letters stacked downwards need below the last line. */
function roomBelow({ title, description }: { title: CardText; description: CardText }): number {
  if (description.text === "") return deep.test(title.text) ? 40 : 0
  return deep.test(description.text) ? 16 : 0
}

const deep =
  /[\p{Script=Tibetan}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Javanese}\p{Script=Balinese}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Tai_Tham}]/u

function seedOf({ text, emoji }: CardText): string {
  return [text, ...emoji.map(({ name }) => name)].join(" ")
}

const column = { display: "flex", flexDirection: "column" } as const
const row = { display: "flex", alignItems: "center", columnGap: markGap } as const

function brandName(brand: CardText): Node {
  const type = { fontSize: 32, fontWeight: 700, color: ink, tracking: -0.01, lineHeight: 1.3, lines: 1 }
  return paragraph(brand, type, { maxWidth: textWidth - markSize - markGap })
}

function title(title: CardText): Node {
  const columns = countColumns(title.text)
  const sizes = title.isTall ? tallTitleSizes : titleSizes
  const { fontSize, lines } = sizes.find((size) => columns <= size.columns) as (typeof sizes)[number]
  const type = { fontSize, lines, fontWeight: 700, color: ink, tracking: -0.025, lineHeight: title.isTall ? 1.33 : 1.1 }
  return paragraph(title, type, { width: textWidth })
}

function description(description: CardText): Node[] {
  if (description.text === "") return []
  const lineHeight = description.isTall ? 1.45 : 1.4
  const type = { ...descriptionType, fontWeight: 400, tracking: 0, lineHeight, lines: 3 }
  return [paragraph(description, type, { width: textWidth, marginTop: 20 })]
}

interface Type {
  fontSize: number
  fontWeight: number
  color: string
  /** Letter spacing in ems. */
  tracking: number
  /** In ems. */
  lineHeight: number
  /** Text beyond this many lines is cut, with an ellipsis. */
  lines: number
}

function paragraph({ text, emoji, direction, isTight }: CardText, type: Type, box: object): Node {
  const { tracking, lines, ...style } = type
  const figures = emoji.map(({ name }) => toFigure(name, type.fontSize))
  return toParagraph(
    { text, figures },
    {
      dir: direction,
      style: {
        ...style,
        ...box,
        letterSpacing: isTight ? tracking * type.fontSize : 0,
        lineClamp: lines,
        textOverflow: "ellipsis",
        overflowWrap: "anywhere",
        wordBreak: hangul.test(text) ? "keep-all" : "normal",
        ...(bengali.test(text) && { fontFeatureSettings: '"blwf" 1' }),
        flexShrink: 0,
      },
    },
  )
}

/** An emoji image, as high as the letters around it including their descenders. */
function toFigure(name: string, fontSize: number): ImageNode {
  const style = { display: "inline", width: fontSize, height: fontSize, verticalAlign: -0.16 * fontSize } as const
  return { type: "image", src: name, style }
}

/** Korean has spaces between words, and its lines break there. */
const hangul = /\p{Script=Hangul}/u
/** takumi's shaper omits Bengali forms below a letter (ত্র), unless they are requested. */
const bengali = /\p{Script=Bengali}/u

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\ufffc]/u
const broad =
  /[\p{Script=Tamil}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Myanmar}\p{Script=Javanese}\p{Script=Balinese}]/u
const zeroWidth = /[\p{M}\p{Default_Ignorable_Code_Point}]/u

/** The approximate width of a text, in Latin letters. */
function countColumns(text: string): number {
  let columns = 0
  for (const character of text) {
    if (character < "\u0300") columns += 1
    else if (!zeroWidth.test(character)) columns += wide.test(character) ? 2 : broad.test(character) ? 1.5 : 1
  }
  return columns
}
