import { ServiceError } from "#kernel/error.ts"

export type Full = "workspace" | "installation"

/** The refusal of a write without room. `contact` is the operator's address. */
export function storageFull(what: Full, contact: string): ServiceError {
  return what === "workspace"
    ? new ServiceError("conflict", "The workspace's storage is full.", {
        hint: `Nothing was changed. Delete conversations with the assistant, or put files and docs into the trash: they make room when they leave it after 30 days. For more storage, write to ${contact}.`,
      })
    : new ServiceError("conflict", "This installation stores as much as it may.", {
        hint: `Nothing was changed. Try again later, or write to ${contact}.`,
      })
}
