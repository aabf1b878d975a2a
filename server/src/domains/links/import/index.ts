export { importLinks } from "./import-links.ts"
export { listLinkImports } from "./list-link-imports.ts"
export { undoLinkImport } from "./undo-link-import.ts"
