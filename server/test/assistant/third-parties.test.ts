import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import type { FastifyInstance } from "fastify"
import type { Action } from "#access/action.ts"
import { readSettings } from "#config/settings.ts"
import { workspaceRoutes } from "#contract/console/workspace-routes.ts"
import * as assistant from "#domains/assistant/on-demand.ts"
import { askAssistant } from "#domains/assistant/on-demand.ts"
import * as toolServers from "#domains/tool-servers/on-demand.ts"
import { assistantActions } from "#surfaces/console/assistant-actions.ts"
import { consoleActions } from "#surfaces/console/console-actions.ts"
import { actionOf } from "#surfaces/console/console-row.ts"
import { documentBytes } from "#surfaces/discovery/document.ts"
import { documents } from "#surfaces/discovery/documents.ts"
import { tools } from "#surfaces/mcp/tools.ts"
import { endpoints } from "#surfaces/rest/endpoints.ts"
import { connect } from "#test/support/agents/connect.ts"
import { dispatch } from "#test/support/http/dispatch.ts"
import { consoleWorld, sameOrigin } from "#test/support/worlds/console-world.ts"
import { testedDocument } from "#test/support/worlds/http-world.ts"

const names = Object.keys(assistantActions) as (keyof typeof assistantActions)[]
const stream = "/console/assistant"
/** Public routes: the callback of a tool server's sign-in, and the client metadata document. */
const open = ["/.well-known/oauth-client/:issuerKey", "/tools/callback/:issuerKey"]
/** The route behind the installed app's "New conversation". It redirects to the signed-in person's workspace. */
const shortcut = "/workspaces/assistant"
const canary = "canary-4711"

/** Every route of the service, with its methods; one for each name that a parameter may have. */
function routesOf(server: FastifyInstance): Map<string, string> {
  const routes = new Map<string, string>()
  const path: string[] = []
  for (const line of server.printRoutes({ commonPrefix: false }).split("\n")) {
    const [, indent = "", part = "", methods] = /^([│├└─\s]*)(\S+)(?: \((.*)\))?/.exec(line) ?? []
    if (part === "") continue
    path.length = Math.max(0, indent.length / 4 - 1)
    path.push(part)
    if (methods === undefined) continue
    const [, before, names] = /^(.*):\w+\(\^\(\?:(.*)\)\$\)$/.exec(path.join("")) ?? [null, path.join(""), ""]
    for (const name of names.split("|")) routes.set(before + name, methods)
  }
  return routes
}

interface Asks {
  readonly what: string
  send(headers: Headers): Promise<{ statusCode: number; headers: object; payload: string }>
}

type Headers = Record<string, string>

/** All routes of the assistant: the console's actions, and the stream. */
function everyPath({ server }: { server: FastifyInstance }, conversationId: string): Asks[] {
  const query = `workspace=studio&conversation=${conversationId}&input=${encodeURIComponent(JSON.stringify({ id: conversationId, conversationId }))}`
  const json = { "content-type": "application/json", "idempotency-key": randomUUID() }
  const payload = JSON.stringify({ id: conversationId, conversationId })
  return [...names.map((name) => `/console/${name}`), stream].map((path) => {
    const isPost = path !== stream && consoleActions[path.slice(9) as keyof typeof consoleActions].method === "POST"
    return {
      what: path,
      send: (headers) =>
        dispatch(server, {
          method: isPost ? "POST" : "GET",
          url: `${path}?${query}`,
          headers: { ...(isPost && json), ...headers },
          ...(isPost && { payload }),
        }),
    }
  })
}

test("only a member in the console can use the assistant's routes", async (t) => {
  const { world, enter } = await consoleWorld(t)
  const member = await enter("member@studio.example")
  const { conversationId } = await world.act("member", askAssistant, { text: `What is ${canary}?` })
  const { accessToken } = await connect(world, world.callers.member, { workspace: "studio" })
  const session = member.headers()
  const bearer = { authorization: `Bearer ${accessToken}` }
  const others: [who: string, headers: Headers, statuses: number[]][] = [
    ["an anonymous caller", sameOrigin, [401, 403]],
    ["an anonymous caller without an origin", {}, [401, 403]],
    ["a connection", bearer, [403]],
    ["a connection that says it is the console", { ...sameOrigin, ...bearer }, [403]],
    ["a connection in a member's browser", { ...session, ...sameOrigin, ...bearer }, [403]],
    ["another site", { ...session, "sec-fetch-site": "cross-site", origin: "https://evil.example" }, [403]],
    ["an old browser on another site", { ...session, origin: "https://evil.example" }, [403]],
    ["a sandboxed page", { ...session, origin: "null" }, [403]],
    ["a site next door", { ...session, "sec-fetch-site": "same-site", origin: "https://a.evil.example" }, [403]],
    ["an address that was typed", { ...session, "sec-fetch-site": "none" }, [403]],
  ]
  for (const { what, send } of everyPath(world, conversationId)) {
    for (const [who, headers, statuses] of others) {
      const answer = await send(headers)
      assert.ok(statuses.includes(answer.statusCode), `${what} answers ${who} ${answer.statusCode}`)
      assertClosed(answer, `${what} for ${who}`)
    }
  }
})

/** Checks that no other site can read the answer, and that it has no text of a conversation. */
function assertClosed({ headers, payload }: { headers: object; payload: string }, what: string): void {
  const cors = Object.keys(headers).filter((name) => name.startsWith("access-control-"))
  assert.deepEqual(cors, [], what)
  assert.ok(!payload.includes(canary), what)
}

test("a post without the session's form token is refused, and so is every other method", async (t) => {
  const { world, enter } = await consoleWorld(t)
  const member = await enter("member@studio.example")
  const headers = { ...member.headers(), ...sameOrigin }
  const known = routesOf(world.server)
  for (const { what, send } of everyPath(world, "conversation_1")) {
    const isPost = known.get(what) === "POST"
    if (isPost) assert.equal((await send(headers)).statusCode, 403, what)
    const wrong = isPost ? ["GET", "PUT", "DELETE", "OPTIONS"] : ["POST", "PUT", "DELETE", "OPTIONS"]
    for (const method of wrong as ("GET" | "POST" | "PUT" | "DELETE" | "OPTIONS")[]) {
      const url = `${what}?workspace=studio`
      const answer = await dispatch(world.server, {
        method,
        url,
        headers: { ...headers, origin: "http://localhost:3000" },
      })
      assert.ok([403, 404, 405, 415].includes(answer.statusCode), `${method} ${what} answers ${answer.statusCode}`)
      const allowed = Object.keys(answer.headers).filter((name) =>
        /^access-control-allow-(methods|credentials)/.test(name),
      )
      assert.deepEqual(allowed, [], `${method} ${what}`)
    }
  }
})

test("the assistant's pages redirect requests without a session to the sign-in", async (t) => {
  const { world } = await consoleWorld(t)
  const { conversationId } = await world.act("member", askAssistant, { text: `What is ${canary}?` })
  const { accessToken } = await connect(world, world.callers.member, { workspace: "studio" })
  const asks = (route: (typeof workspaceRoutes)[number]) =>
    route
      .reads?.({ params: { id: conversationId }, search: {}, role: "owner" } as never)
      .some(({ name }) => name in assistantActions)
  const pages = workspaceRoutes
    .filter(asks)
    .map(({ path }) => `/studio${path.replace("$id", conversationId)}`)
    .concat(shortcut)
  assert.ok(pages.length >= 4)
  for (const url of pages) {
    for (const headers of [{}, { authorization: `Bearer ${accessToken}` }]) {
      const answer = await dispatch(world.server, { method: "GET", url, headers: { accept: "text/html", ...headers } })
      assert.equal(answer.statusCode, 303, url)
      assert.match(String((answer.headers as Headers).location), /^\/sign-in/)
      assertClosed(answer, url)
    }
  }
})

test("the assistant's actions have exactly these routes", async (t) => {
  const { world } = await consoleWorld(t)
  const ours = [...routesOf(world.server).keys()].filter(
    (path) => /assistant|tool|conversation|oauth-client/.test(path) && !path.startsWith("/developers/"),
  )
  const known = [...names.map((name) => `/console/${name}`), stream, shortcut, ...open]
  assert.deepEqual(
    ours.filter((path) => !known.includes(path)),
    [],
  )
  assert.deepEqual(
    known.filter((path) => !routesOf(world.server).has(path)),
    [],
  )

  const isAction = (value: unknown): value is Action => typeof value === "object" && value !== null && "access" in value
  const all: unknown[] = [...Object.values(assistant), ...Object.values(toolServers)]
  const actions = new Set(all.filter(isAction))
  const elsewhere = [
    ...endpoints.map(({ id, action }): [string, Action] => [id, action]),
    ...tools.map(({ name, action }): [string, Action] => [name, action]),
    ...(await Promise.all(Object.entries(consoleActions).filter(([name]) => !(name in assistantActions)).map(async ([name, row]): Promise<[string, Action]> => [name, await actionOf(row)]))), // biome-ignore format: one thought
  ]
  assert.deepEqual(
    elsewhere.filter(([, action]) => actions.has(action)).map(([name]) => name),
    [],
  )
  assert.ok(actions.size > names.length)
})

test("owners and admins of the workspace cannot reach a member's conversation", async (t) => {
  const { world, enter, ask } = await consoleWorld(t, { SVC_OPERATORS: "owner@studio.example" })
  const { conversationId } = await world.act("member", askAssistant, { text: "What is new?" })
  const inputs: Record<string, object> = {
    "ask-assistant": { conversationId, text: "And mine?" },
    "decide-calls": { conversationId, decisions: [{ callId: "call_1", answer: "once" }] },
    "delete-conversation": { id: conversationId },
    "get-call-answer": { conversationId, callId: "call_1" },
    "get-conversation": { id: conversationId },
    "rename-conversation": { id: conversationId, title: "Mine" },
    "retry-run": { conversationId },
    "take-file-out": { conversationId, messageId: "msg_1", fileId: "fil_1" },
    "show-branch": { conversationId, messageId: "msg_1" },
    "stop-run": { conversationId },
    "undo-calls": { conversationId },
  }
  for (const role of ["owner", "admin"] as const) {
    const browser = await enter(`${role}@studio.example`)
    for (const [name, input] of Object.entries(inputs)) {
      const { status } = await ask(browser, name as keyof typeof assistantActions, input)
      assert.equal(status, 404, `${name} as ${role}`)
    }
    assert.deepEqual((await ask(browser, "list-conversations")).body.items, [])
    const url = `/console/assistant?workspace=studio&conversation=${conversationId}`
    const headers = { ...browser.headers(), ...sameOrigin }
    assert.equal((await dispatch(world.server, { method: "GET", url, headers })).statusCode, 404)
  }
})

test("no public description of the service names the assistant's routes", () => {
  const written = documents.map((document) => documentBytes(document, readSettings({})).toString())
  const texts = JSON.stringify([testedDocument, tools.map(({ name, description }) => [name, description]), written])
  const guides = ["README.md", "docs/developers/errors-and-limits.md", "docs/developers/agents.md"]
    .map((path) => readFileSync(path, "utf8"))
    .join("\n")
  assert.ok(texts.length > 10_000)
  for (const name of [...names, stream, "/.well-known/oauth-client", "/tools/callback"]) {
    assert.ok(!texts.includes(name), name)
    assert.ok(!guides.includes(name), name)
  }
})
