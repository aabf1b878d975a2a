import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Member } from "#access/caller.ts"
import type { Context, Inside } from "#access/context.ts"
import { invalidInput, ServiceError } from "#kernel/error.ts"
import { newId } from "#kernel/ids.ts"
import { isOwnDomain } from "./domain-lookup-store.ts"
import { futureOnly } from "./expiry.ts"
import { link, toLink } from "./link.ts"
import { clickLimit, destination, expiresAt, passesQuery, title } from "./link-input.ts"
import { randomLinkSlug, readLinkSlug, slugTaken } from "./link-slug.ts"
import { insertLink, type LinkRow } from "./link-store.ts"
import { domainNamespace, sharedNamespace } from "./namespace.ts"
import { readDestination } from "./read-destination.ts"

/** Creates a short link that works at once. Members may. */
export const createLink = workspaceAction({
  scope: "links:write",
  role: "member",
  input: z.strictObject({
    destination,
    slug: z
      .string()
      .max(200)
      .optional()
      .describe(
        "The last part of the short address: a–z, 0–9 and hyphens; others are dropped, and it is cut to 32 characters, so read the answer's `slug`. At least 3 on the shared short host. Left out: 7 random characters. It cannot be changed later.",
      )
      .meta({ examples: ["spring-sale"] }),
    domain: z
      .string()
      .max(253)
      .optional()
      .describe("A verified domain of the workspace. Left out: the shared short host.")
      .meta({ examples: ["go.example.com"] }),
    title: title.default(null),
    expires_at: expiresAt.default(null),
    click_limit: clickLimit.default(null),
    passes_query: passesQuery.default(false),
  }),
  output: link,
  async run(cx, { destination, slug, domain, ...input }) {
    futureOnly(cx, input.expires_at)
    const wished = slug === undefined ? undefined : readLinkSlug(slug, { isShared: domain === undefined })
    const draft = {
      namespace: domain === undefined ? sharedNamespace : await namespaceOn(cx, domain),
      destination: await readDestination(cx, destination),
      title: input.title,
      visitor_query: input.passes_query ? ("passed" as const) : ("dropped" as const),
      click_limit: input.click_limit,
      expires_at: input.expires_at,
    }
    return cx.atomically(async (inside) => toLink(cx, await insert(inside, draft, wished)))
  },
})

async function namespaceOn(cx: Context<Member>, domain: string): Promise<string> {
  const hostname = domain.trim().toLowerCase().replace(/\.$/, "")
  if (!(await isOwnDomain(cx, hostname))) {
    throw invalidInput(
      "`domain` is not a verified domain of the workspace.",
      "Leave `domain` out for the shared short host, or ask an admin to verify the domain in the workspace's settings.",
      "domain",
    )
  }
  return domainNamespace(cx.workspaceId, hostname)
}

type Draft = Pick<LinkRow, "namespace" | "destination" | "title" | "visitor_query" | "click_limit" | "expires_at">

async function insert(cx: Inside & Member, draft: Draft, wished: string | undefined): Promise<LinkRow> {
  for (let tries = 0; tries < 5; tries += 1) {
    const row = await insertLink(cx, {
      ...draft,
      id: newId("link"),
      slug: wished ?? randomLinkSlug(),
      clicks: 0,
      created_by: cx.accountId,
      created_at: cx.now(),
      updated_at: cx.now(),
      suspended_at: null,
      deleted_at: null,
    })
    if (row) return row
    if (wished !== undefined) throw slugTaken(wished)
  }
  throw new ServiceError("internal_error", "No free slug was found.", { hint: "Try again, or choose a slug." })
}
