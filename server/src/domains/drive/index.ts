export { getFile } from "./browse/get-file.ts"
export { listDriveTrash } from "./browse/list-drive-trash.ts"
export { listFolder } from "./browse/list-folder.ts"
export { lookUpFiles } from "./browse/look-up-files.ts"
export { previewFile } from "./browse/preview-file.ts"
export { pictureForStrangers } from "./browse/preview-kind.ts"
export { readFileText } from "./browse/read-file-text.ts"
export { emptyDrive, emptyDriveStorage } from "./empty-drive-store.ts"
export { holdBlobs, listHolds, releaseBlobs } from "./files/blob-hold-store.ts"
export { createFolder } from "./files/create-folder.ts"
export {
  type DriveDownload,
  downloadFile,
  fileAddressEnded,
  findDriveDownload,
  toDownload,
} from "./files/download-file.ts"
export { entryIds, maxFileBytes, namesFolder } from "./files/drive-input.ts"
export { editFile } from "./files/edit-file.ts"
export { editFolder } from "./files/edit-folder.ts"
export { fileEvents } from "./files/file-events.ts"
export { cutToBytes, longestFileName, withNumber } from "./files/file-name.ts"
export { findFile, holdFile, listFilesById } from "./files/file-store.ts"
export { makeFolders } from "./files/make-folders.ts"
export { moveFiles } from "./files/move-files.ts"
export { removeBlob } from "./files/remove-blob.ts"
export { searchDriveFiles } from "./files/search-drive-files.ts"
export { sweepDriveTrash } from "./files/sweep-drive-trash.ts"
export { restoreFile, trashFile } from "./files/trash-and-restore-file.ts"
export { restoreFiles, trashFiles } from "./files/trash-and-restore-files.ts"
export { restoreFolder, trashFolder } from "./files/trash-and-restore-folder.ts"
export { readWholeFile } from "./pictures/read-whole-file.ts"
export { setLogo } from "./pictures/set-logo.ts"
export { createShareLink } from "./shares/create-share-link.ts"
export { downloadSharedFile } from "./shares/download-shared-file.ts"
export { findSharedDownload } from "./shares/find-shared-download.ts"
export { getShareLink } from "./shares/get-share-link.ts"
export { listShareLinks } from "./shares/list-share-links.ts"
export { revokeShareLink } from "./shares/revoke-share-link.ts"
export { findGenuineShareLink } from "./shares/share-link.ts"
export { shareRetention } from "./shares/share-link-store.ts"
export { continuedMs } from "./shares/shared-address.ts"
export { type AddressKind, type AddressUse, addressMs, readAddress, signAddress } from "./signed-address.ts"
export {
  countAll,
  findStorageUse,
  findTotal,
  getStorage,
  hasRoom,
  linkBytes,
  needRoom,
  storageUse,
} from "./storage/index.ts"
export { createUploadLink } from "./upload-links/create-upload-link.ts"
export { getUploadLink } from "./upload-links/get-upload-link.ts"
export { arrivals, listArrivals } from "./upload-links/list-arrivals.ts"
export { listUploadLinks } from "./upload-links/list-upload-links.ts"
export { lookUpUploadLink } from "./upload-links/look-up-upload-link.ts"
export { mailUpload } from "./upload-links/mail-upload.ts"
export { revokeUploadLink } from "./upload-links/revoke-upload-link.ts"
export { findGenuineLink } from "./upload-links/upload-link.ts"
export { uploadLinkEvents } from "./upload-links/upload-link-events.ts"
export { uploadLinkRetention } from "./upload-links/upload-link-store.ts"
export { beginMemberUpload } from "./uploads/begin-member-upload.ts"
export { beginUpload } from "./uploads/begin-upload.ts"
export { cancelMemberUpload } from "./uploads/cancel-member-upload.ts"
export { cancelUpload } from "./uploads/cancel-upload.ts"
export { continueMemberUpload } from "./uploads/continue-member-upload.ts"
export { continueUpload } from "./uploads/continue-upload.ts"
export { finishUpload } from "./uploads/finish-upload.ts"
export { getMemberUploadState } from "./uploads/get-member-upload-state.ts"
export { getUploadState } from "./uploads/get-upload-state.ts"
export { keepLinkPicture } from "./uploads/keep-link-picture.ts"
export { keepMemberPicture } from "./uploads/keep-member-picture.ts"
export { receiveFile } from "./uploads/receive-file.ts"
export { storeFile } from "./uploads/store-file.ts"
export { sweepUploads } from "./uploads/sweep-uploads.ts"
