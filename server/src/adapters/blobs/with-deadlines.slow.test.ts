import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { failsUpstream } from "#test/support/basics/fails-upstream.ts"
import { until } from "#test/support/basics/until.ts"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { type S3Fate, s3Server } from "#test/support/stand-ins/s3-server.ts"
import { openDiskBlobs } from "./disk.ts"
import { openS3Blobs } from "./s3.ts"
import { withDeadlines } from "./with-deadlines.ts"

test("a paused sender or reader does not use up the store's time", async (t) => {
  const diskMs = 1_000 // a busy machine's disk may need it
  const blobs = withDeadlines(openDiskBlobs(temporaryFolder(t)), diskMs)
  const bytes = randomBytes(1_000_000)
  async function* pausing() {
    yield bytes.subarray(0, 300_000)
    await sleep(1.5 * diskMs)
    yield bytes.subarray(300_000)
  }
  await blobs.write("key", Readable.from(pausing(), { objectMode: false }), bytes.length)

  const read: Buffer[] = []
  for await (const chunk of await blobs.read("key")) {
    if (read.length === 1) await sleep(1.5 * diskMs)
    read.push(chunk)
  }
  assert.ok(Buffer.concat(read).equals(bytes))
})

test("an S3 that hangs before the head, in the body, at a part or at the end is an upstream error, and ends", async (t) => {
  const peer = await s3Server(t)
  const whole = withDeadlines(openS3Blobs(peer.url))
  const bytes = randomBytes(9_000_000)
  const write = (key: string) => Readable.from([bytes.subarray(0, key === "small" ? 10 : bytes.length)])
  await whole.write("kept", write("kept"), bytes.length)
  const fates: Record<string, S3Fate> = {
    "GET /files/head": "hang",
    "GET /files/kept": "hang in the body",
    "PUT /files/small": "hang",
    "POST /files/begin": "hang",
    "PUT /files/part": "hang",
    "DELETE /files/gone": "hang",
  }
  const met = new Set<string>()
  peer.fateOf = ({ method, url = "" }) => {
    const call = `${method} ${url.replace(/\?.*/, "")}`
    const isComplete = method === "POST" && url.startsWith("/files/complete?uploadId")
    if (fates[call] || isComplete) met.add(call)
    return isComplete ? "hang" : (fates[call] ?? "pass")
  }

  // Enough for the answers before those that hang, also on a busy machine.
  const blobs = withDeadlines(openS3Blobs(peer.url), 3_000)
  await Promise.all([
    assert.rejects(blobs.read("head"), failsUpstream),
    blobs.read("kept").then((stream) => assert.rejects(buffer(stream), failsUpstream)),
    ...["small", "begin", "part", "complete"].map((key) =>
      assert.rejects(blobs.write(key, write(key), bytes.length), failsUpstream),
    ),
    assert.rejects(blobs.remove("gone"), failsUpstream),
  ])
  assert.deepEqual([...met].toSorted(), [...Object.keys(fates), "POST /files/complete"].toSorted())
  await until(async () => peer.hanging() === 0)
  await until(async () => peer.files().every((name) => !/^\d+$/.test(name)))
  peer.fateOf = () => "cut in the body"
  await assert.rejects(buffer(await blobs.read("kept")), failsUpstream)
  peer.fateOf = () => "pass"
  assert.ok((await buffer(await whole.read("kept"))).equals(bytes))
})
