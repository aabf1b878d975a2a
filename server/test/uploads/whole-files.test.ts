import assert from "node:assert/strict"
import { createHash, randomBytes } from "node:crypto"
import { describe, test } from "node:test"
import { readMessage } from "#adapters/mail/read-message.ts"
import { downloadFile, mailUpload, revokeUploadLink, searchDriveFiles } from "#domains/drive/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { until } from "#test/support/basics/until.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { request } from "#test/support/http/raw-http.ts"
import { type UploadWorld, uploadWorld } from "#test/support/worlds/upload-world.ts"

const nothing = { files: [], uploads: 0, parts: 0, blobs: 0, usedBytes: 0 }
const text = (length: number) => ({ "content-type": "text/plain", "content-length": length })
const codeOf = ({ text }: { text: string }) => JSON.parse(text).error.code

async function removeMaker({ app, callers }: UploadWorld): Promise<void> {
  const { member } = callers
  const id = member.kind === "person" ? member.accountId : ""
  await app.database.transaction((db) => db.deleteFrom("members").where("account_id", "=", id).execute())
}

describe("PUT {base}/u/{token}/{name}", () => {
  test("201 with what arrived; the file is in the drive and the maker of the link is notified once", async (t) => {
    const world = await uploadWorld(t, { maxFiles: 3 })
    const bytes = randomBytes(300_000)
    for (const name of ["photo.png", "photo.png"]) {
      const headers = { "content-type": "image/png", "content-length": bytes.length }
      const { status, text, headers: answered } = await world.send("PUT", `${world.link}/${name}`, { headers, bytes })
      assert.equal(status, 201)
      const sha256 = createHash("sha256").update(bytes).digest("hex")
      assert.deepEqual({ ...JSON.parse(text), name: "" }, { name: "", sizeBytes: bytes.length, sha256 })
      assert.equal(answered["access-control-allow-origin"], "*")
      assert.equal(answered["cache-control"], "no-store")
    }

    const { files } = await world.act("viewer", searchDriveFiles, {})
    assert.deepEqual(files.map(({ name }) => name).toSorted(), ["photo (2).png", "photo.png"])
    assert.equal(files[0]?.contentType, "image/png")

    assert.equal(await runDueJobs(world.app, jobs), 0, "several files in a row make one mail")
    world.clock.advance(60_000)
    await runDueJobs(world.app, jobs)
    const [mail, ...more] = world.mails()
    assert.deepEqual(more, [])
    assert.match(String(mail), /To: member@studio\.example/)
    const { subject, text, html } = readMessage(String(mail))
    assert.equal(subject, "2 new files from your upload link")
    assert.match(text, /Open folder:\nhttp:\/\/localhost:3000\/studio\/drive(\?folder=\w+)?\n/)
    assert.match(html, /<a class="button" href="http:\/\/localhost:3000\/studio\/drive/)

    const { id } = await world.cx.db.selectFrom("upload_links").select("id").executeTakeFirstOrThrow()
    for (const linkId of [id, "gone"]) await mailUpload(world.cx, { linkId })
    assert.equal(world.mails().length, 1, "nothing has arrived since")
  })

  test("201, and beyond twelve mails an hour the link's maker hears of it with the next one", async (t) => {
    const world = await uploadWorld(t)
    const put = (name: string) => world.send("PUT", `${world.link}/${name}`, { bytes: Buffer.from("x") })
    let hits = 12
    const hit = async (what: string) => ({ hits: what.startsWith("upload-mail:") ? ++hits : 1, resetMs: 600_000 })
    const app = { ...world.app, counters: { ...world.app.counters, hit } }
    assert.equal((await put("a.txt")).status, 201)
    world.clock.advance(60_000)
    await runDueJobs(app, jobs)
    assert.deepEqual(world.mails(), [])

    assert.equal((await put("b.txt")).status, 201)
    hits = 0
    world.clock.advance(600_000)
    await runDueJobs(app, jobs)
    const [mail, ...more] = world.mails()
    assert.deepEqual(more, [])
    assert.match(String(mail), /2 new files from your upload link/)
  })

  test("201 for chunks without a length; bytes are counted, not believed", async (t) => {
    const world = await uploadWorld(t)

    const { status, text } = await world.send("PUT", `${world.link}/a.txt`, {
      write: async (body) => {
        for (let n = 0; n < 5; n += 1) await body.write(Buffer.alloc(1_000))
        body.end()
      },
    })

    assert.equal(status, 201)
    assert.equal(JSON.parse(text).sizeBytes, 5_000)
    assert.equal((await world.left()).usedBytes, 5_000, "no more room is taken than the file needs")
  })

  test("413 for a length above the limit before a byte is read, and for chunks that do not end", async (t) => {
    const world = await uploadWorld(t, { maxFileBytes: 100_000 })

    const announced = await world.send("PUT", `${world.link}/a`, { headers: text(100_001), write: async () => {} })
    assert.equal(announced.status, 413)
    assert.equal(codeOf(announced), "invalid_request")

    let sent = 0
    let isAnswered = false
    const endless = world.send("PUT", `${world.link}/a`, {
      headers: { "transfer-encoding": "chunked" },
      write: async (body) => {
        while (!isAnswered && sent < 50_000_000) {
          await body.write(Buffer.alloc(10_000))
          sent += 10_000
        }
      },
    })
    const { status } = await endless.finally(() => {
      isAnswered = true
    })
    assert.equal(status, 413)
    assert.ok(sent < 50_000_000)
    assert.deepEqual(await world.left(), nothing)
  })

  test("a file that is longer than it said is cut there, and the rest is no request", async (t) => {
    const world = await uploadWorld(t)
    const head = `PUT ${world.link}/a.txt HTTP/1.1\r\nHost: localhost:3000\r\nContent-Length: 5\r\n\r\n`

    const answer = await request(world.port, `${head}12345and more`)

    assert.match(answer.text, /not well-formed HTTP/)
    await until(async () => (await world.left()).uploads === 0)
    const { files, usedBytes } = await world.left()
    assert.equal(usedBytes, 5 * files.length)
  })

  test("nothing stays of a file that ends before its length, or whose sender disconnects", async (t) => {
    const world = await uploadWorld(t)
    for (const headers of [text(10_000), { "transfer-encoding": "chunked" }]) {
      const broken = world.send("PUT", `${world.link}/a`, {
        headers,
        write: async (body) => {
          await body.write(Buffer.alloc(4_000))
          await until(async () => (await world.left()).uploads === 1)
          body.destroy()
        },
      })
      await assert.rejects(broken)
      await until(async () => (await world.left()).uploads === 0)
      await until(async () => (await world.left()).blobs === 0)
      assert.deepEqual(await world.left(), nothing)
    }
    const link = await world.app.database.read.selectFrom("upload_links").select("files_taken").executeTakeFirst()
    assert.equal(link?.files_taken, 0, "it may be sent again")
  })

  test("names lose their paths and whatever else they hide", async (t) => {
    const world = await uploadWorld(t)
    const sent = ["..%2F..%2Fetc%2Fpasswd", "a%5C..%5Cb.txt", "x%00y%0d%0az.txt", "gpj%E2%80%AEexe.png", "..", "%2e%2e"]

    for (const name of sent) {
      const { status } = await world.send("PUT", `${world.link}/${name}`, { headers: text(1), bytes: Buffer.from("x") })
      assert.ok(status === 201 || status === 400, `${status} for ${name}`)
    }

    const { files } = await world.left()
    for (const name of files) assert.doesNotMatch(name, /[/\\\p{Cc}\u202e]|^\.\.?$/u)
    assert.ok(files.includes("passwd") && files.includes("b.txt") && files.includes("xyz.txt"))
  })

  test("HTML and SVG are stored as bytes without a meaning, and only ever saved", async (t) => {
    const world = await uploadWorld(t)
    const page = Buffer.from("<script>alert(1)</script>")
    for (const [name, type] of [
      ["a.html", "text/html"],
      ["a.svg", "image/svg+xml"],
      ["a.png", "image/png"],
    ] as const) {
      const headers = { "content-type": type, "content-length": page.length }
      await world.send("PUT", `${world.link}/${name}`, { headers, bytes: page })
    }

    const { files } = await world.act("viewer", searchDriveFiles, {})
    for (const { id, name } of files) {
      const { url } = await world.act("viewer", downloadFile, { id })
      const { status, headers } = await world.get(new URL(url).pathname)
      assert.equal(status, 200)
      assert.equal(headers["content-type"], name === "a.png" ? "image/png" : "application/octet-stream")
      assert.match(String(headers["content-disposition"]), /^attachment; /)
      assert.equal(headers["content-security-policy"], "sandbox; default-src 'none'")
      assert.equal(headers["x-content-type-options"], "nosniff")
    }
  })

  test("201, and the type follows from name and bytes where the sender gives none", async (t) => {
    const world = await uploadWorld(t)
    const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(30)])
    const sent: [name: string, bytes: Buffer, given: string | undefined, stored: string][] = [
      ["list.csv", Buffer.from("a;b"), undefined, "text/csv"],
      ["read.md", Buffer.from('<h1 align="center">Hi</h1>'), "application/octet-stream", "text/markdown"],
      ["photo.jpg", png, "binary/octet-stream", "image/png"],
      ["photo", png, undefined, "image/png"],
      ["said.csv", Buffer.from("a;b"), "text/plain; charset=utf-8", "text/plain"],
      ["page.html", Buffer.from("<p>Hi"), undefined, "application/octet-stream"],
      ["page", Buffer.from("<script>alert(1)</script>"), undefined, "application/octet-stream"],
      ["drawing.svg", png, "application/octet-stream", "application/octet-stream"],
      ["said.txt", Buffer.from("Hi"), "text/html", "application/octet-stream"],
      ["half.png", Buffer.from("not a picture"), undefined, "application/octet-stream"],
    ]
    for (const [name, bytes, given] of sent) {
      const headers = { "content-length": bytes.length, ...(given !== undefined && { "content-type": given }) }
      assert.equal((await world.send("PUT", `${world.link}/${name}`, { headers, bytes })).status, 201)
    }

    const { files } = await world.act("viewer", searchDriveFiles, {})
    const typeOf = new Map(files.map(({ name, contentType }) => [name, contentType]))
    for (const [name, , , stored] of sent) assert.equal(typeOf.get(name), stored, name)
  })

  test("201, and names of 255 bytes come out whole", async (t) => {
    const world = await uploadWorld(t)
    const names = [`${"x".repeat(251)}.txt`, `${"ü".repeat(125)}n.txt`, "日".repeat(85), `${"🎨".repeat(62)}abc.zip`]
    for (const name of names) {
      assert.equal(Buffer.byteLength(name), 255)
      const path = `${world.link}/${encodeURIComponent(name)}`
      assert.equal((await world.send("PUT", path, { bytes: Buffer.from("x") })).status, 201)
    }

    const { files } = await world.act("viewer", searchDriveFiles, { query: names[0] })
    assert.deepEqual(valuesOf(files, "name"), [names[0]])
    const all = (await world.act("viewer", searchDriveFiles, {})).files
    assert.deepEqual(valuesOf(all, "name").toSorted(), names.toSorted())
    for (const { id, name } of all) {
      const { url } = await world.act("viewer", downloadFile, { id })
      const saved = String((await world.get(new URL(url).pathname)).headers["content-disposition"])
      assert.equal(decodeURIComponent(saved.slice(saved.indexOf("''") + 2)), name)
    }
  })

  onBothDatabases("409 when the link has received all it may, also when 20 come at once", async (t, kind) => {
    const world = await uploadWorld(t, { maxFiles: 3 }, { kind })
    const put = (n: number) =>
      world.send("PUT", `${world.link}/${n}`, { headers: text(1_000), bytes: Buffer.alloc(1_000) })

    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => put(n)))

    assert.equal(answers.filter(({ status }) => status === 201).length, 3)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      assert.equal(answer.status, 409)
      assert.equal(codeOf(answer), "conflict")
    }
    assert.equal((await world.left()).usedBytes, 3_000)
  })

  test("409 when the drive is full", async (t) => {
    const world = await uploadWorld(t)
    const { workspaceId: workspace_id } = world
    const row = { workspace_id, used_bytes: 0, quota_bytes: 999 }
    await world.app.database.transaction((db) => db.insertInto("drive_storage").values(row).execute())

    const { status } = await world.send("PUT", `${world.link}/a`, { headers: text(1_000), write: async () => {} })

    assert.equal(status, 409)
    assert.deepEqual(await world.left(), nothing)
  })

  test("410 once the link has expired, was revoked, or its maker was removed or may not write any more", async (t) => {
    const endings: Record<string, (world: UploadWorld) => unknown> = {
      expired: ({ clock }) => clock.advance(15 * 60_000),
      revoked: ({ act, linkId }) => act("member", revokeUploadLink, { id: linkId }),
      removed: removeMaker,
      demoted: ({ app }) =>
        app.database.transaction((db) =>
          db.updateTable("members").set({ role: "viewer" }).where("role", "=", "member").execute(),
        ),
      suspended: ({ app }) =>
        app.database.transaction((db) => db.updateTable("workspaces").set({ suspended_at: 1 }).execute()),
    }
    for (const [name, end] of Object.entries(endings)) {
      const world = await uploadWorld(t)
      await end(world)

      const answer = await world.send("PUT", `${world.link}/a`, { headers: text(1), bytes: Buffer.from("x") })
      const page = await world.get(world.link, { accept: "application/json" })

      assert.equal(answer.status, 410, name)
      assert.equal(page.status, 410, name)
      assert.deepEqual(await world.left(), nothing, name)
    }
  })

  onBothDatabases(
    "410 for a file during which the link was revoked or its maker removed; one that expires may finish",
    async (t, kind) => {
      const endings: [number, (world: UploadWorld) => unknown][] = [
        [410, ({ act, linkId }) => act("admin", revokeUploadLink, { id: linkId })],
        [410, removeMaker],
        [201, ({ clock }) => clock.advance(15 * 60_000)],
      ]
      for (const [expected, end] of endings) {
        const world = await uploadWorld(t, {}, { kind })

        const { status } = await world.send("PUT", `${world.link}/a`, {
          headers: text(2_000),
          write: async (body) => {
            await body.write(Buffer.alloc(1_000))
            await until(async () => (await world.left()).uploads === 1)
            await end(world)
            await body.write(Buffer.alloc(1_000))
            body.end()
          },
        })

        assert.equal(status, expected)
        if (expected === 410) assert.deepEqual(await world.left(), nothing)
      }
    },
  )

  test("404 for a token that was changed anywhere, and for another link's MAC; guessing ends in 429", async (t) => {
    const world = await uploadWorld(t)
    const [id = "", mac = ""] = world.link.slice(3).split(".")
    const put = (token: string) => world.send("PUT", `/u/${token}/a`, { headers: text(0) })

    for (const token of [
      `${id}x.${mac}`,
      `${id}.${mac.replace(/^./, (c) => (c === "A" ? "B" : "A"))}`,
      id,
      "x",
      `${id}.`,
    ]) {
      const answer = await put(token)
      assert.equal(answer.status, 404)
      assert.equal(codeOf(answer), "not_found")
    }
    const guess = (n = 0): ReturnType<typeof put> =>
      put(`x${n}`).then((answer) => (answer.status === 404 && n < 100 ? guess(n + 1) : answer))
    const answer = await guess()
    assert.equal(answer.status, 429)
    assert.ok(Number(answer.headers["retry-after"]) > 0)
  })

  test("404 when the row of a link was changed: its limits are signed", async (t) => {
    const world = await uploadWorld(t)
    await world.app.database.transaction((db) => db.updateTable("upload_links").set({ max_files: 100 }).execute())
    assert.equal((await world.send("PUT", `${world.link}/a`, { headers: text(0) })).status, 404)
  })

  test("400 without a name", async (t) => {
    const world = await uploadWorld(t)
    for (const path of [world.link, `${world.link}/`]) {
      const answer = await world.send("PUT", path, { headers: text(0) })
      assert.equal(answer.status, 400)
      assert.match(JSON.parse(answer.text).error.hint, /curl -T/)
    }
  })
})

describe("GET {base}/u/{token}", () => {
  test("200 with who asks and how much is taken, and nothing of what is there", async (t) => {
    const world = await uploadWorld(t, { maxFileBytes: 1_000 })

    const { status, body } = await world.get(world.link, { accept: "application/json" })

    assert.equal(status, 200)
    const expiresAt = world.clock.now() + 15 * 60_000
    assert.deepEqual(body, { workspaceName: "Studio Ada", filesLeft: 10, maxFileBytes: 1_000, expiresAt })
  })
})
