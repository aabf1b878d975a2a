export const links = `
-- "clicks" counts the visitors who were redirected, also those before an import.
create table short_links (
  id text not null,
  workspace_id text not null references workspaces (id),
  -- "shared", or "<workspace id>/<hostname>" for a domain of its own. Unique with "slug", including the trash: without
  -- case in "shared", exactly on a domain.
  namespace text not null,
  slug text not null,
  -- A normalised http or https address.
  destination text not null,
  title text,
  search_text text not null default '', -- Generated<string>
  visitor_query text not null, -- "dropped" | "passed"
  clicks bigint not null default 0,
  -- The part of "clicks" that another service counted. The click limit does not count it.
  clicks_before bigint not null default 0,
  click_limit bigint,
  expires_at bigint,
  created_by text references accounts (id) on delete set null,
  created_at bigint not null,
  updated_at bigint not null,
  suspended_at bigint,
  deleted_at bigint,
  -- The slug in lower case. Null when it is the same.
  folded_slug text,
  -- The import that made it.
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

-- Files whose rows became links.
create table link_imports (
  id text not null,
  workspace_id text not null references workspaces (id),
  file_name text not null,
  -- How many links it made.
  links bigint not null default 0,
  created_by text references accounts (id) on delete set null,
  created_at bigint not null,
  -- The time at which a member undid the import. It makes no links afterwards.
  undone_at bigint,
  constraint link_imports_pk primary key (workspace_id, id)
);
create index link_imports_listed on link_imports (workspace_id, created_at, id);

-- Slugs that links had before. Until "ends_at" each redirects to its link, and no other link may take it.
create table former_link_slugs (
  id text not null,
  workspace_id text not null references workspaces (id),
  link_id text not null,
  -- The namespace, as in "short_links". Unique with "slug" in the same way.
  namespace text not null,
  slug text not null,
  -- Null: never.
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

-- A workspace's tags for links. A name exists once, in any case.
create table link_tags (
  id text not null,
  workspace_id text not null references workspaces (id),
  name text not null,
  -- The name in the form that is compared: NFKC, in lower case.
  folded_name text not null,
  created_at bigint not null,
  constraint link_tags_name unique (workspace_id, folded_name),
  constraint link_tags_pk primary key (workspace_id, id)
);
create index link_tags_id on link_tags (id);

-- The tags of links; primary key (link_id, tag_id, workspace_id).
create table tagged_links (
  link_id text not null,
  workspace_id text not null,
  tag_id text not null,
  -- The link's "created_at", which never changes.
  link_created_at bigint not null,
  constraint tagged_links_key primary key (link_id, tag_id, workspace_id),
  foreign key (workspace_id, link_id) references short_links (workspace_id, id) on delete cascade,
  foreign key (workspace_id, tag_id) references link_tags (workspace_id, id) on delete cascade
);
create index tagged_links_listed on tagged_links (tag_id, link_created_at, link_id);

-- A row counts a device and a referrer, or a country where known. The first kind adds up to the link's total.
create table link_days (
  link_id text not null,
  -- Midnight UTC, at its beginning.
  day bigint not null,
  -- A public host, or an Android app's id. Empty without a referrer; "*" for all referrers above the cap of a link's
  -- day.
  referrer text not null,
  -- Empty in a row that counts a country.
  device text not null, -- "phone" | "tablet" | "desktop" | "other" | ""
  -- ISO 3166-1, two letters. Empty in a row that counts a device and a referrer.
  country text not null,
  clicks bigint not null default 0,
  -- The link's workspace. It is no foreign key to it: that would lock the workspace's row with each click.
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
