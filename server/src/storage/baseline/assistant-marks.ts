export const assistantMarks = `
-- Objects written after reading outsiders' text: reading them counts as reading it. Key (workspace_id, object_id).
create table second_hand_objects (
  workspace_id text not null references workspaces (id) on delete cascade,
  object_id text not null,
  created_at bigint not null,
  constraint second_hand_objects_pk primary key (workspace_id, object_id)
);
`
