import assert from "node:assert/strict"
import { renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { until } from "#test/support/basics/until.ts"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { writeMmdb } from "#test/support/formats/write-mmdb.ts"
import { silentLog } from "#test/support/worlds/world.ts"
import { openMmdbCountries } from "./mmdb.ts"

const germany = { network: "1.2.0.0/16", country: "DE" }

test("a network's country is found, and a missing network is unknown", (t) => {
  const path = join(temporaryFolder(t), "countries.mmdb")
  writeFileSync(path, writeMmdb([germany, { network: "9.9.9.9/32", country: "JP" }]))
  const countries = openMmdbCountries(path, { log: silentLog })
  t.after(() => countries.close())
  assert.equal(countries.find("1.2.3.4"), "DE")
  assert.equal(countries.find("9.9.9.9"), "JP")
  for (const network of ["1.3.0.1", "2001:db8:0:1::/64", "unknown", "", "not an address"]) {
    assert.equal(countries.find(network), undefined, network)
  }
})

test("a file that is missing, empty or of another format is refused at the start, by its name", (t) => {
  const path = join(temporaryFolder(t), "countries.mmdb")
  const refused = { message: new RegExp(`^SVC_COUNTRY_DATABASE: ${path} is no database of countries`) }
  assert.throws(() => openMmdbCountries(path, { log: silentLog }), refused)
  const whole = writeMmdb([germany])
  for (const bytes of ["", "name,hex\nMoss,#6ab04c\n", whole.subarray(0, 200), whole.subarray(300)]) {
    writeFileSync(path, bytes)
    assert.throws(() => openMmdbCountries(path, { log: silentLog }), refused)
  }
})

test("a replaced file is read again; an unreadable one leaves the previous data", async (t) => {
  const folder = temporaryFolder(t)
  const path = join(folder, "countries.mmdb")
  writeFileSync(path, writeMmdb([germany]))
  const errors: unknown[] = []
  const countries = openMmdbCountries(path, {
    log: { ...silentLog, error: (...said) => errors.push(said) },
    everyMs: 5,
  })
  t.after(() => countries.close())
  const replace = (bytes: Buffer) => {
    writeFileSync(join(folder, "next"), bytes)
    renameSync(join(folder, "next"), path)
  }
  replace(Buffer.from("broken"))
  await until(async () => errors.length > 0)
  assert.equal(countries.find("1.2.3.4"), "DE")
  replace(writeMmdb([{ ...germany, country: "AT" }]))
  await until(async () => countries.find("1.2.3.4") === "AT")
})
