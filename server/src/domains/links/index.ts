export { browseLinks } from "./browse/index.ts"
export {
  deleteLinks,
  expireLinks,
  passQueryOfLinks,
  restoreLinks,
  tagLinks,
  trashLinks,
  untagLinks,
} from "./bulk/index.ts"
export {
  clickRetention,
  clicksByDay,
  findFollowedLink,
  getClicksByDay,
  getLinkStats,
  linkFollower,
  readClickSource,
  sumClickDays,
} from "./clicks/index.ts"
export { countLinks } from "./count-links.ts"
export { createLink } from "./create-link.ts"
export { createTaggedLink } from "./create-tagged-link.ts"
export { isOwnedHostname, listServed } from "./domain-lookup-store.ts"
export { getLink } from "./get-link.ts"
export { importLinks, listLinkImports, undoLinkImport } from "./import/index.ts"
export { sayOfNewLink, shownLinkState, shownLinkStateOf } from "./link.ts"
export { linkEvents } from "./link-events.ts"
export { linkSlugFrom, slugOfPath } from "./link-slug.ts"
export { measureLinkBytes, suspendLink } from "./link-store.ts"
export { listLinks } from "./list-links.ts"
export { shortUrl } from "./namespace.ts"
export { editLinkAndSlug, endFormerSlug, listFormerSlugs } from "./slugs/index.ts"
export { deleteUnusedTags, listLinkTags } from "./tags/index.ts"
export { emptyClicks, emptyLinks, findTrashedLink, linkRetention, restoreLink, trashLink } from "./trash/index.ts"
