import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import type { DatabaseSync } from "node:sqlite"
import { type Keyring, openKeyring } from "../server/src/kernel/keyring.ts"
import { hashSecret } from "../server/src/kernel/secret.ts"
import { countTransactions, fill, manyGrants, newGrant, openServerDatabase } from "./database.ts"
import { type LoadClient, mediansOf, openClient, requestBytes } from "./load.ts"
import type { BenchRow } from "./row.ts"
import { type RunningServer, startService } from "./servers.ts"

const connections = 32

/**
 * Token refreshes over HTTP, compared with the bare transaction in a loop, and with a second server whose tables
 * contain a hundred thousand grants. In turns, so that other load on the machine affects all of them.
 */
export async function refreshBench(rounds = 5): Promise<BenchRow[]> {
  const few = await openSide(await startService())
  const crowded = await startService()
  await fill(crowded, `${manyGrants} ${manyRefreshTokens}`)
  const many = await openSide(crowded)
  await refreshFor(1, few)
  await refreshFor(1, many)
  const { perSecond, ofBare, ofItself } = await mediansOf(rounds, async () => {
    const bare = runBare(few.db, newChain(few.db, few.service))
    const perSecond = await refreshFor(2, few)
    const manyPerSecond = await refreshFor(2, many)
    return { perSecond, ofBare: perSecond / bare, ofItself: manyPerSecond / perSecond }
  })
  await Promise.all([closeSide(few), closeSide(many)])
  return [
    { name: "token refresh, committed", value: ofBare, unit: "of bare", atLeast: 0.7 },
    { name: "token refreshes", value: perSecond, unit: "/s" },
    { name: "token refresh: 100,000 grants", value: ofItself, unit: "×", atLeast: 0.75 },
  ]
}

/** A grant with its newest refresh token. */
interface Chain {
  id: string
  token: string
}

/** A server, and clients that each hold a connection to it. */
interface Side {
  service: RunningServer
  db: DatabaseSync
  keyring: Keyring
  chains: Chain[]
  clients: LoadClient[]
}

async function openSide(service: RunningServer): Promise<Side> {
  const db = openServerDatabase(service)
  const keyring = openKeyring(readFileSync(`${service.dataDir}/secret.key`, "utf8"))
  const chains = Array.from({ length: connections }, () => newChain(db, service))
  const clients = await Promise.all(chains.map(() => openClient(service.url)))
  return { service, db, keyring, chains, clients }
}

async function closeSide({ service, db, chains, clients }: Side): Promise<void> {
  const unused = db.prepare("select count(*) as alive from refresh_tokens where rotated_at is null and grant_id = ?")
  for (const { id } of chains) {
    if (unused.get(id)?.alive !== 1) throw new Error("A connection has not one live chain.")
  }
  for (const client of clients) client.close()
  db.close()
  await service.stop()
}

/** Each client refreshes its own token repeatedly; returns the refreshes per second. */
async function refreshFor(seconds: number, { service, keyring, chains, clients }: Side): Promise<number> {
  const url = `${service.url}/api/oauth/token`
  const headers = { "Content-Type": "application/x-www-form-urlencoded" }
  const start = performance.now()
  let refreshed = 0
  await Promise.all(
    chains.map(async (chain, at) => {
      while (performance.now() < start + seconds * 1_000) {
        const body = `grant_type=refresh_token&client_id=atelier-agents&refresh_token=${chain.token}`
        await clients[at]?.ask(requestBytes(url, headers, body))
        // The next token is derived before the response is read, so that the measuring process costs less.
        chain.token = `svc_refresh_${keyring.mac("refresh-token", chain.token)}`
        refreshed += 1
      }
    }),
  )
  return (refreshed / (performance.now() - start)) * 1_000
}

function newChain(db: DatabaseSync, service: RunningServer): Chain {
  const { id } = newGrant(db, service, { clientId: "atelier-agents", scope: "links:read" })
  const token = `svc_refresh_${randomUUID()}`
  insertToken(db).run(hashSecret(token), id, Date.now(), far())
  return { id, token }
}

const far = () => Date.now() + 86_400_000

const insertToken = (db: DatabaseSync) =>
  db.prepare(
    "insert into refresh_tokens (hash, grant_id, scope, created_at, expires_at) values (?, ?, 'links:read', ?, ?)",
  )

/** Runs the transaction of a refresh alone, statement by statement, for a second; returns how many ran. */
function runBare(db: DatabaseSync, { id, token: first }: Chain): number {
  const token = db.prepare(
    `select * from refresh_tokens token join grants on grants.id = token.grant_id
    left join refresh_tokens successor on successor.hash = token.successor_hash where token.hash = ?`,
  )
  const grant = db.prepare("select id from grants where id = ? and revoked_at is null")
  const rotate = db.prepare(
    "update refresh_tokens set rotated_at = ?, successor_hash = ? where hash = ? and rotated_at is null",
  )
  const refresh = insertToken(db)
  const access = db.prepare(
    "insert into access_tokens (hash, grant_id, scope, expires_at) values (?, ?, 'links:read', ?)",
  )
  let hash = hashSecret(first)
  return countTransactions(db, () => {
    const next = hashSecret(randomUUID())
    token.all(hash)
    grant.all(id)
    rotate.run(Date.now(), next, hash)
    refresh.run(next, id, Date.now(), far())
    access.run(hashSecret(randomUUID()), id, far())
    hash = next
  })
}

const manyRefreshTokens = `
  insert into refresh_tokens (hash, grant_id, scope, created_at, expires_at)
    select hex(randomblob(32)), id, scope, 1, 1e15 from grants where id like 'grant_m%';`
