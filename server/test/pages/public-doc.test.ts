import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { DocNode } from "#contract/docs/doc-node.ts"
import { publishDoc, restoreDoc, setDocListing, trashDoc, unpublishDoc } from "#domains/docs/index.ts"
import { trashFile } from "#domains/drive/index.ts"
import { paragraph } from "#test/support/docs/paragraph.ts"
import { putDoc } from "#test/support/docs/put-doc.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { type PageWorld, pageWorld } from "#test/support/worlds/page-world.ts"
import { publishedPath } from "./published-path.ts"

const pathOf = (url: string) => new URL(url).pathname

/** A public doc that contains a picture, a file, a mention and a link to another doc. */
async function published(world: PageWorld) {
  const { app, callers } = world
  const put = async (name: string, contentType: string) =>
    (await putDriveFile(app, callers.member, { name, contentType, bytes: "0123456789" })).id
  const [picture, file, other] = [
    await put("a.png", "image/png"),
    await put("b.mp4", "video/mp4"),
    await put("c.txt", "text/plain"),
  ]
  const secret = await putDoc(world, { title: "Salaries", content: [paragraph("secret")] })
  const content: DocNode[] = [
    { type: "heading", attrs: { level: 1 }, content: [{ type: "text", text: "<b>Part</b> one" }] },
    paragraph("Ask ", { type: "mention", attrs: { account: "account_x", label: "Ada" } }, " or ", {
      type: "mention",
      attrs: { account: "account_y", label: "bo@example.com" },
    }),
    paragraph("See ", { type: "objectLink", attrs: { kind: "doc", ref: secret, label: "Salaries" } }),
    paragraph({ type: "text", text: "click", marks: [{ type: "link", attrs: { href: "javascript:alert(1)" } }] }),
    { type: "driveImage", attrs: { file: picture, alt: "A cat" } },
    { type: "driveFile", attrs: { file, name: "Brushwork.mp4" } },
    { type: "taskList", content: [{ type: "taskItem", attrs: { checked: true }, content: [paragraph("done")] }] },
  ]
  const id = await putDoc(world, { title: "Launch & plan", content })
  const { url } = await world.act("member", publishDoc, { id })
  const path = pathOf(url ?? "")
  return { id, path, files: { picture, file, other } }
}

const pictureOf = (html: string) => pathOf((/<img[^>]* src="([^"]+)"/.exec(html)?.[1] ?? "").replaceAll("&amp;", "&"))
const statusOf = async ({ server }: PageWorld, url: string) => (await server.inject({ method: "GET", url })).statusCode

describe("GET /d/{key}", () => {
  test("200 with the text, its pictures and files, and without others' addresses, ids and titles", async (t) => {
    const world = await pageWorld(t)
    const { id, path, files } = await published(world)

    const page = await world.visit(path)

    assert.equal(page.status, 200)
    assert.match(page.html, /Shared by <bdi>Studio Ada<\/bdi>/)
    assert.match(page.html, /<title>Launch &amp; plan · /)
    assert.match(page.html, /<h1[^>]*>Launch &amp; plan<\/h1>/)
    assert.ok(page.html.includes("&lt;b&gt;Part&lt;/b&gt; one") && !page.html.includes("<b>Part"))
    assert.match(page.html, /@<bdi>Ada<\/bdi>/)
    assert.match(page.html, /another doc/)
    for (const secret of [
      "bo@example.com",
      "account_x",
      "account_y",
      "Salaries",
      "javascript:",
      id,
      "a.png",
      "c.txt",
    ]) {
      assert.ok(!page.html.includes(secret), secret)
    }
    assert.match(page.html, /href="\/report\?about=%2Fd%2F/)

    const image = await world.server.inject({ method: "GET", url: pictureOf(page.html) })
    assert.deepEqual(
      [image.statusCode, image.payload, image.headers["content-disposition"]],
      [200, "0123456789", "inline"],
    )
    assert.match(page.headers["content-security-policy"] ?? "", /img-src 'self' data: http:\/\/localhost:3000;/)
    const download = await world.server.inject({ method: "GET", url: `${path}/files/${files.file}` })
    assert.equal(download.statusCode, 302)
    const saved = await world.server.inject({ method: "GET", url: pathOf(String(download.headers.location)) })
    assert.match(String(saved.headers["content-disposition"]), /^attachment;/)
    // Players ask for the first bytes of a video to see whether its parts can be had.
    const headers = { range: "bytes=0-1" }
    const url = pathOf(String(download.headers.location))
    const part = await world.server.inject({ method: "GET", url, headers })
    assert.deepEqual([part.statusCode, part.headers["content-range"], part.payload], [206, "bytes 0-1/10", "01"])
    assert.equal(
      await statusOf(world, `${path}/files/${files.other}`),
      404,
      "what does not stand in it is not handed out",
    )
  })

  test("200 as JSON for programs, with no more data than the page", async (t) => {
    const world = await pageWorld(t)
    const { path } = await published(world)
    const answer = await world.server.inject({ method: "GET", url: path, headers: { accept: "application/json" } })
    assert.equal(answer.statusCode, 200)
    const { title, workspaceName, beginning } = answer.json()
    assert.deepEqual([title, workspaceName], ["Launch & plan", "Studio Ada"])
    assert.equal(beginning, "<b>Part</b> one Ask or See click done")
    for (const secret of ["bo@example.com", "account_x", "Salaries"])
      assert.ok(!answer.payload.includes(secret), secret)
  })

  test("200 with noindex, until the workspace allows search engines", async (t) => {
    const world = await pageWorld(t)
    const { id, path } = await published(world)
    const kept = await world.visit(path)
    assert.equal(kept.headers["x-robots-tag"], "noindex")
    assert.match(kept.html, /<meta name="robots" content="noindex">/)
    assert.equal(kept.headers["cache-control"], "no-store")
    assert.equal(kept.headers["referrer-policy"], "no-referrer")
    assert.match(kept.html, /<meta property="og:title" content="Launch &amp; plan">/)

    await world.act("member", setDocListing, { id, isListed: true })
    const listed = await world.visit(path)
    assert.equal(listed.headers["x-robots-tag"], undefined)
    assert.doesNotMatch(listed.html, /name="robots"/)

    await world.act("member", setDocListing, { id, isListed: false })
    assert.equal((await world.visit(path)).headers["x-robots-tag"], "noindex")
  })

  test("404 at once for an ended link and the files of its page; a later link has another address", async (t) => {
    const world = await pageWorld(t)
    const { id, path, files } = await published(world)
    const image = pictureOf((await world.visit(path)).html)
    const file = `${path}/files/${files.file}`
    const saved = pathOf(String((await world.server.inject({ method: "GET", url: file })).headers.location))
    const all = [path, image, file, saved]
    const allAre = async (status: number) => {
      for (const url of all) assert.equal(await statusOf(world, url), status, url)
    }

    await world.act("member", trashDoc, { id })
    await allAre(404)
    await world.act("member", restoreDoc, { id })
    assert.equal(await statusOf(world, path), 200, "taken back, it is public again")

    await world.act("member", unpublishDoc, { id })
    await allAre(404)
    assert.doesNotMatch((await world.visit(path)).html, /Launch/)
    const again = await world.act("member", publishDoc, { id })
    assert.notEqual(pathOf(again.url ?? ""), path)
    await allAre(404)
  })

  for (const [words, set] of [
    ["is suspended", { suspended_at: 1 }],
    ["is in the trash", { deleted_at: 1 }],
  ] as const) {
    test(`404 while its workspace ${words}`, async (t) => {
      const world = await pageWorld(t)
      const { path } = await published(world)
      const image = pictureOf((await world.visit(path)).html)
      await world.app.database.transaction((db) =>
        db.updateTable("workspaces").set(set).where("id", "=", world.workspaceId).execute(),
      )
      assert.deepEqual([await statusOf(world, path), await statusOf(world, image)], [404, 404])
    })
  }

  test("404 for an invalid key; a deleted picture is replaced by its text", async (t) => {
    const world = await pageWorld(t)
    for (const path of ["/d", "/d/x", "/d/%00", `/d/${"a".repeat(24)}`, `/d/${"a".repeat(24)}/files/x`]) {
      assert.equal(await statusOf(world, path), 404, path)
    }
    const { path, files } = await published(world)
    const image = pictureOf((await world.visit(path)).html)
    await world.act("member", trashFile, { id: files.picture })
    const page = await world.visit(path)
    assert.match(page.html, /Image: A cat/)
    assert.doesNotMatch(page.html, /<img/)
    assert.equal(await statusOf(world, image), 404)
  })

  test("200 with a task labelled by its first line, cut to 80 characters", async (t) => {
    const world = await pageWorld(t)
    const inner = { type: "taskList", content: [{ type: "taskItem", content: [paragraph("below")] }] }
    const content = [paragraph("Buy ", { type: "mention", attrs: { label: "Ada" } }, "x".repeat(100)), inner]
    const path = await publishedPath(world, [{ type: "taskList", content: [{ type: "taskItem", content }] }])
    const labels = [...(await world.visit(path)).html.matchAll(/<input[^>]* aria-label="([^"]*)"/g)].map(
      ([, label]) => label,
    )
    assert.deepEqual(labels, [`Buy Ada${"x".repeat(73)}`, "below"])
  })

  test("200 with items and quotes of right-to-left text marked as that, beside others", async (t) => {
    const world = await pageWorld(t)
    const item = (text: string) => ({ type: "listItem", content: [paragraph(text)] })
    const content: DocNode[] = [
      { type: "bulletList", content: [item("left"), item("12 ימין"), item("3")] },
      { type: "blockquote", content: [paragraph("اقتباس")] },
    ]
    const { html } = await world.visit(await publishedPath(world, content))
    assert.match(html, /<li dir="ltr"><p[^>]*>left</)
    assert.match(html, /<li dir="rtl"><p[^>]*>12 ימין</)
    assert.match(html, /<li><p[^>]*>3</)
    assert.match(html, /<blockquote dir="rtl">/)
  })

  test("404 for the Markdown of a doc that is no longer public; its pictures and files are links there", async (t) => {
    const world = await pageWorld(t)
    const { id, path, files } = await published(world)
    const { payload } = await world.server.inject({ method: "GET", url: `${path}/text.md` })
    assert.match(payload, /^# Launch & plan\n/)
    assert.ok(payload.includes(`[Brushwork.mp4](http://localhost:3000${path}/files/${files.file})`), payload)
    for (const secret of ["bo@example.com", "account_x", "Salaries"]) assert.ok(!payload.includes(secret), secret)
    await world.act("member", unpublishDoc, { id })
    assert.equal(await statusOf(world, `${path}/text.md`), 404)
  })
})
