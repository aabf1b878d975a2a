import { ServiceError } from "#kernel/error.ts"

export const noSuchFile = () =>
  new ServiceError("not_found", "There is no such file in this workspace.", {
    hint: "Search for it again: it may be in the trash.",
  })

export const noSuchFolder = () =>
  new ServiceError("not_found", "There is no such folder in this workspace.", {
    hint: "Look at the folders that there are, or leave the folder out.",
  })

export const driveFull = () =>
  new ServiceError("conflict", "There is no room left for this in the workspace's drive.", {
    hint: "Send a smaller file, or ask the workspace to make room.",
  })

export const fileTooLarge = (maxBytes: number) =>
  new ServiceError("invalid_request", `The file is larger than the ${maxBytes} bytes that are taken here.`, {
    status: 413,
    hint: "Send a smaller file.",
  })

/** The same refusal for a link that has expired or was revoked, or whose maker has lost the right to it. */
export const linkEnded = () =>
  new ServiceError("not_found", "This upload link has ended.", {
    status: 410,
    hint: "Ask whoever sent it to you for a new one.",
  })

export const noSuchLink = () =>
  new ServiceError("not_found", "There is no such upload link.", {
    hint: "Check the address for typing mistakes, or ask for a new link.",
  })

export const noMoreFiles = () =>
  new ServiceError("conflict", "This upload link takes no more files.", {
    hint: "Ask whoever sent it to you for a new one.",
  })

export const noSuchUpload = () =>
  new ServiceError("not_found", "There is no such upload.", { hint: "Begin the upload again." })

export const uploadEnded = () =>
  new ServiceError("not_found", "This upload was given up.", { status: 410, hint: "Begin the upload again." })

export const notInTrash = () =>
  new ServiceError("not_found", "This is not in the trash.", { hint: "Look at what is in the trash." })
