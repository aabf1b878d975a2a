import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Docs and their earlier versions. */
export interface DocTables {
  /** Rich text; the present version. */
  docs: {
    id: string
    workspace_id: WorkspaceId
    title: string
    /** The title in the form that is searched: NFKC, in lower case. */
    search_title: string
    emoji: string | null
    /** JSON of the editor's document. */
    body: string
    /** Goes up with each save. */
    version: number
    saved_by: string
    created_by: string
    created_at: number
    updated_at: number
    deleted_at: number | null
  }
  /** Earlier versions of docs; primary key (doc_id, version). */
  doc_versions: {
    doc_id: string
    version: number
    title: string
    emoji: string | null
    body: string
    saved_by: string
    saved_at: number
  }
  /** Docs that a member wants to find again; primary key (account_id, doc_id). Nobody else sees it. */
  doc_stars: {
    doc_id: string
    account_id: string
    workspace_id: WorkspaceId
    created_at: number
  }
}
