export { isHeldByOther } from "./slug-store.ts"
export { readWishedSlug, slugTaken } from "./wished-slug.ts"
