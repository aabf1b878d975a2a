import { z } from "zod"
import type { Context, Inside, Member } from "#access/context.ts"
import { hasDomain, typedHostname } from "#domains/workspaces/index.ts"
import { invalidInput, ServiceError } from "#kernel/error.ts"
import { newId } from "#kernel/ids.ts"
import { clickLimit, destination, expiresAt, linkTitle, passesQuery, slugInput } from "./link-input.ts"
import { randomLinkSlug, readLinkSlug } from "./link-slug.ts"
import { insertLink, type LinkRow, linkBytes } from "./link-store.ts"
import { domainNamespace, sharedNamespace } from "./namespace.ts"
import { readDestination } from "./read-destination.ts"
import { slugRefusal } from "./refuse-slug.ts"

export const linkDomain = z
  .string()
  .max(253)
  .describe("A domain of the workspace. Default: the shared short host.")
  .meta({ examples: ["go.example.com"] })

export const newLink = z.strictObject({
  destination,
  slug: slugInput.optional(),
  domain: linkDomain.optional(),
  title: linkTitle.default(null),
  expiresAt: expiresAt.default(null),
  clickLimit: clickLimit.default(null),
  passesQuery: passesQuery.default(false),
})

/** The history of a link from another service. A new link has none. */
export type Moved = Partial<Pick<LinkRow, "clicks" | "clicks_before" | "created_at" | "import_id">>

/** A link that can be inserted, unless its slug is taken. Without a `wished` slug it gets a random one. */
export interface LinkDraft {
  row: Pick<LinkRow, "namespace" | "destination" | "title" | "visitor_query" | "click_limit" | "expires_at"> & Moved
  wished: string | undefined
}

/** Checks the input against the rules of links, but not that its end is in the future. Throws 400 or 409. */
export async function draftLink(cx: Context<Member>, sent: z.output<typeof newLink>): Promise<LinkDraft> {
  const { slug, domain } = sent
  const wished = slug === undefined ? undefined : readLinkSlug(slug, { isShared: domain === undefined })
  const row = {
    namespace: await namespaceOn(cx, domain),
    destination: await readDestination(cx, sent.destination),
    title: sent.title,
    visitor_query: sent.passesQuery ? ("passed" as const) : ("dropped" as const),
    click_limit: sent.clickLimit,
    expires_at: sent.expiresAt,
  }
  return { row, wished }
}

/** The namespace of a typed domain, or of the shared short host without one. */
export async function namespaceOn(cx: Context<Member>, domain: string | undefined): Promise<string> {
  if (domain === undefined) return sharedNamespace
  const hostname = typedHostname(domain)
  if (!(await hasDomain(cx, hostname))) {
    throw invalidInput(
      "Domain is not active in this workspace.",
      "Leave it out for the default domain, or ask an admin to add it.",
      "domain",
    )
  }
  return domainNamespace(cx.workspaceId, hostname)
}

/** An estimate of the storage that a link takes. */
export const linkBytesOf = ({ row }: LinkDraft): number =>
  linkBytes + Buffer.byteLength(row.destination + (row.title ?? ""))

/** Inserts a link of the member's. @throws ServiceError 409 when its slug is taken. */
export async function insertDraft(cx: Inside & Member, { row, wished }: LinkDraft): Promise<LinkRow> {
  for (let tries = 0; tries < 5; tries += 1) {
    const inserted = await insertLink(cx, {
      id: newId("link"),
      slug: wished ?? randomLinkSlug(),
      clicks: 0,
      clicks_before: 0,
      created_by: cx.accountId,
      created_at: cx.now(),
      import_id: null,
      updated_at: cx.now(),
      suspended_at: null,
      deleted_at: null,
      ...row,
    })
    if (inserted) return inserted
    if (wished !== undefined) {
      throw await slugRefusal(cx, { workspace_id: cx.workspaceId, namespace: row.namespace, slug: wished })
    }
  }
  throw new ServiceError("internal_error", "No free short name was found.", { hint: "Try again, or choose one." })
}
