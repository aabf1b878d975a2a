import { type InferResult, type RawBuilder, sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { foldLinkName } from "#contract/link-name.ts"
import type { ReadDb } from "#storage/database.ts"
import { workspaceOfKey } from "#storage/directory.ts"
import { sameWorkspace } from "#storage/own-row.ts"
import { isPostgres, prepared, preparedWrite } from "#storage/prepared.ts"
import { redirectsAt } from "../former-slug-store.ts"
import { sharedNamespace } from "../namespace.ts"
import { foldedSlugOf, keyOfRow } from "../shared-slug-store.ts"
import { countGroup, whichAreAllowed } from "./click-group-store.ts"
import type { Click } from "./click-source.ts"
import { addToDay } from "./link-day-store.ts"

const links = (db: ReadDb) =>
  db
    .selectFrom("short_links")
    .innerJoin("workspaces", "workspaces.id", "short_links.workspace_id")
    .select([
      "short_links.id",
      "short_links.workspace_id",
      "short_links.destination",
      "short_links.visitor_query",
      "short_links.clicks",
      "short_links.clicks_before",
      "short_links.click_limit",
      "short_links.expires_at",
      "short_links.suspended_at",
      "short_links.deleted_at",
      "workspaces.suspended_at as workspace_suspended_at",
      "workspaces.deleted_at as workspace_deleted_at",
    ])

export type FollowedLink = InferResult<ReturnType<typeof links>>[number]

/** A link, and the slug or former slug by which it was found. */
type Found = FollowedLink & { found_by: string }

/** Finds a link by its slug, or by a former one that redirects; no slug is both. The directory names its workspace. */
const onSharedHost = prepared<{ key: string; now: number }, Found>((db, arg) => {
  const owner = workspaceOfKey(db, { kind: "short_link", key: arg("key") })
  const place = { owner, namespace: sql<string>`${sql.lit(sharedNamespace)}`, now: arg("now") }
  const { present, former } = linksAt(db, place, (table) => sql`${keyOfRow(table)} = ${arg("key")}`)
  return present.unionAll(former)
})

/**
 * Finds the link of the exact slug, and up to two links and two former slugs that fit without case. Their workspace must
 * own the domain now (see `domainNamespace`).
 */
const onOwnDomain = prepared<{ hostname: string; slug: string; folded: string; now: number }, Found>((db, arg) => {
  const owner = workspaceOfKey(db, { kind: "hostname", key: arg("hostname") })
  const place = { owner, namespace: sql<string>`${owner} || '/' || ${arg("hostname")}`, now: arg("now") }
  const exact = linksAt(db, place, (table) => sql`${keyOfRow(table)} = ${arg("slug")}`)
  const folded = linksAt(db, place, (table) => {
    return sql`${sql.ref(`${table}.namespace`)} <> ${sql.lit(sharedNamespace)} and ${foldedSlugOf(table)} = ${arg("folded")}`
  })
  const working = folded.present.where("short_links.deleted_at", "is", null)
  return exact.present
    .unionAll(exact.former)
    .unionAll(db.selectFrom(working.limit(2).as("working")).selectAll())
    .unionAll(db.selectFrom(folded.former.limit(2).as("held")).selectAll())
})

interface Place {
  owner: ReturnType<typeof workspaceOfKey>
  namespace: RawBuilder<string>
  now: number
}

function linksAt(
  db: ReadDb,
  { owner, namespace, now }: Place,
  fits: (table: "short_links" | "former_link_slugs") => RawBuilder<unknown>,
) {
  const former = links(db)
    .innerJoin("former_link_slugs", sameWorkspace("former_link_slugs.link_id", "short_links.id"))
    .select("former_link_slugs.slug as found_by")
    .where("former_link_slugs.workspace_id", "=", owner)
    .where("former_link_slugs.namespace", "=", namespace)
    .where(sql<boolean>`${fits("former_link_slugs")}`)
    .where(redirectsAt(now))
  const present = links(db)
    .select("short_links.slug as found_by")
    .where("short_links.workspace_id", "=", owner)
    .where("short_links.namespace", "=", namespace)
    .where(sql<boolean>`${fits("short_links")}`)
  return { present, former }
}

/** Finds the link of a slug. On a domain the exact slug comes first, then the only working one that fits without case. */
export async function findFollowedLink(
  cx: Reading,
  { hostname, slug }: { hostname: string | null; slug: string },
): Promise<FollowedLink | undefined> {
  const now = cx.now()
  const folded = foldLinkName(slug)
  if (hostname === null) return (await onSharedHost(cx.db, { key: folded, now }))[0]
  const rows = await onOwnDomain(cx.db, { hostname, slug, folded, now })
  return rows.find(({ found_by }) => found_by === slug) ?? onlyOne(rows)
}

function onlyOne(rows: readonly FollowedLink[]): FollowedLink | undefined {
  const working = rows.filter(({ deleted_at }) => deleted_at === null)
  const ids = new Set(working.map(({ id }) => id))
  return ids.size === 1 ? working[0] : undefined
}

type Link = Pick<Click, "id" | "workspaceId">

/** Guarded, so that parallel requests cannot exceed a link's click limit. */
const addClicks = preparedWrite<Link & { clicks: number }, { id: string }>((db, arg) =>
  db
    .updateTable("short_links")
    .set((is) => ({ clicks: is("clicks", "+", arg("clicks")) }))
    .where("workspace_id", "=", arg("workspaceId"))
    .where("id", "=", arg("id"))
    .where((is) =>
      is.or([
        is("click_limit", "is", null),
        is(is("clicks", "+", arg("clicks")), "<=", is("click_limit", "+", is.ref("clicks_before"))),
      ]),
    )
    .returning("id"),
)

/** Returns for each click whether the limit allowed it. Allowed clicks are counted by day in the same transaction. */
export async function countClicks(cx: Inside, clicks: readonly Click[]): Promise<boolean[]> {
  return whichAreAllowed(clicks, await (isPostgres(cx.db) ? countGroup : countByLink)(cx, clicks))
}

/** A statement for each link. An SQLite transaction has the whole database to itself, and no network in between. */
async function countByLink(cx: Inside, clicks: readonly Click[]): Promise<Map<string, number>> {
  const granted = new Map<string, number>()
  for (const [id, wanted] of Map.groupBy(clicks, ({ id }) => id)) {
    const link = wanted[0] as Link
    granted.set(id, await countOneLink(cx, link, wanted.length))
    await addToDay(cx, link, wanted.slice(0, granted.get(id)))
  }
  return granted
}

/** Returns how many clicks the limit allowed: all at once, or one by one until none is left. */
async function countOneLink(cx: Inside, { id, workspaceId }: Link, wanted: number): Promise<number> {
  const add = async (clicks: number) => (await addClicks(cx.db, { id, workspaceId, clicks })).length > 0
  if (await add(wanted)) return wanted
  let granted = 0
  while (granted < wanted - 1 && (await add(1))) granted += 1
  return granted
}
