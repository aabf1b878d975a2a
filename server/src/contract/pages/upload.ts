export interface UploadData {
  /** The latest time to begin an upload, in epoch milliseconds. */
  expiresAt: number
  isExpired: boolean
  /** A command that sends a file from a terminal. */
  curl: string
  island: {
    workspaceName: string
    filesLeft: number
    maxFileBytes: number
    /** The path at which uploads begin, by the tus protocol. */
    uploadPath: string
    maxNameLength: number
  }
}
