import assert from "node:assert/strict"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { handbook } from "#test/support/basics/handbook.ts"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { shell, skipWithout } from "#test/support/processes/programs.ts"
import { serverProgram, startServer } from "#test/support/processes/server-process.ts"
import { underFilterOf } from "#test/support/processes/system-calls.ts"
import { cardsOfCheckout, tryService, withoutLimits } from "#test/support/processes/try-service.ts"

const unit = readFileSync(new URL("../../../deploy/systemd/atelier.service", import.meta.url), "utf8")

test("systemd accepts the unit and rates its exposure at 1.5 of 10 at most", {
  skip: skipWithout(["systemd-analyze"]),
}, (t) => {
  const folder = temporaryFolder(t)
  // systemd looks for the program, which is elsewhere on a machine of developers.
  writeFileSync(join(folder, "atelier.service"), unit.replace("/usr/bin/node", process.execPath))
  const installed = { "/etc/systemd/system": folder }
  assert.equal(shell(handbook("systemd-analyze verify /etc/systemd/system/atelier.service", installed)), "")
  const said = shell(
    handbook("systemd-analyze security --offline=true --threshold=15 /etc/systemd/system/atelier.service", installed),
  )
  assert.ok(Number(/exposure level for atelier\.service: ([\d.]+)/.exec(said)?.[1]) <= 1.5, said)
})

test("under the unit's system calls the service draws cards, sells, redirects and stops", {
  skip: skipWithout(["systemd-analyze", "python3"]),
}, async (t) => {
  const cards = await cardsOfCheckout(t)
  const command = [process.execPath, "--min-semi-space-size=16", serverProgram]
  await tryService(
    await startServer(t, { ...withoutLimits, ...settingsOfUnit(t) }, underFilterOf(unit, command)),
    cards,
  )

  const narrower = unit.replace(/^SystemCallFilter=~.*$/m, "$& @network-io")
  await assert.rejects(
    startServer(t, {}, underFilterOf(narrower, command)),
    /did not start/,
    "the filter refuses calls",
  )
})

/** The settings in the unit, with the folders that systemd has for its state and its credentials. */
function settingsOfUnit(t: TestContext): Record<string, string> {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, "secret-key"), "a secret key of thirty-two characters\n")
  const lines = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = ""]) => line.split(" "))
  assert.equal(lines.length, 2)
  return Object.fromEntries(lines.map((line) => line.replace(/%[Sd]/, folder).split("=")))
}
