export { findTrashedLink } from "./find-trashed-link.ts"
export { sweepLinkTrash } from "./sweep-link-trash.ts"
export { restoreLink, trashLink } from "./trash-and-restore-link.ts"
export { deleteOldTrash, deleteTrashed } from "./trash-store.ts"
