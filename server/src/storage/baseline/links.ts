export const links = `
create table short_links (
  id text not null,
  workspace_id text not null references workspaces (id),
  namespace text not null,
  slug text not null,
  destination text not null,
  title text,
  search_text text not null default '',
  visitor_query text not null,
  clicks bigint not null default 0,
  clicks_before bigint not null default 0,
  click_limit bigint,
  expires_at bigint,
  created_by text references accounts (id) on delete set null,
  created_at bigint not null,
  updated_at bigint not null,
  suspended_at bigint,
  deleted_at bigint,
  folded_slug text,
  import_id text,
  constraint short_links_pk primary key (workspace_id, id)
);
create unique index short_links_slug on short_links
  (workspace_id, namespace, (case when namespace = 'shared' then coalesce(folded_slug, slug) else slug end));
create index short_links_folded on short_links
  (workspace_id, namespace, (coalesce(folded_slug, slug)), deleted_at) where namespace <> 'shared';
create index short_links_id on short_links (id);
create index short_links_workspace on short_links (workspace_id, created_at, id);
create index short_links_named on short_links (workspace_id, slug, id);
create index short_links_trash on short_links (deleted_at) where deleted_at is not null;
create index short_links_trashed on short_links (workspace_id, created_at, id) where deleted_at is not null;
create index short_links_imported on short_links (workspace_id, import_id) where import_id is not null;

create table link_imports (
  id text not null,
  workspace_id text not null references workspaces (id),
  file_name text not null,
  links bigint not null default 0,
  created_by text references accounts (id) on delete set null,
  created_at bigint not null,
  undone_at bigint,
  constraint link_imports_pk primary key (workspace_id, id)
);
create index link_imports_listed on link_imports (workspace_id, created_at, id);

create table former_link_slugs (
  id text not null,
  workspace_id text not null references workspaces (id),
  link_id text not null,
  namespace text not null,
  slug text not null,
  ends_at bigint,
  folded_slug text,
  constraint former_link_slugs_pk primary key (workspace_id, id),
  foreign key (workspace_id, link_id) references short_links (workspace_id, id) on delete cascade
);
create unique index former_link_slugs_slug on former_link_slugs
  (workspace_id, namespace, (case when namespace = 'shared' then coalesce(folded_slug, slug) else slug end));
create index former_link_slugs_folded on former_link_slugs
  (workspace_id, namespace, (coalesce(folded_slug, slug))) where namespace <> 'shared';
create index former_link_slugs_id on former_link_slugs (id);
create index former_link_slugs_link on former_link_slugs (link_id);
create index former_link_slugs_end on former_link_slugs (ends_at) where ends_at is not null;

create table link_tags (
  id text not null,
  workspace_id text not null references workspaces (id),
  name text not null,
  folded_name text not null,
  created_at bigint not null,
  constraint link_tags_name unique (workspace_id, folded_name),
  constraint link_tags_pk primary key (workspace_id, id)
);
create index link_tags_id on link_tags (id);

create table tagged_links (
  link_id text not null,
  workspace_id text not null,
  tag_id text not null,
  link_created_at bigint not null,
  constraint tagged_links_key primary key (link_id, tag_id, workspace_id),
  foreign key (workspace_id, link_id) references short_links (workspace_id, id) on delete cascade,
  foreign key (workspace_id, tag_id) references link_tags (workspace_id, id) on delete cascade
);
create index tagged_links_listed on tagged_links (tag_id, link_created_at, link_id);

create table link_days (
  link_id text not null,
  day bigint not null,
  referrer text not null,
  device text not null,
  country text not null,
  clicks bigint not null default 0,
  workspace_id text not null,
  constraint link_days_pk primary key (link_id, day, referrer, device, country, workspace_id),
  foreign key (workspace_id, link_id) references short_links (workspace_id, id) on delete cascade
);
create index link_days_day on link_days (day);
create index link_days_workspace on link_days (day, workspace_id) where country = '';

create table click_days (
  workspace_id text not null references workspaces (id) on delete cascade,
  day bigint not null,
  clicks bigint not null,
  constraint click_days_key primary key (workspace_id, day)
);
create index click_days_day on click_days (day);
`
