import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { futureOnly } from "./expiry.ts"
import { noSuchShortLink } from "./link.ts"
import { clickLimit, expiresAt, id, linkTitle, passesQuery, typedDestination } from "./link-input.ts"
import { updateOwnLink } from "./link-store.ts"
import { readDestination } from "./read-destination.ts"
import { taggedLink, withTags } from "./tagged-link.ts"
import { setTags, tagNames } from "./tags/index.ts"

/** Changes the given fields. A click limit below the present count ends the link. Not for links in the trash. */
export const editLink = workspaceAction({
  scope: "links:write",
  role: "member",
  changes: ["links"],
  input: z.strictObject({
    id,
    destination: typedDestination.optional(),
    title: linkTitle.optional(),
    expires_at: expiresAt.optional(),
    click_limit: clickLimit.optional(),
    passes_query: passesQuery.optional(),
    tags: tagNames.optional(),
  }),
  output: taggedLink,
  async run(cx, { id, destination, passes_query, tags, ...rest }) {
    futureOnly(cx, rest.expires_at ?? null)
    const set = {
      ...rest,
      destination: destination === undefined ? undefined : await readDestination(cx, destination),
      visitor_query: passes_query === undefined ? undefined : passes_query ? ("passed" as const) : ("dropped" as const),
    }
    const row = await cx.atomically(async (cx) => {
      const row = await updateOwnLink(cx, { id, inTrash: false }, set)
      if (row && tags) await setTags(cx, row, tags)
      return row
    })
    if (!row) throw noSuchShortLink()
    return withTags(cx, row)
  },
})
