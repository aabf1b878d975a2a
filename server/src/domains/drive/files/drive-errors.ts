import { sizeInWords } from "#contract/size-in-words.ts"
import { ServiceError } from "#kernel/error.ts"

export const noSuchFile = () =>
  new ServiceError("not_found", "File not found.", {
    hint: "It may be in the trash.",
  })

export const noSuchFolder = () =>
  new ServiceError("not_found", "Folder not found.", {
    hint: "It may be in the trash. Choose another folder.",
  })

export const driveFull = () =>
  new ServiceError("conflict", "Not enough storage for this file.", {
    hint: "Upload a smaller file, or ask the workspace to free up storage.",
  })

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
  new ServiceError("not_found", "Upload link not found.", {
    hint: "Check the address for typos, or ask for a new link.",
  })

export const noMoreFiles = () =>
  new ServiceError("conflict", "This upload link has reached its file limit.", {
    hint: "Ask the person who sent you the link for a new one.",
  })

export const noSuchUpload = () =>
  new ServiceError("not_found", "Upload not found.", { hint: "Start the upload again." })

export const uploadEnded = () =>
  new ServiceError("not_found", "This upload was canceled.", { status: 410, hint: "Start the upload again." })

export const notInTrash = () =>
  new ServiceError("not_found", "Not found in trash.", { hint: "It may have been restored or deleted permanently." })
