import assert from "node:assert/strict"
import { test } from "node:test"
import { createLink } from "#domains/links/index.ts"
import { tools as ourTools } from "#surfaces/mcp/tools.ts"
import { listeningWorld } from "#test/support/agents/agent.ts"
import { clientId } from "#test/support/agents/connect.ts"
import { toolServersFor } from "#test/support/stand-ins/tool-server.ts"

const never = new AbortController().signal

test("our own tool server works as one: signed in by its consent page, listed and called", async (t) => {
  const world = await listeningWorld(t)
  const port = Number(new URL(world.base).port)
  const servers = toolServersFor([{ port }])
  const url = `${world.base}/mcp`
  const ours = { redirectUriOf: () => "http://127.0.0.1:9/callback", state: "state", clientName: "Atelier" }
  const wanted = { url, ...ours, mayRegister: false }
  await assert.rejects(servers.beginSignIn(wanted, never), { reason: "no client" })
  const begun = await servers.beginSignIn({ ...wanted, typed: { id: clientId } }, never)
  const { pathname, search } = new URL(begun.authorizationUrl)
  const back = new URL(await world.allow(await world.visit(pathname + search))).searchParams
  assert.equal(back.get("state"), "state")
  const answer = { code: back.get("code") ?? "", iss: back.get("iss") ?? "" }
  const tokens = await servers.finishSignIn(begun, answer, never)
  await world.act("member", createLink, { destination: "https://example.com/", slug: "a-link" })
  const server = await servers.open({ url, bearer: tokens.access }, never)
  const { tools } = await server.listTools()
  assert.deepEqual(tools.map(({ name }) => name).sort(), ourTools.map(({ name }) => name).sort())
  assert.match(JSON.stringify((await server.callTool("list_links", {})).structured), /a-link/)
  await server.close()
  const fresh = await servers.refresh(begun.place, tokens.refresh ?? "", never)
  assert.notEqual(fresh.access, tokens.access)
})
