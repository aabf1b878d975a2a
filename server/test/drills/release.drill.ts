import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { handbook } from "../support/basics/handbook.ts"
import { temporaryFolder } from "../support/databases/test-databases.ts"
import { shell } from "../support/processes/programs.ts"

const repository = join(import.meta.dirname, "../../..")

test("two checkouts of a commit, each with its own installation and build, make the same release", (t) => {
  const [first, second] = [1, 2].map(() => {
    const checkout = join(temporaryFolder(t), "checkout")
    shell(`git clone --quiet ${repository} ${checkout}`)
    for (const command of [handbook("npm install"), handbook("npm run pack")]) shell(command, {}, checkout)
    return readFileSync(join(checkout, "release/SHA256SUMS"), "utf8")
  })
  assert.match(first ?? "", /^[0-9a-f]{64} {2}atelier-[\d.]+\.tar\.gz$/m)
  assert.equal(first, second)
})
