export interface ShareData {
  /** Of the link, whatever of it is shown. */
  path: string
  workspaceName: string
  /** Of the file, or of the folder that is shown. */
  name: string
  /** Until when the link works, in epoch milliseconds; null: it does not expire. */
  expiresAt: number | null
  /** Shows the file, where it is a picture. */
  pictureUrl: string | null
  /** From the shared folder down to the one that is shown, without that. */
  way: { name: string; path: string }[]
  folders: { name: string; path: string }[]
  /** One file, or those of the folder. */
  files: { name: string; sizeBytes: number; downloadPath: string }[]
  isFolder: boolean
  /** Where the folder's next files are. */
  morePath: string | null
}
