import assert from "node:assert/strict"
import { test } from "node:test"
import { hashSecret, newSecret } from "./secret.ts"

test("ten thousand secrets are all different, well formed and of 256 bits", () => {
  const secrets = Array.from({ length: 10_000 }, () => newSecret("session"))
  assert.equal(new Set(secrets).size, 10_000)
  for (const secret of secrets) assert.match(secret, /^session_[\w-]{43}$/)
})

test("a hash is the same for the same secret and does not contain it", () => {
  const secret = newSecret("session")
  assert.equal(hashSecret(secret), hashSecret(secret))
  assert.notEqual(hashSecret(secret), hashSecret(newSecret("session")))
  assert.match(hashSecret(secret), /^[\w-]{43}$/)
})
