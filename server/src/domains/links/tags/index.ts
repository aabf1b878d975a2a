export { listLinkTags } from "./list-link-tags.ts"
export { foldTag, mostTags, tagName, tagNames } from "./tag-input.ts"
export { deleteUnusedTags, findTagId } from "./tag-store.ts"
export { addTag, removeTag, setTags, setTagsOfNew, tagsOf } from "./tagged-link-store.ts"
