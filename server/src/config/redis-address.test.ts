import assert from "node:assert/strict"
import { test } from "node:test"
import { readCountersAddress } from "./redis-address.ts"

test("the address of a cluster has its nodes, with usual ports, and one login", () => {
  assert.deepEqual(readCountersAddress("redis+cluster://one.example,[::1]:7000"), {
    ...{ kind: "cluster", hasTls: false, login: {} },
    nodes: [
      { host: "one.example", port: 6379 },
      { host: "::1", port: 7000 },
    ],
  })
  assert.deepEqual(readCountersAddress("rediss+cluster://me:p%40ss@10.0.0.1:7000"), {
    ...{ kind: "cluster", hasTls: true, login: { username: "me", password: "p@ss" } },
    nodes: [{ host: "10.0.0.1", port: 7000 }],
  })
})

test("the address of Sentinels names their primary, and may have a login of its own for them", () => {
  assert.deepEqual(readCountersAddress("rediss+sentinel://:secret@a:1,b/main?sentinelPassword=other"), {
    ...{ kind: "sentinel", hasTls: true, primaryName: "main" },
    ...{ login: { password: "secret" }, sentinelLogin: { password: "other" } },
    nodes: [
      { host: "a", port: 1 },
      { host: "b", port: 26379 },
    ],
  })
})

test("one server keeps its address as it is", () => {
  const url = "rediss://:secret@redis.example:6380/2"
  assert.deepEqual(readCountersAddress(url), { kind: "server", url })
})
