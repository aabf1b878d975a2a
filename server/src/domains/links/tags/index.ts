export { listLinkTags } from "./list-link-tags.ts"
export { sweepLinkTags } from "./sweep-link-tags.ts"
export { tagNames } from "./tag-input.ts"
export { findTagId, setTags, tagsOf } from "./tag-store.ts"
