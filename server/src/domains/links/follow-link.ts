import type { Context } from "#access/context.ts"
import { ServiceError } from "#kernel/error.ts"
import { groupCommit } from "#kernel/group-commit.ts"
import { countClicks, type FollowedLink, findFollowedLink } from "./follow-store.ts"
import { slugOfPath } from "./link-slug.ts"

/** What a visitor asks for. */
export interface LinkVisit {
  /** The workspace's own domain that was visited; null on the shared short host. */
  hostname: string | null
  /** As it stands in the address. */
  slug: string
  /** The query that the visitor brought, without `?`. */
  query: string
  /** False for visits that are no clicks: HEAD, prefetches, crawlers. */
  isClick: boolean
}

/**
 * Makes the function that answers where a visitor is sent. It answers once their click is on disk: clicks that arrive
 * together are written in one transaction, and a process that is killed has counted all it answered.
 *
 * The answer throws ServiceError `not_found`: 404 for a link that never was, 410 for one that leads nowhere any more.
 */
export function linkFollower(cx: Context): (visit: LinkVisit) => Promise<string> {
  const click = groupCommit<string, boolean>((take) => cx.atomically((cx) => countClicks(cx, take())))

  return async ({ hostname, slug: text, query, isClick }) => {
    const slug = slugOfPath(text)
    const link = slug === undefined ? undefined : await findFollowedLink(cx, { hostname, slug })
    const { id, destination, visitor_query } = judge(link, cx.now())
    if (isClick && !(await click(id))) throw gone("This link was made for a number of visits, which it has had.")
    return visitor_query === "passed" && query !== "" ? withQuery(destination, query) : destination
  }
}

function judge(link: FollowedLink | undefined, now: number): FollowedLink {
  if (!link || link.workspace_deleted_at !== null) throw noSuchLink()
  if (link.deleted_at !== null) throw gone("Whoever made this link has removed it.")
  if (link.suspended_at !== null || link.workspace_suspended_at !== null) throw gone("This link was switched off.")
  if (link.expires_at !== null && link.expires_at <= now) throw gone("This link has expired.")
  if (link.click_limit !== null && link.clicks >= link.click_limit) {
    throw gone("This link was made for a number of visits, which it has had.")
  }
  return link
}

/** Adds a visitor's parameters to an address; those that it has already stay as the link's maker set them. */
function withQuery(destination: string, query: string): string {
  const url = new URL(destination)
  const brought = [...new URLSearchParams(query)].filter(([name]) => !url.searchParams.has(name))
  if (brought.length === 0) return destination
  const added = new URLSearchParams(brought).toString()
  url.search = url.search === "" ? added : `${url.search}&${added}`
  return url.href
}

const noSuchLink = () =>
  new ServiceError("not_found", "There is no link at this address.", {
    hint: "Check it for typing mistakes.",
  })

const gone = (message: string) =>
  new ServiceError("not_found", message, { status: 410, hint: "Ask whoever gave it to you for another one." })
