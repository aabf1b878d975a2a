export const workspaces = `
create table workspaces (
  id text not null primary key,
  slug text not null unique,
  name text not null,
  created_at bigint not null,
  suspended_at bigint,
  deleted_at bigint,
  contact text,
  logo_key text,
  emptied_at bigint
);
create index workspaces_trash on workspaces (deleted_at) where deleted_at is not null;

create table members (
  workspace_id text not null references workspaces (id),
  account_id text not null references accounts (id),
  role text not null,
  created_at bigint not null,
  constraint members_pk primary key (account_id, workspace_id)
);
create index members_workspace on members (workspace_id);

create table invitations (
  id text not null primary key,
  workspace_id text not null references workspaces (id),
  email text not null,
  role text not null,
  invited_by text not null references accounts (id),
  sent integer not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  constraint invitations_workspace_email unique (workspace_id, email)
);
create index invitations_email on invitations (email);
create index invitations_expiry on invitations (expires_at);

create table domains (
  id text not null,
  workspace_id text not null references workspaces (id),
  hostname text not null,
  verified_at bigint,
  checked_at bigint,
  failing_since bigint,
  created_at bigint not null,
  found text,
  checks_unanswered integer not null default 0,
  check_due_at bigint,
  constraint domains_id primary key (id),
  constraint domains_workspace_hostname unique (workspace_id, hostname)
);
create unique index domains_owned_hostname on domains (hostname) where verified_at is not null;
create index domains_due on domains (check_due_at) where verified_at is not null;

create table former_slugs (
  slug text not null primary key,
  workspace_id text not null references workspaces (id),
  held_until bigint not null
);
create index former_slugs_workspace on former_slugs (workspace_id);
create index former_slugs_end on former_slugs (held_until);

create table logos (
  key text not null primary key,
  workspace_id text not null references workspaces (id),
  png text not null
);
create unique index logos_workspace on logos (workspace_id);
`
