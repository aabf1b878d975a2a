import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { type ColumnChoice, chooseColumns } from "./choose-columns.ts"
import { readLinkFile } from "./read-link-file.ts"

const folder = new URL("../../../../../server/test/support/formats/link-exports/", import.meta.url)

const chosenIn = async (text: string) => {
  const { header, rows } = await readLinkFile(new File([text], "links.csv"))
  const choices = chooseColumns(header, (at) => rows.map(({ cells }) => cells[at] ?? ""))
  return Object.fromEntries(header.map((name, at) => [name, choices[at]]))
}

const expected: Record<string, Record<string, ColumnChoice>> = {
  "bitly.csv": { Bitlink: "shortUrl", Title: "title", "Long URL": "destination", Tags: "tags" },
  "bitly-history.csv": { created_at: "createdAt", link: "shortUrl", long_url: "destination", title: "title" },
  "dub.csv": { link: "shortUrl", url: "destination", title: "title", createdAt: "createdAt", clicks: "clicks", tags: "tags", expiresAt: "expiresAt" }, // biome-ignore format: a table
  "kutt.csv": { address: "slug", target: "destination", description: "title", visit_count: "clicks", created_at: "createdAt", expire_in: "expiresAt", link: "shortUrl" }, // biome-ignore format: a table
  "rebrandly.csv": { shortUrl: "shortUrl", domain: "domain", slashtag: "slug", destination: "destination", title: "title", createdAt: "createdAt", clicks: "clicks" }, // biome-ignore format: a table
  "shlink.csv": { createdAt: "createdAt", domain: "domain", shortUrl: "shortUrl", shortCode: "slug", longUrl: "destination", title: "title", tags: "tags", visits: "clicks" }, // biome-ignore format: a table
  "short-io.csv": { "Original URL": "destination", "Short URL": "shortUrl", Path: "slug", Title: "title", "Created At": "createdAt", Clicks: "clicks", Tags: "tags", "Expires At": "expiresAt" }, // biome-ignore format: a table
  "tiny-cc.csv": { "long URL": "destination", "short URL": "shortUrl" },
  "tinyurl.csv": { TinyURL: "shortUrl", "Long URL": "destination", Alias: "slug", Domain: "domain", Created: "createdAt", Clicks: "clicks" }, // biome-ignore format: a table
  "yourls.csv": { keyword: "slug", url: "destination", title: "title", timestamp: "createdAt", ip: "", clicks: "clicks" }, // biome-ignore format: a table
}

test("the columns of other services' exports are chosen by their names and their values", async () => {
  for (const name of readdirSync(folder)) {
    assert.deepEqual(await chosenIn(readFileSync(new URL(name, folder), "utf8")), expected[name], name)
  }
})

const many = (column: (n: number) => string) => Array.from({ length: 6 }, (_, n) => column(n)).join("\n")
const site = (n: number) => `https://site-${n}.example.com/page`

test("case, spaces, signs and camel case of a name do not count", async () => {
  for (const name of ["Long URL", "long_url", "longUrl", "LONG-URL", "  Long  Url "]) {
    assert.deepEqual(Object.values(await chosenIn(`${name},Short Code\n${site(1)},a1`)), ["destination", "slug"], name)
  }
})

test("addresses on one host beside addresses on many are the short ones, whatever the columns are called", async () => {
  const pairs = [
    ["First", "Second"],
    ["url", "link"],
    ["link", "url"],
    ["Original URL", "URL"],
  ]
  for (const [one, other] of pairs) {
    const file = `${one},${other}\n${many((n) => `${site(n)},https://sho.rt/${n}x`)}`
    assert.deepEqual(Object.values(await chosenIn(file)), ["destination", "shortUrl"], `${one}, ${other}`)
  }
})

test("two columns that could be the destination are a question", async () => {
  const other = (n: number) => `https://other-${n}.example.org/landing`
  for (const head of ["Original URL,URL,Key", "Long URL,Destination,Key", "First,Second,Key", "URL,Original URL,Key"]) {
    const chosen = await chosenIn(`${head}\n${many((n) => `${site(n)},${other(n)},key-${n}`)}`)
    assert.deepEqual(Object.values(chosen), ["ask", "ask", "slug"], head)
  }
  const clear = await chosenIn(`Original URL,Image URL,Key\n${many((n) => `${site(n)},${other(n)},key-${n}`)}`)
  assert.deepEqual(Object.values(clear), ["destination", "", "slug"], "a picture's address is no destination")
})

test("the address that ends with the short name is the short one, also with both on one host each", async () => {
  const file = `Original URL,URL,Key\n${many((n) => `https://shop.example.com/${n}/a,https://sho.rt/k${n},k${n}`)}`
  assert.deepEqual(Object.values(await chosenIn(file)), ["destination", "shortUrl", "slug"])
  const slashed = file.replace(/,k(\d)/g, ",/k$1/")
  assert.deepEqual(Object.values(await chosenIn(slashed)), ["destination", "shortUrl", "slug"])
})

test("names of columns in other languages are known", async () => {
  const destination = site(1)
  for (const [head, short] of [
    ["Ziel-URL;Kurz-URL;Titel;Schlagwörter;Klicks;Erstellt am;Läuft ab am", "https://sho.rt/a"],
    ["URL longue;Lien court;Titre;Étiquettes;Clics;Créé le;Expire le", "https://sho.rt/a"],
    ["リンク先URL;短縮URL;タイトル;タグ;クリック数;作成日;有効期限", "https://sho.rt/a"],
    ["URL de destino;Enlace corto;Título;Etiquetas;Clics;Fecha de creación;Fecha de caducidad", "https://sho.rt/a"],
  ] as const) {
    const chosen = await chosenIn(`${head}\n${destination};${short};A;b;1;2025-01-02;2027-12-31`)
    const expected = ["destination", "shortUrl", "title", "tags", "clicks", "createdAt", "expiresAt"]
    assert.deepEqual(Object.values(chosen), expected, head)
  }
})

test("a column of short names that has whole addresses is the one of short addresses", async () => {
  const file = `Destination,Alias\n${many((n) => `${site(n)},sho.rt/${n}x`)}`
  assert.deepEqual(Object.values(await chosenIn(file)), ["destination", "shortUrl"])
  const both = `Destination,Alias,Short URL\n${many((n) => `${site(n)},sho.rt/${n}x,sho.rt/${n}x`)}`
  assert.deepEqual(Object.values(await chosenIn(both)), ["destination", "slug", "shortUrl"])
})

test("a column of addresses is no note", async () => {
  const file = `Long URL,Note\n${many((n) => `${site(n)},https://other-${n}.example.org/`)}`
  assert.deepEqual(Object.values(await chosenIn(file)), ["destination", ""])
})

test("titles, comments and empty rows above the names of columns are left out", async () => {
  const head = "Long URL,Short URL,Clicks"
  const rows = many((n) => `${site(n)},sho.rt/${n}x,${n}`)
  for (const title of [
    "My links\n\n",
    "# made by https://sho.rt/me\n# 2026\n",
    "Links of May,,\nMade,2026-11-01,\n,,\n",
  ]) {
    const file = await readLinkFile(new File([title, head, "\n", rows], "links.csv"))
    assert.deepEqual([file.header, file.rows.length], [head.split(","), 6], title)
  }
  for (const title of ["My links", "# made by;https://sho.rt/me"]) {
    const unknown = await readLinkFile(new File([`${title}\nWohin;Wie\n${site(1)};a`], "links.csv"))
    assert.deepEqual([unknown.header, unknown.rows.length], [["Wohin", "Wie"], 1], title)
  }
  const bare = await readLinkFile(new File([`${site(1)}\n${site(2)},b,c\n${site(3)},d,e`], "links.csv"))
  assert.equal(bare.rows.length, 3, "a row with an address is no title")
})

test("a file without names of columns has its columns counted", async () => {
  const chosen = await chosenIn(`https://site.example.com/,one\nhttps://site.example.com/b,two`)
  assert.deepEqual(chosen, { "Column 1": "destination", "Column 2": "" })
})
