import type { Generated } from "kysely"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

export interface DocTables {
  docs: {
    id: string
    workspace_id: WorkspaceId
    title: string
    /** The title in the form that is searched: NFKC, in lower case. */
    search_title: string
    emoji: string | null
    /** JSON of the editor's document as it was at `indexed_seq`; derived from the updates. */
    body: string
    /** The number of the present version; it increases when an earlier one is kept. */
    version: number
    /** The number of the last stored update; 0 without updates. Counted in the writer's transaction. */
    content_seq: Generated<number>
    /** The number of the last update that `body` and the full-text index include; -1 before the first indexing. */
    indexed_seq: Generated<number>
    /** The last part of the public address. Null: the doc is not public. */
    public_key: string | null
    public_since: number | null
    /** When a member allowed search engines to list it. Null: they may not. */
    public_indexed_at: number | null
    saved_by: string
    created_by: string
    created_at: number
    updated_at: number
    deleted_at: number | null
    /** The sizes of its JSON, state and updates, and of its versions, at the last indexing. */
    content_bytes: Generated<number>
    versions_bytes: Generated<number>
    /** The number of the schema that it was last written with. A release with a lower number refuses it. */
    schema_number: Generated<number>
  }
  /** Earlier versions of docs; primary key (doc_id, version, workspace_id). */
  doc_versions: {
    doc_id: string
    workspace_id: WorkspaceId
    version: number
    title: string
    emoji: string | null
    body: string
    saved_by: string
    saved_at: number
  }
  /** The accounts that wrote in a version, the present one included; primary key (doc_id, version, account_id, workspace_id). */
  doc_writers: {
    doc_id: string
    workspace_id: WorkspaceId
    version: number
    account_id: string
    first_at: number
    last_at: number
  }
  /** The Yjs updates that are not in the doc's state yet; primary key (doc_id, seq, workspace_id). A doc is its state plus these. */
  doc_updates: {
    doc_id: string
    workspace_id: WorkspaceId
    seq: number
    bytes: Uint8Array
    account_id: string
    created_at: number
    /** When applying it failed. The server has left it out since then. */
    broken_at: number | null
  }
  /** All updates up to `seq`, merged into one. Each doc that was compacted has a row. */
  doc_states: {
    doc_id: string
    workspace_id: WorkspaceId
    seq: number
    bytes: Uint8Array
  }
  /** The account that first wrote with a Yjs client id; primary key (doc_id, client_id, workspace_id). */
  doc_clients: {
    doc_id: string
    workspace_id: WorkspaceId
    client_id: number
    account_id: string
  }
  /** PostgreSQL keeps the words in a column. SQLite keeps them in `doc_words_fts`; a trigger deletes its rows. */
  doc_words: {
    /** Rises each time any doc is indexed. */
    number: Generated<number>
    doc_id: string
    workspace_id: WorkspaceId
  }
  /** Docs that a member starred; primary key (account_id, doc_id, workspace_id). No other member sees it. */
  doc_stars: {
    doc_id: string
    account_id: string
    workspace_id: WorkspaceId
    created_at: number
  }
}
