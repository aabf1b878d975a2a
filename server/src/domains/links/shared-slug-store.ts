import { type RawBuilder, sql } from "kysely"
import type { Inside } from "#access/context.ts"
import { foldLinkName } from "#contract/link-name.ts"
import { claim, endClaim, release } from "#storage/directory.ts"
import type { Schema } from "#storage/schema.ts"
import { sharedNamespace } from "./namespace.ts"

/** The place of a slug: on the shared host or on one of the workspace's own domains. */
export type SlugPlace = Pick<Schema["short_links"], "workspace_id" | "namespace" | "slug">

/** The value of `folded_slug` for a slug. */
export function foldedSlug(slug: string): string | null {
  const folded = foldLinkName(slug)
  return folded === slug ? null : folded
}

/** The unique key of a slug in its namespace: without case on the shared host, exact on a domain. */
export const slugKey = ({ namespace, slug }: Pick<SlugPlace, "namespace" | "slug">): string =>
  namespace === sharedNamespace ? foldLinkName(slug) : slug

/** The key of a row, as the tables' unique indexes have it. */
export const keyOfRow = (table: SlugTable) =>
  sql<string>`case when ${sql.ref(`${table}.namespace`)} = ${sql.lit(sharedNamespace)}
    then ${foldedSlugOf(table)} else ${sql.ref(`${table}.slug`)} end`

/** The slug of a row without case, as an index has it. */
export const foldedSlugOf = (table: SlugTable) =>
  sql<string>`coalesce(${sql.ref(`${table}.folded_slug`)}, ${sql.ref(`${table}.slug`)})`

type SlugTable = "short_links" | "former_link_slugs"

/** The condition that a row has the slug of a place. */
export const isAt = (table: SlugTable, place: SlugPlace): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${table}.workspace_id`)} = ${place.workspace_id}
    and ${sql.ref(`${table}.namespace`)} = ${place.namespace} and ${keyOfRow(table)} = ${slugKey(place)})`

const entryOf = ({ workspace_id, slug }: SlugPlace) =>
  ({ kind: "short_link", key: foldLinkName(slug), workspaceId: workspace_id }) as const

/** Claims a slug for a workspace. False while another workspace has or holds it. Own domains are not shared. */
export async function claimLinkSlug(cx: Inside, place: SlugPlace): Promise<boolean> {
  return place.namespace !== sharedNamespace || claim(cx.db, entryOf(place), cx.now())
}

/** Makes a slug free for other workspaces at `endsAt`; null: never. */
export async function holdLinkSlug(cx: Inside, place: SlugPlace, endsAt: number | null): Promise<void> {
  if (place.namespace === sharedNamespace && endsAt !== null) await endClaim(cx.db, entryOf(place), endsAt)
}

/** Makes a slug free for other workspaces. */
export async function freeLinkSlug(cx: Inside, place: SlugPlace): Promise<void> {
  if (place.namespace === sharedNamespace) await release(cx.db, entryOf(place))
}
