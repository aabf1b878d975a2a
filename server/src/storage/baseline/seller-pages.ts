export const sellerPages = `
create table seller_pages (
  workspace_id text not null primary key references workspaces (id),
  about text,
  shown_at bigint,
  updated_at bigint not null
);

create table page_links (
  workspace_id text not null,
  link_id text not null,
  label text not null,
  position integer not null,
  constraint page_links_pk primary key (workspace_id, link_id),
  foreign key (workspace_id, link_id) references short_links (workspace_id, id) on delete cascade
);

create table listed_offers (
  workspace_id text not null,
  offer_id text not null,
  position integer not null,
  listed_at bigint not null,
  constraint listed_offers_pk primary key (workspace_id, offer_id),
  foreign key (workspace_id, offer_id) references offers (workspace_id, id)
);
`
