export interface PublicDocData {
  /** Of the page. */
  path: string
  workspaceName: string
  title: string
  emoji: string | null
  /** The editor's document, without what strangers may not read. */
  body: { readonly content?: unknown }
  /** Epoch milliseconds. */
  updatedAt: number
  /** What the doc shows of the drive, by the file's id. What is not here is not there any more. */
  files: Record<string, { sizeBytes: number; downloadPath: string; pictureUrl: string | null }>
}
