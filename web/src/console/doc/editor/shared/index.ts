export { others } from "./others.ts"
export { isFromText, shareText } from "./shared-text.ts"
