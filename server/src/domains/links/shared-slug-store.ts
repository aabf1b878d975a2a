import type { Inside } from "#access/context.ts"
import { claim, endClaim, release } from "#storage/directory.ts"
import type { Schema } from "#storage/schema.ts"
import { sharedNamespace } from "./namespace.ts"

/** Where a slug of a workspace's link is: on the shared host or on one of its own domains. */
export type SlugPlace = Pick<Schema["short_links"], "workspace_id" | "namespace" | "slug">

const entryOf = ({ workspace_id, slug }: SlugPlace) =>
  ({ kind: "short_link", key: slug, workspaceId: workspace_id }) as const

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
