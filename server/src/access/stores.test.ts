import { choosesRow, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import { lockGrant } from "./grant-store.ts"
import {
  endRun,
  findKey,
  insertAnswer,
  type KeyRow,
  keyLeaseMs,
  keyLifetimeMs,
  renewKey,
  renewLease,
  takeKey,
} from "./idempotency/idempotency-store.ts"
import {
  findMembership,
  findOwnWorkspaceId,
  isInSuspended,
  isInUse,
  listMemberIds,
  listWorkspaceIds,
  lockMembership,
} from "./membership-store.ts"
import { lockPermits, narrowPermits, readPermits } from "./permit-store.ts"
import { lockSession } from "./session-lock-store.ts"
import { consoleUrl } from "./workspace-store.ts"

const workspaceId = rowKey.workspace_id
const studio = { id: "w1", slug: "studio", name: "Studio" }
const slug = ["directory", { kind: "workspace", key: "studio", workspace_id: "w1" }] as const
const member = { role: "admin" }
const unlessInUse = [
  [["workspaces", { ...studio, suspended_at: now }], slug],
  [["workspaces", { ...studio, deleted_at: now }], slug],
] as const

for (const [by, where] of [
  ["id", { workspaceId }],
  ["slug", { slug: "studio" }],
] as const)
  choosesRow(`a membership is found by the ${by} of a workspace that is in use`, {
    table: "members",
    row: member,
    unless: [{ account_id: "a2" }, { workspace_id: "w2" }],
    beside: [["workspaces", studio], slug],
    unlessBeside: unlessInUse,
    run: (cx) => findMembership(cx, "a1", where),
  })

choosesRow("a slug leads to its workspace until it has ended", {
  table: "directory",
  row: { kind: "workspace", key: "studio", ends_at: now + 1 },
  unless: [{ kind: "pay_key" }, { key: "other" }, { workspace_id: "w2" }, { ends_at: now }],
  beside: [
    ["workspaces", studio],
    ["members", member],
  ],
  run: (cx) => findMembership(cx, "a1", { slug: "studio" }),
})

choosesRow("a membership is locked in a workspace that is in use", {
  table: "members",
  row: member,
  unless: [{ account_id: "a2" }, { workspace_id: "w2" }],
  beside: [["workspaces", studio], slug],
  unlessBeside: unlessInUse,
  run: (cx) => lockMembership(cx, "a1", workspaceId),
})

choosesRow("a member's own workspace is found even while it is suspended or in the trash", {
  table: "members",
  row: member,
  unless: [{ account_id: "a2" }, { workspace_id: "w2" }],
  beside: [["workspaces", { ...studio, suspended_at: now, deleted_at: now }], slug],
  gives: workspaceId,
  run: (cx) => findOwnWorkspaceId(cx, "a1", "studio"),
})

choosesRow("a person's workspaces are those that they are a member of", {
  table: "members",
  row: member,
  unless: [{ account_id: "a2" }],
  gives: ["w1"],
  run: (cx) => listWorkspaceIds(cx, "a1"),
})

choosesRow("a workspace's members are its own", {
  table: "members",
  row: member,
  unless: [{ workspace_id: "w2" }],
  gives: ["a1"],
  run: (cx) => listMemberIds(cx, workspaceId),
})

choosesRow("a workspace is in use unless it is suspended or in the trash", {
  table: "workspaces",
  row: studio,
  unless: [{ id: "w2" }, { suspended_at: now }, { deleted_at: now }],
  gives: true,
  run: (cx) => isInUse(cx, workspaceId),
})

const suspended = { ...studio, suspended_at: now }

choosesRow("only members see that a workspace is suspended", {
  table: "members",
  row: member,
  unless: [{ account_id: "a2" }, { workspace_id: "w2" }],
  beside: [["workspaces", suspended], slug],
  unlessBeside: [
    [["workspaces", studio], slug],
    [["workspaces", { ...suspended, deleted_at: now }], slug],
    [
      ["workspaces", suspended],
      ["directory", { ...slug[1], key: "other" }],
    ],
    [
      ["workspaces", suspended],
      ["directory", { ...slug[1], kind: "pay_key" }],
    ],
    [
      ["workspaces", suspended],
      ["directory", { ...slug[1], workspace_id: "w2" }],
    ],
  ],
  gives: true,
  run: (cx) => isInSuspended(cx, "a1", "studio"),
})

choosesRow("a session is the person's own until it expires", {
  table: "sessions",
  row: { expires_at: now + 1 },
  unless: [{ id: "r2" }, { account_id: "a2" }, { expires_at: now }],
  gives: true,
  run: (cx) => lockSession(cx, rowKey.id, "a1"),
})

choosesRow("a connection reaches a workspace until it ends or leaves that out", {
  table: "grants",
  row: { revoked_at: null, left_out: " w2" },
  unless: [{ id: "r2" }, { revoked_at: now, revoked_reason: "revoked" }],
  gives: "granted",
  run: (cx) => lockGrant(cx, rowKey.id, workspaceId),
})

choosesRow("a workspace is out of a connection's reach when it is left out or its person has left", {
  table: "grants",
  row: { revoked_at: null, left_out: " w1" },
  evenIf: [{ left_out: "", revoked_at: now, revoked_reason: "no_longer_member" }],
  unless: [{ id: "r2" }],
  gives: "out of reach",
  run: (cx) => lockGrant(cx, rowKey.id, workspaceId),
})

for (const [verb, read] of [
  ["read", readPermits],
  ["locked", lockPermits],
] as const)
  choosesRow(`the permission epoch that is ${verb} is that of the workspace`, {
    table: "assistant_permits",
    row: { epoch: 4 },
    unless: [{ workspace_id: "w2" }],
    gives: 4,
    run: (cx) => read(cx, workspaceId),
  })

choosesRow("a narrowed permission begins the next epoch", {
  table: "assistant_permits",
  row: { epoch: 4 },
  unless: [],
  becomes: { epoch: 5 },
  run: (cx) => narrowPermits(cx, workspaceId),
})

choosesRow("the console's address has the slug of its workspace", {
  table: "workspaces",
  row: studio,
  unless: [{ id: "w2" }],
  gives: "https://atelier.example/studio/sales",
  run: (cx) => consoleUrl({ ...cx, addresses: { base: "https://atelier.example" } as never }, workspaceId, "/sales"),
})

const key = { id: "r1", run: 3, lease_until: now - 1, fingerprint: "f1", answer: "sealed", created_at: now - 5 }

choosesRow("a key is found by its id", {
  table: "idempotency_keys",
  row: key,
  unless: [{ id: "r2" }],
  run: (cx) => findKey(cx, ["r1"]),
})

choosesRow("one of two requests continues with a key", {
  table: "idempotency_keys",
  row: key,
  unless: [{ id: "r2" }, { run: 4 }],
  becomes: { run: 4, lease_until: now + keyLeaseMs },
  gives: { id: "r1", run: 4, createdAt: now - 5 },
  run: (cx) => takeKey(cx, key as KeyRow),
})

choosesRow("a key that is over begins again without its answer", {
  table: "idempotency_keys",
  row: key,
  unless: [{ id: "r2" }, { run: 4 }],
  becomes: { run: 4, lease_until: now + keyLeaseMs, fingerprint: "f2", answer: null, created_at: now },
  run: (cx) => renewKey(cx, key as KeyRow, "f2"),
})

choosesRow("a run keeps its key's lease until it ends", {
  table: "idempotency_keys",
  row: key,
  unless: [{ id: "r2" }, { run: 4 }, { lease_until: null }],
  becomes: { lease_until: now + keyLeaseMs },
  run: (cx) => renewLease(cx, { id: "r1", run: 3, createdAt: now }),
})

choosesRow("a run ends with its answer", {
  table: "idempotency_keys",
  row: key,
  unless: [{ id: "r2" }, { run: 4 }],
  becomes: { lease_until: null, answer: "sealed again" },
  run: (cx) => endRun(cx, { id: "r1", run: 3 }, "sealed again"),
})

choosesRow("a failed run ends and keeps the former answer", {
  table: "idempotency_keys",
  row: key,
  unless: [{ id: "r2" }, { run: 4 }],
  becomes: { lease_until: null },
  run: (cx) => endRun(cx, { id: "r1", run: 3 }, null),
})

choosesRow("an answer replaces one of a key whose day is over", {
  table: "idempotency_keys",
  row: { ...key, created_at: now - keyLifetimeMs - 1 },
  unless: [{ created_at: now - keyLifetimeMs }],
  becomes: { lease_until: null, run: 1, answer: "new", fingerprint: "f9", created_at: now },
  gives: true,
  otherwise: false,
  run: (cx) => insertAnswer(cx, { id: "r1", fingerprint: "f9", answer: "new" }),
})
