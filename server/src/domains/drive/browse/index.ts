export { listFileRowsIn } from "./browse-store.ts"
export { kindOf, largestPicture } from "./preview-kind.ts"
