import { z } from "zod"
import type { Context, Inside, Member } from "#access/context.ts"
import { futureOnly } from "./expiry.ts"
import { noSuchShortLink } from "./link.ts"
import { clickLimit, expiresAt, id, linkTitle, passesQuery, typedDestination } from "./link-input.ts"
import { type LinkRow, updateOwnLink } from "./link-store.ts"
import { readDestination } from "./read-destination.ts"
import { setTags, tagNames } from "./tags/index.ts"

export const linkEdit = z.strictObject({
  id,
  destination: typedDestination.optional(),
  title: linkTitle.optional(),
  expiresAt: expiresAt.optional(),
  clickLimit: clickLimit.optional(),
  passesQuery: passesQuery.optional(),
  tags: tagNames.optional(),
})

type LinkEdit = Awaited<ReturnType<typeof readEdit>>

/** Checks the fields. Throws 400 with the field at fault. */
export async function readEdit(
  cx: Context<Member>,
  { id, destination, expiresAt, clickLimit, passesQuery, tags, title }: z.output<typeof linkEdit>,
) {
  futureOnly(cx, expiresAt ?? null)
  const set = {
    title,
    expires_at: expiresAt,
    click_limit: clickLimit,
    destination: destination === undefined ? undefined : await readDestination(cx, destination),
    visitor_query: passesQuery === undefined ? undefined : passesQuery ? ("passed" as const) : ("dropped" as const),
  }
  return { id, tags, set }
}

/** @throws ServiceError `not_found`, also for a link in the trash */
export async function applyEdit(cx: Inside & Member, { id, tags, set }: LinkEdit): Promise<LinkRow> {
  const row = await updateOwnLink(cx, { id, inTrash: false }, set)
  if (!row) throw noSuchShortLink()
  if (tags) await setTags(cx, row, tags)
  return row
}
