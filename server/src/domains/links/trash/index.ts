export { findTrashedLink } from "./find-trashed-link.ts"
export { restoreLink, trashLink } from "./trash-and-restore-link.ts"
export { deleteOldTrash, deleteTrashed, emptyClicks, emptyLinks, linkRetention } from "./trash-store.ts"
