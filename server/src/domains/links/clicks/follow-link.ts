import type { Context } from "#access/context.ts"
import { notFound, ServiceError } from "#kernel/error.ts"
import { groupCommit } from "#kernel/group-commit.ts"
import { record } from "#measure/measure.ts"
import { hasReachedLimit } from "../link.ts"
import { slugsOfPath } from "../link-slug.ts"
import type { Click, ClickSource } from "./click-source.ts"
import { countClicks, type FollowedLink, findFollowedLink } from "./follow-store.ts"

export interface LinkVisit {
  /** The visited domain of a workspace; null on the shared short host. */
  hostname: string | null
  /** The slug in the address, decoded. */
  slug: string
  /** The query of the visitor's address, without `?`, as it was sent. */
  query: string
  /** The source of a click; null for visits that do not count as clicks: HEAD, prefetches, crawlers. */
  click: ClickSource | null
}

/**
 * Returns a function that counts a click and returns the destination. It resolves when the click is on disk, so even a
 * killed process has counted every visitor that it sent on. Clicks that arrive together share a transaction. It throws
 * 404 for an unknown link, 410 for one that no longer works.
 */
export function linkFollower(cx: Context): (visit: LinkVisit) => Promise<string> {
  const click = groupCommit<Click, boolean>(async (take) => {
    const counted = await cx.atomically((cx) => countClicks(cx, take()))
    record("clicks_group_size", counted.length)
    return counted
  })

  return async ({ hostname, slug, query, click: source }) => {
    const link = await findVisitedLink(cx, hostname, slug)
    const { id, workspace_id: workspaceId, destination, visitor_query } = judge(link, cx.now())
    if (source && !(await click({ id, workspaceId, ...source }))) throw usedUp()
    return visitor_query === "passed" && query !== "" ? withQuery(destination, query) : destination
  }
}

/** An unknown name is looked up again without the characters that a text or a mail program appended to it. */
async function findVisitedLink(cx: Context, hostname: string | null, text: string): Promise<FollowedLink | undefined> {
  for (const slug of slugsOfPath(text)) {
    const found = await findFollowedLink(cx, { hostname, slug })
    if (found) return found
  }
  return undefined
}

function judge(link: FollowedLink | undefined, now: number): FollowedLink {
  if (!link || link.workspace_deleted_at !== null) throw noSuchLink()
  if (link.deleted_at !== null) throw gone("This link was deleted.")
  if (link.suspended_at !== null || link.workspace_suspended_at !== null) throw gone("This link is suspended.")
  if (link.expires_at !== null && link.expires_at <= now) throw gone("This link has expired.")
  if (hasReachedLimit(link)) throw usedUp()
  return link
}

/**
 * Adds a visitor's parameters to an address, byte for byte, since some sites read only the encoding that they sent.
 * Parameters that the address already has are not replaced.
 */
function withQuery(destination: string, query: string): string {
  const [, address = "", search, fragment = ""] = /^([^?#]*)(?:\?([^#]*))?(.*)$/s.exec(destination) ?? []
  const own = new URLSearchParams(search)
  const brought = query.split("&").filter((parameter) => parameter !== "" && !own.has(nameOf(parameter)))
  if (brought.length === 0) return destination
  const added = brought.join("&").replaceAll("#", "%23")
  return `${address}?${search ? `${search}&` : ""}${added}${fragment}`
}

const nameOf = (parameter: string) => new URLSearchParams(parameter).keys().next().value ?? ""

const noSuchLink = () => notFound("Link not found.", "Check the address for typos.")

const gone = (message: string) =>
  new ServiceError("not_found", message, { status: 410, hint: "Ask the sender for a new link." })

const usedUp = () => gone("This link has reached its visit limit.")
