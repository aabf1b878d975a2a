import { type RawBuilder, sql } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import { toSearchText } from "#kernel/text/search-text.ts"
import type { Schema } from "#storage/schema.ts"
import { findRare, hasParts, pieceWriter, type SearchTable } from "#storage/search-index.ts"

const index: SearchTable = { table: "link_pieces", key: "link_id" }

type SearchedLink = Pick<Schema["short_links"], "slug" | "title" | "destination">

export const searchTextOf = ({ slug, title, destination }: SearchedLink): string =>
  toSearchText([slug, title, withoutScheme(destination)].join("\n"))

/** An address is found in whichever scheme it is pasted. */
export const withoutScheme = (text: string): string => text.replace(/^\s*https?:\/\//i, "")

const putPieces = pieceWriter(index)

/** Lets searches find a new or changed link. */
export function indexLink(
  cx: Inside,
  link: { readonly id: string; readonly search_text: string } & Pick<Schema["short_links"], "workspace_id">,
): Promise<void> {
  return putPieces(cx.db, { id: link.id, workspaceId: link.workspace_id, searchText: link.search_text })
}

/** The ids of all links that a query may find. Undefined where they may be too many for one statement. */
export const findRareLinks = (cx: Reading & Member, parts: readonly string[]) =>
  findRare(cx.db, index, { workspaceId: cx.workspaceId, parts })

/** The condition that a query finds a row of `short_links`. */
export const isFoundLink = (parts: readonly string[]): RawBuilder<boolean> =>
  hasParts(sql`short_links.search_text`, parts)
