import { sql } from "kysely"
import type { Inside } from "#access/context.ts"
import { dayOf } from "#kernel/time/days.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { compilable, preparedWrite } from "#storage/prepared.ts"
import { type Click, otherReferrers } from "./click-source.ts"
import { mostRows } from "./link-day-store.ts"

interface Group {
  ids: readonly string[]
  workspaces: readonly WorkspaceId[]
  devices: readonly string[]
  referrers: readonly string[]
  countries: readonly (string | null)[]
  day: number
}

interface CountedLink {
  id: string
  /** How many of the group's clicks the limit allowed: the first ones. */
  granted: number
  /** Whether its days still have to be counted: another process counted a click of it since the snapshot. */
  is_late: boolean
}

/**
 * Counts the clicks of a group in one statement on PostgreSQL, or two if another process changes the same links.
 * Returns how many clicks of each link its limit allowed.
 */
export async function countGroup(cx: Inside, clicks: readonly Click[]): Promise<Map<string, number>> {
  const counted = await countAll(cx.db, groupOf(cx, clicks))
  const granted = new Map(counted.map((link) => [link.id, link.granted]))
  const late = new Set(counted.filter((link) => link.is_late).map(({ id }) => id))
  if (late.size > 0) {
    const areAllowed = whichAreAllowed(clicks, granted)
    const rest = clicks.filter(({ id }, at) => late.has(id) && areAllowed[at])
    await countDays(cx.db, groupOf(cx, rest))
  }
  return granted
}

/** Of each link, allows as many of the first clicks as were granted. */
export function whichAreAllowed(clicks: readonly Click[], granted: ReadonlyMap<string, number>): boolean[] {
  const left = new Map(granted)
  return clicks.map(({ id }) => {
    const rest = left.get(id) ?? 0
    left.set(id, rest - 1)
    return rest > 0
  })
}

function groupOf(cx: Inside, clicks: readonly Click[]): Group {
  return {
    ids: clicks.map(({ id }) => id),
    workspaces: clicks.map(({ workspaceId }) => workspaceId),
    devices: clicks.map(({ device }) => device),
    referrers: clicks.map(({ referrer }) => referrer),
    countries: clicks.map(({ country }) => country ?? null),
    day: dayOf(cx.now()),
  }
}

type Arg = <Name extends keyof Group>(name: Name) => Group[Name]

const arrays = (arg: Arg) => sql`unnest(${arg("ids")}::text[], ${arg("workspaces")}::text[], ${arg("devices")}::text[],
  ${arg("referrers")}::text[], ${arg("countries")}::text[])
  with ordinality as click (id, workspace_id, device, referrer, country, at)`

/**
 * Rows are locked in the order of their ids, so that two processes cannot deadlock. A locked row is the newest one,
 * while the days are read as of the statement's beginning. Where another process counted a click between the two, a new
 * referrer may have taken the last room of the day: such a link is late.
 */
const countAll = preparedWrite<Group, CountedLink>((db, arg) =>
  compilable(
    db,
    sql`with numbered as (
      select click.*, row_number() over (partition by id order by at) as n from ${arrays(arg)}
    ), asked as (
      select workspace_id, id, count(*) as wanted from numbered group by workspace_id, id
    ), seen as materialized (
      select short_links.id, clicks from asked join short_links on ${isLinkOf("asked")}
    ), locked as materialized (
      select short_links.id, short_links.workspace_id, short_links.clicks,
        greatest(0, least(asked.wanted, short_links.click_limit + short_links.clicks_before - short_links.clicks)) as granted
      from asked join short_links on ${isLinkOf("asked")}
      order by short_links.id for update of short_links
    ), link as materialized (
      select locked.id, workspace_id, granted, seen.clicks is distinct from locked.clicks as has_changed
      from locked left join seen on seen.id = locked.id
    ), raised as (
      update short_links set clicks = short_links.clicks + granted
      from link where ${isLinkOf("link")} and granted > 0
    ), click as materialized (
      select numbered.*, has_changed
      from numbered join link on link.id = numbered.id and numbered.n <= link.granted
    ), ${days(arg)}
    select id, granted, id in (select id from late) as is_late from link`,
  ),
)

/** Counts the days of links that this transaction has locked. */
const countDays = preparedWrite<Group, object>((db, arg) =>
  compilable(
    db,
    sql`with click as materialized (
      select click.*, false as has_changed from ${arrays(arg)}
    ), ${days(arg)}
    select`,
  ),
)

/**
 * Adds the rows of `click` to `link_days`, without the links in `late`. A new referrer is counted by itself while its
 * day has room, which the group's earlier rows may take.
 */
const days = (arg: Arg) => sql`source as (
    select id, workspace_id, device, referrer, has_changed, min(at) as at, count(*) as clicks from click
    group by id, workspace_id, device, referrer, has_changed
  ), known as (
    select source.*, referrer = '' or exists (
      select from link_days where ${isDayOf("source", arg)} and link_days.referrer = source.referrer
    ) as is_known from source
  ), crowded as materialized (
    select id, bool_or(has_changed) as has_changed, (
      select count(*) from (select from link_days where ${isDayOf("known", arg)} limit ${most}) as taken
    ) as taken from known where not is_known group by workspace_id, id
  ), late as (
    select id from crowded where has_changed and taken < ${most}
  ), ranked as (
    select known.*, taken, coalesce(sum(case when taken is null or exists (
      select from link_days where ${isDayOf("known", arg)}
        and link_days.referrer = known.referrer and link_days.device = known.device
    ) then 0 else 1 end) over (
      partition by known.id order by at rows between unbounded preceding and 1 preceding
    ), 0) as added
    from known left join crowded on crowded.id = known.id
    where known.id not in (select id from late)
  ), named as (
    select id, workspace_id, device, clicks, case
      when is_known or taken + first_value(added) over (partition by id, referrer order by at) < ${most} then referrer
      else ${sql.lit(otherReferrers)} end as referrer from ranked
  ), added as (
    insert into link_days (link_id, workspace_id, day, referrer, device, country, clicks)
    select id, workspace_id, ${arg("day")}::bigint, referrer, device, '', sum(clicks) from named
    group by id, workspace_id, referrer, device
    union all
    select id, workspace_id, ${arg("day")}::bigint, '', '', country, count(*) from click
    where country is not null and id not in (select id from late)
    group by id, workspace_id, country
    on conflict (link_id, day, referrer, device, country, workspace_id) do update set clicks = link_days.clicks + excluded.clicks
  )`

/** A condition that names the workspace too, so that a partitioned table is read in one partition. */
const isLinkOf = (rows: "asked" | "link") =>
  sql`short_links.workspace_id = ${sql.ref(`${rows}.workspace_id`)} and short_links.id = ${sql.ref(`${rows}.id`)}`

const isDayOf = (rows: "source" | "known", arg: Arg) =>
  sql`link_days.workspace_id = ${sql.ref(`${rows}.workspace_id`)} and link_id = ${sql.ref(`${rows}.id`)}
    and day = ${arg("day")}::bigint and country = ''`

const most = sql.lit(mostRows)
