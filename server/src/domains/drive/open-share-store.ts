import { type RawBuilder, sql } from "kysely"

/** The condition that a share link was not revoked and has not expired. */
export const isStanding = (now: number): RawBuilder<boolean> =>
  sql<boolean>`(share_links.revoked_at is null and (share_links.expires_at is null or share_links.expires_at > ${now}))`

/** The condition that a share link has downloads left. */
export const hasDownloadsLeft = sql<boolean>`(share_links.max_downloads is null or share_links.downloads < share_links.max_downloads)`
