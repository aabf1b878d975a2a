/** The scripts, styles and pictures of recent builds of the pages, for pages that an older or newer process drew. */
export const assets = `
create table assets (
  name text not null primary key,
  blob_key text not null,
  -- Null until the blob is stored, like "sha256".
  size_bytes bigint,
  sha256 text,
  -- The time of its removal. Null while the build that started last contains it.
  ends_at bigint
);
create index assets_end on assets (ends_at) where ends_at is not null;
`
