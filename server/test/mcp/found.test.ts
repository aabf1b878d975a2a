import assert from "node:assert/strict"
import { test } from "node:test"
import { createFolder } from "#domains/drive/index.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { openBrowser, signIn } from "#test/support/pages/simple-browser.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { consoleOf } from "#test/support/worlds/console-world.ts"
import { type McpAnswer, mcpWorld } from "#test/support/worlds/mcp-world.ts"
import { pagesOf } from "#test/support/worlds/page-world.ts"

const pathOf = (url: string) => url.replace(/^http:\/\/localhost:3000/, "")
const foundBy = ({ body }: McpAnswer) => body.result.structuredContent
const saidBy = ({ body }: McpAnswer) => body.result.content[1]?.text

test("the address of everything that a tool names opens it for the person", async (t) => {
  const world = await mcpWorld(t)
  const pages = await pagesOf(world)
  const { accessToken } = await world.connect(world.callers.member)
  const call = async (name: string, args: object) => foundBy(await world.call(accessToken, name, args))
  const browser = openBrowser(pages)
  await signIn(pages, browser, "member@studio.example")
  const { ask } = consoleOf(pages)
  await putDriveFile(world.app, world.callers.member, { name: "specimen.txt", bytes: "x" })

  const made = await call("create_doc", { title: "Launch plan" })
  const { docs } = await call("search_docs", {})
  assert.deepEqual(valuesOf(docs, "url"), [made.url])
  assert.equal((await browser.visit(pathOf(made.url))).status, 200)
  const id = /^\/studio\/docs\/(\w+)$/.exec(pathOf(made.url))?.[1]
  assert.equal((await ask(browser, "get-doc", { id })).body.title, "Launch plan")

  const { files } = await call("search_drive_files", {})
  assert.equal((await browser.visit(pathOf(files[0].url))).status, 200)
  const file = new URL(files[0].url).searchParams.get("open")
  assert.equal((await ask(browser, "get-file", { id: file })).body.name, "specimen.txt")

  const link = await call("create_link", { destination: "https://example.com/spring" })
  assert.equal((await call("list_links", {})).links[0].url, link.url)
  assert.equal((await browser.visit(pathOf(link.url))).headers.location, "https://example.com/spring")

  const { url } = await call("create_upload_link", { recipient: "Berenike" })
  const page = await openBrowser(pages).visit(pathOf(url))
  assert.equal(page.status, 200)
  assert.ok(!page.html.includes("Berenike"), "senders do not see for whom it is")
  const { items } = (await ask(browser, "list-upload-links", {})).body
  assert.deepEqual(valuesOf(items, "recipient"), ["Berenike"])
})

test("a search without results says what was searched", async (t) => {
  const world = await mcpWorld(t)
  const { accessToken } = await world.connect(world.callers.member)
  await world.call(accessToken, "create_doc", { title: "Résumé of the launch", emoji: "🚀" })
  const search = (query: string) => world.call(accessToken, "search_docs", { query })
  for (const query of ["launch resume", "🚀", "🚀 LAUNCH"]) {
    const answer = await search(query)
    assert.equal(foundBy(answer).docs.length, 1, query)
    assert.equal(saidBy(answer), undefined)
  }
  assert.match(saidBy(await search("palette")), /title or emoji.*text of docs is not searched/)
  assert.equal(saidBy(await search("")), undefined)
})

test("links are found by their short address, and sorted by clicks", async (t) => {
  const world = await mcpWorld(t)
  const { accessToken } = await world.connect(world.callers.member)
  const make = async (slug: string) =>
    foundBy(await world.call(accessToken, "create_link", { destination: `https://example.com/${slug}`, slug })).url
  const [first, second] = [await make("first"), await make("second")]
  for (const url of [second, second, first]) await world.get(pathOf(url))
  const list = async (args: object) => foundBy(await world.call(accessToken, "list_links", args))
  for (const query of [first, `${first}/`, first.replace("first", "FIRST")])
    assert.deepEqual(valuesOf((await list({ query })).links, "slug"), ["first"], query)
  const most = await list({ sort: "-clicks", limit: 1 })
  assert.deepEqual(valuesOf(most.links, "slug"), ["second"])
  const next = await list({ sort: "-clicks", cursor: most.next_cursor })
  assert.deepEqual(valuesOf(next.links, "slug"), ["first"])
})

test("a slug that leads to the same place already is answered with that link, and the answer says so", async (t) => {
  const world = await mcpWorld(t)
  const { accessToken } = await world.connect(world.callers.member)
  const asked = { destination: "https://example.com/spring", slug: "spring" }
  const make = (args: object) => world.call(accessToken, "create_link", { ...asked, ...args })
  const answers = await Promise.all([make({}), make({ slug: "SPRING" }), make({ title: "Again" })])
  const links = answers.map(foundBy)
  assert.equal(new Set(valuesOf(links, "id")).size, 1)
  const before = answers.filter((answer) => foundBy(answer).already_existed === true)
  assert.equal(before.length, 2)
  for (const answer of before) assert.match(saidBy(answer), /already has this link/)
  const others = await Promise.all([make({ destination: "https://example.com/other" }), make({ slug: "fresh" })])
  assert.equal(others[0]?.body.error.code, 1409)
  assert.equal(foundBy(others[1] as McpAnswer).already_existed, undefined)
})

test("folders are found in any case, and an unknown path names those near it", async (t) => {
  const world = await mcpWorld(t)
  const { accessToken } = await world.connect(world.callers.member)
  const folder = async (name: string, parentId: string | null = null) =>
    (await world.act("member", createFolder, { name, parentId })).id
  await folder("Bo Müller", await folder("Clients"))
  await folder("photos")
  await folder("PHOTOS")
  const create = (folder_path: string) => world.call(accessToken, "create_upload_link", { folder_path })
  for (const path of ["/clients/bo muller", "Clients/BO MÜLLER/", "/Clients/Bo Müller"])
    assert.equal(foundBy(await create(path)).folder_path, "/Clients/Bo Müller")
  assert.equal(foundBy(await create("/photos")).folder_path, "/photos")
  const refused = async (path: string) => (await create(path)).body.error
  assert.match((await refused("/Photos")).message, /Near it: `\/(photos|PHOTOS)`, `\/(photos|PHOTOS)`\./)
  assert.match((await refused("/Bo Mueller")).message, /Near it: `\/Clients\/Bo Müller`\./)
  assert.match((await refused("/Clients/Zed")).message, /Near it: `\/Clients`\./)
  assert.equal((await refused("/Zed")).message, "Folder not found. Check the path. The top is `/`.")
})

test("an upload link ends at a time, within seven days", async (t) => {
  const world = await mcpWorld(t)
  const { accessToken } = await world.connect(world.callers.member)
  const create = (args: object) => world.call(accessToken, "create_upload_link", args)
  const after = (days: number) => new Date(world.clock.now() + days * 86_400_000).toISOString()
  assert.equal(foundBy(await create({ expires_at: after(2), expires_in_minutes: "" })).expires_at, after(2))
  assert.equal(foundBy(await create({ expires_at: after(7).replace("Z", "+00:00") })).expires_at, after(7))
  for (const args of [
    { expires_at: after(0) },
    { expires_at: after(8) },
    { expires_at: after(1), expires_in_minutes: 15 },
  ]) {
    assert.equal((await create(args)).body.error.data.code, "invalid_request")
  }
})
