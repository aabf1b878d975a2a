import { conflict, type ServiceError } from "#kernel/error.ts"

export type Full = "workspace" | "installation"

/** The refusal of a write without room. `contact` is the operator's address. */
export function storageFull(what: Full, contact: string): ServiceError {
  return what === "workspace"
    ? conflict(
        "Storage is full.",
        `Delete assistant conversations, or move files and docs to trash to free up storage after 30 days. For more storage, contact ${contact}.`,
      )
    : conflict("This installation is out of storage.", `Try again later, or contact ${contact}.`)
}
