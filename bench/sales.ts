import type { Member } from "../server/src/access/caller.ts"
import { anonymous } from "../server/src/access/caller.ts"
import { perform } from "../server/src/access/perform.ts"
import { createOffer, publishOffer, startCheckout } from "../server/src/domains/handover/index.ts"
import { newId } from "../server/src/kernel/ids.ts"
import type { RunningApp } from "../server/src/start/app.ts"
import {
  createDatabase,
  dropDatabase,
  postgresAnswers,
  postgresUrlOf,
} from "../server/test/support/databases/test-run.ts"
import { makeMember, openEmptyApp, personCaller } from "./in-process.ts"
import { percentile } from "./load.ts"
import type { BenchRow } from "./row.ts"

const buyers = 200
/** How long the buyers take to arrive, as after a mail to a list. */
const arrivalMs = 20_000
const checkouts = 200

/** The checkout of an offer while two hundred buyers buy another workspace's offer, compared with its own alone. */
export async function salesBench(): Promise<BenchRow[]> {
  if (!(await postgresAnswers())) {
    console.log("PostgreSQL does not answer; a hot offer is not measured.")
    return []
  }
  const name = await createDatabase()
  const app = await openEmptyApp({ SVC_DATABASE_URL: postgresUrlOf(name) })
  try {
    const own = await sell(app, await makeMember(app, "own"), {})
    const rows: BenchRow[] = []
    await checkOut(app, own, "warm-up")
    const alone = percentile(await checkOut(app, own, "alone"), 0.99)
    for (const [kind, stockLimit] of [
      ["without a limit", null],
      ["with a limit", 100],
    ] as const) {
      const hot = await sell(app, await makeMember(app, `hot-${stockLimit}`), { stockLimit })
      const crowd = Array.from({ length: buyers }, (_, n) => buyLater(app, hot, n))
      const beside = percentile(await checkOut(app, own, `beside-${stockLimit}`), 0.99)
      await Promise.all(crowd)
      const words = `checkout p99 beside 200 buyers ${kind} (alone ${alone.toFixed(1)} ms)`
      rows.push({ name: words, value: beside / alone, unit: "×", atMost: 2 })
    }
    return rows
  } finally {
    await app.close()
    await dropDatabase(name)
  }
}

export async function sell(app: RunningApp, member: Member, changes: { stockLimit?: number | null }): Promise<string> {
  const caller = personCaller(member)
  const wish = { title: "Palette", priceCents: 1900, currency: "usd", ...changes }
  const { id } = await perform({ app, caller }, createOffer, wish)
  await app.database.transaction(async (db) => {
    const file = {
      id: newId("file"),
      workspace_id: member.workspaceId,
      name: "palette.txt",
      size_bytes: 1,
      created_at: 1,
    }
    const bytes = { content_type: "text/plain", sha256: "", blob_key: newId("blob") }
    await db
      .insertInto("files")
      .values({ ...file, ...bytes } as never)
      .execute()
    const own = { id: newId("offer_file"), workspace_id: member.workspaceId }
    const offered = { ...own, offer_id: id, file_id: file.id, name: null, position: 0 }
    await db.insertInto("offer_files").values(offered).execute()
  })
  const { shortKey } = await perform({ app, caller }, publishOffer, { id })
  return shortKey ?? ""
}

/** Checks out ten times a second, in sequence; returns each duration in milliseconds. */
async function checkOut(app: RunningApp, key: string, run: string): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < checkouts; n += 1) {
    const began = performance.now()
    await perform({ app, caller: anonymous }, startCheckout, { key, buyerEmail: `${run}-${n}@example.com` })
    const took = performance.now() - began
    times.push(took)
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, arrivalMs / checkouts - took)))
  }
  return times
}

async function buyLater(app: RunningApp, key: string, n: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, (n * arrivalMs) / buyers))
  const wish = { key, buyerEmail: `crowd-${n}@example.com` }
  await perform({ app, caller: anonymous }, startCheckout, wish).catch(() => undefined) // sold out, at the end
}
