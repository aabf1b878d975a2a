import { sql } from "kysely"
import type { Member, Outside, Reading } from "#access/context.ts"
import { foldLinkName, percentDecoded } from "#contract/link-name.ts"
import { withoutLeftovers } from "#kernel/addresses.ts"
import { slugOfPath } from "./link-slug.ts"
import { domainNamespace, sharedNamespace } from "./namespace.ts"
import { pathOnShortHost, withScheme } from "./read-destination.ts"
import { foldedSlugOf, keyOfRow } from "./shared-slug-store.ts"

/** The links of a pasted short address in any case, also of a former one. None where the text is no such address. */
export async function findLinksAtAddress(cx: Reading & Member & Outside, text: string): Promise<string[]> {
  const place = readPlace(cx, text)
  if (!place) return []
  const { namespace, slug } = place
  const isThere = (table: "short_links" | "former_link_slugs") => {
    const column = sql.ref(`${table}.namespace`)
    const [key, indexed] =
      namespace === sharedNamespace
        ? [keyOfRow(table), sql`1 = 1`]
        : [foldedSlugOf(table), sql`${column} <> ${sql.lit(sharedNamespace)}`]
    return sql<boolean>`(${sql.ref(`${table}.workspace_id`)} = ${cx.workspaceId} and ${column} = ${namespace}
      and ${key} = ${foldLinkName(slug)} and ${indexed})`
  }
  const now = cx.db.selectFrom("short_links").select("id").where(isThere("short_links"))
  const before = cx.db
    .selectFrom("former_link_slugs")
    .select("link_id as id")
    .where(isThere("former_link_slugs"))
    .where((row) => row.or([row("ends_at", "is", null), row("ends_at", ">", cx.now())]))
  // `union` would sort by the id, for which SQLite reads all links of the workspace.
  return (await now.unionAll(before).limit(mostAtAddress).execute()).map(({ id }) => id)
}

/** Slugs that differ only by case. */
const mostAtAddress = 100

function readPlace(cx: Member & Outside, text: string): { namespace: string; slug: string } | undefined {
  const url = URL.parse(withScheme(text.replace(/^[^\p{L}\p{N}]+/u, "")))
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const shared = pathOnShortHost(cx, url)
  const slug = slugOfPath(withoutLeftovers(percentDecoded(shared ?? url.pathname)))
  if (slug === undefined) return undefined
  const namespace = shared === undefined ? domainNamespace(cx.workspaceId, url.hostname) : sharedNamespace
  return { namespace, slug }
}
