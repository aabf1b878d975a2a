import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import type { TestContext } from "node:test"
import { test } from "node:test"
import { getFile, listFolder } from "#domains/drive/index.ts"
import { rowsOf } from "#test/support/basics/values-of.ts"
import { openBrowser, signIn } from "#test/support/pages/simple-browser.ts"
import { pageWorld } from "#test/support/worlds/page-world.ts"

type Method = "POST" | "HEAD" | "PATCH" | "DELETE" | "PUT"
type Headers = Record<string, string | undefined>
const bytes = { "content-type": "application/offset+octet-stream" }

/** A member's console, and a function that sends its upload requests. */
async function sending(t: TestContext) {
  const world = await pageWorld(t)
  const browser = openBrowser(world)
  await signIn(world, browser, "member@studio.example")
  const { island } = await browser.visit("/studio/links")
  const own = {
    ...browser.headers(),
    "sec-fetch-site": "same-origin",
    "svc-form-token": island.formToken,
    "tus-resumable": "1.0.0",
  }
  const send = async (method: Method, path: string, { payload = "", ...headers }: Headers = {}) => {
    const url = `/console/uploads${path}?workspace=studio`
    const sent = Object.entries({ ...own, ...headers }).filter(([, value]) => value !== undefined)
    return world.server.inject({ method, url, headers: Object.fromEntries(sent), ...(payload && { payload }) })
  }
  const begin = async (name = "a.txt", length = 10, type = "text/plain") => {
    const metadata = `filename ${Buffer.from(name).toString("base64")},filetype ${btoa(type)}`
    const answer = await send("POST", "", { "upload-length": String(length), "upload-metadata": metadata })
    assert.equal(answer.statusCode, 201, answer.payload)
    return String(answer.headers.location).replace(/^.*\/console\/uploads/, "")
  }
  return { ...world, send, begin }
}

test("201, 204 and a file: a member's upload continues where it was", async (t) => {
  const { act, send, begin } = await sending(t)
  const path = await begin()

  const half = await send("PATCH", path, { ...bytes, "upload-offset": "0", payload: "01234" })
  assert.deepEqual([half.statusCode, half.headers["upload-offset"]], [204, "5"])
  const state = await send("HEAD", path, { "svc-form-token": undefined })
  assert.deepEqual([state.statusCode, state.headers["upload-offset"], state.headers["upload-length"]], [200, "5", "10"])
  assert.equal((await send("PATCH", path, { ...bytes, "upload-offset": "5", payload: "56789" })).statusCode, 204)

  const { files } = await act("viewer", listFolder, {})
  assert.deepEqual(rowsOf(files, "name", "sizeBytes", "contentType"), [["a.txt", 10, "text/plain"]])
})

test("204 and 200 with the file's id: each of two uploads of one name, and again after a lost response", async (t) => {
  const { act, send, begin } = await sending(t)
  const paths = [await begin(), await begin(), await begin("empty", 0)]
  const before = await send("HEAD", String(paths[0]))
  assert.equal(before.headers["svc-file-id"], undefined)
  const parts = ["0123456789", "9876543210", ""]
  const ids = await Promise.all(
    paths.map(async (path, at) => {
      const answer = await send("PATCH", path, { ...bytes, "upload-offset": "0", payload: parts[at] })
      return answer.headers["svc-file-id"]
    }),
  )

  assert.equal(new Set(ids).size, 3)
  const { files } = await act("viewer", listFolder, {})
  assert.deepEqual(new Set(files.map(({ id }) => id)), new Set(ids))
  for (const [at, path] of paths.entries()) {
    const length = String(parts[at]?.length)
    assert.equal((await send("HEAD", path)).headers["svc-file-id"], ids[at])
    assert.equal(
      (await send("PATCH", path, { ...bytes, "upload-offset": length })).headers["svc-file-id"],
      ids[at],
      "also by sending nothing more",
    )
    const file = await act("viewer", getFile, { id: ids[at] as string })
    assert.equal(file.sha256, createHash("sha256").update(String(parts[at])).digest("hex"))
  }
})

test("204 for an aborted upload, 410 or 404 after it", async (t) => {
  const { send, begin } = await sending(t)
  const path = await begin()
  assert.equal((await send("DELETE", path)).statusCode, 204)
  assert.ok([404, 410].includes((await send("HEAD", path)).statusCode))
})

test("403 for other sites, for bearers and without the form token; 415 for other bytes; 412 without a version", async (t) => {
  const { act, send, begin } = await sending(t)
  const path = await begin()
  const offset = { ...bytes, "upload-offset": "0" }
  for (const [what, headers] of [
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["another origin", { origin: "https://evil.example" }],
    ["a bearer", { authorization: "Bearer access_x" }],
    ["no form token", { "svc-form-token": undefined }],
    ["an anonymous caller", { cookie: undefined }],
  ] as [string, Headers][]) {
    assert.equal((await send("PATCH", path, { ...offset, ...headers, payload: "0123456789" })).statusCode, 403, what)
    assert.equal((await send("DELETE", path, headers)).statusCode, 403, what)
    assert.equal((await send("POST", "", { "upload-length": "1", ...headers })).statusCode, 403, what)
  }
  assert.equal((await send("HEAD", path, { cookie: undefined })).statusCode, 401)
  assert.equal((await send("PATCH", path, { ...offset, "content-type": "text/plain", payload: "x" })).statusCode, 415)
  assert.equal((await send("HEAD", path, { "tus-resumable": undefined })).statusCode, 412)
  assert.equal((await send("POST", "", { "upload-length": String(2 ** 31 + 1) })).statusCode, 413)
  assert.deepEqual((await act("viewer", listFolder, {})).files, [])
})

test("a picture is answered with 409 before the last byte, 403, 400 or 413 for a bad one, and 204", async (t) => {
  const { send, begin } = await sending(t)
  const path = await begin("IMG_1.HEIC", 3, "image/heic")
  const put = async (payload: string, headers: Headers = {}) =>
    (await send("PUT", `${path}/picture`, { payload, "content-type": "image/jpeg", ...headers })).statusCode
  assert.equal(await put("a picture"), 409)
  assert.equal((await send("PATCH", path, { ...bytes, "upload-offset": "0", payload: "abc" })).statusCode, 204)
  assert.equal(await put("a picture", { "svc-form-token": undefined }), 403)
  assert.equal(await put("no picture"), 400)
  assert.equal(await put("a".repeat(1_000_001)), 413)

  const text = await begin("a.txt", 0)
  assert.equal((await send("PUT", `${text}/picture`, { payload: "a picture" })).statusCode, 204, "it needs none")
})
