import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { root, sources } from "./source-graph.ts"

/** A sharded database has an advisory lock on one node only. These two are taken while a process starts. */
const whileStarting = ["storage/migrate.ts", "storage/secret-keys.ts"]

test("an advisory lock is taken only while a process starts", () => {
  const taking = sources().filter((file) => readFileSync(join(root, file), "utf8").includes("pg_advisory"))
  assert.deepEqual(taking.sort(), whileStarting)
})

/** Its type has the order of bytes on PostgreSQL, and an address has ASCII letters alone. */
const ofBytes = /lower\((?:\w+\.)?buyer_email\)|"lower", \["buyer_email"\]/g

test("a statement lowers no letters, since databases know different ones", () => {
  const lowering = sources().filter((file) => {
    const text = readFileSync(join(root, file), "utf8").replace(ofBytes, "")
    return /\bi?lower\(|"lower"|\bupper\(|"upper"|\bilike\b|collate nocase/i.test(
      text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, ""),
    )
  })
  assert.deepEqual(lowering, [])
})
