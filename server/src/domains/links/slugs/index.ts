export { editLinkAndSlug } from "./edit-link-and-slug.ts"
export { endFormerSlug } from "./end-former-slug.ts"
export { listFormerSlugs } from "./list-former-slugs.ts"
