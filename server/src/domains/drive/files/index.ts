export { areBlobsHeld } from "./blob-hold-store.ts"
export { readGivenType, toContentType } from "./content-type.ts"
export { type DriveDownload, fileAddressEnded, toDownload } from "./download-file.ts"
export {
  driveFull,
  fileTooLarge,
  linkEnded,
  noMoreFiles,
  noSuchFile,
  noSuchFolder,
  noSuchLink,
  noSuchUpload,
  uploadEnded,
} from "./drive-errors.ts"
export { entryIds, fileName, folderPath, longestPath, maxFileBytes, namesFolder } from "./drive-input.ts"
export { signFileAddress } from "./file-address.ts"
export { fileData, toFileData } from "./file-events.ts"
export { isNameless, longestFileName, toFileName, withNumber } from "./file-name.ts"
export {
  type FileRow,
  findFile,
  findFileOfBlob,
  insertFile,
  listFilesById,
  listUnannouncedFiles,
  markAnnounced,
  pictureKeyOf,
  searchFileRows,
  setPicture,
} from "./file-store.ts"
export { checkPlace, checkRoom } from "./folder.ts"
export { getFolderAt, listAncestors, maxFolders, toFolderPaths } from "./folder-path.ts"
export {
  type FolderRow,
  findFolder,
  insertFolder,
  listFolderRows,
  listFoldersById,
  listSubfolders,
  listSubtree,
  lockFolder,
} from "./folder-store.ts"
export { keepHead } from "./type-of-bytes.ts"
