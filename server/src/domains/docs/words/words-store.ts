import { type RawBuilder, sql } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import { ofDoc, ownRowsIn } from "#storage/own-row.ts"
import { isPostgres } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { toFtsQuery } from "./fts-query-store.ts"
import { type DocWords, type Field, lexemesOf, toTsquery, toTsvector } from "./lexemes.ts"
import type { Phrase } from "./read-query.ts"

/** Replaces the words of a doc in the index. The doc gets the highest number. */
export async function replaceWords(cx: Inside, docId: string, words: DocWords): Promise<void> {
  await cx.db
    .deleteFrom("doc_words")
    .where(ofDoc({ docId, workspaceId: words.workspaceId }))
    .execute()
  const lexemes = lexemesOf(words)
  const row = { doc_id: docId, workspace_id: words.workspaceId }
  if (isPostgres(cx.db)) {
    const withWords = { ...row, words: sql`${toTsvector(lexemes)}::tsvector` }
    await cx.db.insertInto("doc_words").values(withWords).execute()
    return
  }
  const { number } = await cx.db.insertInto("doc_words").values(row).returning("number").executeTakeFirstOrThrow()
  await sql`insert into doc_words_fts (rowid, words) values (${number}, ${[...lexemes].join(" ")})`.execute(cx.db)
}

export interface WordsQuery {
  readonly phrases: readonly Phrase[]
  readonly field: Field
  readonly isOutsideTitle?: boolean
  readonly before: number
  readonly limit: number
  readonly isStarred: boolean
}

/** A number in the index and its doc; null for a doc in the trash or in another workspace. */
export interface Hit {
  readonly number: number
  readonly docId: string | null
}

/** Finds matches, highest number first. Fewer than `limit` means that there are no more. */
export async function findHits(cx: Reading & Member, asked: WordsQuery): Promise<readonly Hit[]> {
  if (!isPostgres(cx.db)) return hitsOf(cx, await onSqlite(cx, asked))
  const { limit } = asked
  const near = await hitsOf(cx, amongNewest(cx, asked, newest))
  if (near.length === limit) return near
  const enough = Math.ceil((1.5 * newest * limit) / near.length)
  const further = enough <= mostNewest ? await hitsOf(cx, amongNewest(cx, asked, enough)) : []
  return further.length === limit ? further : hitsOf(cx, amongAll(cx, asked))
}

async function hitsOf(cx: Reading & Member, numbers: RawBuilder<unknown>): Promise<readonly Hit[]> {
  const hits = sql<Hit>`
    select hit.number as "number", docs.id as "docId" from (${numbers}) as hit
    left join doc_words on doc_words.workspace_id = ${cx.workspaceId} and doc_words.number = hit.number
    left join docs on docs.id = doc_words.doc_id and docs.workspace_id = ${cx.workspaceId} and docs.deleted_at is null
    order by hit.number desc`
  return (await hits.execute(cx.db as never)).rows
}

async function onSqlite(cx: Reading & Member, asked: WordsQuery): Promise<RawBuilder<unknown>> {
  const { phrases, field, isOutsideTitle, before, limit, isStarred } = asked
  const wanted = await toFtsQuery(cx, phrases, field)
  const query = isOutsideTitle ? `${wanted} NOT ${await toFtsQuery(cx, phrases, "title")}` : wanted
  // The plus keeps SQLite from one FTS query for each star.
  const starred = sql`and +rowid in (${starredNumbers(cx)})`
  return sql`
    select rowid as number from doc_words_fts
    where doc_words_fts match ${query} and rowid < ${before} ${isStarred ? starred : sql``}
    order by rowid desc limit ${limit}`
}

/**
 * A common word is found among the newest docs, a rare word in the index, whose matches are all sorted. PostgreSQL
 * cannot know the case and takes seconds where it guesses wrong, so fences (`limit`, `offset 0`) fix the plan. The
 * matches among the newest docs determine how far to search.
 */
const newest = 500
/** Reading this many takes about 15 ms. */
const mostNewest = 10_000

function amongNewest(cx: Reading & Member, asked: WordsQuery, newest: number): RawBuilder<unknown> {
  const { before, limit } = asked
  return sql`
    select number from (
      select number, words from doc_words where workspace_id = ${cx.workspaceId} and number < ${before}
      order by number desc limit ${newest}
    ) as newest where ${isFound(cx, asked)} order by number desc limit ${limit}`
}

function amongAll(cx: Reading & Member, asked: WordsQuery): RawBuilder<unknown> {
  const { before, limit } = asked
  return sql`
    select number from (
      select number from doc_words
      where workspace_id = ${cx.workspaceId} and number < ${before} and ${isFound(cx, asked)} offset 0
    ) as found order by number desc limit ${limit}`
}

function isFound(cx: Reading & Member, { phrases, field, isOutsideTitle, isStarred }: WordsQuery): RawBuilder<unknown> {
  const wanted = toTsquery(phrases, cx.workspaceId, field)
  const query = isOutsideTitle ? `${wanted} & !${toTsquery(phrases, cx.workspaceId, "title")}` : wanted
  const starred = sql`and number in (${starredNumbers(cx)})`
  return sql`words @@ ${query}::tsquery ${isStarred ? starred : sql``}`
}

function starredNumbers({ accountId, workspaceId }: Member): RawBuilder<unknown> {
  return sql`
    select doc_words.number from doc_stars join doc_words
      on doc_words.doc_id = doc_stars.doc_id and doc_words.workspace_id = doc_stars.workspace_id
    where doc_stars.account_id = ${accountId} and doc_stars.workspace_id = ${workspaceId}`
}

/** Finds a number above the workspace's. On SQLite the number is the row's own key, so the answer is above all. */
export async function findEnd(cx: Reading & Member): Promise<number> {
  const row = await cx.db
    .selectFrom("doc_words")
    .select(({ fn }) => fn.max("number").as("last"))
    .$if(isPostgres(cx.db), (query) => query.where("workspace_id", "=", cx.workspaceId))
    .executeTakeFirst()
  return Number(row?.last ?? 0) + 1
}

/** A found doc; `body` is the beginning of its JSON. */
export type FoundDoc = Pick<Schema["docs"], "id" | "title" | "emoji" | "updated_at"> & {
  body: string
  starred: number
}

/** In characters. Reading more for each doc of a page would be slow for all requests. */
const longestBody = 100_000

/** Reads found docs, unordered; docs that were trashed meanwhile are missing. */
export function findFoundDocs(cx: Reading & Member, ids: readonly string[]): Promise<FoundDoc[]> {
  if (ids.length === 0) return Promise.resolve([])
  const star = sql`select 1 from doc_stars where doc_id = docs.id and account_id = ${cx.accountId}`
  return cx.db
    .selectFrom("docs")
    .select(["id", "title", "emoji", "updated_at"])
    .select([
      sql<string>`substr(body, 1, ${longestBody})`.as("body"),
      sql<number>`case when exists (${star}) then 1 else 0 end`.as("starred"),
    ])
    .where(ownRowsIn(cx, ids))
    .where("deleted_at", "is", null)
    .execute()
}
