export { schemaNumber, textField } from "#contract/docs/doc-format.ts"
export { linkedKinds } from "#contract/docs/linked-kinds.ts"
export { browseDocs } from "./browse-docs.ts"
export {
  appendUpdate,
  type Content,
  compactContents,
  enterDoc,
  HostileUpdate,
  type LiveDoc,
  listLiveDocs,
  loadConversions,
  openContent,
  settleContents,
  type Writer,
} from "./content/index.ts"
export { createDoc } from "./create-doc.ts"
export { docEvents } from "./doc-events.ts"
export { docRetention, emptyDocs } from "./doc-store.ts"
export { getDoc } from "./get-doc.ts"
export { listTrashedDocs } from "./list-trashed-docs.ts"
export { lookUpDoc } from "./look-up-doc.ts"
export { exportDoc, importDoc, readDoc, writeDoc, writeNewDoc } from "./markdown/index.ts"
export { renameDoc } from "./rename-doc.ts"
export { sayOfNoDocs, searchDocs } from "./search-docs.ts"
export {
  downloadPublicFile,
  exportPublicDoc,
  findPublicDownload,
  findWorkspaceOfKey,
  getDocLink,
  getPublicDoc,
  getPublicPage,
  publishDoc,
  setDocListing,
  unpublishDoc,
} from "./sharing/index.ts"
export { measureDocBytes } from "./size-store.ts"
export { starDoc, unstarDoc } from "./star-and-unstar-doc.ts"
export { restoreDoc, trashDoc } from "./trash-and-restore-doc.ts"
export { getDocDigest, undoDocWrite } from "./undo/index.ts"
export { getDocVersion, listDocVersions, restoreDocVersion } from "./versions/index.ts"
export { searchDocText } from "./words/index.ts"
