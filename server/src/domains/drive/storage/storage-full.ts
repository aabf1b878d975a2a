import { ServiceError } from "#kernel/error.ts"

export type Full = "workspace" | "installation"

/** The refusal of a write without room. `contact` is the operator's address. */
export function storageFull(what: Full, contact: string): ServiceError {
  return what === "workspace"
    ? new ServiceError("conflict", "Storage is full.", {
        hint: `Delete assistant conversations, or move files and docs to trash to free up storage after 30 days. For more storage, contact ${contact}.`,
      })
    : new ServiceError("conflict", "This installation is out of storage.", {
        hint: `Try again later, or contact ${contact}.`,
      })
}
