export const chatCommands = `
-- The StreamElements channel of a workspace, at most one.
create table chat_channels (
  workspace_id text not null primary key references workspaces (id),
  -- The id of this connection; a new one each time a channel is connected.
  connection text not null,
  channel_id text not null,
  channel_name text not null,
  token_kind text not null, -- "jwt" | "oauth"
  token_sealed text not null,
  connected_at bigint not null
);
create index chat_channels_connection on chat_channels (connection);
`
