import assert from "node:assert/strict"
import { test } from "node:test"
import { openStreamElementsStandIn } from "#test/support/stand-ins/stream-elements.ts"
import { openStreamElements } from "./kappa.ts"

test("a missing response times out", async (t) => {
  const standIn = await openStreamElementsStandIn(t)
  standIn.fault = "silence"
  const api = openStreamElements(standIn.url, 50)
  await assert.rejects(api.findChannel("ada_draws"), { code: "upstream_error" })
})

test("an unreachable server is an upstream error", async () => {
  await assert.rejects(openStreamElements("http://127.0.0.1:9").findChannel("ada_draws"), { code: "upstream_error" })
})

test("a channel is found by name and by id, without a token", async (t) => {
  const standIn = await openStreamElementsStandIn(t)
  const api = openStreamElements(standIn.url, 5_000, "Atelier/1 (+https://studio.example)")
  const channel = { id: standIn.channel._id, name: "ada_draws" }
  assert.deepEqual(await api.findChannel("ada_draws"), channel)
  assert.deepEqual(await api.findChannel(standIn.channel._id), channel)
  await assert.rejects(api.findChannel("nobody"), { code: "not_found" })
  assert.deepEqual(new Set(standIn.userAgents), new Set(["Atelier/1 (+https://studio.example)"]))
})
