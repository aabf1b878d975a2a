import { invalidInput } from "#kernel/error.ts"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const useless = new Set(["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"])

/**
 * A UUID (RFC 9562), bare or quoted, in any case; returned in lower case. Node joins two headers with a comma, so a
 * repeated one is no UUID. @throws ServiceError 400 for anything else, the empty, nil and max ones included.
 */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const text = String(header).toLowerCase()
  const key = text.startsWith('"') && text.endsWith('"') && text.length > 1 ? text.slice(1, -1) : text
  if (!uuid.test(key) || useless.has(key)) {
    throw invalidInput("The header `Idempotency-Key` must be a UUID.", "Send one random UUID for each operation.")
  }
  return key
}
