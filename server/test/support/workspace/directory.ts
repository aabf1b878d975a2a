import type { WriteDb } from "#storage/database.ts"
import type { Schema } from "#storage/schema.ts"

type Entry = Omit<Schema["directory"], "ends_at">

/** Inserts entries for rows that a test inserts itself. */
export async function enterInDirectory(db: WriteDb, ...entries: readonly Entry[]): Promise<void> {
  await db
    .insertInto("directory")
    .values(entries.map((entry) => ({ ...entry, ends_at: null })))
    .execute()
}

/** The entry of a link's slug on the shared host. */
export const entryOfLink = ({ slug, workspace_id }: Pick<Schema["short_links"], "slug" | "workspace_id">) =>
  ({ kind: "short_link", key: slug, workspace_id }) as const
