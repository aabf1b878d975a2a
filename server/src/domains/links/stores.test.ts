import { dayMs } from "#kernel/time/units.ts"
import { choosesRow, elsewhere, firstPage, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import { listLinksOf, updateLinksOf } from "./bulk/bulk-store.ts"
import { findLastSummed, findUnsummedDay, listOwnDays, sumDay } from "./clicks/click-day-store.ts"
import { countClicks, findFollowedLink } from "./clicks/follow-store.ts"
import { sumBy, sumByLink } from "./clicks/link-day-store.ts"
import { isOwnedHostname } from "./domain-lookup-store.ts"
import {
  deleteFormerSlug,
  deleteHeld,
  isHeldByOtherLink,
  listFormerSlugRows,
  withdrawIfHeld,
} from "./former-slug-store.ts"
import { listTakenPlaces } from "./import/import-store.ts"
import { countLinkRows, listLinkRows } from "./link-list-store.ts"
import { findLinkAt, findOwnLink, updateOwnLink } from "./link-store.ts"
import { claimLinkSlug, freeLinkSlug, holdLinkSlug } from "./shared-slug-store.ts"
import { deleteUnusedTags, findTagId, listTagRows } from "./tags/tag-store.ts"
import { addTag, removeTag, setTags, tagsOf } from "./tags/tagged-link-store.ts"
import { deleteOldTrash } from "./trash/index.ts"

const workspaceId = rowKey.workspace_id
const place = { workspace_id: workspaceId, namespace: "shared", slug: "spring" }
const atOtherPlace = [{ workspace_id: "w2" }, { namespace: "w1/go.studio.com" }, { slug: "summer" }]
const link = { namespace: "shared", slug: "spring", destination: "https://example.com/a", title: "Sale", clicks: 3 }
const former = { link_id: "r1", namespace: "shared", slug: "spring", ends_at: now + 1 }
const studio = ["workspaces", { id: "w1", slug: "studio" }] as const
const ofSlug = ["directory", { kind: "short_link", key: "spring" }] as const
const outside = { inTrash: false }

choosesRow("a hostname is served for the workspace that owns it", {
  table: "directory",
  row: { kind: "hostname", key: "go.studio.com" },
  unless: [{ kind: "workspace" }, { key: "go.other.com" }],
  gives: true,
  run: (cx) => isOwnedHostname(cx, "go.studio.com"),
})

choosesRow("a slug is held by the link that had it, until its end", {
  table: "former_link_slugs",
  row: former,
  evenIf: [{ ends_at: null }],
  unless: [...atOtherPlace, { ends_at: now }, { link_id: "r9" }],
  gives: true,
  run: (cx) => isHeldByOtherLink(cx, { ...place, id: "r9" }),
})

choosesRow("a new link is withdrawn where another holds its slug", {
  table: "short_links",
  row: link,
  unless: elsewhere,
  beside: [["former_link_slugs", { ...former, link_id: "r9" }]],
  becomes: null,
  gives: true,
  otherwise: true,
  run: (cx) => withdrawIfHeld(cx, { ...place, id: "r1" }),
})

choosesRow("former slugs of a link are those that redirect", {
  table: "former_link_slugs",
  row: former,
  evenIf: [{ ends_at: null }],
  unless: [{ workspace_id: "w2" }, { link_id: "r2" }, { ends_at: now }],
  run: (cx) => listFormerSlugRows(cx, "r1"),
})

choosesRow("a workspace ends its own former slug", {
  table: "former_link_slugs",
  row: former,
  unless: elsewhere,
  becomes: null,
  run: (cx) => deleteFormerSlug(cx, rowKey.id),
})

choosesRow("a slug that a link has again is no former one", {
  table: "former_link_slugs",
  row: former,
  unless: atOtherPlace,
  becomes: null,
  run: (cx) => deleteHeld(cx, place),
})

choosesRow("a workspace finds its own link", {
  table: "short_links",
  row: link,
  unless: elsewhere,
  run: (cx) => findOwnLink(cx, rowKey.id),
})

choosesRow("a slug is used in its place, perhaps by a link in the trash", {
  table: "short_links",
  row: link,
  evenIf: [{ deleted_at: now }],
  unless: atOtherPlace,
  run: (cx) => findLinkAt(cx, place),
})

for (const [word, inTrash, deleted_at, other] of [
  ["outside", false, null, now],
  ["in", true, now, null],
] as const) {
  choosesRow(`a workspace changes its own link ${word} the trash`, {
    table: "short_links",
    row: { ...link, deleted_at },
    unless: [...elsewhere, { deleted_at: other }],
    becomes: { title: "New", search_text: "spring new example com a", updated_at: now },
    run: (cx) => updateOwnLink(cx, { id: rowKey.id, inTrash }, { title: "New" }),
  })
  choosesRow(`many links of a workspace are found ${word} the trash`, {
    table: "short_links",
    row: { ...link, deleted_at },
    unless: [...elsewhere, { deleted_at: other }],
    run: (cx) => listLinksOf(cx, [rowKey.id], { inTrash }),
  })
  choosesRow(`many links of a workspace change ${word} the trash`, {
    table: "short_links",
    row: { ...link, deleted_at },
    unless: [...elsewhere, { deleted_at: other }],
    becomes: { title: "New", updated_at: now },
    run: (cx) => updateLinksOf(cx, { links: [rowKey], inTrash }, { title: "New" }),
  })
  choosesRow(`a list of links ${word} the trash has the workspace's own`, {
    table: "short_links",
    row: { ...link, deleted_at },
    unless: [{ workspace_id: "w2" }, { deleted_at: other }],
    run: (cx) => listLinkRows(cx, { inTrash, ...firstPage }),
  })
}

choosesRow("links are found that were put in the trash together", {
  table: "short_links",
  row: { ...link, deleted_at: now },
  unless: [{ deleted_at: now - 1 }],
  run: (cx) => listLinkRows(cx, { trashedAt: now, inTrash: true, ...firstPage }),
})

const pair = { link_id: "r1", tag_id: "t1", link_created_at: now }

choosesRow("links of a tag are those of the workspace's tag", {
  table: "tagged_links",
  row: pair,
  unless: [{ workspace_id: "w2" }, { tag_id: "t2" }, { link_id: "r2" }],
  beside: [["short_links", link]],
  run: (cx) => listLinkRows(cx, { tagId: "t1", ...outside, ...firstPage }),
})

choosesRow("links of a tag are counted", {
  table: "tagged_links",
  row: pair,
  unless: [{ workspace_id: "w2" }, { tag_id: "t2" }, { link_id: "r2" }],
  beside: [["short_links", link]],
  gives: 1,
  run: (cx) => countLinkRows(cx, { tagId: "t1", ...outside }),
})

choosesRow("a workspace's links are counted", {
  table: "short_links",
  row: link,
  unless: [{ workspace_id: "w2" }, { deleted_at: now }],
  gives: 1,
  run: (cx) => countLinkRows(cx, outside),
})

const claimed = { kind: "short_link", key: "spring" }

choosesRow("a slug of the shared host is claimed unless another workspace has it", {
  table: "directory",
  row: { ...claimed, workspace_id: "w2" },
  unless: [{ workspace_id: "w1" }],
  gives: false,
  otherwise: true,
  run: (cx) => claimLinkSlug(cx, place),
})

choosesRow("a slug on a workspace's own domain needs no claim", {
  table: "directory",
  row: { ...claimed, workspace_id: "w2" },
  unless: [],
  becomes: {},
  gives: true,
  run: (cx) => claimLinkSlug(cx, { ...place, namespace: "w1/go.studio.com" }),
})

choosesRow("a held slug of the shared host becomes free at its end", {
  table: "directory",
  row: claimed,
  unless: [{ workspace_id: "w2" }, { key: "summer" }, { kind: "workspace" }],
  becomes: { ends_at: now + 5 },
  run: (cx) => holdLinkSlug(cx, place, now + 5),
})

choosesRow("a slug that is held forever never becomes free", {
  table: "directory",
  row: claimed,
  unless: [],
  becomes: {},
  run: (cx) => holdLinkSlug(cx, place, null),
})

choosesRow("a former slug of a workspace's own domain leaves the shared host alone", {
  table: "directory",
  row: claimed,
  unless: [],
  becomes: {},
  run: async (cx) => {
    await holdLinkSlug(cx, { ...place, namespace: "w1/go.studio.com" }, now + 5)
    await freeLinkSlug(cx, { ...place, namespace: "w1/go.studio.com" })
  },
})

choosesRow("a slug of the shared host is freed", {
  table: "directory",
  row: claimed,
  unless: [{ workspace_id: "w2" }, { key: "summer" }],
  becomes: null,
  run: (cx) => freeLinkSlug(cx, place),
})

choosesRow("a link is deleted for good a time after it was put in the trash", {
  table: "short_links",
  row: { ...link, deleted_at: now - 60 },
  unless: [{ deleted_at: now - 59 }, { deleted_at: null }],
  becomes: null,
  gives: 1,
  run: (cx) => deleteOldTrash(cx, now - 60, 10),
})

choosesRow("a deleted link frees its slug and its former ones", {
  table: "directory",
  isOfAllWorkspaces: true,
  row: claimed,
  evenIf: [{ key: "autumn" }],
  unless: [{ workspace_id: "w2" }, { key: "summer" }],
  beside: [
    ["short_links", { ...link, deleted_at: now - 60 }],
    ["former_link_slugs", { ...former, slug: "autumn" }],
    ["former_link_slugs", { ...former, id: "r2", link_id: "r9", slug: "summer" }],
  ],
  becomes: null,
  gives: 1,
  otherwise: 1,
  run: (cx) => deleteOldTrash(cx, now - 60, 10),
})

for (const [where, namespace, hostname, entry] of [
  ["the shared host", "shared", null, ofSlug],
  [
    "its workspace's domain",
    "w1/go.studio.com",
    "go.studio.com",
    ["directory", { kind: "hostname", key: "go.studio.com" }],
  ],
] as const) {
  choosesRow(`a visitor of ${where} follows the link of a slug`, {
    table: "short_links",
    row: { ...link, namespace },
    unless: [{ workspace_id: "w2" }, { namespace: "other" }, { slug: "summer" }],
    beside: [studio, entry],
    unlessBeside: [[studio]],
    run: (cx) => findFollowedLink(cx, { hostname, slug: "spring" }),
  })
  choosesRow(`a visitor of ${where} follows a former slug until its end`, {
    table: "former_link_slugs",
    row: { ...former, namespace },
    evenIf: [{ ends_at: null }],
    unless: [{ workspace_id: "w2" }, { namespace: "other" }, { slug: "summer" }, { link_id: "r2" }, { ends_at: now }],
    beside: [studio, entry, ["short_links", { ...link, namespace, slug: "now" }]],
    run: (cx) => findFollowedLink(cx, { hostname, slug: "spring" }),
  })
}

const click = { id: "r1", workspaceId, device: "desktop" as const, referrer: "" }

choosesRow("a click is counted until the link's limit", {
  table: "short_links",
  row: { ...link, click_limit: 4 },
  evenIf: [{ click_limit: null }],
  unless: [...elsewhere, { clicks: 4 }],
  becomes: { clicks: 4 },
  gives: [true],
  run: (cx) => countClicks(cx, [click as never]),
})

choosesRow("of two clicks at once, the limit allows one", {
  table: "short_links",
  row: { ...link, click_limit: 4 },
  unless: [],
  becomes: { clicks: 4 },
  gives: [true, false],
  run: (cx) => countClicks(cx, [click as never, click as never]),
})

const day = now - (now % dayMs)
const counted = { link_id: "r1", day, referrer: "example.com", device: "desktop", country: "", clicks: 5 }

choosesRow("clicks of a link are its own since a day, without those by country", {
  table: "link_days",
  row: counted,
  unless: [{ workspace_id: "w2" }, { link_id: "r2" }, { day: day - dayMs }, { country: "de" }],
  gives: [{ value: "example.com", clicks: 5 }],
  run: (cx) => sumBy(cx, "referrer", { id: "r1", first: day }),
})

choosesRow("clicks by country are those with one", {
  table: "link_days",
  row: { ...counted, country: "de" },
  unless: [{ country: "" }],
  gives: [{ value: "de", clicks: 5 }],
  run: (cx) => sumBy(cx, "country", { id: "r1", first: day }),
})

choosesRow("clicks of many links are theirs since a day", {
  table: "link_days",
  row: counted,
  unless: [{ workspace_id: "w2" }, { link_id: "r2" }, { day: day - dayMs }, { country: "de" }],
  gives: [{ link_id: "r1", day, clicks: 5 }],
  run: (cx) => sumByLink(cx, { ids: ["r1"], first: day }),
})

choosesRow("days that are not summed up are counted from the clicks of each link", {
  table: "link_days",
  row: counted,
  unless: [{ workspace_id: "w2" }, { day: day - dayMs }, { day: day + dayMs }, { country: "de" }],
  gives: [{ day, clicks: 5 }],
  run: (cx) => listOwnDays(cx, day),
})

choosesRow("days that are summed up are counted from their sums", {
  table: "click_days",
  row: { day: day - dayMs, clicks: 7 },
  unless: [{ workspace_id: "w2" }, { day: day - 2 * dayMs }],
  beside: [["link_days", { ...counted, day: day - dayMs }]],
  gives: [{ day: day - dayMs, clicks: 7 }],
  otherwise: [],
  run: async (cx) => (await listOwnDays(cx, day - dayMs)).filter(({ clicks }) => clicks === 7),
})

choosesRow("the last summed day is the newest one", {
  table: "click_days",
  row: { day, clicks: 7 },
  unless: [],
  gives: day,
  run: findLastSummed,
})

choosesRow("a day is summed up once it has ended", {
  table: "link_days",
  row: { ...counted, day: day - dayMs },
  unless: [{ day: day - 2 * dayMs }, { day }],
  gives: day - dayMs,
  run: (cx) => findUnsummedDay(cx, { last: day - 2 * dayMs, until: day }),
})

choosesRow("a day's sum is that of a workspace's links, after a workspace", {
  table: "link_days",
  row: counted,
  unless: [{ day: day - dayMs }, { workspace_id: "w0" }, { country: "de" }],
  gives: [{ workspace_id: "w1", day, clicks: 5 }],
  run: (cx) => sumDay(cx, { day, after: "w0" as typeof workspaceId, limit: 10 }),
})

const draft = { row: { namespace: "shared" }, wished: "spring", tags: [] } as never

choosesRow("an import's slug is taken by a link of the workspace, with its destination", {
  table: "short_links",
  row: link,
  unless: atOtherPlace,
  gives: new Map([["shared spring", "https://example.com/a"]]),
  run: (cx) => listTakenPlaces(cx, [draft]),
})

choosesRow("an import's slug is taken by a link in the trash, without its destination", {
  table: "short_links",
  row: { ...link, deleted_at: now },
  unless: atOtherPlace,
  gives: new Map([["shared spring", "trash"]]),
  run: (cx) => listTakenPlaces(cx, [draft]),
})

choosesRow("an import's slug is taken while a link holds it", {
  table: "former_link_slugs",
  row: former,
  unless: [...atOtherPlace, { ends_at: now }],
  gives: new Map([["shared spring", null]]),
  run: (cx) => listTakenPlaces(cx, [draft]),
})

choosesRow("an import's slug is taken by another workspace until its end", {
  table: "directory",
  row: { ...claimed, workspace_id: "w2", ends_at: now + 1 },
  evenIf: [{ ends_at: null }],
  unless: [{ workspace_id: "w1" }, { kind: "pay_key" }, { key: "summer" }, { ends_at: now }],
  gives: new Map([["shared spring", null]]),
  run: (cx) => listTakenPlaces(cx, [draft]),
})

const tag = { id: "t1", name: "Sale", folded_name: "sale" }

choosesRow("a tag is found in its workspace in any case", {
  table: "link_tags",
  row: tag,
  unless: [{ workspace_id: "w2" }, { folded_name: "sales" }],
  gives: "t1",
  run: (cx) => findTagId(cx, " SALE "),
})

choosesRow("a workspace lists its own tags", {
  table: "link_tags",
  row: tag,
  unless: [{ workspace_id: "w2" }],
  gives: [{ name: "Sale", links: 0 }],
  run: listTagRows,
})

choosesRow("a tag has the number of its workspace's links", {
  table: "tagged_links",
  row: pair,
  unless: [{ workspace_id: "w2" }, { tag_id: "t2" }],
  beside: [["link_tags", tag]],
  gives: [{ name: "Sale", links: 1 }],
  run: listTagRows,
})

choosesRow("links in the trash are not counted for a tag", {
  table: "short_links",
  row: { ...link, deleted_at: now },
  unless: [...elsewhere, { deleted_at: null }],
  beside: [
    ["link_tags", tag],
    ["tagged_links", pair],
  ],
  gives: [{ name: "Sale", links: 0 }],
  run: listTagRows,
})

choosesRow("a tag is deleted when no link has it", {
  table: "link_tags",
  row: tag,
  unless: [],
  beside: [["tagged_links", { ...pair, tag_id: "t2" }]],
  unlessBeside: [[["tagged_links", pair]]],
  becomes: null,
  gives: 1,
  run: (cx) => deleteUnusedTags(cx, 10),
})

choosesRow("other tags of a link are replaced", {
  table: "tagged_links",
  row: pair,
  unless: [{ workspace_id: "w2" }, { link_id: "r2" }],
  becomes: null,
  run: (cx) => setTags(cx, { id: "r1", created_at: now }, []),
})

choosesRow("a tag is removed from links that have it", {
  table: "tagged_links",
  row: pair,
  unless: [{ workspace_id: "w2" }, { tag_id: "t2" }, { link_id: "r2" }],
  becomes: null,
  gives: [{ id: "r1" }],
  run: (cx) => removeTag(cx, [{ id: "r1" }], "t1"),
})

choosesRow("a tag is added to links that lack it", {
  table: "tagged_links",
  row: pair,
  unless: [{ workspace_id: "w2" }, { link_id: "r2" }],
  beside: [["link_tags", tag]],
  becomes: {},
  gives: { tagged: [], left: 0 },
  otherwise: { tagged: [{ id: "r1", created_at: now }], left: 0 },
  run: async (cx) => {
    const added = await addTag(cx, [{ id: "r1", created_at: now }], "Sale")
    if (added.tagged.length > 0)
      await cx.db
        .deleteFrom("tagged_links")
        .where("link_id", "=", "r1")
        .where("workspace_id", "=", workspaceId)
        .execute()
    return added
  },
})

choosesRow("no tag is made for no link", {
  table: "link_tags",
  row: { ...tag, folded_name: "old" },
  unless: [],
  becomes: {},
  run: (cx) => addTag(cx, [], "Sale"),
})

choosesRow("a link's tags are its own in its workspace", {
  table: "tagged_links",
  row: pair,
  unless: [{ workspace_id: "w2" }, { link_id: "r2" }, { tag_id: "t2" }],
  beside: [["link_tags", tag]],
  unlessBeside: [[["link_tags", { ...tag, workspace_id: "w2" }]]],
  gives: new Map([["r1", ["Sale"]]]),
  run: (cx) => tagsOf(cx, ["r1"]),
})
