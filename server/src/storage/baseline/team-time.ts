export const teamTime = `
create table team_times (
  workspace_id text not null,
  account_id text not null,
  time_zone text not null,
  hours text not null,
  updated_at bigint not null,
  foreign key (account_id, workspace_id) references members (account_id, workspace_id) on delete cascade,
  constraint team_times_pk primary key (account_id, workspace_id)
);

create table date_overrides (
  workspace_id text not null,
  account_id text not null,
  date text not null,
  hours text not null,
  updated_at bigint not null,
  foreign key (account_id, workspace_id) references members (account_id, workspace_id) on delete cascade,
  constraint date_overrides_pk primary key (account_id, workspace_id, date)
);

create table stream_plans (
  id text not null,
  workspace_id text not null,
  account_id text not null,
  address_sealed text not null,
  busy_sealed text not null,
  known_until bigint not null,
  unreadable_events integer not null default 0,
  unknown_zone_events integer not null default 0,
  left_out_sealed text,
  etag text,
  last_modified text,
  read_at bigint not null,
  refreshed_at bigint not null,
  failed_at bigint,
  failures integer not null default 0,
  error text,
  due_at bigint not null,
  created_at bigint not null,
  foreign key (account_id, workspace_id) references members (account_id, workspace_id) on delete cascade,
  constraint stream_plans_member unique (account_id, workspace_id),
  constraint stream_plans_pk primary key (workspace_id, id)
);
create index stream_plans_id on stream_plans (id);
create index stream_plans_due on stream_plans (due_at);
`
