import assert from "node:assert/strict"
import { appendFileSync, globSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { test } from "node:test"
import { handbook } from "#test/support/basics/handbook.ts"
import { type Ending, temporaryFolder } from "#test/support/databases/test-databases.ts"
import { shell, skipWithout } from "#test/support/processes/programs.ts"
import { startServer } from "#test/support/processes/server-process.ts"
import { cardsOfCheckout, tryService, withoutLimits } from "#test/support/processes/try-service.ts"
import { checkout } from "../../../deploy/release/assemble.ts"
import { pack } from "../../../deploy/release/pack.ts"

test("a release", async (t) => {
  const release = packedRelease(t)
  const unpacked = join(release.installed, "opt/atelier")

  await t.test("starts in an empty folder: cards, a page, a sale, a redirect, a stop", async (t) => {
    const cards = await cardsOfCheckout(t)
    const secret = { SVC_SECRET_KEY_FILE: join(release.installed, "etc/atelier/secret-key") }
    await tryService(await startServer(t, { ...withoutLimits, ...secret }, startOf(release)), cards)
  })

  await t.test("has no tests, no tools of development, and no weight or format of a font that no card reads", () => {
    const files = globSync("**", { cwd: unpacked })
    assert.ok(files.length > 1_000)
    const wrong = /\.test\.ts$|\.woff$|-[1235689]00-(?:normal|italic)|node_modules\/(?:typescript|rolldown|vite|node)\//
    assert.deepEqual(files.filter((file) => wrong.test(file)), []) // biome-ignore format: one thought
  })

  await t.test("has a bill of materials of exactly its packages, in the versions of the lock file", () => {
    const bill = JSON.parse(readFileSync(globSync(join(release.folder, "*.cdx.json"))[0] ?? "", "utf8")) as {
      components: { name: string; version: string }[]
    }
    const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`))
    const { packages } = JSON.parse(readFileSync(join(checkout, "package-lock.json"), "utf8"))
    const shippedAt = (at: string) => [`server/${at}`, at].map((path) => packages[path]).find((one) => one && !one.dev)
    const present = globSync("**/node_modules/{*,@*/*}/package.json", { cwd: unpacked }).map((file) => {
      const at = file.slice(0, -"/package.json".length)
      const { version } = JSON.parse(readFileSync(join(unpacked, file), "utf8"))
      assert.equal(version, shippedAt(at)?.version, at)
      return `${at.slice(at.lastIndexOf("node_modules/") + "node_modules/".length)}@${version}`
    })
    assert.ok(present.length > 100)
    assert.deepEqual([...listed].sort(), [...new Set(present)].sort())
  })

  await t.test("has its own licence, and the words of each package about its licence", () => {
    for (const file of ["LICENSE", "NOTICE.md", "web/dist/client/assets/licenses.txt"])
      assert.equal(readFileSync(join(unpacked, file), "utf8"), readFileSync(join(checkout, file), "utf8"))
    const folders = globSync("**/node_modules/{*,@*/*}/package.json", { cwd: unpacked }).map((file) => dirname(file))
    const saysLicence = (folder: string) =>
      readdirSync(join(unpacked, folder)).some((name) => /licen[cs]e|copying|readme/i.test(name))
    assert.ok(folders.length > 100)
    assert.deepEqual(folders.filter((folder) => !saysLicence(folder)), []) // biome-ignore format: one thought
  })

  await t.test(
    "has signed checksums that detect a changed file",
    {
      skip: skipWithout(["minisign"]),
    },
    () => {
      const files = { release: release.folder }
      const key = join(release.folder, "atelier.key")
      const publicKey = { ...files, "atelier.pub": `${key}.pub` }
      shell(`minisign -GWs ${key} -p ${key}.pub`)
      shell(handbook("minisign -Sm release/SHA256SUMS -s atelier.key", { ...files, "atelier.key": key }))
      const checkSignature = handbook("minisign -Vm release/SHA256SUMS -p atelier.pub", publicKey)
      const checkSums = handbook("(cd release && sha256sum --check SHA256SUMS)", files)
      assert.match(shell(checkSignature), /signature .*verified/)
      assert.match(shell(checkSums), /^atelier-0\.1\.0\.tar\.gz: OK\natelier-0\.1\.0\.cdx\.json: OK$/m)

      appendFileSync(join(release.folder, "atelier-0.1.0.cdx.json"), " ")
      assert.throws(() => shell(checkSums), /cdx\.json: FAILED/)
      appendFileSync(join(release.folder, "SHA256SUMS"), "\n")
      assert.throws(() => shell(checkSignature), /verification failed/)
    },
  )
})

interface Release {
  /** The folder with the tarball, the bill of materials and the sums. */
  readonly folder: string
  /** The root folder of a machine where it was installed. */
  readonly installed: string
}

/** Packs a release of this checkout, and installs it as the handbook describes, below an empty folder. */
function packedRelease(t: Ending): Release {
  const [folder, installed] = [temporaryFolder(t), temporaryFolder(t)]
  pack(folder)
  const tarball = { "release/": `${folder}/` }
  const [opt, etc, systemd] = ["/opt/atelier", "/etc/atelier", "/etc/systemd"].map((place) => ({
    [place]: join(installed, place),
  }))
  for (const command of [
    handbook("mkdir -p /opt/atelier", opt),
    handbook("tar -xzf release/atelier-0.1.0.tar.gz -C /opt/atelier --strip-components=1", { ...tarball, ...opt }),
    handbook("install -D -m 644 /opt/atelier/deploy/systemd/atelier.service /etc/systemd/system/atelier.service", {
      ...opt,
      ...systemd,
    }),
    handbook("install -d -m 700 /etc/atelier", etc),
    handbook("(umask 077 && head -c 48 /dev/urandom | base64 > /etc/atelier/secret-key)", etc),
  ])
    shell(command)
  return { folder, installed }
}

/** The command of the unit, at another place. */
function startOf({ installed }: Release): string[] {
  return [process.execPath, "--min-semi-space-size=16", join(installed, "opt/atelier/server/start.js")]
}
