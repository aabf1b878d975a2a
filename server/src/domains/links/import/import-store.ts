import { sql } from "kysely"
import type { Member } from "#access/caller.ts"
import type { Inside, Reading } from "#access/context.ts"
import { ServiceError } from "#kernel/error.ts"
import { hasNotEnded } from "#storage/directory.ts"
import { redirectsAt } from "../former-slug-store.ts"
import { announceLinks } from "../link-events.ts"
import type { LinkRow } from "../link-store.ts"
import { sharedNamespace } from "../namespace.ts"
import { insertDraft, type LinkDraft } from "../new-link.ts"
import { setTagsOfNew } from "../tags/index.ts"

export type ImportedLink = LinkDraft & { tags: readonly string[] }

/** The key of a draft's slug. Two drafts with one key cannot both become links. */
export const placeOf = ({ row, wished }: ImportedLink) => `${row.namespace} ${wished ?? ""}`

/** The taken places. Those of the workspace's working links have their destination; all others null. */
export type TakenPlaces = ReadonlyMap<string, string | null>

export async function listTakenPlaces(cx: Reading & Member, drafts: readonly ImportedLink[]): Promise<TakenPlaces> {
  const slugs = drafts.flatMap(({ wished }) => wished ?? [])
  if (slugs.length === 0) return new Map()
  const places = sql<boolean>`(workspace_id = ${cx.workspaceId} and slug in (${sql.join(slugs)})
    and namespace in (${sql.join([...new Set(drafts.map(({ row }) => row.namespace))])}))`
  const unknown = sql<string | null>`null`.as("destination")
  const former = cx.db.selectFrom("former_link_slugs").where(redirectsAt(cx.now())).where(places)
  const ofOthers = cx.db
    .selectFrom("directory")
    .select([sql.lit(sharedNamespace).as("namespace"), "key as slug", unknown])
    .where("kind", "=", "short_link")
    .where("key", "in", slugs)
    .where("workspace_id", "<>", cx.workspaceId)
    .where(hasNotEnded(cx.now()))
  const rows = await cx.db
    .selectFrom("short_links")
    .select(["namespace", "slug"])
    .select(sql<string | null>`case when deleted_at is null then destination end`.as("destination"))
    .where(places)
    .unionAll(former.select(["namespace", "slug", unknown]))
    .unionAll(ofOthers)
    .execute()
  return new Map(rows.map(({ namespace, slug, destination }) => [`${namespace} ${slug}`, destination]))
}

/** Inserts links with their tags. Returns the drafts that became links; the slugs of the others are taken. */
export async function insertDrafts(
  cx: Inside & Member,
  drafts: readonly ImportedLink[],
): Promise<ReadonlySet<ImportedLink>> {
  const made = new Map<ImportedLink, LinkRow>()
  for (const draft of drafts) {
    const row = await insertUnlessTaken(cx, draft)
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
