import { sizeInWords } from "#contract/size-in-words.ts"
import { conflict, notFound, ServiceError } from "#kernel/error.ts"

export const noSuchFile = () => notFound("File not found.", "It may be in the trash.")

export const noSuchFolder = () => notFound("Folder not found.", "It may be in the trash. Choose another folder.")

export const driveFull = () =>
  conflict("Not enough storage for this file.", "Upload a smaller file, or ask the workspace to free up storage.")

export const fileTooLarge = (maxBytes: number) =>
  new ServiceError("invalid_request", `The file is larger than ${sizeOf(maxBytes)}.`, {
    status: 413,
    hint: "Upload a smaller file.",
  })

const sizeOf = (bytes: number) => (bytes < 1_000_000 ? `${bytes} bytes` : sizeInWords(bytes))

/** The same refusal for a link that has expired or was revoked, or whose maker has lost the right to it. */
export const linkEnded = () =>
  new ServiceError("not_found", "This upload link is no longer active.", {
    status: 410,
    hint: "Ask the person who sent you the link for a new one.",
  })

export const noSuchLink = () =>
  notFound("Upload link not found.", "Check the address for typos, or ask for a new link.")

export const noMoreFiles = () =>
  conflict("This upload link has reached its file limit.", "Ask the person who sent you the link for a new one.")

export const noSuchUpload = () => notFound("Upload not found.", "Start the upload again.")

export const uploadEnded = () =>
  new ServiceError("not_found", "This upload was canceled.", { status: 410, hint: "Start the upload again." })

export const notInTrash = () => notFound("Not found in trash.", "It may have been restored or deleted permanently.")
