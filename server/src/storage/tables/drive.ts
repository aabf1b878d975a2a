import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Files, folders and upload links. */
export interface DriveTables {
  /** Stored files; the bytes lie in the blob store under `blob_key`, which never leaves the server. */
  files: {
    id: string
    workspace_id: WorkspaceId
    /** Null: not in a folder. Names are unique among the files of a folder that are not in the trash. */
    folder_id: string | null
    name: string
    /** The name as it is searched: NFKC, in lower case. */
    search_name: string
    content_type: string
    size_bytes: number
    sha256: string
    blob_key: string
    /** The member who sent it, or the upload link that it came through. */
    uploaded_by: string | null
    upload_link_id: string | null
    /** When the link's maker was told. */
    announced_at: number | null
    /** When it was last known that an offer or a purchase needs it: it may outlive the trash. */
    held_at: number | null
    created_at: number
    updated_at: number
    /** In the trash since. */
    deleted_at: number | null
  }
  /** Folders of the drive; names are unique in their parent, as those of files are. */
  folders: {
    id: string
    workspace_id: WorkspaceId
    parent_id: string | null
    name: string
    created_by: string
    created_at: number
    updated_at: number
    deleted_at: number | null
  }
  /** Ways for strangers to send files; the address is a MAC of the row, so nothing usable lies here. */
  upload_links: {
    id: string
    workspace_id: WorkspaceId
    folder_id: string | null
    created_by: string
    max_files: number
    max_file_bytes: number
    /** How many were received or are being sent. */
    files_taken: number
    created_at: number
    expires_at: number
    revoked_at: number | null
  }
  /** Files that are on their way in; each holds the room that it needs. */
  uploads: {
    id: string
    workspace_id: WorkspaceId
    upload_link_id: string | null
    account_id: string | null
    folder_id: string | null
    name: string
    content_type: string
    /** Where the file will lie. */
    blob_key: string
    state: "open" | "finished" | "dropped"
    /** Null: not known before the end. */
    length_bytes: number | null
    /** How much of it is durable. */
    offset_bytes: number
    reserved_bytes: number
    created_at: number
    expires_at: number
  }
  /** The backups that are under way: while there is one, no bytes are removed. */
  blob_holds: {
    id: string
    held_until: number
  }
  /** What is durable of a resumable upload; primary key (upload_id, start_bytes). */
  upload_parts: {
    upload_id: string
    start_bytes: number
    size_bytes: number
    blob_key: string
  }
  /** One row a workspace; made when it is first needed. */
  drive_storage: {
    workspace_id: WorkspaceId
    /** Files, those in the trash included, and the room that uploads hold. */
    used_bytes: number
    quota_bytes: number
  }
}
