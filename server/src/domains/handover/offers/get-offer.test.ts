import assert from "node:assert/strict"
import { test } from "node:test"
import { anonymous } from "#access/context.ts"
import { perform } from "#access/perform.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { browser, openTill, tillOf } from "#test/support/selling/till.ts"
import { getOffer } from "./get-offer.ts"

onBothDatabases("an offer is found with its files in order, its seller and its pay page", async (t, kind) => {
  const till = await openTill(t, kind)

  const { offer, isOwnWorkspace, isSignedIn } = await till.getOffer()

  assert.deepEqual({ isOwnWorkspace, isSignedIn }, { isOwnWorkspace: false, isSignedIn: false })
  assert.deepEqual(
    { ...offer, files: offer.files.map(({ name }) => name) },
    {
      id: till.offer.id,
      key: "type-specimen",
      title: "Type specimen",
      description: null,
      priceCents: 1900,
      currency: "usd",
      files: ["specimen.txt", "license.txt"],
      shortKey: till.offer.key,
      shortUrl: `http://localhost:3000/pay/${till.offer.key}`,
      sellerName: "Studio Ada",
      sellerSlug: "studio",
      purchasable: true,
    },
  )
  assert.deepEqual(
    Object.keys(offer.files[0] ?? {}).sort(),
    ["key", "name"],
    "a file's key opens nothing and says no more",
  )
  assert.ok(getOffer.output.safeParse({ offer, isOwnWorkspace, isSignedIn }).success)
})

onBothDatabases(
  "a member gets `isOwnWorkspace: true`, a signed-in stranger only `isSignedIn: true`",
  async (t, kind) => {
    const till = await openTill(t, kind)
    const seen = async (name: "viewer" | "stranger") => {
      const { isOwnWorkspace, isSignedIn } = await till.getOffer(browser({ caller: till.callers[name] }))
      return { isOwnWorkspace, isSignedIn }
    }

    assert.deepEqual(await seen("viewer"), { isOwnWorkspace: true, isSignedIn: true })
    assert.deepEqual(await seen("stranger"), { isOwnWorkspace: false, isSignedIn: true })
  },
)

test("malformed, unknown, draft, archived and suspended offers, and those of deleted workspaces: 404", async (t) => {
  const till = await openTill(t)
  const change = (table: "offers" | "workspaces", set: object) =>
    till.app.database.transaction((db) => db.updateTable(table).set(set).execute())
  const refusals = new Set<string>()
  const lookUp = async (key: string) => {
    const error = await tillOf(till, { id: till.offer.id, key })
      .getOffer()
      .catch((error) => error)
    refusals.add(JSON.stringify([error.code, error.status, error.message, error.hint]))
  }

  for (const key of ["", "zz9", "ABCD", till.offer.key.toUpperCase(), "a%00b", "abcde", "äbcd", "no00"]) {
    if (key !== till.offer.key) await lookUp(key)
  }
  for (const set of [{ state: "draft" }, { state: "archived" }, { state: "published", suspended_at: 1 }]) {
    await change("offers", set)
    await lookUp(till.offer.key)
  }
  await change("offers", { suspended_at: null })
  for (const set of [{ suspended_at: 1 }, { suspended_at: null, deleted_at: 1 }]) {
    await change("workspaces", set)
    await lookUp(till.offer.key)
  }

  assert.equal(refusals.size, 1)
  assert.match([...refusals][0] ?? "", /"not_found",404/)
})

test("an offer that is sold out, or has no files, is shown and cannot be bought", async (t) => {
  const till = await openTill(t, "sqlite", { stockLimit: 1 })
  assert.equal((await till.getOffer()).offer.purchasable, true)
  await till.checkout({})
  assert.equal((await till.getOffer()).offer.purchasable, false)

  const empty = await openTill(t)
  await empty.app.database.transaction((db) => db.deleteFrom("offer_files").execute())
  const { offer } = await empty.getOffer()
  assert.deepEqual({ files: offer.files, purchasable: offer.purchasable }, { files: [], purchasable: false })
  await assert.rejects(empty.checkout({}), { code: "conflict" })
})

test("an offer's lookup is one query, with and without an account", async (t) => {
  const till = await openTill(t)
  const callers = [anonymous, till.callers.owner]
  for (const caller of callers) await perform({ app: till.app, caller }, getOffer, { key: till.offer.key }) // compiles it
  let queries = 0
  const { read } = till.app.database
  const counting = {
    selectFrom: () => assert.fail("not a prepared query"),
    getExecutor: () => read.getExecutor(),
    executeQuery: (...args: Parameters<typeof read.executeQuery>) => {
      queries += 1
      return read.executeQuery(...args)
    },
  } as unknown as typeof read
  const app = { ...till.app, database: { ...till.app.database, read: counting } }

  for (const caller of callers) await perform({ app, caller }, getOffer, { key: till.offer.key })
  assert.equal(queries, callers.length)
})
