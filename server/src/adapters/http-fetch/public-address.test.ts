import assert from "node:assert/strict"
import { test } from "node:test"
import { isPublicAddress } from "./public-address.ts"

const publicAddresses = [
  "1.1.1.1",
  "8.8.8.8",
  "93.184.216.34",
  "172.15.0.1",
  "172.32.0.1",
  "2606:4700:4700::1111",
  "2a00:1450::1",
]

const otherAddresses = {
  "this machine": ["127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "::1", "::"],
  "private networks": ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "fc00::1", "fd12::1"],
  "one link, with the metadata services of clouds": [
    "169.254.169.254",
    "169.254.170.2",
    "fe80::1",
    "fe80::a9fe:a9fe",
    "fec0::1",
  ],
  "IPv4 mapped into IPv6": ["::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:0:127.0.0.1", "::7f00:1", "::8.8.8.8"],
  "IPv4 behind NAT64": ["64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1"],
  "IPv4 in a tunnel": ["2002:7f00:1::", "2002:808:808::1", "2001::7f00:1", "2001:0:53aa:64c:0:fbff:f5ff:fffe"],
  "groups and everybody": ["224.0.0.1", "239.255.255.255", "255.255.255.255", "ff02::1"],
  "documentation, benchmarks and the reserved": [
    ...["192.0.2.1", "198.51.100.1", "203.0.113.1", "198.18.0.1", "240.0.0.1", "192.0.0.1", "2001:db8::1", "3fff::1"],
    ...["100::1", "4000::1"],
  ],
  "no address at all": ["", "example.com", "127.0.0.1.nip.io", "1.1.1.1/8"],
}

test("addresses of the public internet are public", () => {
  for (const address of publicAddresses) assert.equal(isPublicAddress(address), true, address)
})

for (const [what, addresses] of Object.entries(otherAddresses)) {
  test(`not public: ${what}`, () => {
    for (const address of addresses) assert.equal(isPublicAddress(address), false, address)
  })
}
