import assert from "node:assert/strict"
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { blobContract, listContract, type OpenedBlobs } from "#test/contracts/blobs/contract.ts"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { openDiskBlobs } from "./disk.ts"
import { withDeadlines } from "./with-deadlines.ts"

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}

async function open(t: TestContext): Promise<OpenedBlobs> {
  const folder = join(temporaryFolder(t), "made", "when", "missing")
  return { blobs: withDeadlines(openDiskBlobs(folder)), stored: async () => filesIn(folder) }
}

blobContract(open)
listContract(open)

test("a killed process's unfinished files are removed at the first start when they are a day old", (t) => {
  const folder = temporaryFolder(t)
  const unfinished = join(folder, ".unfinished")
  mkdirSync(unfinished)
  writeFileSync(join(unfinished, "fresh"), "")
  writeFileSync(join(unfinished, "old"), "")
  const yesterday = Date.now() / 1000 - 86_401
  utimesSync(join(unfinished, "old"), yesterday, yesterday)

  openDiskBlobs(folder)
  assert.deepEqual(filesIn(folder), ["fresh"])
})
