import assert from "node:assert/strict"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { pack } from "../../../deploy/release/pack.ts"
import { handbook } from "../support/basics/handbook.ts"
import { migratedDatabaseUrl, temporaryFolder } from "../support/databases/test-databases.ts"
import { imageWorkshop, inSandbox, processInSandbox, sizeOf } from "../support/processes/images.ts"
import { shell, skipWithout } from "../support/processes/programs.ts"
import { startServer } from "../support/processes/server-process.ts"
import { cardsOfCheckout, tryService, withoutLimits } from "../support/processes/try-service.ts"

const commands = {
  base: handbook("export BASE=gcr.io/distroless/nodejs26-debian13@sha256:…", {
    "gcr.io/distroless/nodejs26-debian13@sha256:…": "localhost/base",
  }),
  service: handbook(
    "buildah build --timestamp 0 --target service --build-arg BASE=$BASE -f deploy/image/Dockerfile -t atelier release/atelier",
  ),
  postgres: handbook("export POSTGRES=docker.io/library/postgres@sha256:…", {
    "docker.io/library/postgres@sha256:…": "localhost/postgres",
  }),
  tools: handbook(
    "buildah build --timestamp 0 --target tools --build-arg BASE=$BASE --build-arg POSTGRES=$POSTGRES -f deploy/image/Dockerfile -t atelier-tools release/atelier",
  ),
}

/** What distroless has, and what npm's Node.js needs: libraries, certificates and time zones, but no shell. */
const libraries = ["libc6", "libstdc++6", "libgcc-s1", "libatomic1", "ca-certificates", "tzdata"]

test("the image", { skip: skipWithout(["buildah", "mmdebstrap", "umoci", "bwrap"]) }, async (t) => {
  const workshop = imageWorkshop(t)
  workshop.makeBase("base", libraries)

  await t.test("builds from a local base without network, twice alike, of two packed releases", () => {
    const [first, second] = [1, 2].map(() => {
      const release = temporaryFolder(t)
      pack(release)
      const sums = readFileSync(join(release, "SHA256SUMS"), "utf8")
      return { sums, id: workshop.build(`${commands.base}; ${commands.service}`, join(release, "atelier")) }
    })
    assert.match(first?.id ?? "", /^[0-9a-f]{64}$/)
    assert.deepEqual(first, second)
  })

  const image = workshop.unpack("atelier")
  await t.test("has at most 350 MB", (t) => {
    const megabytes = sizeOf(image.root) / 1e6
    t.diagnostic(`${megabytes.toFixed(0)} MB unpacked`)
    assert.ok(megabytes <= 350)
  })

  await t.test(
    "draws the same cards, sells, redirects and stops, read-only, as uid 65532, without a capability",
    async (t) => {
      const cards = await cardsOfCheckout(t)
      const command = inSandbox(image, temporaryFolder(t))
      const service = await startServer(t, { ...withoutLimits, SVC_HOST: "127.0.0.1" }, command)
      const inside = processInSandbox(service.process)
      assert.match(readFileSync(`/proc/${inside}/status`, "utf8"), /^CapEff:\t0+\nCapBnd:\t0+$/m)
      assert.match(readFileSync(`/proc/${inside}/uid_map`, "utf8"), /^\s*65532\s/)
      await tryService(service, cards, () => process.kill(inside, "SIGTERM"))
    },
  )

  await t.test("is ready within two seconds", async (t) => {
    const times = []
    for (let start = 0; start < 5; start += 1) {
      const began = performance.now()
      const { url, process } = await startServer(t, { SVC_HOST: "127.0.0.1" }, inSandbox(image, temporaryFolder(t)))
      assert.equal((await fetch(`${url}/api/health/ready`)).status, 200)
      times.push((performance.now() - began) / 1_000)
      process.kill("SIGKILL")
    }
    t.diagnostic(`ready after ${times.map((seconds) => seconds.toFixed(1)).join(", ")} s`)
    assert.ok(Math.min(...times) <= 2)
  })

  await t.test("re-encodes a picture without a shell, and can write to its data folder and /tmp alone", (t) => {
    const data = temporaryFolder(t)
    const [node = "", ...rest] = inSandbox(image, data, ["/nodejs/bin/node", "--input-type=module", "-e", inImage])
    assert.equal(shell([node, ...rest].map(quoted).join(" ")).trim(), "image/webp EROFS EROFS written written")
  })

  await t.test("has a second target that backs PostgreSQL up", async (t) => {
    workshop.makeBase("postgres", [...libraries, "postgresql-client-15"])
    const release = temporaryFolder(t)
    pack(release)
    workshop.build(`${commands.base}; ${commands.postgres}; ${commands.tools}`, join(release, "atelier"))
    const tools = workshop.unpack("atelier-tools")
    const data = temporaryFolder(t)
    const env = { SVC_DATABASE_URL: await migratedDatabaseUrl(t, "postgres") }
    const said = shell(
      inSandbox(tools, data, [...tools.command, "/data/backup"])
        .map(quoted)
        .join(" "),
      env,
    )
    assert.match(said, /is complete/)
    const { database } = JSON.parse(readFileSync(join(data, "backup/manifest.json"), "utf8"))
    assert.ok(database)
    rmSync(data, { recursive: true })
  })
})

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Prints the type of a re-encoded picture, and what became of writing to four folders. */
const inImage = `
import { writeFileSync } from "node:fs"
import { openImages } from "/app/server/src/adapters/images/remaker.ts"
const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64")
const images = openImages({ error: console.error })
const { contentType } = await images.remake(png, { accountId: "a", longestSide: 64, format: "webp" })
const write = (path) => {
  try {
    writeFileSync(path, "x")
    return "written"
  } catch ({ code }) {
    return code
  }
}
console.log(contentType, ...["/x", "/app/x", "/data/x", "/tmp/x"].map(write))
process.exit()
`
