import type { Settings } from "#config/settings.ts"

export interface Document {
  readonly id: string
  /** The public address before the paths. Absent: the base address. */
  readonly below?: "mcp"
  readonly paths: readonly string[]
  readonly type: string
  /** Response headers, for HEAD too. */
  headers?(settings: Settings): Record<string, string>
  /** JSON, a text, or raw bytes. Made at the first request, and then kept. */
  write(settings: Settings): object | string
}

export function addressOf({ below, paths }: Pick<Document, "below" | "paths">, { addresses }: Settings): string {
  return `${addresses[below ?? "base"]}${paths[0]}`
}

export function documentBytes(document: Document, settings: Settings): Buffer {
  const content = document.write(settings)
  if (content instanceof Buffer) return content
  return Buffer.from(typeof content === "string" ? content : JSON.stringify(content))
}
