import { parseUrl } from "../../../kit/newer-functions.ts"

export interface Address {
  host: string
  /** Decoded, without slashes around it. */
  path: string
}

/** Reads a URL, with or without `https://`. Undefined for other text. */
export function readLinkAddress(text: string): Address | undefined {
  const cell = text.trim()
  const typed = /^https?:\/\//i.test(cell)
    ? cell
    : /^[^\s/?#@:]+\.[^\s/?#@:.]{2,}(:\d+)?([/?#]|$)/.test(cell) && `https://${cell}`
  const url = typed ? parseUrl(typed) : undefined
  return url ? { host: url.hostname, path: pathOf(url.pathname) } : undefined
}

function pathOf(pathname: string): string {
  const path = pathname.replace(/^\/+|\/+$/g, "")
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
