import assert from "node:assert/strict"
import { test } from "node:test"
import { closings } from "../../../../../server/src/engines/sync/sockets/closings.ts"
import { afterClose } from "./ends.ts"

test("a page handles each close code of the service", () => {
  const after = (name: keyof typeof closings, count = 1) => afterClose(closings[name].code, count)
  assert.deepEqual(after("signedOut"), { end: "signed-out" })
  assert.deepEqual(after("noSuchDoc"), { end: "gone" })
  assert.deepEqual(after("tooOld"), { end: "too-old" })
  for (const name of ["noAccess", "otherRole"] as const) assert.equal(after(name), "ask-again")
  for (const name of ["tooManySockets", "tooManyDocs"] as const)
    assert.deepEqual(after(name), { wait: "too-many-tabs" })
  for (const name of ["tooFast", "unread"] as const) assert.deepEqual(after(name), { wait: "too-fast" })
  assert.deepEqual(after("docIsFull"), { wait: "too-many-readers" })
  assert.deepEqual(after("failed"), { wait: "not-stored" })
  assert.equal(after("restart"), "connect-again")
  for (const name of ["hostile", "malformed"] as const) {
    assert.equal(after(name, 2), "connect-again")
    assert.deepEqual(after(name, 3), { end: "refused" }, "the third in a row is its last word")
  }
})
