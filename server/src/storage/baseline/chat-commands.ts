export const chatCommands = `
create table chat_channels (
  workspace_id text not null primary key references workspaces (id),
  connection text not null,
  channel_id text not null,
  channel_name text not null,
  token_kind text not null,
  token_sealed text not null,
  connected_at bigint not null
);
create index chat_channels_connection on chat_channels (connection);
`
