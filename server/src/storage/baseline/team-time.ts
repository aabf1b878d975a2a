export const teamTime = `
-- A member's working hours; primary key (account_id, workspace_id). Deleted with the member, like the next two.
create table team_times (
  workspace_id text not null,
  account_id text not null,
  -- IANA name.
  time_zone text not null,
  hours text not null,
  updated_at bigint not null,
  foreign key (account_id, workspace_id) references members (account_id, workspace_id) on delete cascade,
  constraint team_times_pk primary key (account_id, workspace_id)
);

-- Days with special hours; primary key (account_id, workspace_id, date).
create table date_overrides (
  workspace_id text not null,
  account_id text not null,
  date text not null,
  -- JSON: spans of the day; none on a day off.
  hours text not null,
  updated_at bigint not null,
  foreign key (account_id, workspace_id) references members (account_id, workspace_id) on delete cascade,
  constraint date_overrides_pk primary key (account_id, workspace_id, date)
);

-- A member's personal calendar, at most one each. A new address gets a new id.
create table stream_plans (
  id text not null,
  workspace_id text not null,
  account_id text not null,
  address_sealed text not null,
  -- Sealed JSON: the busy spans up to "known_until".
  busy_sealed text not null,
  known_until bigint not null,
  unreadable_events integer not null default 0,
  unknown_zone_events integer not null default 0,
  -- Sealed JSON: the names of the first unreadable events. Null when there are none.
  left_out_sealed text,
  etag text,
  last_modified text,
  -- When the calendar was last read in full, and when it was last found unchanged.
  read_at bigint not null,
  refreshed_at bigint not null,
  -- The time since which fetches fail, their number, and the reason in a sentence for the member.
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
