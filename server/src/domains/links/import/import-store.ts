import { sql } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import { ServiceError } from "#kernel/error.ts"
import { hasNotEnded } from "#storage/directory.ts"
import { redirectsAt } from "../former-slug-store.ts"
import { announceLinks } from "../link-events.ts"
import type { LinkRow } from "../link-store.ts"
import { sharedNamespace } from "../namespace.ts"
import { insertDraft, type LinkDraft } from "../new-link.ts"
import { keyOfRow, slugKey } from "../shared-slug-store.ts"
import { setTagsOfNew } from "../tags/index.ts"

export type ImportedLink = LinkDraft & { tags: readonly string[]; notes: string[] }

/** The key of a draft's slug. Two drafts with one key cannot both become links. */
export const placeOf = ({ row: { namespace }, wished = "" }: ImportedLink) =>
  `${namespace} ${slugKey({ namespace, slug: wished })}`

/** The taken places. A place of the workspace's own link has the destination or `inTrash`; all others have null. */
export type TakenPlaces = ReadonlyMap<string, string | null>

export const inTrash = "trash"

export async function listTakenPlaces(cx: Reading & Member, drafts: readonly ImportedLink[]): Promise<TakenPlaces> {
  const keys = drafts.flatMap(({ row: { namespace }, wished: slug }) => (slug ? slugKey({ namespace, slug }) : []))
  if (keys.length === 0) return new Map()
  const namespaces = [...new Set(drafts.map(({ row }) => row.namespace))]
  const placed = (table: "short_links" | "former_link_slugs") =>
    sql<boolean>`(workspace_id = ${cx.workspaceId} and ${keyOfRow(table)} in (${sql.join(keys)})
      and namespace in (${sql.join(namespaces)}))`
  const unknown = sql<string | null>`null`.as("destination")
  const former = cx.db
    .selectFrom("former_link_slugs")
    .select(["namespace", keyOfRow("former_link_slugs").as("key"), unknown])
    .where(redirectsAt(cx.now()))
    .where(placed("former_link_slugs"))
  const ofOthers = cx.db
    .selectFrom("directory")
    .select([sql.lit(sharedNamespace).as("namespace"), "key", unknown])
    .where("kind", "=", "short_link")
    .where("key", "in", keys)
    .where("workspace_id", "<>", cx.workspaceId)
    .where(hasNotEnded(cx.now()))
  const rows = await cx.db
    .selectFrom("short_links")
    .select(["namespace", keyOfRow("short_links").as("key")])
    .select(sql<string | null>`case when deleted_at is null then destination else ${inTrash} end`.as("destination"))
    .where(placed("short_links"))
    .unionAll(former)
    .unionAll(ofOthers)
    .execute()
  return new Map(rows.map(({ namespace, key, destination }) => [`${namespace} ${key}`, destination]))
}

/** Inserts links with their tags. Returns the drafts that became links; the slugs of the others are taken. */
export async function insertDrafts(
  cx: Inside & Member,
  drafts: readonly ImportedLink[],
  importId: string,
): Promise<ReadonlySet<ImportedLink>> {
  const made = new Map<ImportedLink, LinkRow>()
  for (const draft of drafts) {
    const { wished } = draft
    const row = await insertUnlessTaken(cx, { wished, row: { ...draft.row, import_id: importId } })
    if (row) made.set(draft, row)
  }
  const tagged = [...made].map(([{ tags }, link]) => ({ link, tags }))
  await setTagsOfNew(cx, tagged)
  announceLinks(cx, "imported", [...made.values()])
  return new Set(made.keys())
}

async function insertUnlessTaken(cx: Inside & Member, draft: LinkDraft): Promise<LinkRow | undefined> {
  try {
    return await insertDraft(cx, draft)
  } catch (error) {
    if (error instanceof ServiceError && error.code === "conflict") return undefined
    throw error
  }
}
