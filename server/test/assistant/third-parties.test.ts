import assert from "node:assert/strict"
import { test } from "node:test"
import { askAssistant } from "#domains/assistant/on-demand.ts"
import { assistantActions } from "#surfaces/console/assistant-actions.ts"
import { documents } from "#surfaces/discovery/documents.ts"
import { tools } from "#surfaces/mcp/tools.ts"
import { connect } from "#test/support/connect.ts"
import { consoleWorld, sameOrigin } from "#test/support/console-world.ts"
import { dispatch } from "#test/support/dispatch.ts"
import { testedDocument } from "#test/support/http-world.ts"

const names = Object.keys(assistantActions) as (keyof typeof assistantActions)[]

test("29: no path of the assistant can be used by anybody but a member in the console", async (t) => {
  const { world, enter, send } = await consoleWorld(t)
  const member = await enter("member@studio.example")
  const { accessToken } = await connect(world, world.callers.member, { workspace: "studio" })
  const follow = async (headers: Record<string, string>) => {
    const url = "/console/assistant?workspace=studio&conversation=cnv_1"
    const { statusCode, headers: told } = await dispatch(world.server, { method: "GET", url, headers })
    return { status: statusCode, headers: told as Record<string, unknown> }
  }
  const paths = [...names.map((name) => (headers: Record<string, string>) => send(name, headers)), follow]
  const others: [who: string, headers: Record<string, string>, statuses: number[]][] = [
    ["nobody", sameOrigin, [401, 403]],
    ["a connection", { ...sameOrigin, authorization: `Bearer ${accessToken}` }, [401, 403]],
    ["another site", { ...member.headers(), "sec-fetch-site": "cross-site", origin: "https://evil.example" }, [403]],
    [
      "a site next door",
      { ...member.headers(), "sec-fetch-site": "same-site", origin: "https://a.evil.example" },
      [403],
    ],
  ]
  for (const [at, path] of paths.entries()) {
    for (const [who, headers, statuses] of others) {
      const answer = await path(headers)
      assert.ok(statuses.includes(answer.status), `${names[at] ?? "the stream"} answers ${who} ${answer.status}`)
      const cors = Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"))
      assert.deepEqual(cors, [], `${names[at] ?? "the stream"} for ${who}`)
    }
  }
})

test("29: a conversation is its owner's alone, whoever asks", async (t) => {
  const { world, enter, ask } = await consoleWorld(t, { SVC_OPERATORS: "owner@studio.example" })
  const { conversationId } = await world.act("member", askAssistant, { text: "What is new?" })
  const inputs: Record<string, object> = {
    "ask-assistant": { conversationId, text: "And mine?" },
    "decide-calls": { conversationId, decisions: [{ callId: "call_1", answer: "once" }] },
    "delete-conversation": { id: conversationId },
    "get-conversation": { id: conversationId },
    "rename-conversation": { id: conversationId, title: "Mine" },
    "retry-run": { conversationId },
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

test("29: nothing that describes the service to others names the assistant's paths", () => {
  const told = JSON.stringify([testedDocument, tools.map(({ name, description }) => [name, description]), documents])
  for (const name of [...names, "console/assistant"]) assert.ok(!told.includes(name), name)
})
