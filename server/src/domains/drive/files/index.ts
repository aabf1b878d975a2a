export { areBlobsHeld } from "./blob-hold-store.ts"
export { toContentType } from "./content-type.ts"
export {
  driveFull,
  fileTooLarge,
  linkEnded,
  noMoreFiles,
  noSuchFolder,
  noSuchLink,
  noSuchUpload,
  uploadEnded,
} from "./drive-errors.ts"
export { fileName, folderPath } from "./drive-input.ts"
export { toFileName } from "./file-name.ts"
export { type FileRow, insertFile, isFileBlob, listUnannouncedFiles, markAnnounced } from "./file-store.ts"
export { getFolderAt, toFolderPaths } from "./folder-path.ts"
export { findFolder, holdFolder } from "./folder-store.ts"
export { giveRoomBack, takeRoom } from "./storage-store.ts"
