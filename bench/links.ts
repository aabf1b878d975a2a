import { randomUUID } from "node:crypto"
import { DatabaseSync } from "node:sqlite"
import { accessMs } from "../server/src/domains/connections/lifetimes.ts"
import { hashSecret } from "../server/src/kernel/secret.ts"
import { median, requestBytes, saturate } from "./load.ts"
import { type Row, rowAtLeast } from "./row.ts"
import { type RunningServer, startService } from "./servers.ts"
import { type Measured, measurePath } from "./throughput.ts"

const million = 1_000_000
const grants = 100_000
const least = { redirect: 0.3, create: 0.7, ofItself: 0.75 }

interface Figures {
  redirect: Measured
  /** Links made a second over HTTP, by 32 connections, and its share of the bare transaction's. */
  create: { perSecond: number; ratio: number }
}

/**
 * A redirect whose click is on disk, beside a bare server that sends the same 302; and a link made by a tool call,
 * beside its own transaction in a loop. Both again with a million links and a hundred thousand grants.
 */
export async function linksBench(rounds = 5): Promise<Row[]> {
  const service = await startService()
  const few = await measure(service, rounds)
  fill(service)
  const many = await measure(service, rounds)
  await service.stop()
  return [
    rowAtLeast(least.redirect, { name: "redirect, click committed", value: few.redirect.ratio, unit: "of bare" }),
    { name: "redirects", value: few.redirect.perSecond, unit: "/s", target: "", ok: true },
    rowAtLeast(least.create, { name: "create_link, committed", value: few.create.ratio, unit: "of bare" }),
    { name: "create_link calls", value: few.create.perSecond, unit: "/s", target: "", ok: true },
    rowAtLeast(least.ofItself, {
      name: "redirect: a million links",
      value: many.redirect.ratio / few.redirect.ratio,
      unit: "×",
    }),
    rowAtLeast(least.ofItself, {
      name: "create_link: a million links",
      value: many.create.ratio / few.create.ratio,
      unit: "×",
    }),
  ]
}

async function measure(service: RunningServer, rounds: number): Promise<Figures> {
  const redirect = await measurePath(service, "/s/palette")
  return { redirect, create: await measureCreation(service, rounds) }
}

async function measureCreation(service: RunningServer, rounds: number): Promise<Figures["create"]> {
  const db = open(service)
  const grant = connect(db, `${service.url}/mcp`)
  const url = `${service.url}/mcp`
  const request = toolCall(url, grant.token)
  await saturate(url, { request, seconds: 1 })
  const turns: { perSecond: number; ratio: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const bare = runBare(db, grant)
    const before = countLinks(db)
    const { requests, requestsPerSecond } = await saturate(url, { request })
    if (countLinks(db) - before !== requests) throw new Error("A tool call made no link.")
    turns.push({ perSecond: requestsPerSecond, ratio: requestsPerSecond / bare })
  }
  db.close()
  return { perSecond: median(turns.map((turn) => turn.perSecond)), ratio: median(turns.map((turn) => turn.ratio)) }
}

function toolCall(url: string, token: string): Buffer {
  const params = { name: "create_link", arguments: { destination: "https://example.com/spring-sale" } }
  const headers = {
    Authorization: `Bearer ${token}`,
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    "MCP-Protocol-Version": "2025-06-18",
  }
  return requestBytes(url, headers, JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }))
}

interface Grant {
  token: string
  id: string
  accountId: string
  workspaceId: string
}

/** Lets a connection act for the demo's owner, as her consent would. */
function connect(db: DatabaseSync, resource: string): Grant {
  const { account_id, workspace_id } = db.prepare("select account_id, workspace_id from members limit 1").get() ?? {}
  const grant = { token: `bench_${randomUUID()}`, id: `grant_${randomUUID().replaceAll("-", "")}` }
  const far = Date.now() + 86_400_000
  db.prepare(
    `insert into grants (id, account_id, client_id, workspace_id, default_workspace_id, scope, resource, redirect_uri, created_at, expires_at)
    values (?, ?, 'bench', ?, ?, 'links:write', ?, 'http://localhost/callback', ${Date.now()}, ?)`,
  ).run(grant.id, account_id ?? null, workspace_id ?? null, workspace_id ?? null, resource, far)
  db.prepare("insert into access_tokens (hash, grant_id, scope, expires_at) values (?, ?, 'links:write', ?)").run(
    hashSecret(grant.token),
    grant.id,
    Date.now() + accessMs,
  )
  return { ...grant, accountId: String(account_id), workspaceId: String(workspace_id) }
}

/** The transaction of `create_link` by itself, statement by statement, for a second; answers how many there were. */
function runBare(db: DatabaseSync, { id, accountId, workspaceId }: Grant): number {
  const grant = db.prepare("select id from grants where id = ? and revoked_at is null")
  const member = db.prepare(
    `select members.role from members join workspaces on workspaces.id = members.workspace_id
    where workspaces.deleted_at is null and account_id = ? and workspace_id = ?`,
  )
  const link = db.prepare(
    `insert into short_links (id, workspace_id, namespace, slug, destination, visitor_query, created_by, created_at, updated_at)
    values (?, ?, 'shared', ?, 'https://example.com/spring-sale', 'dropped', ?, 1, 1) on conflict do nothing returning *`,
  )
  const audit = db.prepare(
    `insert into audit_entries (id, grant_id, account_id, workspace_id, tool, arguments_digest, outcome, request_id, created_at)
    values (?, ?, ?, ?, 'create_link', '', 'ok', '', 1)`,
  )
  const end = performance.now() + 1_000
  let made = 0
  for (; performance.now() < end; made += 1) {
    const name = randomUUID()
    db.exec("begin immediate")
    grant.all(id)
    member.all(accountId, workspaceId)
    link.all(`link_${name}`, workspaceId, name, accountId)
    audit.run(name, id, accountId, workspaceId)
    db.exec("commit")
  }
  return made
}

function countLinks(db: DatabaseSync): number {
  return Number(db.prepare("select count(*) as links from short_links").get()?.links)
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
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${million})
      insert into short_links (id, workspace_id, namespace, slug, destination, visitor_query, created_at, updated_at)
      select 'link_m' || i, (select workspace_id from members limit 1), 'shared', 'm' || hex(randomblob(8)) || i,
        'https://example.com/' || i, 'dropped', i, i from n;
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${grants})
      insert into grants (id, account_id, client_id, default_workspace_id, scope, resource, redirect_uri, created_at, expires_at)
      select 'grant_m' || i, account_id, 'bench', workspace_id, 'links:read', 'x', 'x', i, i from n, (select * from members limit 1);
    insert into access_tokens (hash, grant_id, scope, expires_at)
      select hex(randomblob(32)), id, scope, 1e15 from grants where id like 'grant_m%';
    commit;
    pragma wal_checkpoint(truncate);
  `)
  db.close()
}
