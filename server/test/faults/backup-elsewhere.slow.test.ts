import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import type { IncomingMessage } from "node:http"
import { join } from "node:path"
import { Readable } from "node:stream"
import { type TestContext, test } from "node:test"
import { generateIdentity, identityToRecipient } from "age-encryption"
import { readSettings } from "#config/settings.ts"
import { fillEmptyDatabase } from "#start/demo/demo-data.ts"
import { handbook } from "#test/support/basics/handbook.ts"
import { until } from "#test/support/basics/until.ts"
import { dumpOf } from "#test/support/databases/dump.ts"
import { onBothDatabases, temporaryFolder } from "#test/support/databases/test-databases.ts"
import { s3Server } from "#test/support/stand-ins/s3-server.ts"
import { newPlace, openAt, runScript } from "#test/support/worlds/backup-world.ts"
import { silentLog } from "#test/support/worlds/world.ts"
import { decryptWith, encryptTo } from "../../src/backups/encryption.ts"
import { findFaults, openBackup } from "../../src/backups/read-backup.ts"
import { restoreBackup } from "../../src/backups/restore-backup.ts"
import { takeBackup } from "../../src/backups/take-backup.ts"

const inBucket = {
  backup: handbook("npm run backup -- s3://s3.example.com/b/2026-11-20 --pool s3://s3.example.com/b/pool --keep 14"),
  verify: handbook("npm run verify-backup -- s3://s3.example.com/b/2026-11-20 --pool s3://s3.example.com/b/pool"),
  restore: handbook("npm run restore -- s3://s3.example.com/b/2026-11-20 --pool s3://s3.example.com/b/pool"),
}
const notMoved = /^(migrations|commits|blob_holds|operation_marks|doc_words.*|link_pieces.*)$/

async function newIdentity(t: TestContext) {
  const identity = await generateIdentity()
  const file = join(temporaryFolder(t), "identity")
  writeFileSync(file, `# created: today\n${identity}\n`)
  return { file, recipient: await identityToRecipient(identity) }
}

onBothDatabases(
  "an encrypted backup shows no byte of a file or row, is verified without the identity, and restored with it",
  async (t, kind) => {
    const here = await newPlace(t, kind)
    const app = await openAt(t, here)
    await fillEmptyDatabase(app)
    const [{ file, recipient }, stranger] = [await newIdentity(t), await newIdentity(t)]
    const backups = temporaryFolder(t)
    const [folder, pool] = [join(backups, "1"), join(backups, "pool")]
    const placed = { "/backups/2026-11-20": folder, "/backups/pool": pool }
    const taken = handbook("npm run backup -- /backups/2026-11-20 --pool /backups/pool --encrypt age1recipient", {
      ...placed,
      age1recipient: recipient,
    })
    const { code, said } = await runScript(taken, here)
    assert.equal(code, 0, said)
    const files = await app.database.read.selectFrom("files").select(["id", "blob_key"]).execute()
    const secrets = [readFileSync(join(String(here.SVC_DATA_DIR), "secret.key"), "utf8"), ...files.map(({ id }) => id)]
    const stored = readdirSync(backups, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    assert.ok(stored.length >= 6 + files.length)
    for (const { parentPath, name } of stored) {
      const bytes = readFileSync(join(parentPath, name))
      for (const secret of secrets) assert.equal(bytes.includes(secret), false, `${name} shows ${secret}`)
      if (!/json|sha256/.test(name)) assert.ok(bytes.subarray(0, 21).equals(Buffer.from("age-encryption.org/v1")), name)
    }
    const settings = readSettings(here)
    assert.deepEqual(await findFaults(await openBackup(settings, { folder, pool })), [])

    const there = await newPlace(t, kind)
    const restore = (identity?: string) => restoreBackup(readSettings(there), { folder, pool, identity })
    await assert.rejects(restore(), /is encrypted to age1\w+: name its identity with --identity/)
    await assert.rejects(restore(stranger.file), /cannot be decrypted with .*identity: it is encrypted to another key/)
    const restored = await runScript(
      handbook("npm run restore -- /backups/2026-11-20 --pool /backups/pool --identity /keys/backup.txt", {
        ...placed,
        "/keys/backup.txt": file,
      }),
      there,
    )
    assert.equal(restored.code, 0, restored.said)
    const again = await openAt(t, there)
    assert.equal(await dumpOf(again.database, notMoved), await dumpOf(app.database, notMoved))
  },
)

test("backups to other keys copy the pool's blobs again, and the same keys in another order do not", async (t) => {
  const here = await newPlace(t, "sqlite")
  await fillEmptyDatabase(await openAt(t, here))
  const [one, two] = [(await newIdentity(t)).recipient, (await newIdentity(t)).recipient]
  const backups = temporaryFolder(t)
  const copied = async (name: string, recipients: string[]) => {
    const target = { folder: join(backups, name), pool: join(backups, "pool"), encryptTo: recipients }
    return (await takeBackup(readSettings(here), target, silentLog)).copied.count
  }
  const all = await copied("1", [one, two])
  assert.ok(all > 0)
  assert.deepEqual([await copied("2", [two, one]), await copied("3", [one]), await copied("4", [])], [0, all, all])
})

test("a key that is none is refused without repeating it", async (t) => {
  const secret = await generateIdentity()
  const refused = (error: Error) => /public key of age/.test(error.message) && !error.message.includes(secret)
  await assert.rejects(encryptTo([secret]), refused)
  const file = join(temporaryFolder(t), "identity")
  writeFileSync(file, "age1public\n")
  await assert.rejects(decryptWith(file), /is not an identity file of age/)
})

test("encrypting and decrypting 200 MB reads no further ahead than a few MB", async (t) => {
  const { file, recipient } = await newIdentity(t)
  const [encrypt, decrypt] = [await encryptTo([recipient]), await decryptWith(file)]
  const piece = randomBytes(1_000_000)
  let [made, received, ahead] = [0, 0, 0]
  function* pieces() {
    for (; made < 200; made += 1) yield piece
  }
  for await (const chunk of await decrypt(await encrypt(Readable.from(pieces(), { objectMode: false })))) {
    received += chunk.length
    ahead = Math.max(ahead, made * piece.length - received)
  }
  assert.equal(received, 200 * piece.length)
  assert.ok(ahead < 20_000_000, `${ahead} bytes ahead`)
})

test("a backup in a bucket is verified, restored and expired; one that the bucket cuts off is none", async (t) => {
  const peer = await s3Server(t)
  const here = { ...(await newPlace(t, "sqlite")), SVC_BACKUP_KEY: "S3RVER:S3RVER" }
  const app = await openAt(t, here)
  await fillEmptyDatabase(app)
  const { host, pathname, search } = new URL(peer.url)
  const at = (name: string) => `s3://${host}${pathname}/atelier/${name}${search}`
  const placed = (line: string, name: string) =>
    line.replace("s3://s3.example.com/b/2026-11-20", at(name)).replace("s3://s3.example.com/b/pool", at("pool"))
  for (const name of ["1", "2"]) {
    const taken = await runScript(placed(inBucket.backup, name), here)
    assert.equal(taken.code, 0, taken.said)
  }
  const verified = await runScript(placed(inBucket.verify, "2"), here)
  assert.equal(verified.code, 0, verified.said)
  const there = { ...(await newPlace(t, "sqlite")), SVC_BACKUP_KEY: "S3RVER:S3RVER" }
  const restored = await runScript(placed(inBucket.restore, "2"), there)
  assert.equal(restored.code, 0, restored.said)
  const again = await openAt(t, there)
  assert.equal(await dumpOf(again.database, notMoved), await dumpOf(app.database, notMoved))

  // A backup that is killed while it writes its index, and one whose connection is cut there.
  const settings = readSettings(here)
  const take = (name: string, keep?: number) =>
    takeBackup(settings, { folder: at(name), pool: at("pool"), keep }, silentLog)
  const isIndex = ({ method, url }: IncomingMessage) => method === "PUT" && /\/[34]\/blobs\.jsonl/.test(url ?? "")
  peer.fateOf = (request) => (isIndex(request) ? "hang" : "pass")
  const killed = await runScript(placed(inBucket.backup, "3"), here, async (child) => {
    await until(async () => peer.hanging() === 1)
    child.kill("SIGKILL")
  })
  assert.equal(killed.code, null)
  peer.fateOf = (request) => {
    if (isIndex(request)) request.destroy()
    return "pass"
  }
  await assert.rejects(take("4"), /The file store is unavailable/)
  for (const name of ["3", "4"])
    await assert.rejects(openBackup(settings, { folder: at(name), pool: at("pool") }), /no complete backup/)

  peer.fateOf = () => "pass"
  assert.equal((await take("5", 1)).expired, undefined, "the killed backup still has its hold")
  await app.database.transaction((db) => db.deleteFrom("blob_holds").execute())
  assert.deepEqual((await take("6", 1)).expired?.backups, ["5", "2", "1"])
  const left = peer.files().filter((name) => /^(database|manifest|blobs\.jsonl|unfinished).*object$/.test(name))
  assert.deepEqual(left.map((name) => name.replace(/\._.*/, "")).toSorted(), ["blobs.jsonl", "database", "manifest.json", "manifest.sha256"]) // biome-ignore format: one thought
})

test("an address of a bucket with a key, without a folder, or without SVC_BACKUP_KEY is refused", async (t) => {
  const here = await newPlace(t, "sqlite")
  await openAt(t, here)
  const take = (folder: string, more = {}) => takeBackup(readSettings({ ...here, ...more }), { folder }, silentLog)
  await assert.rejects(take("s3://host/bucket/1"), /set SVC_BACKUP_KEY=key:secret/)
  const key = { SVC_BACKUP_KEY: "key:secret" }
  await assert.rejects(take("s3://host/bucket", key), /Name a folder of the bucket/)
  await assert.rejects(take("s3://key:hidden@host/bucket/1", key), /Leave the key out of the address/)
  assert.throws(() => readSettings({ SVC_BACKUP_KEY: "hidden" }), (error: Error) => /must be `key:secret`/.test(error.message) && !error.message.includes("hidden")) // biome-ignore format: one thought
})
