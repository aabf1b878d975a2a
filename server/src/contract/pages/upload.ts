export interface UploadData {
  /** The latest time to begin an upload, in epoch milliseconds. */
  expiresAt: number
  /** A command that sends a file from a terminal. */
  curl: string
  /** The initial data of uploads in the browser. */
  island: {
    /** The workspace that requests the files. */
    workspaceName: string
    filesLeft: number
    maxFileBytes: number
    /** Where uploads begin, by the tus protocol. */
    uploadPath: string
    /** The most characters of a file's name. */
    maxNameLength: number
  }
}
