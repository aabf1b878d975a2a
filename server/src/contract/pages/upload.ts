export interface UploadData {
  /** Until when an upload may be begun, in epoch milliseconds. */
  expiresAt: number
  /** What sends a file from a terminal. */
  curl: string
  /** What sending files in the browser starts from. */
  island: {
    /** Who asks for files. */
    workspaceName: string
    filesLeft: number
    maxFileBytes: number
    /** Where uploads begin, by the tus protocol. */
    uploadPath: string
    /** How many characters a file's name may have. */
    maxNameLength: number
  }
}
