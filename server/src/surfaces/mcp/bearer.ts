/** RFC 6750 §2.1: `b64token`. */
const bearer = /^Bearer +([\w\-.~+/]+=*)$/i

/**
 * Reads the token of an `Authorization` header. Undefined without a header, null for a header without a bearer token.
 */
export function readBearer(header: string | undefined): string | null | undefined {
  if (header === undefined) return undefined
  return bearer.exec(header.trim())?.[1] ?? null
}
