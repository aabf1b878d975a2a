import assert from "node:assert/strict"
import type { IncomingMessage } from "node:http"
import { test } from "node:test"
import { networkFinder, networkOfAddress } from "./client-network.ts"

const networks: [address: string | undefined, network: string][] = [
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::ffff:cb00:7107", "203.0.113.7"],
  ["::FFFF:CB00:7107", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::", "2001:db8:1:2::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["999.1.1.1", "999.1.1.1"],
  ["nonsense", "unknown"],
  [undefined, "unknown"],
]

for (const [address, network] of networks) {
  test(`${address} is of the network ${network}`, () => assert.equal(networkOfAddress(address), network))
}

test("a trusted proxy that is neither address nor network stops the start", () => {
  assert.throws(() => networkFinder(["10.0.0.0/8", "load-balancer"]), /load-balancer/)
})

const request = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage

test("a proxy that is not configured is reported once, and is not trusted", () => {
  let reports = 0
  const find = networkFinder(["10.0.0.1"], () => {
    reports += 1
  })
  assert.equal(find(request("10.0.0.1", { "x-forwarded-for": "203.0.113.7" })), "203.0.113.7")
  assert.equal(find(request("192.0.2.9")), "192.0.2.9")
  assert.equal(reports, 0)

  for (const headers of [{ "x-forwarded-for": "203.0.113.7" }, { forwarded: "for=203.0.113.7" }]) {
    assert.equal(find(request("192.0.2.9", headers)), "192.0.2.9")
  }
  assert.equal(reports, 1)
})
