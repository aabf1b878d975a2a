export { indexDoc } from "./index-doc.ts"
export { readOlderDocs } from "./read-older-docs.ts"
export { searchDocText } from "./search-doc-text.ts"
export { textOfBody, textOfDoc } from "./text-of.ts"
