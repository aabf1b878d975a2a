import assert from "node:assert/strict"
import { test } from "node:test"
import { type Node, Renderer } from "@takumi-rs/core"
import { cardWidth, paper } from "#adapters/cards/card-layout.ts"
import { setText, typesettingFor } from "#adapters/cards/card-text.ts"
import { compose } from "#adapters/cards/composition.ts"
import { findEmoji } from "#adapters/cards/emoji.ts"
import { countFontBytes, findFontFile, forgetFontFiles } from "#adapters/cards/fonts.ts"
import { openPainter, toTakumiFont } from "#adapters/cards/painter.ts"
import { paragraphsIn, paragraphWords } from "#adapters/cards/paragraph.ts"
import { letterOf, scriptFonts } from "#adapters/cards/script-fonts.ts"
import { readPng } from "#test/support/formats/png.ts"

const cardOf = (title: string, description = "") => ({ brand: "Atelier", title, description })
const paragraphs = (title: string, description = "") => paragraphsIn(compose(cardOf(title, description)).node)
const titleOf = (title: string) => paragraphWords(paragraphs(title)[1] ?? assert.fail("a card has a title"))

/** Some letters of each script: the first of its block, spread over what its font has. */
const lettersOf = new Map(
  scriptFonts.map((font) => {
    const isLetter = letterOf([font])
    const all = Array.from({ length: 0x1f000 - 0x500 }, (_, at) => String.fromCodePoint(0x500 + at))
    return [font, all.filter((letter) => isLetter.test(letter) && /\p{L}/u.test(letter))] as const
  }),
)

const renderer = new Renderer()
const options = { width: 80, height: 80, format: "raw" } as const

/** Draws a text in one weight with the fonts that the painter would take, as bytes to compare. */
async function draw(text: string, families: readonly string[]): Promise<string> {
  const node: Node = { type: "text", text, style: { fontSize: 40, width: 80, height: 80 } }
  return (await renderer.render(node, { ...options, fontFamilies: [...families] })).toString("latin1")
}

async function widthOf(text: string): Promise<number> {
  const set = setText(text, 400, typesettingFor(text))
  for (const font of set.fonts) await renderer.registerFont(toTakumiFont(font))
  const [paragraph] = paragraphs(text).slice(1)
  const style = { ...paragraph?.style, fontSize: 100, fontWeight: 400, width: 4_000 }
  const { runs } = await renderer.measure({ type: "text", text: set.text, style }, compose(cardOf(text)).options)
  return runs.reduce((sum, { width }) => sum + width, 0)
}

for (const [font, letters] of lettersOf) {
  test(`letters of the script ${font.script} are drawn by its own font`, async () => {
    const known = letters.filter((letter) => findFontFile(font.family, 400, letter.codePointAt(0) as number))
    assert.ok(known.length > 20 && known.length > 0.75 * letters.length, `${known.length} of ${letters.length}`)
    const some = known.filter((_, index) => index % Math.ceil(known.length / 4) === 0)
    const set = setText(some.join(" "), 400, typesettingFor(some.join(" ")))
    assert.equal(set.text.replaceAll("\u200b", ""), some.join(" "))
    for (const file of set.fonts) await renderer.registerFont(toTakumiFont(file))
    const boxes = new Set([await draw("", [font.family]), await draw("\u0378", [font.family])])
    for (const letter of some) assert.ok(!boxes.has(await draw(letter, [font.family])), `${letter} is drawn`)
  })
}

/** Syllables, each with the letters that it is written with: joined, they take less room than side by side. */
const joined = {
  ত্র: ["ত", "র"],
  ক্রি: ["ক", "র", "ি"],
  চ্ছ্বা: ["চ", "ছ", "ব", "া"],
  क्ष: ["क", "ष"],
  ક્ષ: ["ક", "ષ"],
  ਪ੍ਰ: ["ਪ", "ਰ"],
  ତ୍ର: ["ତ", "ର"],
  ஸ்ரீ: ["ஸ", "ர", "ீ"],
  ష్ట్ర: ["ష", "ట", "ర"],
  ಷ್ಟ್ರ: ["ಷ", "ಟ", "ರ"],
  ക്ഷ: ["ക", "ഷ"],
  ශ්‍රී: ["ශ", "ර", "ී"],
  ស្ត្រី: ["ស", "ត", "រ"],
  ဗုဒ္ဓ: ["ဗ", "ဒ", "ဓ"],
  སྒྲུ: ["ས", "ག", "ར"],
}

test("letters of a syllable are joined, stacked and reordered", async () => {
  for (const [syllable, letters] of Object.entries(joined)) {
    const apart = await Promise.all(letters.map(widthOf))
    const sum = apart.reduce((total, width) => total + width, 0)
    assert.ok((await widthOf(syllable)) < sum - 5, `${syllable} is as wide as ${letters.join(" ")}`)
  }
})

test("a card reads from the right in each script that does", () => {
  for (const [font, letters] of lettersOf) {
    const direction = font.isRightToLeft ? "rtl" : "ltr"
    assert.equal(paragraphs(`1 ${letters[1]}${letters[2]} Atelier`)[1]?.dir, direction, font.script)
  }
})

/** Emoji 15.1, 16 and 17; sequences of people, skin tones, flags and keys. */
const emoji =
  "🐦‍🔥 🍋‍🟩 🍄‍🟫 ⛓️‍💥 🙂‍↔️ 🚶‍➡️ 🧑‍🧑‍🧒‍🧒 🫩 🫆 🪾 🫜 🪉 🪏 🫟 🇨🇶 🫪 🫈 🫍 🛘 🪊 🪎 🫯 🧑‍🩰 👯🏽 🤼🏿 👨‍👩‍👧‍👦 🧑🏿‍🚀 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿 🇺🇳 🏳️‍⚧️ 1️⃣ #️⃣ ❤️‍🔥"

test("the newest emoji are one figure each, and drawn in colour", async () => {
  for (const one of emoji.split(" ")) assert.equal(titleOf(one).figures.length, 1, one)
  const picture = readPng(await openPainter().paint(cardOf("🫪🫪🫪")))
  const isYellow = (x: number, y: number) => (picture.at(x, y) & 0xff) < 0x80 && picture.at(x, y) > 0xf00000
  const columns = Array.from({ length: 300 }, (_, at) => 72 + at)
  assert.ok(columns.filter((x) => isYellow(x, 510)).length > 50)
})

test("every emoji of one code point has a figure", () => {
  const all = Array.from({ length: 0x1fb00 - 0xa9 }, (_, at) => String.fromCodePoint(0xa9 + at))
  const missing = all.filter(
    (one) => /^\p{RGI_Emoji}$/v.test(one) && !/\p{Emoji_Component}/u.test(one) && !findEmoji(one),
  )
  assert.deepEqual(missing, [])
})

test("an emoji without a drawing is drawn in its parts, and text stays text", () => {
  assert.equal(titleOf("👨‍🍔").figures.length, 2)
  assert.equal(titleOf("🏴󠁵󠁳󠁣󠁡󠁿").figures.length, 1)
  assert.equal(titleOf("1 © 2 ☎︎").text, "1 © 2 ☎︎")
})

test("a bullet stands for a run of letters that no font has, and the brand for a title of nothing else", () => {
  assert.equal(titleOf("ᏣᎳᎩ and ꦏꦿꦠꦺꦴꦤ꧀").text, "• and •")
  assert.equal(titleOf("𞤀𞤣𞤤𞤢𞤥").text, "Atelier")
  assert.equal(titleOf("Runes ᚠᚢᚦ and 𒀀𒁀").text, "Runes • and •")
  assert.equal(titleOf("ᚠᚢᚦ, 𒀀𒁀 \ufffc\ufffd").text, "Atelier")
  assert.equal(titleOf("a\ue000\u0378b").text, "ab")
})

test("a font is read when a text needs it, and all are forgotten when they take too much room", async () => {
  forgetFontFiles()
  const latin = compose(cardOf("A card", "in Latin — naïve façade")).fonts
  assert.deepEqual(new Set([...latin].map(({ family }) => family)), new Set(["Inter"]))
  assert.equal(
    countFontBytes(),
    [...latin].reduce((sum, { data }) => sum + data.byteLength, 0),
  )

  const painter = openPainter({ fontBytesLimit: 500_000 })
  let most = 0
  for (const letters of [...lettersOf.values()].slice(0, 12)) {
    await painter.paint(cardOf(letters.slice(0, 10).join("")))
    most = Math.max(most, countFontBytes())
  }
  assert.ok(most < 1_000_000, `${most} bytes were held`)
})

test("a description is 15 pixels high and 7 times as dark as the paper where a feed shows it 500 pixels wide", () => {
  const { fontSize, color } = (paragraphs("A card", "with a description")[2] ?? assert.fail()).style ?? {}
  assert.ok((Number(fontSize) * 500) / cardWidth >= 15)
  assert.ok((luminance(paper) + 0.05) / (luminance(String(color)) + 0.05) >= 7)
})

/** Relative luminance of a colour `#rrggbb` (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\da-f]{2}/g) ?? [])
    .map((channel) => Number.parseInt(channel, 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
