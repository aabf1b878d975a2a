import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"
import { accessMs } from "../server/src/domains/connections/lifetimes.ts"
import { openKeyring } from "../server/src/kernel/keyring.ts"
import { hashSecret, newSecret } from "../server/src/kernel/secret.ts"
import type { RunningServer } from "./servers.ts"

/** Opens the database of a running server. A commit waits for the disk, as in the server. */
export function openServerDatabase({ dataDir }: RunningServer): DatabaseSync {
  const db = new DatabaseSync(`${dataDir}/atelier.db`, { timeout: 10_000 })
  db.exec("pragma synchronous = full")
  return db
}

/**
 * Runs statements that insert many rows, in one transaction that does not wait for the disk. This blocks the process,
 * so afterwards it waits until it has noticed connections that the server closed.
 */
export async function fill(service: RunningServer, statements: string): Promise<void> {
  const db = openServerDatabase(service)
  db.exec(`pragma synchronous = off; begin immediate; ${statements}; commit; pragma wal_checkpoint(truncate);`)
  db.close()
  await sleep(100)
}

/** The head of an insert that selects the numbers from 1 to `count` from `n(i)`. */
export const numbersTo = (count: number) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`

/** Statements that insert a hundred thousand grants of the scope `links:read`, with an access token each. */
export const manyGrants = `
  ${numbersTo(100_000)}
    insert into grants (id, account_id, client_id, default_workspace_id, scope, resource, redirect_uri, created_at, expires_at)
    select 'grant_m' || i, account_id, 'bench', workspace_id, 'links:read', 'x', 'x', i, 1e15 from n, (select * from members limit 1);
  insert into access_tokens (hash, grant_id, scope, expires_at)
    select hex(randomblob(32)), id, scope, 1e15 from grants where id like 'grant_m%';`

/** A connection that acts for the demo's owner. */
export interface Grant {
  id: string
  accountId: string
  workspaceId: string
}

/** Grants a client's connection a scope for the demo's owner, as her consent would. */
export function newGrant(
  db: DatabaseSync,
  { url }: RunningServer,
  { clientId, scope }: { clientId: string; scope: string },
): Grant {
  const owner = db.prepare("select account_id, workspace_id from members limit 1").get() ?? {}
  const grant = {
    id: `grant_${randomUUID()}`,
    accountId: String(owner.account_id),
    workspaceId: String(owner.workspace_id),
  }
  const { id, accountId, workspaceId } = grant
  const now = Date.now()
  db.prepare(
    `insert into grants (id, account_id, client_id, workspace_id, default_workspace_id, scope, resource, redirect_uri, created_at, expires_at)
    values (?, ?, ?, ?, ?, ?, ?, 'http://localhost/callback', ?, ?)`,
  ).run(id, accountId, clientId, workspaceId, workspaceId, scope, `${url}/mcp`, now, now + 86_400_000)
  return grant
}

export function newAccessToken(db: DatabaseSync, { id }: Grant, scope: string): string {
  const token = `bench_${randomUUID()}`
  db.prepare("insert into access_tokens (hash, grant_id, scope, expires_at) values (?, ?, ?, ?)").run(
    hashSecret(token),
    id,
    scope,
    Date.now() + accessMs,
  )
  return token
}

/** Signs members of the demo's studio in; returns their cookies. */
export function signInMembers(service: RunningServer, count: number): string[] {
  const db = openServerDatabase(service)
  const { workspace_id } = db.prepare("select workspace_id from members limit 1").get() ?? {}
  const now = Date.now()
  const account = db.prepare("insert into accounts (id, email, created_at) values (?, ?, ?)")
  const member = db.prepare(
    "insert into members (workspace_id, account_id, role, created_at) values (?, ?, 'member', ?)",
  )
  const session = db.prepare(
    `insert into sessions (id, hash, account_id, label, created_at, last_seen_at, expires_at)
    values (?, ?, ?, 'A browser', ?, ?, ?)`,
  )
  const cookies = Array.from({ length: count }, () => {
    const id = `account_${randomUUID()}`
    const token = newSecret("session")
    account.run(id, `${id}@example.com`, now)
    member.run(String(workspace_id), id, now)
    session.run(`session_${randomUUID()}`, hashSecret(token), id, now, now, now + 86_400_000)
    return `session=${token}`
  })
  db.close()
  return cookies
}

/** The form token of a cookie's session. */
export function formTokenOf(service: RunningServer, cookie: string): string {
  const db = openServerDatabase(service)
  const session = db.prepare("select id from sessions where hash = ?").get(hashSecret(cookie.slice("session=".length)))
  db.close()
  const keyring = openKeyring(readFileSync(`${service.dataDir}/secret.key`, "utf8"))
  return keyring.mac("form-token", `session:${session?.id}`)
}

/** Repeats a transaction for a second; returns how many ran. */
export function countTransactions(db: DatabaseSync, work: () => void): number {
  const end = performance.now() + 1_000
  let made = 0
  for (; performance.now() < end; made += 1) {
    db.exec("begin immediate")
    work()
    db.exec("commit")
  }
  return made
}

/** Adds messages to a conversation, alternating between a person and the assistant, each of a kilobyte. */
export function fillConversation(service: RunningServer, id: string, count: number): void {
  const db = openServerDatabase(service)
  const insert = db.prepare(
    `insert into assistant_messages (id, workspace_id, conversation_id, parent_id, role, run_id, parts, input_tokens, output_tokens, created_at)
    select ?, workspace_id, id, ?, ?, null, ?, ?, ?, ? from conversations where id = ?`,
  )
  const parts = JSON.stringify([{ type: "text", text: "word ".repeat(200) }])
  let head = String(db.prepare("select head_id from conversations where id = ?").get(id)?.head_id)
  for (let n = 0; n < count; n += 1) {
    const messageId = `message_${randomUUID()}`
    const [role, tokens] = n % 2 === 0 ? ["person", null] : ["assistant", 1]
    insert.run(messageId, head, role, parts, tokens, tokens, Date.now(), id)
    head = messageId
  }
  db.prepare("update conversations set head_id = ? where id = ?").run(head, id)
  db.close()
}
