import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { anonymous } from "#access/context.ts"
import { perform } from "#access/perform.ts"
import type { Mail } from "#adapters/mail/port.ts"
import { requestSignIn } from "#domains/accounts/index.ts"
import { correctBuyerEmail } from "#domains/handover/index.ts"
import { inviteMember } from "#domains/workspaces/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { type DatabaseKind, onBothDatabases } from "#test/support/databases/test-databases.ts"
import { insertPurchase, offerOnSale } from "#test/support/selling/shop.ts"
import { tillOf } from "#test/support/selling/till.ts"
import { mailServer } from "#test/support/stand-ins/mail-server.ts"
import { world } from "#test/support/worlds/world.ts"
import { root, sources } from "../rules/source-graph.ts"

const [typed, loud, stored] = ["Почта@Пример.рф", "ПОЧТА@ПРИМЕР.РФ", "почта@xn--e1afmkfd.xn--p1ai"]

/** A studio whose mail server says whether it takes addresses that are not ASCII. */
async function open(t: TestContext, kind: DatabaseKind, takesUtf8: Mail["takesUtf8"]) {
  const studio = await world(t, kind)
  const server = mailServer(studio.app, () => undefined)
  const app = { ...server.app, mail: { ...server.app.mail, ...(takesUtf8 && { takesUtf8 }) } }
  const offer = await offerOnSale(studio, { priceCents: 0 })
  const { id } = await insertPurchase(studio, offer)
  const till = tillOf({ ...studio, app }, { id: offer.id, key: offer.shortKey ?? "" })
  await till.addGiftCode("GIFT-FULL", { kind: "full", balance_cents: 0 })
  const signIn = { returnTo: "/", browser: "b", network: "192.0.2.7" }
  const as = (caller: "owner" | "member") => ({ app, caller: studio.callers[caller] })
  const ways: Record<string, (email: string) => Promise<unknown>> = {
    checkout: (buyerEmail) => till.checkout({ buyerEmail }),
    gift: (buyerEmail) => till.gift({ code: "GIFT-FULL", buyerEmail }),
    "sign-in": (email) => perform({ app, caller: anonymous }, requestSignIn, { email, ...signIn }),
    invitation: (email) => perform(as("owner"), inviteMember, { email, role: "member" }),
    correction: (email) => perform(as("member"), correctBuyerEmail, { id, email }),
  }
  return { ...server, app, till, ways, work: () => runDueJobs(app, jobs) }
}

onBothDatabases(
  "an address in another script is mailed and compared in one form, wherever it is typed",
  async (t, kind) => {
    for (const takesUtf8 of [undefined, async () => true]) {
      const { ways, work, taken, till } = await open(t, kind, takesUtf8)
      const { gift: _, ...mailed } = ways
      for (const type of Object.values(mailed)) {
        await type(typed)
        await work()
      }
      assert.deepEqual(
        taken.map(({ to }) => to).filter((to) => !to.endsWith("studio.example")),
        Object.keys(mailed).map(() => stored),
      )
      for (const address of [typed, loud, stored])
        assert.equal((await till.checkout({ buyerEmail: address })).alreadyOwned, true, address)
    }
  },
)

onBothDatabases(
  "where the mail server is known to lack SMTPUTF8, such an address is refused with the reason",
  async (t, kind) => {
    const { ways, app, tried } = await open(t, kind, async () => false)
    const count = async (table: "purchases" | "jobs") =>
      (await app.database.read.selectFrom(table).select("id").execute()).length
    const before = [await count("purchases"), await count("jobs")]
    for (const [way, type] of Object.entries(ways)) {
      const field = ["checkout", "gift"].includes(way) ? "buyerEmail" : "email"
      await assert.rejects(type(typed), {
        code: "invalid_request",
        message: `\`${field}\` must be a valid email address. Our mail server takes only letters from a to z before the @.`,
        field,
      })
    }
    assert.deepEqual([await count("purchases"), await count("jobs"), tried.length], [...before, 0])
    for (const [way, type] of Object.entries(ways)) await type(`${way}@пример.рф`)
  },
)

test("each action that reads an address to which it mails asks whether the mail server takes it", () => {
  const unmailed = ["handover/purchases/list-purchases.ts", "operators/reports/report-abuse.ts"]
  const textOf = (file: string) => readFileSync(join(root, file), "utf8")
  const readers = sources().filter((file) =>
    /import \{[^}]*\b(typedEmail|personEmail|buyerEmail)\b[^}]*\} from/.test(textOf(file)),
  )
  const asking = readers.filter((file) => textOf(file).includes("mustBeMailable(cx, {"))
  assert.equal(asking.length, 5)
  assert.deepEqual(
    readers.filter((file) => /Action\(/.test(textOf(file)) && !asking.includes(file)).sort(),
    unmailed.map((file) => `domains/${file}`),
  )
})
