import type { Caller } from "#access/context.ts"
import type { Role } from "#access/roles.ts"
import { createDoc, searchDocText } from "#domains/docs/index.ts"
import { indexDoc } from "#domains/docs/words/index.ts"
import { valuesOf } from "../basics/values-of.ts"
import type { World } from "../worlds/world.ts"

type Who = Role | "stranger" | Caller

/** The JSON of a doc with one paragraph. */
export const bodyOf = (text: string) =>
  JSON.stringify({ type: "doc", content: [{ type: "paragraph", content: text && [{ type: "text", text }] }] })

/** Stores a doc's text and indexes it, as the service does once a doc has settled. */
export async function writeText({ cx }: World, id: string, text: string): Promise<void> {
  await cx.atomically(async (cx) => {
    const changed = cx.db
      .updateTable("docs")
      .set({ body: bodyOf(text) })
      .where("id", "=", id)
    const doc = await changed.returning(["workspace_id", "title"]).executeTakeFirstOrThrow()
    await indexDoc(cx, { docId: id, workspaceId: doc.workspace_id, title: doc.title, text })
  })
}

/** Makes a doc with a text, and returns its id. */
export async function makeDoc(here: World, title: string, text = ""): Promise<string> {
  const { id } = await here.act("member", createDoc, { title })
  if (text !== "") await writeText(here, id, text)
  return id
}

/** Searches as a viewer of `studio`, or as another caller. */
export const search = (
  here: World,
  query: string,
  { as = "viewer", ...more }: { as?: Who; [name: string]: unknown } = {},
) => here.act(as, searchDocText, { query, ...more })

/** The titles of a search's first results. */
export const titlesOf = async (here: World, query: string, who: Who = "viewer") =>
  valuesOf((await search(here, query, { as: who })).items, "title")

/** The titles of all pages of results; runs `between` after each page. */
export async function pagesOf(
  here: World,
  { query, limit, between }: { query: string; limit: number; between?: () => Promise<void> },
): Promise<string[][]> {
  const all: string[][] = []
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await search(here, query, { limit, ...(cursor && { cursor }) })
    all.push(items.map(({ title }) => title))
    if (nextCursor === undefined) return all
    cursor = nextCursor
    await between?.()
  }
}
