export const storage = `
create table commits (
  id text not null primary key,
  made_at bigint not null,
  abandoned_at bigint
);

create table secret_keys (
  id text not null primary key,
  created_at bigint not null
);

create table sweeps (
  name text not null primary key,
  due_at bigint not null
);
`
