import { type Selectable, sql } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import { invalidInput } from "#kernel/error.ts"
import { newId } from "#kernel/ids.ts"
import { sameWorkspace } from "#storage/own-row.ts"
import type { Schema } from "#storage/schema.ts"
import { foldTag } from "./tag-input.ts"

type Tag = Pick<Selectable<Schema["link_tags"]>, "id" | "name" | "folded_name">

/** How many tags a workspace may have, so that all of them fit into one list. */
const mostOfWorkspace = 1_000

/**
 * Finds tags by name, and makes missing ones. They stay locked until the transaction ends, so that the sweep cannot
 * delete a tag that is about to be used. Throws 400 above a thousand tags.
 */
export async function takeTags(cx: Inside & Member, names: readonly string[]): Promise<Tag[]> {
  const named = new Map(names.toReversed().map((name) => [foldTag(name), name]))
  if (named.size === 0) return []
  // Always in the same order, so that two transactions with the same tags cannot deadlock.
  const rows = [...named]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([folded_name, name]) => ({
      id: newId("tag"),
      workspace_id: cx.workspaceId,
      name,
      folded_name,
      created_at: cx.now(),
    }))
  const tags = await cx.db
    .insertInto("link_tags")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "folded_name"]).doUpdateSet((is) => ({ name: is.ref("link_tags.name") })),
    )
    .returning(["id", "name", "folded_name"])
    .execute()
  const isMade = tags.some(({ id }) => rows.some((row) => row.id === id))
  if (isMade && (await countTags(cx)) > mostOfWorkspace) throw tooMany()
  return tags
}

async function countTags(cx: Reading & Member): Promise<number> {
  const { count } = await cx.db
    .selectFrom("link_tags")
    .select(sql<number>`count(*)`.as("count"))
    .where("workspace_id", "=", cx.workspaceId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const tooMany = () =>
  invalidInput(
    `This workspace already has ${mostOfWorkspace} tags.`,
    "Use existing tags, or remove some from all links. Unused tags are deleted within an hour.",
    "tags",
  )

export async function findTagId(cx: Reading & Member, name: string): Promise<string | undefined> {
  const tag = await cx.db
    .selectFrom("link_tags")
    .select("id")
    .where("workspace_id", "=", cx.workspaceId)
    .where("folded_name", "=", foldTag(name.trim()))
    .executeTakeFirst()
  return tag?.id
}

/** The workspace's tags in alphabetical order, each with the number of its links outside the trash. */
export async function listTagRows(cx: Reading & Member): Promise<{ name: string; links: number }[]> {
  const tags = cx.db
    .selectFrom("link_tags")
    .leftJoin("tagged_links", sameWorkspace("tagged_links.tag_id", "link_tags.id"))
    .select((is) => ["link_tags.id", "name", "folded_name", is.fn.count("tagged_links.link_id").as("all")])
    .where("link_tags.workspace_id", "=", cx.workspaceId)
    .groupBy(["link_tags.id", "name", "folded_name"])
  // Few links are in the trash. Counting these, and all pairs by the index alone, avoids reading each link.
  const trashed = cx.db
    .selectFrom("short_links")
    .innerJoin("tagged_links", sameWorkspace("tagged_links.link_id", "short_links.id"))
    .select((is) => ["tag_id", is.fn.countAll().as("count")])
    .where("short_links.workspace_id", "=", cx.workspaceId)
    .where("deleted_at", "is not", null)
    .groupBy("tag_id")
  const rows = await cx.db
    .selectFrom(tags.as("tags"))
    .leftJoin(trashed.as("trashed"), "trashed.tag_id", "tags.id")
    .select(["name", sql<number>`cast("all" - coalesce(trashed.count, 0) as bigint)`.as("links")])
    .orderBy("folded_name")
    .execute()
  return rows
}

/** Deletes up to `limit` tags that no link has, not even in the trash. Returns how many it examined. */
export async function deleteUnusedTags(cx: Inside, limit: number): Promise<number> {
  const isUnused = sql<boolean>`not exists (select 1 from tagged_links where tag_id = link_tags.id)`
  // Lock the tags, then check again: a transaction that added one to a link held its lock until its commit.
  const found = await cx.db
    .updateTable("link_tags")
    .set((is) => ({ name: is.ref("name") }))
    .where("id", "in", ({ selectFrom }) => selectFrom("link_tags").select("id").where(isUnused).limit(limit))
    .returning("id")
    .execute()
  if (found.length === 0) return 0
  const ids = found.map(({ id }) => id)
  await cx.db.deleteFrom("link_tags").where("id", "in", ids).where(isUnused).execute()
  return found.length
}
