import assert from "node:assert/strict"
import { join } from "node:path"
import { test } from "node:test"
import { installClient, tryClient } from "../client/packed-client.ts"
import { temporaryFolder } from "../support/databases/test-databases.ts"
import { shell } from "../support/processes/programs.ts"

/** The oldest Node.js that the client supports, and those of the service. Each is 100 MB or more. */
const majors = [20, 24, 26]

test("the packed client works on each Node.js from the registry", async (t) => {
  const { project } = installClient(t)
  const name = `node-${process.platform}-${process.arch}`
  for (const major of majors)
    await t.test(`${major}`, async (t) => {
      const folder = temporaryFolder(t)
      shell(`npm install --no-audit --no-fund --prefix . ${name}@${major}`, {}, folder)
      const node = join(folder, "node_modules", name, "bin/node")
      assert.match(shell(`${node} --version`), new RegExp(`^v${major}\\.`))
      await tryClient(t, project, node)
    })
})
