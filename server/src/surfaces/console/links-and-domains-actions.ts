import {
  browseLinks,
  countLinks,
  createTaggedLink,
  editLinkAndSlug,
  endFormerSlug,
  expireLinks,
  getLink,
  getLinkStats,
  importLinks,
  listFormerSlugs,
  listLinks,
  listLinkTags,
  restoreLink,
  restoreLinks,
  tagLinks,
  trashLink,
  trashLinks,
  untagLinks,
} from "#domains/links/index.ts"
import { attachDomain, listDomains, removeDomain } from "#domains/workspaces/index.ts"
import type { ConsoleRow } from "./console-row.ts"

export const linksAndDomainsActions = {
  // Links
  "browse-links": { does: browseLinks, method: "GET" },
  "count-links": { does: countLinks, method: "GET" },
  "create-tagged-link": { does: createTaggedLink, method: "POST" },
  "edit-link-and-slug": { does: editLinkAndSlug, method: "POST" },
  "end-former-slug": { does: endFormerSlug, method: "POST" },
  "expire-links": { does: expireLinks, method: "POST" },
  "get-link": { does: getLink, method: "GET" },
  "get-link-stats": { does: getLinkStats, method: "GET" },
  "import-links": { does: importLinks, method: "POST" },
  "list-former-slugs": { does: listFormerSlugs, method: "GET" },
  "list-link-tags": { does: listLinkTags, method: "GET" },
  "list-links": { does: listLinks, method: "GET" },
  "restore-link": { does: restoreLink, method: "POST" },
  "restore-links": { does: restoreLinks, method: "POST" },
  "tag-links": { does: tagLinks, method: "POST" },
  "trash-link": { does: trashLink, method: "POST" },
  "trash-links": { does: trashLinks, method: "POST" },
  "untag-links": { does: untagLinks, method: "POST" },
  // Domains
  "attach-domain": { does: attachDomain, method: "POST" },
  "list-domains": { does: listDomains, method: "GET" },
  "remove-domain": { does: removeDomain, method: "POST" },
} as const satisfies Record<string, ConsoleRow>
