export { deleteLinks } from "./delete-links.ts"
export { expireLinks } from "./expire-links.ts"
export { tagLinks, untagLinks } from "./tag-and-untag-links.ts"
export { restoreLinks, trashLinks } from "./trash-and-restore-links.ts"
