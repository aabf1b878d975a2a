export { exportDoc } from "./export-doc.ts"
export { importDoc } from "./import-doc.ts"
export { toMarkdownFile } from "./to-file.ts"
export { writeDoc } from "./write-doc.ts"
