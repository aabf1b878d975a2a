import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { askAssistant } from "#domains/assistant/on-demand.ts"
import { createUploadLink, listFolder, listShareLinks } from "#domains/drive/index.ts"
import { getOwnOffer, listGiftCodes } from "#domains/handover/index.ts"
import { browseLinks } from "#domains/links/index.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { insertPurchase, offerOnSale } from "#test/support/selling/shop.ts"
import type { Part } from "#test/support/stand-ins/model/model-stand-in.ts"
import { shorten } from "#test/support/workspace/links.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import {
  type AssistantWorld,
  assistantWorld,
  callsOf,
  waitingOf,
  wordsOf,
} from "#test/support/worlds/assistant-world.ts"

// biome-ignore lint/suspicious/noExplicitAny: a model reads JSON of any form.
type Read = any

/** The model's next step, by what the step before answered. */
type Step = (read: Read, more: readonly Read[]) => Part[]

interface Request {
  readonly asks: string
  readonly as?: "member" | "admin"
  prepare(studio: AssistantWorld): Promise<unknown>
  readonly steps: readonly Step[]
  /** How often the person is asked. */
  readonly approvals: number
  check(studio: AssistantWorld, last: Read): Promise<void>
}

const call = (name: string, input: object): Part => ({ call: name, arguments: input })
const lastWeek = { from: "2026-11-09T00:00:00+01:00", to: "2026-11-16T00:00:00+01:00" }
const putFiles = ({ app, callers }: AssistantWorld, names: readonly string[], bytes: string | Buffer = "x") =>
  Promise.all(names.map((name) => putDriveFile(app, callers.member, { name, bytes })))
const day = 86_400_000

const requests: readonly Request[] = [
  {
    asks: "Which of last week's upload links are unanswered?",
    async prepare({ act, app, clock }) {
      for (const at of [-15, -8, -8]) {
        clock.advance(at * day)
        await act("member", createUploadLink, { expiresInMinutes: 10_000 })
        clock.advance(-at * day)
      }
      const [, , answered] = await app.database.read
        .selectFrom("upload_links")
        .select("id")
        .orderBy("created_at")
        .execute()
      await app.database.transaction((db) =>
        db
          .updateTable("upload_links")
          .set({ files_taken: 1 })
          .where("id", "=", answered?.id ?? "")
          .execute(),
      )
    },
    steps: [() => [call("list_upload_links", { isUnanswered: true, ...lastWeek })]],
    approvals: 0,
    async check(_, { items }) {
      assert.equal(items.length, 1)
      assert.match(items[0].createdAt, /^2026-11-12T13:00:00\+01:00$/)
    },
  },
  {
    asks: "Which links of last week got more than 20 clicks?",
    async prepare(studio) {
      for (const [slug, at, clicks] of [
        ["old", -15, 50],
        ["good", -8, 21],
        ["few", -8, 20],
        ["late", 0, 90],
      ] as const) {
        // biome-ignore format: a table
        studio.clock.advance(at * day)
        const { id } = await shorten(studio, { slug })
        studio.clock.advance(-at * day)
        await studio.app.database.transaction((db) =>
          db.updateTable("short_links").set({ clicks }).where("id", "=", id).execute(),
        )
      }
    },
    steps: [() => [call("list_links", { minClicks: 21, ...lastWeek })]],
    approvals: 0,
    check: async (_, { links }) => assert.deepEqual(valuesOf(links as { slug: string }[], "slug"), ["good"]),
  },
  {
    asks: "Which sales were over 20 dollars last week?",
    async prepare(studio) {
      const offer = await offerOnSale(studio)
      for (const [id, at, cents] of [
        ["a", -15, 5_000],
        ["b", -8, 2_500],
        ["c", -8, 1_900],
        ["d", 0, 2_500],
      ] as const) {
        // biome-ignore format: a table
        const when = studio.clock.now() + at * day
        await insertPurchase(studio, offer, {
          id: `purchase_${id}`,
          amount_cents: cents,
          created_at: when,
          paid_at: when,
        })
      }
    },
    steps: [() => [call("list_purchases", { isBought: true, minCents: 2_001, ...lastWeek })]],
    approvals: 0,
    check: async (_, { items }) => assert.deepEqual(valuesOf(items as { id: string }[], "id"), ["purchase_b"]),
  },
  {
    asks: "Where did the clicks of the spring link come from?",
    prepare: (studio) => shorten(studio, { slug: "spring" }),
    steps: [
      () => [call("list_links", { query: "spring" })],
      ({ links }) => [call("get_link_stats", { id: links[0].id, days: 7 })],
    ],
    approvals: 0,
    check: async (_, { days }) => assert.equal(days.length, 7),
  },
  {
    asks: "Shorten this address, with the tags spring and mail.",
    prepare: async () => {},
    steps: [() => [call("create_link", { destination: "https://example.com/sale", tags: ["spring", "mail"] })]],
    approvals: 1,
    async check({ act }) {
      assert.equal((await act("member", browseLinks, { tag: "mail" })).links.length, 1)
    },
  },
  {
    asks: "Move all sketches into Clients/Bo.",
    prepare: (studio) =>
      putFiles(
        studio,
        Array.from({ length: 30 }, (_, at) => `sketch ${at}.txt`),
      ),
    steps: [
      () => [call("list_folder", { query: "sketch" }), call("create_folder", { names: ["Clients", "Bo"] })],
      ({ files }, [, folder]) => [call("move_files", { ids: valuesOf(files, "id"), folderId: folder.id })],
    ],
    approvals: 2,
    async check({ act }, { moved }) {
      assert.equal(moved, 30)
      const { folders } = await act("member", listFolder, { query: "Bo" })
      assert.equal((await act("member", listFolder, { folderId: folders[0]?.id ?? null })).files.length, 30)
    },
  },
  {
    asks: "What is in brief.txt? Make a doc of it.",
    prepare: (studio) =>
      putFiles(studio, ["brief.txt"], Buffer.from("# Bo\n\nSechs Entw\xfcrfe f\xfcr M\xe4rz.", "latin1")),
    steps: [
      () => [call("search_drive_files", { query: "brief" })],
      ({ files }) => [call("read_file", { id: files[0].id })],
      ({ text }) => [call("create_doc", { title: "Brief", markdown: text })],
    ],
    approvals: 1,
    async check({ app }) {
      const [doc] = await app.database.read.selectFrom("docs").select(["title", "body"]).execute()
      assert.match(`${doc?.title} ${doc?.body}`, /Brief .*Entwürfe für März/)
    },
  },
  {
    asks: "Share the folder Press for a week.",
    prepare: async () => {},
    steps: [
      () => [call("create_folder", { names: ["Press"] })],
      ({ id }) => [call("create_share_link", { id, expiresInDays: 7 })],
    ],
    approvals: 2,
    async check({ act }, { url }) {
      assert.match(url, /^⟦address 1⟧$/, "the model gets a placeholder")
      const [link] = (await act("member", listShareLinks, {})).items
      assert.deepEqual([link?.name, link?.state], ["Press", "works"])
    },
  },
  {
    asks: "Pause the type specimen, and make it 25 dollars.",
    prepare: (studio) => offerOnSale(studio),
    steps: [
      () => [call("list_offers", { state: "published" })],
      ({ items: [{ id }] }) => [
        call("set_offer_state", { id, state: "paused" }),
        call("edit_offer", { id, priceCents: 2_500 }),
      ],
    ],
    approvals: 1,
    async check({ act }, { id }) {
      const { state, priceCents } = await act("member", getOwnOffer, { id })
      assert.deepEqual([state, priceCents], ["paused", 2_500])
    },
  },
  {
    asks: "Make ten gift codes of 10 dollars, good until the end of the year.",
    as: "admin",
    prepare: async () => {},
    steps: [
      () => [
        call("create_gift_codes", { count: 10, balanceCents: 1_000, currency: "usd", expiresAt: "2027-01-01T00:00:00+01:00" }), // biome-ignore format: one thought
      ],
    ],
    approvals: 1,
    async check({ act, model }) {
      const { items } = await act("admin", listGiftCodes, {})
      assert.equal(items.length, 10)
      assert.equal(items[0]?.expiresAt, Date.parse("2026-12-31T23:00:00Z"))
      const sent = JSON.stringify(model.journal.map(({ body }) => body))
      for (const { code } of items) assert.ok(!sent.includes(code), "no model gets a code")
    },
  },
]

/** The calls that the table of the handbook states for a request, and how often it asks the person. */
const stated = new Map(
  [
    ...readFileSync(join(import.meta.dirname, "../../../docs/assistant.md"), "utf8").matchAll(
      /^\| (.+) \| (\d+) \| (\d+) \|$/gm,
    ),
  ].map(([, asks = "", calls, approvals]) => [asks, [Number(calls), Number(approvals)]]),
)

for (const { asks, as = "member", prepare, steps, approvals, check } of requests) {
  test(`“${asks}” takes as many calls and approvals as the handbook says`, async (t) => {
    const studio = await assistantWorld(t, [])
    await prepare(studio)
    let last: Read
    studio.model.script = ({ messages }, index) => {
      const read = (messages.at(-1)?.results ?? []).map(({ text }) => JSON.parse(text))
      last = read[0]
      return steps[index]?.(read[0], read) ?? ["Done."]
    }
    let asked = 0
    const { conversationId } = await studio.act(as, askAssistant, { text: asks, timeZone: "Europe/Berlin" })
    let shown = await studio.settled(as, conversationId)
    for (; waitingOf(shown).length > 0; asked += 1) shown = await studio.decide(as, shown, "once")
    assert.equal(wordsOf(shown), "Done.")
    assert.deepEqual([...new Set(valuesOf(callsOf(shown), "state"))], ["done"])
    assert.equal(asked, approvals)
    assert.deepEqual(stated.get(asks), [callsOf(shown).length, asked])
    await check(studio, last)
  })
}

test("the handbook's table has these requests, and no others", () => {
  assert.deepEqual([...stated.keys()], valuesOf(requests, "asks"))
})
