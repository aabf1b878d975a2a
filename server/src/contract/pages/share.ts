export interface ShareData {
  path: string
  workspaceName: string
  name: string
  /** When the link expires, in epoch milliseconds; null: never. */
  expiresAt: number | null
  pictureUrl: string | null
  /** The folders from the shared one to the shown one, without the latter. */
  way: { name: string; path: string }[]
  folders: { name: string; path: string }[]
  /** The one file, or the folder's files. */
  files: { name: string; sizeBytes: number; downloadPath: string }[]
  isFolder: boolean
  /** The path to the folder's next files. */
  morePath: string | null
}
