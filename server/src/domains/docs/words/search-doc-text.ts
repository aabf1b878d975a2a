import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Member, Reading } from "#access/context.ts"
import { cleanText } from "#kernel/clean-text.ts"
import { cursorsOf, notOurs } from "#kernel/cursor.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { marksOf } from "./find-words.ts"
import { type Phrase, readQuery } from "./read-query.ts"
import { snippetOf } from "./snippet.ts"
import { textOfBeginning } from "./text-of.ts"
import { type FoundDoc, findEnd, findFoundDocs, findHits, type WordsQuery } from "./words-store.ts"

const marks = z
  .array(z.tuple([z.int(), z.int()]))
  .describe("What was searched for in it: where each part begins and ends.")

const foundDoc = z.object({
  id: z.string(),
  title: z.string(),
  titleMarks: marks,
  emoji: z.string().nullable(),
  isStarred: z.boolean().describe("Whether the caller has starred it."),
  updatedAt: z.int(),
  snippet: z.object({ text: z.string(), marks }).describe("A piece of its text."),
})

/** Finds docs by the words of titles and texts: title matches first, latest change first within each. */
export const searchDocText = workspaceAction("viewer", "console", {
  input: z.strictObject({
    query: z.string().max(200).describe("Words in the doc, in any order; quoted words as a phrase."),
    isStarred: z.boolean().default(false).describe("Only those that the caller has starred."),
    ...listInput(20),
  }),
  output: listOutput(foundDoc),
  async run(cx, { query, limit, cursor, isStarred }) {
    const phrases = readQuery(query)
    if (phrases.length === 0) return { items: [] }
    const place = cursor === undefined ? await firstPlace(cx) : readPlace(cursor)
    const found = await findPage(cx, { phrases, isStarred, limit: limit + 1 }, place)
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const docs = new Map((await findFoundDocs(cx, page.map(({ docId }) => docId))).map((doc) => [doc.id, doc])) // biome-ignore format: one thought
    return {
      items: page.flatMap(({ docId }) => docs.get(docId) ?? []).map((doc) => toFound(doc, phrases)),
      ...(found.length > limit && last && { nextCursor: writePlace({ ...place, ...last }) }),
    }
  },
})

const toFound = ({ id, title, emoji, starred, updated_at, body }: FoundDoc, phrases: readonly Phrase[]) => {
  const shown = cleanText(title, 200)
  return {
    id,
    title: shown,
    titleMarks: marksOf(shown, phrases),
    emoji,
    isStarred: starred === 1,
    updatedAt: updated_at,
    snippet: snippetOf(textOfBeginning(body), phrases),
  }
}

/** Below this number, in titles or texts. A doc that is indexed between two pages gets a number above `end`. */
interface Place {
  readonly field: "title" | "any"
  readonly number: number
  readonly end: number
}

const cursors = cursorsOf("doc-text")

async function firstPlace(cx: Reading & Member): Promise<Place> {
  const end = await findEnd(cx)
  return { field: "title", number: end, end }
}

const writePlace = ({ field, number, end }: Place) => cursors.write(`${field}:${number}:${end}`)

function readPlace(cursor: string): Place {
  const [, field, number, end] = /^(title|any):(\d{1,15}):(\d{1,15})$/.exec(cursors.read(cursor)) ?? []
  if (end === undefined) throw notOurs()
  return { field: field === "title" ? "title" : "any", number: Number(number), end: Number(end) }
}

type Wanted = Pick<WordsQuery, "phrases" | "isStarred" | "limit">
interface Found extends Pick<Place, "field" | "number"> {
  readonly docId: string
}

async function findPage(cx: Reading & Member, wanted: Wanted, { field, number, end }: Place): Promise<Found[]> {
  const inTitles = field === "title" ? await findAll(cx, { ...wanted, field, before: number }) : []
  const limit = wanted.limit - inTitles.length
  if (limit === 0) return inTitles
  const before = field === "title" ? end : number
  return [...inTitles, ...(await findAll(cx, { ...wanted, field: "any", isOutsideTitle: true, before, limit }))]
}

/** Extra results per query, since some docs may be in the trash. */
const spare = 10

async function findAll(cx: Reading & Member, asked: WordsQuery): Promise<Found[]> {
  const found: Found[] = []
  const limit = asked.limit + spare
  for (let { before } = asked; ; ) {
    const hits = await findHits(cx, { ...asked, before, limit })
    for (const { number, docId } of hits) if (docId !== null) found.push({ docId, number, field: asked.field })
    if (found.length >= asked.limit || hits.length < limit) return found.slice(0, asked.limit)
    before = hits.at(-1)?.number ?? 0
  }
}
