/** Changes in a workspace, for open pages and connections. Names only, never contents. */
export const changes = `
-- The number of the last change of a workspace. Its row is locked from a change's last statement to its commit.
create table workspace_clocks (
  workspace_id text not null primary key references workspaces (id) on delete cascade,
  seq bigint not null,
  -- The types of events that endpoints want, separated by spaces; "*" for all. Null: no endpoint wants any.
  wanted text
);

-- Primary key (workspace_id, seq); without gaps, and in the order of the commits.
create table changes (
  workspace_id text not null references workspaces (id) on delete cascade,
  seq bigint not null,
  kind text not null,
  ref text,
  created_at bigint not null,
  constraint changes_pk primary key (workspace_id, seq)
);
`
