export const docs = `
create table docs (
  id text not null,
  workspace_id text not null references workspaces (id),
  title text not null,
  -- The title in the form that is searched: NFKC, in lower case.
  search_title text not null,
  emoji text,
  -- JSON of the editor's document as it was at "indexed_seq"; derived from the updates.
  body text not null,
  -- The number of the present version; it increases when an earlier one is kept.
  version integer not null default 0,
  saved_by text not null references accounts (id),
  created_by text not null references accounts (id),
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
  -- The number of the last stored update; 0 without updates. Counted in the writer's transaction.
  content_seq bigint not null default 0, -- Generated<number>
  -- The number of the last update that "body" and the full-text index include; -1 before the first indexing.
  indexed_seq bigint not null default -1, -- Generated<number>
  -- The last part of the public address. Null: the doc is not public.
  public_key text,
  public_since bigint,
  -- When a member allowed search engines to list it. Null: they may not.
  public_indexed_at bigint,
  -- The number of the schema that it was last written with. A release with a lower number refuses it.
  schema_number integer not null default 1, -- Generated<number>
  -- The sizes of its JSON, state and updates, and of its versions, at the last indexing.
  content_bytes bigint not null default 0, -- Generated<number>
  versions_bytes bigint not null default 0, -- Generated<number>
  constraint docs_pk primary key (workspace_id, id)
);
create index docs_id on docs (id);
create index docs_workspace on docs (workspace_id, updated_at);
create index docs_trash on docs (deleted_at) where deleted_at is not null;
create unique index docs_public_key on docs (public_key, workspace_id) where public_key is not null;
create index docs_unread on docs (updated_at) where indexed_seq < content_seq;
create index docs_sizes on docs (workspace_id, content_bytes, versions_bytes);

-- Earlier versions of docs; primary key (doc_id, version, workspace_id).
create table doc_versions (
  doc_id text not null,
  workspace_id text not null,
  version integer not null,
  title text not null,
  emoji text,
  body text not null,
  saved_by text not null references accounts (id),
  saved_at bigint not null,
  constraint doc_versions_pk primary key (doc_id, version, workspace_id),
  foreign key (workspace_id, doc_id) references docs (workspace_id, id) on delete cascade
);

-- Docs that a member starred; primary key (account_id, doc_id, workspace_id). No other member sees it.
create table doc_stars (
  doc_id text not null,
  account_id text not null,
  workspace_id text not null,
  created_at bigint not null,
  constraint doc_stars_key primary key (account_id, doc_id, workspace_id),
  foreign key (account_id, workspace_id) references members (account_id, workspace_id) on delete cascade,
  foreign key (workspace_id, doc_id) references docs (workspace_id, id) on delete cascade
);
create index doc_stars_doc on doc_stars (doc_id);

-- The Yjs updates that are not in the doc's state yet; primary key (doc_id, seq, workspace_id). A doc is its state plus
-- these.
create table doc_updates (
  doc_id text not null,
  workspace_id text not null,
  seq bigint not null,
  bytes bytea not null,
  account_id text not null references accounts (id),
  created_at bigint not null,
  -- When applying it failed. The server has left it out since then.
  broken_at bigint,
  constraint doc_updates_pk primary key (doc_id, seq, workspace_id),
  foreign key (workspace_id, doc_id) references docs (workspace_id, id) on delete cascade
);

-- All updates up to "seq", merged into one. Each doc that was compacted has a row.
create table doc_states (
  doc_id text not null,
  workspace_id text not null,
  seq bigint not null,
  bytes bytea not null,
  foreign key (workspace_id, doc_id) references docs (workspace_id, id) on delete cascade,
  constraint doc_states_pk primary key (doc_id, workspace_id)
);

-- The account that first wrote with a Yjs client id; primary key (doc_id, client_id, workspace_id).
create table doc_clients (
  doc_id text not null,
  workspace_id text not null,
  client_id bigint not null,
  account_id text not null references accounts (id),
  constraint doc_clients_pk primary key (doc_id, client_id, workspace_id),
  foreign key (workspace_id, doc_id) references docs (workspace_id, id) on delete cascade
);

-- The accounts that wrote in a version, the present one included; primary key (doc_id, version, account_id,
-- workspace_id).
create table doc_writers (
  doc_id text not null,
  workspace_id text not null,
  version integer not null,
  account_id text not null references accounts (id),
  first_at bigint not null,
  last_at bigint not null,
  constraint doc_writers_pk primary key (doc_id, version, account_id, workspace_id),
  foreign key (workspace_id, doc_id) references docs (workspace_id, id) on delete cascade
);
`
