export { findTrashedLink } from "./find-trashed-link.ts"
export { sweepLinkTrash } from "./sweep-link-trash.ts"
export { restoreLink, trashLink } from "./trash-and-restore-link.ts"
export { deleteOldTrash, deleteTrashed, emptyClicks, emptyLinks } from "./trash-store.ts"
