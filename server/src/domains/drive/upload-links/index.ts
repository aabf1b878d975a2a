// Links through which people without an account can send files. The room of uploads receives the files.

export { announceArrival } from "./announce-arrival.ts"
export { openSentFolder, sentFolders } from "./sent-folders.ts"
export { checkLink, getGenuineLink, lockDestination, lockLink, takeFromLink, token } from "./upload-link.ts"
export { findWorkspaceName, giveSlotBack, type UploadLinkRow } from "./upload-link-store.ts"
