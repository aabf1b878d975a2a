export interface PublicDocData {
  path: string
  workspaceName: string
  title: string
  emoji: string | null
  /** The editor's document as JSON, without content that is not public, cut to the length of a page. */
  drawn: string
  /** Whether the doc is longer than the page, and the path of the whole doc. */
  isCut: boolean
  wholePath: string
  /** Changes with the doc's text. */
  version: string
  /** Epoch milliseconds. */
  updatedAt: number
  /** The drive's files that the doc shows, by id. A missing file no longer exists. */
  files: Record<string, { sizeBytes: number; downloadPath: string; pictureUrl: string | null }>
}
