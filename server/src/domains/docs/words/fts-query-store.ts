import { sql } from "kysely"
import type { Member, Reading } from "#access/context.ts"
import { type Field, markOf, toFtsPhrase } from "./lexemes.ts"
import type { Phrase } from "./read-query.ts"

/** FTS5 has an index of prefixes up to this length. */
const indexed = 3
/** Prefixes with more words than this stay as they are: hardly any of these words is in many docs. */
const mostWords = 32

/** Replaces a long prefix by its words: FTS5 reads a word's docs lazily, but all docs of a prefix at once. */
export async function toFtsQuery(cx: Reading & Member, phrases: readonly Phrase[], field: Field): Promise<string> {
  const parts = await Promise.all(
    phrases.map(async (phrase) => {
      const spelled = await spellOut(cx, phrase, field)
      return `(${spelled.map((one) => toFtsPhrase(one, cx.workspaceId, field)).join(" OR ")})`
    }),
  )
  return `(${parts.join(" AND ")})`
}

async function spellOut(cx: Reading & Member, phrase: Phrase, field: Field): Promise<readonly Phrase[]> {
  const beginning = phrase.words.at(-1) ?? ""
  if (!phrase.isPrefix || [...beginning].length <= indexed) return [phrase]
  const mark = markOf(cx.workspaceId, field)
  const words: string[] = []
  // Words consist of letters, so `\u0001` sorts before every continuation of a word.
  for (let from = mark + beginning; ; from = `${mark}${words.at(-1)}\u0001`) {
    const found = await findTerm(cx, from)
    if (!found?.startsWith(mark + beginning)) break
    words.push(found.slice(mark.length))
    if (words.length > mostWords) return [phrase]
  }
  if (words.length === 0) return [phrase]
  return words.map((word) => ({ words: [...phrase.words.slice(0, -1), word], isPrefix: false }))
}

async function findTerm(cx: Reading, from: string): Promise<string | undefined> {
  const terms = sql<{ term: string }>`select term from doc_words_terms where term >= ${from} limit 1`
  return (await terms.execute(cx.db as never)).rows[0]?.term
}
