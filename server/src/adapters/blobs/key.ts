import { ServiceError } from "#kernel/error.ts"

/** Throws unless `key` is of the form that the port allows; above all it cannot lead out of the store. */
export function checkKey(key: string): void {
  if (key.length > 200 || !/^[\w-]+(\/[\w-]+)*$/.test(key)) throw new Error("A blob's key is not well formed.")
}

/** The refusal of a key under which nothing lies. */
export function noSuchBlob(cause: unknown): ServiceError {
  return new ServiceError("not_found", "The file is not there.", { cause })
}
