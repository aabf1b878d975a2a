export { others } from "./others.ts"
export { isFromText, sharedText } from "./shared-text.ts"
