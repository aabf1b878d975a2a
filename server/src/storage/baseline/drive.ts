export const drive = `
create table folders (
  id text not null,
  workspace_id text not null references workspaces (id),
  parent_id text,
  name text not null,
  created_by text not null references accounts (id),
  upload_link_id text,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
  constraint folders_pk primary key (workspace_id, id),
  foreign key (workspace_id, parent_id) references folders (workspace_id, id)
);
create index folders_id on folders (id);
create unique index folders_name on folders (workspace_id, (coalesce(parent_id, '')), name) where deleted_at is null;
create index folders_parent on folders (parent_id);
create index folders_trash on folders (deleted_at) where deleted_at is not null;

create table files (
  id text not null,
  workspace_id text not null references workspaces (id),
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  blob_key text not null,
  picture_bytes bigint,
  picture_sha256 text,
  created_at bigint not null,
  folder_id text,
  search_name text not null default '',
  uploaded_by text,
  upload_link_id text,
  announced_at bigint,
  held_at bigint,
  updated_at bigint not null default 0,
  deleted_at bigint,
  constraint files_pk primary key (workspace_id, id),
  foreign key (workspace_id, folder_id) references folders (workspace_id, id),
  constraint files_blob unique (blob_key, workspace_id)
);
create index files_id on files (id);
create index files_workspace on files (workspace_id, created_at);
create unique index files_name on files (workspace_id, (coalesce(folder_id, '')), name) where deleted_at is null;
create index files_trash on files (deleted_at) where deleted_at is not null;
create index files_unannounced on files (upload_link_id) where announced_at is null and upload_link_id is not null;
create index files_folder on files (folder_id) where folder_id is not null;
create index files_arrived on files (workspace_id, created_at) where upload_link_id is not null;
create index files_changed on files (workspace_id, updated_at) where deleted_at is null;

create table upload_links (
  id text not null,
  workspace_id text not null references workspaces (id),
  folder_id text,
  created_by text not null references accounts (id),
  recipient text,
  max_files integer not null,
  max_file_bytes bigint not null,
  files_taken integer not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  revoked_at bigint,
  constraint upload_links_pk primary key (workspace_id, id),
  foreign key (workspace_id, folder_id) references folders (workspace_id, id) on delete cascade
);
create index upload_links_id on upload_links (id);
create index upload_links_workspace on upload_links (workspace_id, created_at);
create index upload_links_expiry on upload_links (expires_at);
create index upload_links_folder on upload_links (folder_id) where folder_id is not null;

create table uploads (
  id text not null,
  workspace_id text not null references workspaces (id),
  upload_link_id text,
  account_id text,
  folder_id text,
  name text not null,
  content_type text not null,
  blob_key text not null,
  state text not null,
  length_bytes bigint,
  offset_bytes bigint not null default 0,
  reserved_bytes bigint not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  constraint uploads_pk primary key (workspace_id, id)
);
create index uploads_id on uploads (id);
create index uploads_link on uploads (upload_link_id) where upload_link_id is not null;
create index uploads_expiry on uploads (expires_at);
create index uploads_folder on uploads (folder_id) where folder_id is not null;

create table upload_parts (
  upload_id text not null,
  workspace_id text not null,
  start_bytes bigint not null,
  size_bytes bigint not null,
  blob_key text not null,
  constraint upload_parts_pk primary key (upload_id, start_bytes, workspace_id),
  foreign key (workspace_id, upload_id) references uploads (workspace_id, id) on delete cascade
);

create table drive_storage (
  workspace_id text not null primary key references workspaces (id),
  used_bytes bigint not null default 0,
  quota_bytes bigint not null,
  counted_bytes bigint not null default 0,
  counted_at bigint not null default 0
);
create index drive_storage_counted on drive_storage (counted_at);

create table blob_holds (
  id text not null primary key,
  held_until bigint not null
);

create table share_links (
  id text not null,
  workspace_id text not null references workspaces (id),
  file_id text,
  folder_id text,
  created_by text not null references accounts (id),
  max_downloads integer,
  downloads integer not null default 0,
  created_at bigint not null,
  expires_at bigint,
  revoked_at bigint,
  constraint share_links_target check ((file_id is null) <> (folder_id is null)),
  constraint share_links_pk primary key (workspace_id, id),
  foreign key (workspace_id, file_id) references files (workspace_id, id) on delete cascade,
  foreign key (workspace_id, folder_id) references folders (workspace_id, id) on delete cascade
);
create index share_links_id on share_links (id);
create index share_links_workspace on share_links (workspace_id, created_at);
create index share_links_file_id on share_links (file_id);
create index share_links_folder_id on share_links (folder_id);
create index share_links_expires_at on share_links (expires_at);
create index share_links_revoked_at on share_links (revoked_at);

create table share_downloads (
  id text not null,
  workspace_id text not null,
  link_id text not null,
  browser_hash text,
  expires_at bigint not null,
  foreign key (workspace_id, link_id) references share_links (workspace_id, id) on delete cascade,
  constraint share_downloads_pk primary key (workspace_id, id)
);
create index share_downloads_id on share_downloads (id);
create index share_downloads_link_id on share_downloads (link_id);
create index share_downloads_expires_at on share_downloads (expires_at);
`
