import assert from "node:assert/strict"
import { test } from "node:test"
import { chooseColumns } from "./choose-columns.ts"
import { readLinkFile } from "./read-link-file.ts"
import { sameNamesOf } from "./short-names.ts"
import { hasBareLinks, hasNames, type Plan, questionsOf, toImportRows } from "./to-import-rows.ts"

const own = ["go.studio.com"]

async function read(text: string, change: Partial<Plan> = {}) {
  const file = await readLinkFile(new File([text], "links.csv"))
  const chosen = chooseColumns(file.header, (at) => file.rows.map(({ cells }) => cells[at] ?? ""))
  const none = { orders: {}, domains: {}, sameNames: "", passesQuery: false, makesNames: false } as const
  const plan: Plan = { choices: chosen, ...none, ...change }
  const questions = questionsOf(file, plan.choices, { own, hasNames: hasNames(file, chosen) })
  const same = sameNamesOf(file, plan, own)
  return { plan, questions, same, links: toImportRows(file, plan, own).map(({ link }) => link) }
}

const head = "Long URL,Short URL"
const destination = "https://example.com/"

test("a short address gives its name by its path, and its domain where the workspace has it", async () => {
  const cells = [
    "https://go.studio.com/spring",
    "bit.ly/3Kites",
    "http://bit.ly/caf%C3%A9/",
    "https://bit.ly/a/b?x=1#y",
  ]
  const file = `${head}\n${cells.map((cell) => `${destination},${cell}`).join("\n")}`
  const { links, questions } = await read(file)
  assert.deepEqual(links, [
    { destination, slug: "spring", domain: "go.studio.com" },
    { destination, slug: "3Kites" },
    { destination, slug: "café" },
    { destination, slug: "a/b" },
  ])
  assert.deepEqual(questions.hosts, ["bit.ly"], "it is asked where its links are made")
  const moved = await read(file, { domains: { "bit.ly": "go.studio.com" } })
  assert.ok(moved.links.every(({ domain }) => domain === "go.studio.com"))
})

test("links without a host get the domain that the person chooses for them", async () => {
  const file = await readLinkFile(new File([`keyword,url\nowl,${destination}\nwren,${destination}`], "links.csv"))
  const choices = chooseColumns(file.header, () => ["owl", "wren"])
  assert.equal(hasBareLinks(file, choices), true)
  const { links } = await read(`keyword,url\nowl,${destination}`, { domains: { "": "go.studio.com" } })
  assert.deepEqual(links, [{ destination, slug: "owl", domain: "go.studio.com" }])
  const addressed = await readLinkFile(new File([`${head}\n${destination},bit.ly/owl`], "links.csv"))
  assert.equal(hasBareLinks(addressed, ["destination", "shortUrl"]), false)
})

test("names that would be made new although the file has them are counted", async () => {
  const file = `${head}\n${destination}a,bit.ly/a\n${destination}b,\n${destination}c,bit.ly/`
  assert.equal((await read(file)).questions.newNames, 2)
  assert.equal((await read(file, { choices: ["destination", ""] })).questions.newNames, 3)
  assert.equal((await read(`URL,Kürzel\n${destination},kites\n${destination},fair`)).questions.newNames, 2)
  for (const other of ["Title\nA title", "Id\nq7d", "Size\n12", "Made\n2024-01-02"]) {
    const [name, cell] = other.split("\n")
    assert.equal((await read(`URL,${name}\n${destination},${cell}`)).questions.newNames, 0, other)
  }
})

test("names that the domain does not distinguish are counted where they lead to different places", async () => {
  const lines = (host: string) =>
    ["aBc", "AbC", "abc", "Menu", "menu", "café", "Cafe", "my%20tea", "my-tea", "one", "one"]
    .map((name, n) => `${destination}${/menu/i.test(name) ? "menu" : n},${host}/${name}`) // biome-ignore format: a table
      .join("\n")
  const shared = await read(`${head}\n${lines("bit.ly")}`)
  assert.deepEqual(
    shared.same.map(({ names }) => names),
    [
      ["aBc", "AbC", "abc"],
      ["café", "Cafe"],
      ["my tea", "my-tea"],
    ],
  )
  assert.deepEqual(
    shared.same.map(({ isShared }) => isShared),
    [true, true, true],
  )
  const moved = await read(`${head}\n${lines("bit.ly")}`, { domains: { "bit.ly": "go.studio.com" } })
  for (const { same } of [moved, await read(`${head}\n${lines("go.studio.com")}`)]) {
    assert.deepEqual(
      same.map(({ names }) => names),
      [["my tea", "my-tea"]],
      "case and accents count on a domain",
    )
  }

  const slugsOf = ({ links }: typeof shared) => links.map(({ slug }) => slug)
  const first = await read(`${head}\n${lines("bit.ly")}`, { sameNames: "first" })
  assert.deepEqual(slugsOf(first), slugsOf(shared), "the service refuses the others, each with a reason")
  const random = await read(`${head}\n${lines("bit.ly")}`, { sameNames: "random" })
  const names = ["aBc", undefined, undefined, "Menu", "menu", "café", undefined, "my tea", undefined, "one", "one"]
  assert.deepEqual(slugsOf(random), names)
  assert.equal(random.links.length, 11)
})

test("an open order of dates is asked for, and then used for the whole column", async () => {
  const file = `${head},Expires,Created\n${destination},bit.ly/a,03/04/2031,04/13/2021`
  const { plan, questions } = await read(file)
  assert.deepEqual(questions.dates, [{ at: 2, example: "03/04/2031" }])
  const { links } = await read(file, { ...plan, orders: { 2: "day-first" } })
  assert.equal(links[0]?.expiresAt, new Date(2031, 3, 3, 23, 59).toISOString())
  assert.equal(links[0]?.createdAt, "2021-04-13T12:00:00.000Z")
})

test("words for no limit and no end are empty, other text stays for the service to refuse", async () => {
  const rows = [
    ["never", "unlimited", "NULL", '"[""a"",""b""]"'],
    ["0000-00-00 00:00:00", "0", "null", "a|b"],
    ["No expiration", "-1", "", '"{a,""b""}"'],
    ["without end", "No limit", "", '"[{""id"":1,""name"":""a""},{""name"": ""b""}]"'],
    ["无", "illimité", "", '"a,b"'],
    ["tomorrow", "many", "Null Island", "a; b"],
  ]
  const lines = rows.map((cells, n) => `${destination},bit.ly/${n},${cells.join(",")}`)
  const { links } = await read(`${head},Expires,Click limit,Title,Tags\n${lines.join("\n")}`)
  const seen = links.map(({ expiresAt, clickLimit, title, tags }) => [expiresAt, clickLimit, title, tags])
  assert.deepEqual(seen, [
    ...Array.from({ length: 5 }, () => [undefined, undefined, undefined, "a,b"]),
    ["tomorrow", "many", "Null Island", "a; b"],
  ])
})

test("query parameters are passed by all links of an import if the person says so", async () => {
  const file = `${head},Pass query parameters\n${destination},bit.ly/a,false`
  assert.equal((await read(file)).links[0]?.passesQuery, "false")
  assert.equal((await read(file, { passesQuery: true })).links[0]?.passesQuery, "true")
})

test("a workbook, a file without URLs and one with too many rows are refused in words", async () => {
  await assert.rejects(read("PK\u0003\u0004"), { message: "This is a spreadsheet, not a CSV file." })
  await assert.rejects(read('[\n{"url":"https://example.com/"}]'), { message: "This is JSON, not a CSV file." })
  await assert.rejects(read("a,b\n1,2"), { message: "The file has no Destination column." })
  await assert.rejects(read(`url\n${`${destination}\n`.repeat(10_001)}`), { message: "The file has 10,001 rows." })
})
