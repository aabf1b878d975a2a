const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/**
 * Reads a header's value that is printable ASCII, or Base64 of UTF-8 between `=?base64?` and `?=` (MCP 2026-07-28,
 * transports, "Value Encoding"). Undefined for any other value.
 */
export function decodeHeaderValue(sent: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(sent)?.[1]
  if (encoded === undefined) return /^[\t -~]*$/.test(sent) ? sent : undefined
  const bytes = Buffer.from(encoded, "base64")
  if (bytes.toString("base64") !== encoded) return undefined
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return undefined
  }
}
