export const docs = `
create table docs (
  id text not null,
  workspace_id text not null references workspaces (id),
  title text not null,
  search_title text not null,
  emoji text,
  body text not null,
  version integer not null default 0,
  saved_by text not null references accounts (id),
  created_by text not null references accounts (id),
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
  content_seq bigint not null default 0,
  indexed_seq bigint not null default -1,
  public_key text,
  public_since bigint,
  public_indexed_at bigint,
  schema_number integer not null default 1,
  content_bytes bigint not null default 0,
  versions_bytes bigint not null default 0,
  constraint docs_pk primary key (workspace_id, id)
);
create index docs_id on docs (id);
create index docs_workspace on docs (workspace_id, updated_at);
create index docs_trash on docs (deleted_at) where deleted_at is not null;
create unique index docs_public_key on docs (public_key, workspace_id) where public_key is not null;
create index docs_unread on docs (updated_at) where indexed_seq < content_seq;
create index docs_sizes on docs (workspace_id, content_bytes, versions_bytes);

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

create table doc_updates (
  doc_id text not null,
  workspace_id text not null,
  seq bigint not null,
  bytes bytea not null,
  account_id text not null references accounts (id),
  created_at bigint not null,
  broken_at bigint,
  constraint doc_updates_pk primary key (doc_id, seq, workspace_id),
  foreign key (workspace_id, doc_id) references docs (workspace_id, id) on delete cascade
);

create table doc_states (
  doc_id text not null,
  workspace_id text not null,
  seq bigint not null,
  bytes bytea not null,
  foreign key (workspace_id, doc_id) references docs (workspace_id, id) on delete cascade,
  constraint doc_states_pk primary key (doc_id, workspace_id)
);

create table doc_clients (
  doc_id text not null,
  workspace_id text not null,
  client_id bigint not null,
  account_id text not null references accounts (id),
  constraint doc_clients_pk primary key (doc_id, client_id, workspace_id),
  foreign key (workspace_id, doc_id) references docs (workspace_id, id) on delete cascade
);

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
