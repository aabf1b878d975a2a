/** The public pages of sellers, `/@<slug>`. */
export const sellerPages = `
-- A page (unique workspace_id).
create table seller_pages (
  workspace_id text not null primary key references workspaces (id),
  -- The seller's text about themselves: plain text.
  about text,
  -- The time at which the page was switched on; null while it is off.
  shown_at bigint,
  updated_at bigint not null
);

-- The short links that a page shows (unique workspace_id, link_id).
create table page_links (
  workspace_id text not null,
  link_id text not null,
  -- The link's text for visitors. The link's title is a note that they do not see.
  label text not null,
  position integer not null,
  constraint page_links_pk primary key (workspace_id, link_id),
  foreign key (workspace_id, link_id) references short_links (workspace_id, id) on delete cascade
);

-- The offers that a page shows while they are published and not suspended (unique workspace_id, offer_id).
create table listed_offers (
  workspace_id text not null,
  offer_id text not null,
  position integer not null,
  listed_at bigint not null,
  constraint listed_offers_pk primary key (workspace_id, offer_id),
  foreign key (workspace_id, offer_id) references offers (workspace_id, id)
);
`
