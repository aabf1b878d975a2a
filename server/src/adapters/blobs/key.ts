import { ServiceError } from "#kernel/error.ts"

/** Throws unless `key` has a valid form, so that it cannot point outside the store. No part begins with a dot. */
export function checkKey(key: string): void {
  if (key.length > 200 || !/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(key))
    throw new Error("A blob's key is not well formed.")
}

export function noSuchBlob(cause: unknown): ServiceError {
  return new ServiceError("not_found", "The file is not there.", { cause })
}
