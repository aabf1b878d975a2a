export { getDocVersion } from "./get-doc-version.ts"
export { listDocVersions } from "./list-doc-versions.ts"
export { restoreDocVersion } from "./restore-doc-version.ts"
