export const assets = `
create table assets (
  name text not null primary key,
  blob_key text not null,
  size_bytes bigint,
  sha256 text,
  ends_at bigint
);
create index assets_end on assets (ends_at) where ends_at is not null;
`
