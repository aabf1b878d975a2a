export const workspaces = `
create table workspaces (
  id text not null primary key,
  slug text not null,
  name text not null,
  created_at bigint not null,
  suspended_at bigint,
  deleted_at bigint,
  contact text,
  logo_key text,
  emptied_at bigint,
  sites text not null default '[]'
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
  id text not null,
  workspace_id text not null references workspaces (id),
  email text not null,
  role text not null,
  invited_by text not null references accounts (id),
  sent integer not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  constraint invitations_workspace_email unique (workspace_id, email),
  constraint invitations_pk primary key (workspace_id, id)
);
create index invitations_id on invitations (id);
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
  looking_since bigint,
  claimed_at bigint,
  leads_at bigint,
  taken_at bigint,
  certificate_at bigint,
  constraint domains_workspace_hostname unique (workspace_id, hostname),
  constraint domains_pk primary key (workspace_id, id)
);
create index domains_id on domains (id);
create index domains_due on domains (check_due_at) where check_due_at is not null;
create index domains_known on domains (hostname, workspace_id) where (claimed_at is not null or verified_at is not null);

create table logos (
  key text not null,
  workspace_id text not null primary key references workspaces (id),
  png text not null
);
create index logos_key on logos (key);
`
