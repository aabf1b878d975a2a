/** Files, folders, and the links by which outsiders send and fetch files. */
export const drive = `
-- Folders of the drive; names are unique in their parent, as those of files are.
create table folders (
  id text not null,
  workspace_id text not null references workspaces (id),
  parent_id text,
  name text not null,
  created_by text not null references accounts (id),
  -- The upload link whose sender sent a folder of this name; null for a member's folder.
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

-- Stored files. Their bytes are in the blob store under "blob_key", which never leaves the server.
create table files (
  id text not null,
  workspace_id text not null references workspaces (id),
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  blob_key text not null,
  -- The size of the sender's browser's preview, stored under "blob_key" with ".webp"; null without one.
  picture_bytes bigint,
  picture_sha256 text,
  created_at bigint not null,
  -- Null: not in a folder. Names are unique among the files of a folder that are not in the trash.
  folder_id text,
  -- The name in the form that is searched: NFKC, in lower case.
  search_name text not null default '',
  -- The member who sent it; null when it came through an upload link.
  uploaded_by text,
  upload_link_id text,
  -- When the link's maker was notified.
  announced_at bigint,
  -- When an offer or a purchase was last known to need it. Such a file may stay in the trash for longer.
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

-- Links through which outsiders send files. The address is a MAC of the row, so the table contains no secret.
create table upload_links (
  id text not null,
  workspace_id text not null references workspaces (id),
  folder_id text,
  created_by text not null references accounts (id),
  -- The recipient whom its maker named; null if none.
  recipient text,
  max_files integer not null,
  max_file_bytes bigint not null,
  -- How many files were received or are being sent.
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

-- Unfinished uploads; each has reserved the room it needs.
create table uploads (
  id text not null,
  workspace_id text not null references workspaces (id),
  upload_link_id text,
  account_id text,
  folder_id text,
  name text not null,
  content_type text not null,
  blob_key text not null,
  state text not null, -- "open" | "finished" | "dropped"
  length_bytes bigint,
  -- How many bytes of it are durable.
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

-- The durable parts of a resumable upload; primary key (upload_id, start_bytes).
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
  -- Bytes of files, including the trash, and of room that uploads have reserved.
  used_bytes bigint not null default 0,
  quota_bytes bigint not null,
  -- Bytes of everything else that counts (docs, versions, conversations, links), added up at "counted_at".
  counted_bytes bigint not null default 0, -- Generated<number>
  counted_at bigint not null default 0 -- Generated<number>
);
create index drive_storage_counted on drive_storage (counted_at);

-- Backups that are running. While there is one, no bytes are removed.
create table blob_holds (
  id text not null primary key,
  held_until bigint not null
);

-- Links that open a file or a folder without sign-in. The address is a MAC of the row; the table holds no secret.
create table share_links (
  id text not null,
  workspace_id text not null references workspaces (id),
  -- Exactly one of these two is set.
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
  -- The hash of the secret in the browser that began it; null until a browser begins it.
  browser_hash text,
  expires_at bigint not null,
  foreign key (workspace_id, link_id) references share_links (workspace_id, id) on delete cascade,
  constraint share_downloads_pk primary key (workspace_id, id)
);
create index share_downloads_id on share_downloads (id);
create index share_downloads_link_id on share_downloads (link_id);
create index share_downloads_expires_at on share_downloads (expires_at);
`
