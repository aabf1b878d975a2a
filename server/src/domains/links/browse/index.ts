export { browseLinks } from "./browse-links.ts"
