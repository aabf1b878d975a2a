export { importLinks } from "./import-links.ts"
