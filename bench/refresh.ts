import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { type Keyring, openKeyring } from "../server/src/kernel/keyring.ts"
import { hashSecret } from "../server/src/kernel/secret.ts"
import { type Client, median, openClient, requestBytes } from "./load.ts"
import { type Row, rowAtLeast } from "./row.ts"
import { type RunningServer, startService } from "./servers.ts"

const connections = 32
const manyGrants = 100_000
const least = { ofBare: 0.7, ofItself: 0.75 }

/**
 * Token refreshes over HTTP beside their own transaction in a loop, and beside a second server whose tables hold a
 * hundred thousand grants; turn and turn about, so that whatever else the machine does hits all of them.
 */
export async function refreshBench(rounds = 5): Promise<Row[]> {
  const few = await openSide(await startService())
  const crowded = await startService()
  fill(crowded)
  const many = await openSide(crowded)
  await refreshFor(1, few)
  await refreshFor(1, many)
  const turns: { perSecond: number; ofBare: number; ofItself: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const bare = runBare(few.db, newGrant(few.db, few.service.url))
    const perSecond = await refreshFor(2, few)
    const manyPerSecond = await refreshFor(2, many)
    turns.push({ perSecond, ofBare: perSecond / bare, ofItself: manyPerSecond / perSecond })
  }
  await Promise.all([closeSide(few), closeSide(many)])
  const middle = (pick: (turn: (typeof turns)[number]) => number) => median(turns.map(pick))
  const perSecond = middle((turn) => turn.perSecond)
  return [
    rowAtLeast(least.ofBare, {
      name: "token refresh, committed",
      value: middle((turn) => turn.ofBare),
      unit: "of bare",
    }),
    { name: "token refreshes", value: perSecond, unit: "/s", target: "", ok: true },
    rowAtLeast(least.ofItself, {
      name: "token refresh: 100,000 grants",
      value: middle((turn) => turn.ofItself),
      unit: "×",
    }),
  ]
}

/** A server, and clients that each hold a connection to it. */
interface Side {
  service: RunningServer
  db: DatabaseSync
  keyring: Keyring
  chains: { id: string; token: string }[]
  clients: Client[]
}

async function openSide(service: RunningServer): Promise<Side> {
  const db = open(service)
  const keyring = openKeyring(readFileSync(`${service.dataDir}/secret.key`, "utf8"))
  const chains = Array.from({ length: connections }, () => newGrant(db, service.url))
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

/** Each client refreshes its own token, again and again; answers how many refreshes there were a second. */
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
        // The next token is known before the answer is read, which costs the measured server less.
        chain.token = `svc_refresh_${keyring.mac("refresh-token", chain.token)}`
        refreshed += 1
      }
    }),
  )
  return (refreshed / (performance.now() - start)) * 1_000
}

/** Lets a connection act for the demo's owner, as her consent would. */
function newGrant(db: DatabaseSync, url: string): { id: string; token: string } {
  const { account_id = null, workspace_id = null } =
    db.prepare("select account_id, workspace_id from members limit 1").get() ?? {}
  const grant = { id: `grant_${randomUUID()}`, token: `svc_refresh_${randomUUID()}` }
  const far = Date.now() + 86_400_000
  db.prepare(
    `insert into grants (id, account_id, client_id, workspace_id, default_workspace_id, scope, resource, redirect_uri, created_at, expires_at)
    values (?, ?, 'atelier-agents', ?, ?, 'links:read', ?, 'http://localhost/callback', ?, ?)`,
  ).run(grant.id, account_id, workspace_id, workspace_id, `${url}/mcp`, Date.now(), far)
  insertToken(db).run(hashSecret(grant.token), grant.id, Date.now(), far)
  return grant
}

const insertToken = (db: DatabaseSync) =>
  db.prepare(
    "insert into refresh_tokens (hash, grant_id, scope, created_at, expires_at) values (?, ?, 'links:read', ?, ?)",
  )

/** The transaction of a refresh by itself, statement by statement, for a second; answers how many there were. */
function runBare(db: DatabaseSync, { id, token: first }: { id: string; token: string }): number {
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
  const end = performance.now() + 1_000
  let hash = hashSecret(first)
  let made = 0
  for (; performance.now() < end; made += 1) {
    const next = hashSecret(randomUUID())
    db.exec("begin immediate")
    token.all(hash)
    grant.all(id)
    rotate.run(Date.now(), next, hash)
    refresh.run(next, id, Date.now(), end)
    access.run(hashSecret(randomUUID()), id, end)
    db.exec("commit")
    hash = next
  }
  return made
}

function open({ dataDir }: RunningServer): DatabaseSync {
  const db = new DatabaseSync(`${dataDir}/atelier.db`, { timeout: 10_000 })
  db.exec("pragma synchronous = full")
  return db
}

function fill(service: RunningServer): void {
  const db = open(service)
  db.exec(`
    pragma synchronous = off;
    begin immediate;
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${manyGrants})
      insert into grants (id, account_id, client_id, default_workspace_id, scope, resource, redirect_uri, created_at, expires_at)
      select 'grant_m' || i, account_id, 'bench', workspace_id, 'links:read', 'x', 'x', i, 1e15 from n, (select * from members limit 1);
    insert into access_tokens (hash, grant_id, scope, expires_at)
      select hex(randomblob(32)), id, scope, 1e15 from grants where id like 'grant_m%';
    insert into refresh_tokens (hash, grant_id, scope, created_at, expires_at)
      select hex(randomblob(32)), id, scope, 1, 1e15 from grants where id like 'grant_m%';
    commit;
    pragma wal_checkpoint(truncate);
  `)
  db.close()
}
