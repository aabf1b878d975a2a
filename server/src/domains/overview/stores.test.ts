import { choosesRow, elsewhere, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import { findStored, listUnstored, noteBuild, noteStored } from "../assets/asset-store.ts"
import { findChatChannel, putChatChannel, removeChatChannel } from "../chat-commands/chat-channel-store.ts"
import { deleteChangesBefore, findLastSeq, listChanged, listHeads } from "../live/change-log-store.ts"
import { listLiveSessions, listMemberships } from "../live/standing-store.ts"
import { findThingNames } from "./thing-store.ts"
import { findTitles } from "./title-store.ts"

const workspaceId = rowKey.workspace_id

for (const [table, row] of [
  ["short_links", { title: "Song" }],
  ["docs", { title: "Song" }],
] as const)
  choosesRow(`a thing of ${table} has its name in its own workspace outside the trash`, {
    table,
    row,
    unless: [...elsewhere, { deleted_at: now }],
    gives: new Map([["r1", "Song"]]),
    run: (cx) => findThingNames(cx, ["r1"]),
  })

for (const [kind, table, row] of [
  ["doc", "docs", { title: "Song" }],
  ["file", "files", { name: "Song" }],
  ["folder", "folders", { name: "Song" }],
  ["link", "short_links", { title: "Song" }],
  ["offer", "offers", { title: "Song" }],
] as const)
  choosesRow(`a linked ${kind} has its title in its own workspace`, {
    table,
    row,
    unless: [...elsewhere, ...(kind === "offer" ? [] : [{ deleted_at: now }])],
    gives: new Map([[`${kind} r1`, { title: "Song", emoji: null }]]),
    run: (cx) => findTitles(cx, [{ kind, ref: "r1" }]),
  })

choosesRow("a workspace's chat channel is its own", {
  table: "chat_channels",
  row: {},
  unless: [{ workspace_id: "w2" }],
  run: findChatChannel,
})

choosesRow("a workspace's chat channel is removed alone", {
  table: "chat_channels",
  row: { channel_name: "ada" },
  unless: [{ workspace_id: "w2" }],
  becomes: null,
  gives: "ada",
  run: removeChatChannel,
})

choosesRow("another chat channel replaces the workspace's", {
  table: "chat_channels",
  row: { channel_name: "ada" },
  unless: [],
  becomes: { channel_name: "bo" },
  run: async (cx) => {
    const { workspace_id, ...row } = await cx.db.selectFrom("chat_channels").selectAll().executeTakeFirstOrThrow()
    if (workspace_id === workspaceId) await putChatChannel(cx, { ...row, channel_name: "bo" })
  },
  otherwise: undefined,
})

choosesRow("a workspace's last change is its own", {
  table: "workspace_clocks",
  row: { seq: 7 },
  unless: [{ workspace_id: "w2" }],
  gives: 7,
  run: (cx) => findLastSeq(cx, workspaceId),
})

choosesRow("the last changes of workspaces are theirs", {
  table: "workspace_clocks",
  row: { seq: 7 },
  unless: [{ workspace_id: "w2" }],
  gives: new Map([["w1", 7]]),
  run: (cx) => listHeads(cx, [workspaceId]),
})

const change = { seq: 5, kind: "links", ref: "l1", created_at: now - 61 }

choosesRow("news are the workspace's changes in a stretch", {
  table: "changes",
  row: change,
  evenIf: [{ seq: 6 }],
  unless: [{ workspace_id: "w2" }, { seq: 4 }, { seq: 7 }],
  gives: [{ kind: "links", ref: "l1", times: 1 }],
  run: (cx) => listChanged(cx, workspaceId, { after: 4, upTo: 6, limit: 10 }),
})

choosesRow("an old change is deleted", {
  table: "changes",
  row: change,
  unless: [{ created_at: now - 60 }],
  beside: [["workspace_clocks", { seq: 5 }]],
  becomes: null,
  run: (cx) => deleteChangesBefore(cx, { time: now - 60, from: "", limit: 10 }),
})

const session = { expires_at: now + 1, last_seen_at: now - 59 }

choosesRow("a page stays open while its session is alive", {
  table: "sessions",
  row: session,
  unless: [{ id: "r2" }, { expires_at: now }, { last_seen_at: now - 60 }],
  gives: new Set(["r1"]),
  run: (cx) => listLiveSessions(cx, ["r1"], now - 60),
})

choosesRow("a page stays open while its person is a member of a workspace in use", {
  table: "members",
  row: { role: "viewer" },
  unless: [{ account_id: "a2" }, { workspace_id: "w2" }],
  beside: [
    ["workspaces", { id: "w1" }],
    ["workspaces", { id: "w2", slug: "other" }],
  ],
  unlessBeside: [[["workspaces", { id: "w1", suspended_at: now }]], [["workspaces", { id: "w1", deleted_at: now }]]],
  gives: [{ accountId: "a1", workspaceId, role: "viewer" }],
  run: (cx) => listMemberships(cx, ["a1"], [workspaceId]),
})

const asset = { name: "a.js", blob_key: "b1", sha256: null }

choosesRow("a file that no build has ends a time later", {
  table: "assets",
  row: { ...asset, ends_at: null },
  unless: [{ ends_at: now + 1 }],
  becomes: { ends_at: now + 9 },
  run: async (cx) => {
    await noteBuild(cx, [{ name: "b.js", blob_key: "b2" }], now + 9)
    await cx.db.deleteFrom("assets").where("name", "=", "b.js").execute()
  },
})

choosesRow("a file that a build has again does not end", {
  table: "assets",
  row: { ...asset, ends_at: now + 1 },
  unless: [],
  becomes: { ends_at: null },
  run: (cx) => noteBuild(cx, [asset], now + 9),
})

choosesRow("a file is stored once", {
  table: "assets",
  row: asset,
  unless: [{ name: "b.js" }, { sha256: "s1" }],
  gives: [{ name: "a.js", blob_key: "b1" }],
  run: (cx) => listUnstored(cx, ["a.js"]),
})

choosesRow("the measures of a stored file are its own", {
  table: "assets",
  row: asset,
  unless: [{ blob_key: "b2" }],
  becomes: { size_bytes: 5, sha256: "s1" },
  run: (cx) => noteStored(cx, "b1", { sizeBytes: 5, sha256: "s1" }),
})

choosesRow("a file is served once it is stored", {
  table: "assets",
  row: { ...asset, sha256: "s1" },
  unless: [{ name: "b.js" }, { sha256: null }],
  gives: "b1",
  run: (cx) => findStored(cx, "a.js"),
})
