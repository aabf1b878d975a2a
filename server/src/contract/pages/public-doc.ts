export interface PublicDocData {
  /** Of the page. */
  path: string
  workspaceName: string
  title: string
  emoji: string | null
  /** The editor's document as JSON, without what strangers may not read, cut to what a page shows. */
  drawn: string
  /** Whether the doc goes on behind it, and where all of it is then. */
  isCut: boolean
  wholePath: string
  /** Another text of the doc has another one. */
  version: string
  /** Epoch milliseconds. */
  updatedAt: number
  /** What the doc shows of the drive, by the file's id. What is not here is not there any more. */
  files: Record<string, { sizeBytes: number; downloadPath: string; pictureUrl: string | null }>
}
