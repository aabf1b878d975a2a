import type { Generated } from "kysely"
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
    /** JSON of the editor's document as it was at `indexed_seq`; derived from the updates. */
    body: string
    /** The number of the present version; it goes up when an earlier one is kept. */
    version: number
    /** The number of the last stored update; 0 while there is none. Counted in the writer's transaction. */
    content_seq: Generated<number>
    /** Up to which update `body` and the words for searching are; -1 before they were first read. */
    indexed_seq: Generated<number>
    /** The last part of the address at which anybody may read it; null: nobody. */
    public_key: string | null
    public_since: number | null
    /** When it was decided that search engines may list it; null: they may not. */
    public_indexed_at: number | null
    saved_by: string
    created_by: string
    created_at: number
    updated_at: number
    deleted_at: number | null
    /** The size of its JSON, state and updates, and of its versions, as they were when it was last derived. */
    content_bytes: Generated<number>
    versions_bytes: Generated<number>
    /** The number of the schema that it was written with last. A release with a lower one refuses it. */
    schema_number: Generated<number>
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
  /** Who wrote in a version, the present one included; primary key (doc_id, version, account_id). */
  doc_writers: {
    doc_id: string
    version: number
    account_id: string
    first_at: number
    last_at: number
  }
  /** The Yjs updates that are not in the doc's state yet; primary key (doc_id, seq). The doc is its state and these. */
  doc_updates: {
    doc_id: string
    seq: number
    bytes: Uint8Array
    account_id: string
    created_at: number
    /** When it was found that it cannot be applied. It is left out ever since. */
    broken_at: number | null
  }
  /** All updates up to `seq` in one; a row for each doc that was compacted. */
  doc_states: {
    doc_id: string
    seq: number
    bytes: Uint8Array
  }
  /** Whose a Yjs client id is: the account's that first wrote with it; primary key (doc_id, client_id). */
  doc_clients: {
    doc_id: string
    client_id: number
    account_id: string
  }
  /**
   * Whose words can be searched. The words themselves stand in a column and an index of PostgreSQL's, and in a virtual
   * table of SQLite's, `doc_words_fts`, whose rows a trigger removes with these.
   */
  doc_words: {
    /** Goes up each time that words are read, of whichever doc. */
    number: Generated<number>
    doc_id: string
    workspace_id: WorkspaceId
  }
  /** Docs that a member wants to find again; primary key (account_id, doc_id). Nobody else sees it. */
  doc_stars: {
    doc_id: string
    account_id: string
    workspace_id: WorkspaceId
    created_at: number
  }
}
