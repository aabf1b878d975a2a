/** RFC 6750 §2.1: `b64token`. */
const bearer = /^Bearer +([\w\-.~+/]+=*)$/i

/** Undefined without an `Authorization` header, null for one without a bearer token. */
export function readBearer(header: string | undefined): string | null | undefined {
  if (header === undefined) return undefined
  return bearer.exec(header.trim())?.[1] ?? null
}
