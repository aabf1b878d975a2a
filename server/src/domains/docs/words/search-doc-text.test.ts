import assert from "node:assert/strict"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { makeDoc, search, titlesOf, writeText } from "#test/support/workspace/search.ts"
import { joinElsewhere, type World, world } from "#test/support/worlds/world.ts"
import { createDoc, renameDoc, restoreDoc, searchDocs, starDoc, trashDoc } from "../index.ts"

onBothDatabases("docs are found by words, beginnings of words and phrases of their text", async (t, kind) => {
  const here = await world(t, kind)
  await makeDoc(here, "One", "We launch the new palette on Monday.")
  await makeDoc(here, "Two", "The palette is new; the launch comes later, with new colours.")
  await makeDoc(here, "Three", "Nothing of that. Naïve café, Straße, don't.")

  assert.deepEqual(await titlesOf(here, "launch palette"), ["Two", "One"])
  assert.deepEqual(await titlesOf(here, "LAUN"), ["Two", "One"])
  assert.deepEqual(await titlesOf(here, "laun palette"), [], "only the last word may be a beginning")
  assert.deepEqual(await titlesOf(here, '"new palette"'), ["One"])
  assert.deepEqual(await titlesOf(here, '"new palet"'), [], "a phrase in quotes has whole words")
  assert.deepEqual(await titlesOf(here, '"new palet'), ["One"])
  assert.deepEqual(await titlesOf(here, '"palette new"'), [])
  for (const query of ["naive", "CAFE\u0301", "strasse", "Straße", "don't", '"cafe strasse"']) {
    assert.deepEqual(await titlesOf(here, query), ["Three"], query)
  }
  for (const query of ["", "   ", '"', "!!!", "palettes", "nothingness"])
    assert.deepEqual(await titlesOf(here, query), [])
})

onBothDatabases("a prefix finds a word, even if many words share the prefix", async (t, kind) => {
  const here = await world(t, kind)
  const many = Array.from({ length: 40 }, (_, n) => `palette${n}`)
  await makeDoc(here, "Many", many.join(" "))
  await makeDoc(here, "Few", "palimpsest palimpsests")
  for (const query of ["p", "pal", "pa"]) assert.deepEqual(await titlesOf(here, query), ["Few", "Many"], query)
  for (const query of ["pale", "palette", "palette3", "palette39"]) {
    assert.deepEqual(await titlesOf(here, query), ["Many"], query)
  }
  assert.deepEqual(await titlesOf(here, '"palette1 palette2'), ["Many"])
  assert.deepEqual(await titlesOf(here, '"palimpsest palimp'), ["Few"])
  assert.deepEqual(await titlesOf(here, "paleo"), [])
  assert.deepEqual(await titlesOf(here, "palette390"), [])
})

onBothDatabases("in scripts without spaces, single characters and longer texts are found", async (t, kind) => {
  const here = await world(t, kind)
  await makeDoc(here, "jp", "明日の会議室は東京都庁です。ガラスを注文する。")
  await makeDoc(here, "cn", "我们在北京开会。议程")
  await makeDoc(here, "ko", "회의를 시작합니다")
  await makeDoc(here, "th", "ประเทศไทย")
  assert.deepEqual(await titlesOf(here, "会"), ["cn", "jp"])
  assert.deepEqual(await titlesOf(here, "会議"), ["jp"])
  assert.deepEqual(await titlesOf(here, "会議室"), ["jp"])
  assert.deepEqual(await titlesOf(here, "会室"), [])
  assert.deepEqual(await titlesOf(here, "議会"), [])
  assert.deepEqual(await titlesOf(here, "庁で"), ["jp"])
  assert.deepEqual(await titlesOf(here, "会議室 注文"), ["jp"])
  assert.deepEqual(await titlesOf(here, "ｶﾞﾗｽ"), ["jp"])
  assert.deepEqual(await titlesOf(here, "カラス"), [], "another letter")
  assert.deepEqual(await titlesOf(here, "北京"), ["cn"])
  assert.deepEqual(await titlesOf(here, "开会"), ["cn"])
  assert.deepEqual(await titlesOf(here, "会议"), [], "a sentence ends between the two")
  assert.deepEqual(await titlesOf(here, "회의"), ["ko"])
  assert.deepEqual(await titlesOf(here, "ไทย"), ["th"])
})

onBothDatabases("variant spellings of Arabic, Hebrew, Cyrillic and emoji are found", async (t, kind) => {
  const here = await world(t, kind)
  await makeDoc(here, "ar", "مُحَمَّد كتب الخطة")
  await makeDoc(here, "he", "שָׁלוֹם לכולם")
  await makeDoc(here, "ru", "Ещё один Йод")
  await makeDoc(here, "emoji", "Liftoff 🚀 with 👩🏽‍🚀 and ❤️")
  for (const [query, title] of [
    ["محمد", "ar"],
    ["الخط", "ar"],
    ["שלום", "he"],
    ["שָׁלוֹם", "he"],
    ["еще", "ru"],
    ["йод", "ru"],
    ["🚀", "emoji"],
    ["❤", "emoji"],
    ["👩🏿", "emoji"],
  ] as const) {
    // biome-ignore format: pairs
    assert.deepEqual(await titlesOf(here, query), [title], query)
  }
  assert.deepEqual(await titlesOf(here, "иод"), [])
})

onBothDatabases("operators of the databases' query languages are literal", async (t, kind) => {
  const here = await world(t, kind)
  await makeDoc(here, "Plain", "alpha beta")
  await makeDoc(here, "Words", "alpha or not near and words beta")
  const hostile = [
    ...["alpha OR beta", "alpha AND NOT beta", "NEAR(alpha beta, 5)", "words:alpha", "words : alpha", "^alpha"],
    ...["alpha & beta", "alpha | gamma", "!alpha", "alpha <-> beta:*", "alpha:A", "'alpha' 'beta", "alpha\\' beta"],
    ...[
      "alpha*",
      "*",
      "(",
      ")",
      "(alpha",
      '""',
      '"" "',
      "{alpha}",
      "-alpha",
      "+alpha",
      "alpha)--",
      "'; drop table docs",
    ],
    ...[
      "\0",
      "alpha\0beta",
      "\ud800alpha",
      "alpha\udfff",
      "%",
      "_",
      "\\",
      "$1",
      "?",
      ":query",
      "\u202ealpha",
      "\ufeff",
    ],
    ...["x".repeat(200), "a ".repeat(100), '"'.repeat(200), "会".repeat(200), "e\u0301".repeat(100), "🚀".repeat(100)],
  ]
  for (const query of hostile) await search(here, query)
  assert.deepEqual(await titlesOf(here, "alpha OR gamma"), [], "gamma is in none")
  assert.deepEqual(await titlesOf(here, "alpha OR beta"), ["Words"])
  assert.deepEqual(await titlesOf(here, "alpha & beta"), ["Words", "Plain"])
  await assert.rejects(search(here, "x".repeat(10_000)), { code: "invalid_request" })
  await makeDoc(here, "Hostile \0 \ud800 '\":*()&|!<-> title", "'\\'':1A OR \0 \ud800 \"\" -- x")
  assert.equal((await search(here, "hostile title")).items.length, 1)
})

onBothDatabases("title matches come before text matches, latest change first within each", async (t, kind) => {
  const here = await world(t, kind)
  const oldest = await makeDoc(here, "Launch plan", "of the palette")
  await makeDoc(here, "Notes", "the launch")
  await makeDoc(here, "A launch", "and more")
  await makeDoc(here, "Weekly", "launch, launch, launch")

  assert.deepEqual(await titlesOf(here, "launch"), ["A launch", "Launch plan", "Weekly", "Notes"])
  await writeText(here, oldest, "of the brushes")
  assert.deepEqual(await titlesOf(here, "launch"), ["Launch plan", "A launch", "Weekly", "Notes"])
  assert.deepEqual(await titlesOf(here, "launch brushes"), ["Launch plan"], "one in the title, one in the text")
  assert.deepEqual(await titlesOf(here, '"plan of"'), [], "no phrase spans the title and the text")

  await here.act("member", renameDoc, { id: oldest, title: "Liftoff", emoji: null })
  assert.deepEqual(await titlesOf(here, "launch"), ["A launch", "Weekly", "Notes"])
  assert.deepEqual(await titlesOf(here, "liftoff brushes"), ["Liftoff"], "a new title keeps the text")
})

onBothDatabases("an answer has the marked title, a snippet, and the caller's star", async (t, kind) => {
  const here = await world(t, kind)
  const { id } = await here.act("member", createDoc, { title: "Launch", emoji: "🚀" })
  await writeText(here, id, `${"Lorem ipsum dolor. ".repeat(20)}We launch <b>soon</b>.`)
  await here.act("viewer", starDoc, { id })
  const other = await makeDoc(here, "Other", "a launch")

  const { items } = await search(here, "laun")
  const [first] = items
  const snippet = first?.snippet ?? { text: "", marks: [] }
  assert.deepEqual(
    { ...first, snippet: undefined },
    {
      ...{ id, title: "Launch", emoji: "🚀", isStarred: true, updatedAt: here.clock.now() },
      ...{ titleMarks: [[0, 6]], snippet: undefined },
    },
  )
  assert.match(snippet.text, /We launch <b>soon<\/b>\.$/)
  assert.deepEqual(
    snippet.marks.map(([start, end]) => snippet.text.slice(start, end)),
    ["launch"],
  )
  assert.deepEqual(items[1], {
    ...{ id: other, title: "Other", emoji: null, isStarred: false, updatedAt: here.clock.now(), titleMarks: [] },
    snippet: { text: "a launch", marks: [[2, 8]] },
  })
  assert.deepEqual(valuesOf((await search(here, "laun", { isStarred: true })).items, "id"), [id])
  assert.deepEqual((await search(here, "laun", { isStarred: true, as: "member" })).items, [])
})

onBothDatabases("neither the trash nor another workspace is searched", async (t, kind) => {
  const here = await world(t, kind)
  const id = await makeDoc(here, "Ours", "secret palette")
  const { id: theirs } = await here.act("stranger", createDoc, { title: "Theirs" })
  await writeText(here, theirs, "secret brushes")
  assert.deepEqual(await titlesOf(here, "secret"), ["Ours"])
  assert.deepEqual(await titlesOf(here, "secret", "stranger"), ["Theirs"])
  assert.deepEqual(await titlesOf(here, "theirs"), [])
  await joinElsewhere(here.app, here.callers.viewer)
  assert.deepEqual(await titlesOf(here, "secret"), ["Ours"], "it is the workspace that counts, not the person")

  await here.act("member", trashDoc, { id })
  assert.deepEqual(await titlesOf(here, "secret"), [])
  await here.act("member", restoreDoc, { id })
  assert.deepEqual(await titlesOf(here, "secret"), ["Ours"])
  await assert.rejects(search(here, "secret", { as: { kind: "anonymous" } }), { code: "invalid_token" })
})

onBothDatabases("workspaces with the same mark do not find each other's docs", async (t, kind) => {
  const here = await world(t, kind)
  await makeDoc(here, "Ours", "secret")
  const { id: theirs } = await here.act("stranger", createDoc, { title: "Theirs" })
  const other = await workspaceOf(here, theirs)
  // Simulates the same mark: the words of the other workspace's doc have this workspace's mark.
  const marked = await makeDoc(here, "Theirs", "secret")
  await here.cx.atomically(async ({ db }) => {
    await db.deleteFrom("doc_words").where("doc_id", "=", theirs).execute()
    const words = db.updateTable("doc_words").where("doc_id", "=", marked)
    await words.set({ workspace_id: other, doc_id: theirs }).execute()
  })
  assert.deepEqual(await titlesOf(here, "secret"), ["Ours"])
})

const workspaceOf = async ({ app }: World, id: string): Promise<WorkspaceId> => {
  const row = app.database.read.selectFrom("docs").select("workspace_id").where("id", "=", id)
  return (await row.executeTakeFirstOrThrow()).workspace_id
}

onBothDatabases("the tool `search_docs` searches titles only", async (t, kind) => {
  const here = await world(t, kind)
  await makeDoc(here, "Launch", "palette")
  const found = async (query: string) => valuesOf((await here.act("viewer", searchDocs, { query })).docs, "title")
  assert.deepEqual(await found("palette"), [])
  assert.deepEqual(await found("aunc"), ["Launch"])
})
