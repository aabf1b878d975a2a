/** Workspaces, their members, and their custom domains. */
export const workspaces = `
create table workspaces (
  id text not null primary key, -- WorkspaceId
  slug text not null,
  name text not null,
  created_at bigint not null,
  suspended_at bigint,
  deleted_at bigint,
  -- The seller's contact for buyers: an e-mail address or an HTTPS address.
  contact text,
  -- The key of the stored logo; null without one.
  logo_key text,
  -- When its contents were deleted for good, 30 days after that.
  emptied_at bigint,
  -- JSON: the origins of the sites that may frame its checkouts.
  sites text not null default '[]' -- Generated<string>
);
create index workspaces_trash on workspaces (deleted_at) where deleted_at is not null;

-- Members of workspaces; primary key (workspace_id, account_id).
create table members (
  workspace_id text not null references workspaces (id),
  account_id text not null references accounts (id),
  role text not null, -- "viewer" | "member" | "admin" | "owner"
  created_at bigint not null,
  constraint members_pk primary key (account_id, workspace_id)
);
create index members_workspace on members (workspace_id);

-- Open invitations (unique workspace_id, email). The link is a MAC of the id.
create table invitations (
  id text not null,
  workspace_id text not null references workspaces (id),
  email text not null,
  role text not null, -- "viewer" | "member" | "admin" | "owner"
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

-- Custom domains. Any workspace may request one (unique workspace_id, hostname); one owns it (unique if verified).
create table domains (
  id text not null,
  workspace_id text not null references workspaces (id),
  hostname text not null,
  -- When its records were found; null before, and after they have been missing for too long.
  verified_at bigint,
  checked_at bigint,
  -- The time since which the records of a verified domain are missing.
  failing_since bigint,
  created_at bigint not null,
  -- JSON: the values that the last check found; null before the first check.
  found text,
  -- How many checks in a row had no response, the running one included.
  checks_unanswered integer not null default 0, -- Generated<number>
  -- Null when no check is planned: it waited for a month.
  check_due_at bigint,
  -- When a member last asked for it, or when it was detached. Checks become rarer from then on.
  polling_since bigint,
  -- When its claim record was last found; null once that has been missing for a day.
  claimed_at bigint,
  -- When its name was last found to lead here; null while it does not.
  leads_at bigint,
  taken_at bigint,
  certificate_at bigint,
  constraint domains_workspace_hostname unique (workspace_id, hostname),
  constraint domains_pk primary key (workspace_id, id)
);
create index domains_id on domains (id);
create index domains_due on domains (check_due_at) where check_due_at is not null;
create index domains_known on domains (hostname, workspace_id) where (claimed_at is not null or verified_at is not null);

-- The logos of workspaces (unique workspace_id), scaled down and re-encoded.
create table logos (
  key text not null,
  workspace_id text not null primary key references workspaces (id),
  -- Base64.
  png text not null
);
create index logos_key on logos (key);
`
