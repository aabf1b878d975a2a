import assert from "node:assert/strict"
import { together } from "#test/support/basics/together.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { pagesOf, writeText } from "#test/support/workspace/search.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { createDoc, renameDoc, trashDoc } from "../index.ts"
import { cutWords } from "./cut-words.ts"
import { readQuery } from "./read-query.ts"

/** Few words, so that they repeat often, of every script that is cut differently. */
const vocabulary = [
  ...["launch", "launches", "lau", "plan", "planet", "the", "a", "Straße", "STRASSE", "café", "cafe", "don't", "3.5"],
  ...["会", "会議", "会議室", "議会", "室", "会社", "東京都", "ガラス", "ｶﾞﾗｽ", "회의를", "ไทย", "2026年", "plan会議"],
  ...["🚀", "👩‍🚀", "محمد", "مُحَمَّد", "שלום", "й", "ё", "and", "OR", "NOT", "near", "x".repeat(102), "𠮷野家"],
]

/** A seeded random generator. */
function newDice(seed: number) {
  let state = seed
  const roll = (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
  return { roll, pick: <Item>(items: readonly Item[]) => items[roll(items.length)] as Item }
}

type Dice = ReturnType<typeof newDice>

const textFrom = ({ roll, pick }: Dice, most: number) =>
  Array.from({ length: roll(most + 1) }, () => pick(vocabulary) + pick(["", " ", " ", " ", ", ", "\n"])).join("")

function queryFrom({ roll, pick }: Dice): string {
  const word = () => {
    const whole = pick(vocabulary)
    return roll(3) === 0 ? [...whole].slice(0, 1 + roll(4)).join("") : whole
  }
  const part = () => (roll(3) === 0 ? `"${word()} ${word()}"` : word())
  return Array.from({ length: 1 + roll(3) }, part).join(pick([" ", " ", "", " + "]))
}

interface Doc {
  id: string
  title: string
  text: string
}

/** The expected result of a search, from a scan of all docs. `docs` are in the order of their last write. */
function searchPlainly(docs: readonly Doc[], query: string): string[] {
  const phrases = readQuery(query)
  const has = (text: string, { words, isPrefix }: (typeof phrases)[number]) => {
    const line = cutWords(text).map((word) => ` ${word.text}`).toArray().join("") // biome-ignore format: one thought
    return `${line} `.includes(` ${words.join(" ")}${isPrefix ? "" : " "}`)
  }
  if (phrases.length === 0) return []
  const inTitle = docs.filter(({ title }) => phrases.every((phrase) => has(title, phrase)))
  const inText = docs.filter((doc) => phrases.every((phrase) => has(doc.title, phrase) || has(doc.text, phrase)))
  const rest = inText.filter((doc) => !inTitle.includes(doc))
  return [...inTitle.toReversed(), ...rest.toReversed()].map(({ title }) => title)
}

/** Makes docs in two workspaces, and writes, renames and removes some. Returns those of `studio`. */
async function fill(here: World, dice: Dice): Promise<Doc[]> {
  const docs: Doc[] = []
  for (let n = 0; n < 60; n += 1) {
    const isOurs = dice.roll(3) > 0
    const named = { title: `${textFrom(dice, 1)} n${n}`.trim() }
    const { id, title } = await here.act(isOurs ? "member" : "stranger", createDoc, named)
    const doc = { id, title, text: textFrom(dice, 30) }
    await writeText(here, id, doc.text)
    if (!isOurs) continue
    docs.push(doc)
    const [other] = docs.splice(dice.roll(docs.length), 1)
    if (!other) continue
    const end = dice.roll(6)
    if (end === 0) await here.act("member", trashDoc, { id: other.id })
    else docs.push(await change(here, other, dice))
  }
  return docs
}

async function change(here: World, doc: Doc, dice: Dice): Promise<Doc> {
  if (dice.roll(2) === 0) {
    const changed = { ...doc, text: textFrom(dice, 30) }
    await writeText(here, doc.id, changed.text)
    return changed
  }
  const title = `${textFrom(dice, 1)} ${doc.title.match(/n\d+$/)?.[0]}`.trim()
  const named = await here.act("member", renameDoc, { id: doc.id, title, emoji: null })
  return { ...doc, title: named.title }
}

onBothDatabases("both databases find the same docs as a full scan, in the same order", async (t, kind) => {
  const here = await world(t, kind)
  const dice = newDice(20_261_122)
  const docs = await fill(here, dice)
  let found = 0
  const queries = Array.from({ length: 200 }, () => queryFrom(dice))
  await together(queries, async (query) => {
    const expected = searchPlainly(docs, query)
    found += expected.length
    const all = await pagesOf(here, { query, limit: 7 })
    assert.deepEqual(all.flat(), expected, JSON.stringify(query))
  })
  assert.ok(found > 500, `only ${found} were to be found`)
})
