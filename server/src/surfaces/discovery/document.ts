import type { Settings } from "#config/settings.ts"

/** One row of the table of documents, which programs read to find out what this service offers. */
export interface Document {
  readonly id: string
  /** The public address that the paths are below; left out, it is the base address. */
  readonly below?: "mcp"
  /** The paths; the document is the same at each of them. */
  readonly paths: readonly string[]
  readonly type: string
  /** Sent with it, with HEAD too. */
  headers?(settings: Settings): Record<string, string>
  /** JSON, a text, or bytes as they are. Made when it is first asked for, and then kept. */
  write(settings: Settings): object | string
}

/** The whole address of a document, by its first path. */
export function addressOf({ below, paths }: Pick<Document, "below" | "paths">, { addresses }: Settings): string {
  return `${addresses[below ?? "base"]}${paths[0]}`
}

/** The bytes of a document. */
export function bytesOf(document: Document, settings: Settings): Buffer {
  const content = document.write(settings)
  if (content instanceof Buffer) return content
  return Buffer.from(typeof content === "string" ? content : JSON.stringify(content))
}
