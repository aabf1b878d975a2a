import assert from "node:assert/strict"
import { Readable } from "node:stream"
import { test } from "node:test"
import { blobContract } from "#test/contracts/blobs/contract.ts"
import { failsUpstream } from "#test/support/basics/fails-upstream.ts"
import { s3Server } from "#test/support/stand-ins/s3-server.ts"
import { openS3Blobs } from "./s3.ts"
import { withDeadlines } from "./with-deadlines.ts"

blobContract(async (t) => {
  const { url, files } = await s3Server(t)
  return { blobs: withDeadlines(openS3Blobs(url)), stored: async () => files() }
})

test("a store that refuses access is an upstream error, also when reading a file", async (t) => {
  const { url } = await s3Server(t)
  const strange = withDeadlines(openS3Blobs(url.replace("/files", "/no-such-bucket")))

  await assert.rejects(strange.read("key"), failsUpstream)
  await assert.rejects(strange.remove("key"), failsUpstream)
  const source = Readable.from([Buffer.from("x")])
  await assert.rejects(strange.write("key", source, 10), failsUpstream)
  assert.equal(source.destroyed, true)
})

test("an unreachable store is an upstream error", async (t) => {
  const { url, stop } = await s3Server(t)
  const blobs = withDeadlines(openS3Blobs(url))
  await stop()

  await assert.rejects(blobs.write("key", Readable.from([Buffer.from("x")]), 10), failsUpstream)
  await assert.rejects(blobs.read("key"), failsUpstream)
})

test("an address without key, secret or bucket stops the start, and the error does not contain it", () => {
  for (const url of ["s3://host/bucket", "s3://key:hidden@host", "s3://key:hidden@host/bucket/more"]) {
    assert.throws(
      () => openS3Blobs(url),
      (error: Error) => error.message.includes("s3://key:secret@host:port/bucket") && !error.message.includes("hidden"),
    )
  }
})
