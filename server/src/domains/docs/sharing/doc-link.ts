import { z } from "zod"
import type { Member, Outside, Reading } from "#access/context.ts"
import { noSuchDoc } from "../doc-shape.ts"
import { findDocHead } from "../doc-store.ts"

export const docLink = z.object({
  url: z.string().nullable().describe("The public URL; null if there is none."),
  since: z.int().nullable().describe("Epoch milliseconds."),
  isListed: z.boolean().describe("Whether search engines may list it."),
})

/** @throws ServiceError `not_found`. */
export async function findDocLink(
  cx: Reading & Member,
  { addresses }: Pick<Outside, "addresses">,
  id: string,
): Promise<z.output<typeof docLink>> {
  const doc = await findDocHead(cx, id)
  if (!doc || doc.deleted_at !== null) throw noSuchDoc()
  const { public_key, public_since, public_indexed_at } = doc
  const url = public_key === null ? null : `${addresses.base}/d/${public_key}`
  return { url, since: public_since, isListed: public_indexed_at !== null }
}
