import type { Inside, Member, Reading } from "#access/context.ts"
import { sameWorkspace } from "#storage/own-row.ts"
import type { Schema } from "#storage/schema.ts"
import { foldTag, mostTags } from "./tag-input.ts"
import { takeTags } from "./tag-store.ts"

interface Tagged {
  id: string
  created_at: number
}

export async function setTags(cx: Inside & Member, link: Tagged, names: readonly string[]): Promise<void> {
  const tags = await takeTags(cx, names)
  await cx.db
    .deleteFrom("tagged_links")
    .where("workspace_id", "=", cx.workspaceId)
    .where("link_id", "=", link.id)
    .$if(tags.length > 0, (pairs) =>
      pairs.where(
        "tag_id",
        "not in",
        tags.map(({ id }) => id),
      ),
    )
    .execute()
  await insertPairs(
    cx,
    tags.map((tag) => pairOf(cx, tag.id, link)),
  )
}

export async function setTagsOfNew(cx: Inside & Member, made: readonly { link: Tagged; tags: readonly string[] }[]) {
  const tags = await takeTags(
    cx,
    made.flatMap(({ tags }) => tags),
  )
  const ids = new Map(tags.map(({ id, folded_name }) => [folded_name, id]))
  const pairs = made.flatMap(({ link, tags }) =>
    tags.flatMap((name) => {
      const tag_id = ids.get(foldTag(name))
      return tag_id === undefined ? [] : [pairOf(cx, tag_id, link)]
    }),
  )
  await insertPairs(cx, pairs)
}

/** Adds a tag to locked links. `left` counts the links that already have the maximum of tags. */
export async function addTag(
  cx: Inside & Member,
  links: readonly Tagged[],
  name: string,
): Promise<{ tagged: readonly Tagged[]; left: number }> {
  const [tag] = links.length > 0 ? await takeTags(cx, [name]) : []
  if (!tag) return { tagged: [], left: 0 }
  const pairs = await cx.db
    .selectFrom("tagged_links")
    .select(["link_id", "tag_id"])
    .where("workspace_id", "=", cx.workspaceId)
    .where(
      "link_id",
      "in",
      links.map(({ id }) => id),
    )
    .execute()
  const ofLink = Map.groupBy(pairs, ({ link_id }) => link_id)
  const without = links.filter(({ id }) => !ofLink.get(id)?.some(({ tag_id }) => tag_id === tag.id))
  const free = without.filter(({ id }) => (ofLink.get(id)?.length ?? 0) < mostTags)
  await insertPairs(
    cx,
    free.map((link) => pairOf(cx, tag.id, link)),
  )
  return { tagged: free, left: without.length - free.length }
}

/** Removes a tag from links of the caller's workspace. Returns those that had it. */
export async function removeTag(
  cx: Inside & Member,
  links: readonly Pick<Tagged, "id">[],
  tagId: string,
): Promise<Pick<Tagged, "id">[]> {
  if (links.length === 0) return []
  return cx.db
    .deleteFrom("tagged_links")
    .where("workspace_id", "=", cx.workspaceId)
    .where("tag_id", "=", tagId)
    .where(
      "link_id",
      "in",
      links.map(({ id }) => id),
    )
    .returning("link_id as id")
    .execute()
}

const pairOf = ({ workspaceId }: Member, tag_id: string, { id, created_at }: Tagged) => {
  return { tag_id, workspace_id: workspaceId, link_id: id, link_created_at: created_at }
}

async function insertPairs(cx: Inside, pairs: readonly Schema["tagged_links"][]): Promise<void> {
  if (pairs.length === 0) return
  await cx.db
    .insertInto("tagged_links")
    .values(pairs)
    .onConflict((conflict) => conflict.columns(["link_id", "tag_id", "workspace_id"]).doNothing())
    .execute()
}

/** The names of the links' tags by link id, in alphabetical order. */
export async function tagsOf(cx: Reading & Member, linkIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  if (linkIds.length === 0) return new Map()
  const rows = await cx.db
    .selectFrom("tagged_links")
    .innerJoin("link_tags", sameWorkspace("link_tags.id", "tagged_links.tag_id"))
    .select(["link_id", "name"])
    .where("tagged_links.workspace_id", "=", cx.workspaceId)
    .where("link_id", "in", linkIds)
    .orderBy("folded_name")
    .execute()
  const ofLink = Map.groupBy(rows, ({ link_id }) => link_id)
  return new Map([...ofLink].map(([id, pairs]) => [id, pairs.map(({ name }) => name)]))
}
