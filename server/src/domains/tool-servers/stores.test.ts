import { choosesRow, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import {
  deletePinRows,
  dropListedTool,
  findPinRow,
  listPinRows,
  listPinStates,
  listUsablePins,
  markRefused,
  pinListedTool,
  putListedTool,
  unpin,
} from "./pins/pin-store.ts"
import {
  changeServerRow,
  deleteServerRows,
  findAnyServerRow,
  findNamesOrEmails,
  findServerRow,
  listDueServerIds,
  listServerRows,
  lockServerRow,
  nextNumber,
} from "./servers/server-store.ts"
import { deleteOverSignIns, endSignIns, takeSignIn } from "./sign-ins/sign-in-store.ts"
import { hasToolServers } from "./sweeps/due-store.ts"
import {
  deleteEndedBefore,
  deleteTokenRow,
  endTokenRows,
  everybody,
  findTokenById,
  findTokenRow,
  listTokensOf,
  listUsableTokens,
  storeRefresh,
  takeRefresh,
} from "./tokens/token-store.ts"

const own = { workspaceId: rowKey.workspace_id }
const pin = { server_id: "s1", name: "search", pinned: "{}", pinned_digest: "d1", offered: "{}", offered_digest: "d1" }
const ofOther = [{ server_id: "s2" }, { name: "write" }]
const server = { number: 4, auth: "none", credentials: "personal", due_at: now }

choosesRow("a server's tools are its own", {
  table: "pinned_tools",
  row: pin,
  unless: [{ server_id: "s2" }],
  run: (cx) => listPinRows(cx, "s1"),
})

choosesRow("a tool is found by its server and its name", {
  table: "pinned_tools",
  row: pin,
  unless: ofOther,
  run: (cx) => findPinRow(cx, "s1", "search"),
})

const s1 = ["tool_servers", { ...server, id: "s1" }] as const
const s1Elsewhere = [["tool_servers", { ...server, id: "s1", workspace_id: "w2" }]] as const

choosesRow("the states of tools are those of the workspace's servers", {
  table: "pinned_tools",
  row: pin,
  unless: [{ workspace_id: "w2" }, { server_id: "s2" }],
  beside: [s1],
  unlessBeside: [s1Elsewhere],
  run: (cx) => listPinStates(cx, own.workspaceId),
})

choosesRow("a tool is usable as it was reviewed, while its server works", {
  table: "pinned_tools",
  row: pin,
  unless: [{ workspace_id: "w2" }, { server_id: "s2" }, { offered_digest: "d2" }, { offered_digest: null }],
  beside: [s1],
  unlessBeside: [
    s1Elsewhere,
    [["tool_servers", { ...server, id: "s1", paused_at: now }]],
    [["tool_servers", { ...server, id: "s1", detached_at: now }]],
  ],
  run: (cx) => listUsablePins(cx, own.workspaceId),
})

choosesRow("a tool that its server lists again keeps what was reviewed", {
  table: "pinned_tools",
  row: { ...pin, refused_by: "gpt" },
  unless: [],
  becomes: { offered: '{"a":1}', offered_digest: "d2", refused_by: null },
  run: (cx) => {
    const listed = { server_id: "s1", name: "search", model_name: "m", offered: '{"a":1}', offered_digest: "d2" }
    return putListedTool(cx, { ...listed, workspace_id: own.workspaceId })
  },
})

choosesRow("a tool that a model refused is marked with the model", {
  table: "pinned_tools",
  row: { ...pin, model_name: "s1__search", refused_by: null },
  unless: [{ workspace_id: "w2" }, { model_name: "s1__write" }],
  becomes: { refused_by: "gpt" },
  run: (cx) => markRefused(cx, own.workspaceId, { model: "gpt", names: ["s1__search"] }),
})

choosesRow("a tool that its server no longer lists is kept while it was reviewed", {
  table: "pinned_tools",
  row: pin,
  unless: ofOther,
  becomes: { offered: null, offered_digest: null },
  run: (cx) => dropListedTool(cx, "s1", "search"),
})

choosesRow("a tool that was never reviewed is deleted once its server no longer lists it", {
  table: "pinned_tools",
  row: { ...pin, pinned: null },
  unless: ofOther,
  becomes: null,
  run: (cx) => dropListedTool(cx, "s1", "search"),
})

choosesRow("a tool is pinned as the admin has seen it", {
  table: "pinned_tools",
  row: { ...pin, pinned: null, pinned_digest: null },
  unless: [...ofOther, { offered_digest: "d2" }],
  becomes: { pinned: "{}", pinned_digest: "d1", pinned_by: "a1", pinned_at: now },
  gives: true,
  run: (cx) => pinListedTool(cx, { serverId: "s1", name: "search", digest: "d1" }, "a1"),
})

choosesRow("a tool is unpinned alone", {
  table: "pinned_tools",
  row: { ...pin, pinned_by: "a1", pinned_at: now },
  unless: ofOther,
  becomes: { pinned: null, pinned_digest: null, pinned_by: null, pinned_at: null },
  run: (cx) => unpin(cx, "s1", "search"),
})

choosesRow("a detached server loses its tools", {
  table: "pinned_tools",
  row: pin,
  unless: [{ server_id: "s2" }],
  becomes: null,
  run: (cx) => deletePinRows(cx, "s1"),
})

choosesRow("a workspace's servers are its own that are attached", {
  table: "tool_servers",
  row: server,
  unless: [{ workspace_id: "w2" }, { detached_at: now }],
  run: (cx) => listServerRows(cx, own),
})

choosesRow("a workspace finds its own attached server", {
  table: "tool_servers",
  row: server,
  unless: [{ id: "r2" }, { workspace_id: "w2" }, { detached_at: now }],
  run: (cx) => findServerRow(cx, own, "r1"),
})

for (const [word, find] of [
  ["found", findAnyServerRow],
  ["locked", lockServerRow],
] as const)
  choosesRow(`an attached server is ${word} by its id`, {
    table: "tool_servers",
    row: server,
    unless: [{ id: "r2" }, { detached_at: now }],
    run: (cx) => find(cx, "r1"),
  })

choosesRow("a server's number follows that of all servers of the workspace, also detached ones", {
  table: "tool_servers",
  row: server,
  evenIf: [{ detached_at: now }],
  unless: [{ workspace_id: "w2" }],
  gives: 5,
  otherwise: 1,
  run: (cx) => nextNumber(cx, own),
})

choosesRow("an attached server changes alone", {
  table: "tool_servers",
  row: server,
  unless: [{ id: "r2" }, { detached_at: now }],
  becomes: { paused_at: now },
  gives: true,
  run: (cx) => changeServerRow(cx, "r1", { paused_at: now }),
})

choosesRow("an emptied workspace loses its own servers", {
  table: "tool_servers",
  row: server,
  unless: [{ workspace_id: "w2" }],
  becomes: null,
  run: (cx) => deleteServerRows(cx, own.workspaceId),
})

choosesRow("an emptied workspace loses the sign-ins to its own servers", {
  table: "tool_server_sign_ins",
  row: { server_id: "s1" },
  unless: [{ server_id: "s2" }],
  beside: [s1],
  unlessBeside: [s1Elsewhere],
  becomes: null,
  run: (cx) => deleteServerRows(cx, own.workspaceId),
})

choosesRow("a server that needs no sign-in of a member is checked when that is due", {
  table: "tool_servers",
  row: server,
  evenIf: [{ auth: "oauth", credentials: "shared" }],
  unless: [{ due_at: now + 1 }, { paused_at: now }, { detached_at: now }, { auth: "oauth" }],
  gives: ["r1"],
  run: (cx) => listDueServerIds(cx, 10),
})

choosesRow("an account is named by its address where it has no name", {
  table: "accounts",
  row: { id: "a1", email: "ada@example.com", name: null },
  unless: [{ id: "a2" }],
  gives: new Map([["a1", "ada@example.com"]]),
  run: (cx) => findNamesOrEmails(cx, ["a1"]),
})

const signIn = { state_hash: "h1", server_id: "s1", expires_at: now }

choosesRow("a sign-in is used up by its state", {
  table: "tool_server_sign_ins",
  row: signIn,
  unless: [{ state_hash: "h2" }],
  becomes: null,
  run: (cx) => takeSignIn(cx, "h1"),
})

choosesRow("sign-ins to a server end", {
  table: "tool_server_sign_ins",
  row: signIn,
  evenIf: [{ account_id: "a2" }],
  unless: [{ server_id: "s2" }],
  becomes: null,
  run: (cx) => endSignIns(cx, "s1"),
})

choosesRow("a member's sign-ins to a server end", {
  table: "tool_server_sign_ins",
  row: signIn,
  unless: [{ server_id: "s2" }, { account_id: "a2" }],
  becomes: null,
  run: (cx) => endSignIns(cx, "s1", "a1"),
})

choosesRow("a sign-in is deleted once it is over", {
  table: "tool_server_sign_ins",
  row: signIn,
  unless: [{ expires_at: now + 1 }],
  becomes: null,
  gives: 1,
  run: deleteOverSignIns,
})

choosesRow("tool servers are in use while one is there", {
  table: "tool_servers",
  row: server,
  unless: [],
  gives: true,
  run: hasToolServers,
})

const token = { server_id: "s1", holder: "a1", version: 3, refresh_until: now, account_id: "a1" }

choosesRow("tool servers are in use while a token is left", {
  table: "tool_server_tokens",
  row: token,
  unless: [],
  gives: true,
  run: hasToolServers,
})

choosesRow("a holder's token for a server is found until it ends", {
  table: "tool_server_tokens",
  row: token,
  unless: [{ server_id: "s2" }, { holder: "a2" }, { ended_at: now }],
  run: (cx) => findTokenRow(cx, "s1", "a1"),
})

choosesRow("an ended token is found by its id", {
  table: "tool_server_tokens",
  row: { ...token, ended_at: now },
  unless: [{ id: "r2" }],
  run: (cx) => findTokenById(cx, "r1"),
})

choosesRow("usable tokens are the person's own and the workspace's", {
  table: "tool_server_tokens",
  row: token,
  evenIf: [{ holder: everybody }],
  unless: [{ workspace_id: "w2" }, { holder: "a2" }, { ended_at: now }],
  run: (cx) => listUsableTokens(cx, { ...own, accountId: "a1" }),
})

choosesRow("one process refreshes a token at a time", {
  table: "tool_server_tokens",
  row: token,
  evenIf: [{ refresh_until: null }],
  unless: [{ id: "r2" }, { version: 4 }, { ended_at: now }, { refresh_until: now + 1 }],
  becomes: { refresh_until: now + 9 },
  gives: true,
  run: (cx) => takeRefresh(cx, { id: "r1", version: 3 }, now + 9),
})

choosesRow("a refreshed token is stored unless it has ended", {
  table: "tool_server_tokens",
  row: token,
  unless: [{ id: "r2" }, { version: 4 }, { ended_at: now }],
  becomes: { refresh_until: null, version: 4 },
  gives: true,
  run: (cx) => storeRefresh(cx, { id: "r1", version: 3 }, { version: 4 }),
})

choosesRow("a person's tokens are their own that have not ended", {
  table: "tool_server_tokens",
  row: token,
  unless: [{ account_id: "a2" }, { ended_at: now }, { server_id: "s2" }, { workspace_id: "w2" }],
  beside: [s1, ["workspaces", { id: "w1", slug: "studio" }]],
  run: (cx) => listTokensOf(cx, "a1"),
})

for (const [title, ending, others] of [
  ["a server", { serverId: "s1" }, [{ server_id: "s2" }]],
  ["a holder of a server", { serverId: "s1", holder: "a1" }, [{ server_id: "s2" }, { holder: "a2" }]],
  ["a person", { accountId: "a1" }, [{ account_id: "a2" }]],
  ["a member of a workspace", { accountId: "a1", ...own }, [{ account_id: "a2" }, { workspace_id: "w2" }]],
  ["a workspace", own, [{ workspace_id: "w2" }]],
] as const)
  choosesRow(`tokens of ${title} end, and no others`, {
    table: "tool_server_tokens",
    row: token,
    unless: [...others, { ended_at: now - 1 }],
    becomes: { ended_at: now },
    gives: ["r1"],
    run: (cx) => endTokenRows(cx, ending),
  })

choosesRow("a revoked token is deleted alone", {
  table: "tool_server_tokens",
  row: token,
  unless: [{ id: "r2" }],
  becomes: null,
  run: (cx) => deleteTokenRow(cx, "r1"),
})

choosesRow("a token that could not be revoked is deleted a time after its end", {
  table: "tool_server_tokens",
  row: { ...token, ended_at: now - 61 },
  unless: [{ ended_at: now - 60 }, { ended_at: null }],
  becomes: null,
  gives: 1,
  run: (cx) => deleteEndedBefore(cx, now - 60),
})
