import { DatabaseSync, type SQLTagStore } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "kysely"
import type { Measured } from "../case.ts"
import type { BenchStudio } from "./studio.ts"
import { rateOf } from "./turns.ts"

/**
 * Runs statements that insert many rows, in one transaction. SQLite blocks this process meanwhile, so afterwards it
 * waits until it has noticed connections that a server closed.
 */
export async function fillTables({ app }: BenchStudio, ...statements: string[]): Promise<void> {
  await app.database.migration(async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  })
  await sleep(100)
}

/** Returns a load: the statements of a transaction, repeated on the studio's SQLite file. Each commit waits for the disk. */
export function saturateFile({ databaseUrl }: BenchStudio, transaction: (db: SQLTagStore) => void) {
  return async (ms: number): Promise<Measured> => {
    const file = new DatabaseSync(databaseUrl.slice("sqlite:".length), { timeout: 10_000 })
    file.exec("pragma synchronous = full")
    const db = file.createTagStore()
    const { rate } = await rateOf(ms, 1, async () => {
      file.exec("begin immediate")
      transaction(db)
      file.exec("commit")
    })
    file.close()
    return { rate }
  }
}

/** The head of an insert that selects the numbers from 1 to `count` from `n(i)`. */
export const numbersTo = (count: number) =>
  `with recursive n(i) as (select cast(1 as bigint) union all select i + 1 from n where i < ${count})`

/** The slug of the n-th of `manyLinks`. Neighbours are far from each other in an index. */
export const slugOfLink = (n: number) => `m${(n * 48_271) % 2_147_483_647}`

const slug = "'m' || ((i * 48271) % 2147483647)"
const workspace = "(select min(id) from workspaces)"

/** Links of the first workspace, clicked ten times each. */
export const manyLinks = (count: number) => [
  `${numbersTo(count)} insert into short_links
    (id, workspace_id, namespace, slug, destination, visitor_query, title, clicks, created_at, updated_at)
    select 'link_m' || i, ${workspace}, 'shared', ${slug}, 'https://example.com/', 'dropped', 'Link ' || i, 10, i, i from n`,
  `${numbersTo(count)} insert into directory (kind, key, workspace_id) select 'short_link', ${slug}, ${workspace} from n`,
]

/** Grants of the scope `links:read`, each with an access token and a refresh token. For SQLite. */
export const manyGrants = (count: number) => [
  `${numbersTo(count)} insert into grants
    (id, account_id, client_id, default_workspace_id, scope, resource, redirect_uri, created_at, expires_at)
    select 'grant_m' || i, account_id, 'bench', workspace_id, 'links:read', 'x', 'x', i, 1e15
    from n, (select * from members limit 1)`,
  `${numbersTo(count)} insert into access_tokens (hash, grant_id, scope, expires_at)
    select hex(randomblob(32)), 'grant_m' || i, 'links:read', 1e15 from n`,
  `${numbersTo(count)} insert into refresh_tokens (hash, grant_id, scope, created_at, expires_at)
    select hex(randomblob(32)), 'grant_m' || i, 'links:read', 1, 1e15 from n`,
]

/** Workspaces, each with an offer, its file and a sale. */
export const manyOffers = (count: number) => [
  `${numbersTo(count)} insert into workspaces (id, slug, name, created_at)
    select 'workspace_m' || i, 'million-' || i, 'Workspace ' || i, i from n`,
  `${numbersTo(count)} insert into directory (kind, key, workspace_id)
    select 'workspace', 'million-' || i, 'workspace_m' || i from n union all
    select 'pay_key', 'm' || i, 'workspace_m' || i from n`,
  `${numbersTo(count)} insert into offers
    (id, workspace_id, key, short_key, title, price_cents, currency, state, created_at, updated_at)
    select 'offer_m' || i, 'workspace_m' || i, 'offer', 'm' || i, 'Offer ' || i, 1900, 'USD', 'published', i, i from n`,
  `${numbersTo(count)} insert into files (id, workspace_id, name, content_type, size_bytes, sha256, blob_key, created_at)
    select 'file_m' || i, 'workspace_m' || i, 'file.txt', 'text/plain', 1, '', 'blob_m' || i, i from n`,
  `${numbersTo(count)} insert into offer_files (id, workspace_id, offer_id, file_id, name, position)
    select 'offer_file_m' || i, 'workspace_m' || i, 'offer_m' || i, 'file_m' || i, 'file.txt', 0 from n`,
  `${numbersTo(count)} insert into purchases (id, workspace_id, offer_id, buyer_email, search_buyer, state, price_cents, discount_cents,
      amount_cents, currency, snapshot, checkout_session_id, created_at, updated_at)
    select 'purchase_m' || i, 'workspace_m' || i, 'offer_m' || i, 'buyer' || i || '@example.com', 'buyer' || i || ' example com', 'fulfilled', 1900, 0,
      1900, 'USD', '{}', 'cs_m' || i, i, i from n`,
]
