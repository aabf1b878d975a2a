export const changes = `
create table workspace_clocks (
  workspace_id text not null primary key references workspaces (id) on delete cascade,
  seq bigint not null,
  wanted text
);

create table changes (
  workspace_id text not null references workspaces (id) on delete cascade,
  seq bigint not null,
  kind text not null,
  ref text,
  created_at bigint not null,
  constraint changes_pk primary key (workspace_id, seq)
);
`
