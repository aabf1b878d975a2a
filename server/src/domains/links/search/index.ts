export { findRareLinks, indexLink, isFoundLink, searchTextOf, withoutScheme } from "./link-text-store.ts"
