import type { Generated } from "kysely"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Files, folders, and the links by which outsiders send and fetch files. */
export interface DriveTables {
  /** Stored files. Their bytes are in the blob store under `blob_key`, which never leaves the server. */
  files: {
    id: string
    workspace_id: WorkspaceId
    /** Null: not in a folder. Names are unique among the files of a folder that are not in the trash. */
    folder_id: string | null
    name: string
    /** The name in the form that is searched: NFKC, in lower case. */
    search_name: string
    content_type: string
    size_bytes: number
    sha256: string
    blob_key: string
    /** Of the picture that its sender's browser made of it, stored under `blob_key` with `.webp`; null without one. */
    picture_bytes: number | null
    picture_sha256: string | null
    /** The member who sent it; null when it came through an upload link. */
    uploaded_by: string | null
    upload_link_id: string | null
    /** When the link's maker was notified. */
    announced_at: number | null
    /** When an offer or a purchase was last known to need it. Such a file may stay in the trash for longer. */
    held_at: number | null
    created_at: number
    updated_at: number
    deleted_at: number | null
  }
  /** Folders of the drive; names are unique in their parent, as those of files are. */
  folders: {
    id: string
    workspace_id: WorkspaceId
    parent_id: string | null
    name: string
    created_by: string
    /** The upload link whose sender sent a folder of this name; null for a member's folder. */
    upload_link_id: string | null
    created_at: number
    updated_at: number
    deleted_at: number | null
  }
  /** Links through which outsiders send files. The address is a MAC of the row, so the table contains no secret. */
  upload_links: {
    id: string
    workspace_id: WorkspaceId
    folder_id: string | null
    created_by: string
    /** Whom its maker made it for; null where they did not say. */
    recipient: string | null
    max_files: number
    max_file_bytes: number
    /** How many files were received or are being sent. */
    files_taken: number
    created_at: number
    expires_at: number
    revoked_at: number | null
  }
  /** Links that open a file or a folder without sign-in. The address is a MAC of the row; the table holds no secret. */
  share_links: {
    id: string
    workspace_id: WorkspaceId
    /** Exactly one of these two is set. */
    file_id: string | null
    folder_id: string | null
    created_by: string
    max_downloads: number | null
    downloads: number
    created_at: number
    expires_at: number | null
    revoked_at: number | null
  }
  share_downloads: {
    id: string
    workspace_id: WorkspaceId
    link_id: string
    /** The hash of the secret in the browser that began it; null until a browser begins it. */
    browser_hash: string | null
    expires_at: number
  }
  /** Unfinished uploads; each has reserved the room it needs. */
  uploads: {
    id: string
    workspace_id: WorkspaceId
    upload_link_id: string | null
    account_id: string | null
    folder_id: string | null
    name: string
    content_type: string
    blob_key: string
    state: "open" | "finished" | "dropped"
    length_bytes: number | null
    /** How many bytes of it are durable. */
    offset_bytes: number
    reserved_bytes: number
    created_at: number
    expires_at: number
  }
  /** Backups that are running. While there is one, no bytes are removed. */
  blob_holds: {
    id: string
    held_until: number
  }
  /** The durable parts of a resumable upload; primary key (upload_id, start_bytes). */
  upload_parts: {
    upload_id: string
    workspace_id: WorkspaceId
    start_bytes: number
    size_bytes: number
    blob_key: string
  }
  drive_storage: {
    workspace_id: WorkspaceId
    /** Bytes of files, including the trash, and of room that uploads have reserved. */
    used_bytes: number
    quota_bytes: number
    /** Bytes of everything else that counts (docs, versions, conversations, links), added up at `counted_at`. */
    counted_bytes: Generated<number>
    counted_at: Generated<number>
  }
}
