import { sql } from "kysely"
import type { Member, Reading } from "#access/context.ts"
import { linkedKinds } from "#domains/docs/index.ts"
import { ownRowsIn } from "#storage/own-row.ts"

interface Titled {
  kind: (typeof linkedKinds)[number]
  ref: string
}

interface Title {
  title: string
  emoji: string | null
}

/** The titles of the workspace's things outside the trash, by kind and id: `doc doc_…`. */
export async function findTitles(cx: Reading & Member, things: readonly Titled[]): Promise<ReadonlyMap<string, Title>> {
  const asked = linkedKinds.filter((kind) => things.some((thing) => thing.kind === kind))
  const rows = await Promise.all(
    asked.map(async (kind) => {
      const ids = [...new Set(things.filter((thing) => thing.kind === kind).map(({ ref }) => ref))]
      return (await finders[kind](cx, ids)).map(({ id, ...title }) => [`${kind} ${id}`, title] as const)
    }),
  )
  return new Map(rows.flat())
}

type Finder = (cx: Reading & Member, ids: readonly string[]) => Promise<(Title & { id: string })[]>

const noEmoji = sql<string | null>`null`.as("emoji")

const finders: Readonly<Record<Titled["kind"], Finder>> = {
  doc: (cx, ids) =>
    cx.db
      .selectFrom("docs")
      .select(["id", "title", "emoji"])
      .where(ownRowsIn(cx, ids))
      .where("deleted_at", "is", null)
      .execute(),
  file: (cx, ids) =>
    cx.db
      .selectFrom("files")
      .select(["id", "name as title", noEmoji])
      .where(ownRowsIn(cx, ids))
      .where("deleted_at", "is", null)
      .execute(),
  folder: (cx, ids) =>
    cx.db
      .selectFrom("folders")
      .select(["id", "name as title", noEmoji])
      .where(ownRowsIn(cx, ids))
      .where("deleted_at", "is", null)
      .execute(),
  link: (cx, ids) =>
    cx.db
      .selectFrom("short_links")
      .select(["id", sql<string>`coalesce(title, slug)`.as("title"), noEmoji])
      .where(ownRowsIn(cx, ids))
      .where("deleted_at", "is", null)
      .execute(),
  offer: (cx, ids) => cx.db.selectFrom("offers").select(["id", "title", noEmoji]).where(ownRowsIn(cx, ids)).execute(),
}
