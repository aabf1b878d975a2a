import { randomUUID } from "node:crypto"
import type { DatabaseSync } from "node:sqlite"
import {
  countTransactions,
  fill,
  type Grant,
  manyGrants,
  newAccessToken,
  newGrant,
  numbersTo,
  openServerDatabase,
} from "./database.ts"
import { mediansOf, requestBytes, saturate } from "./load.ts"
import type { BenchRow } from "./row.ts"
import { type RunningServer, startService } from "./servers.ts"
import { measurePath } from "./throughput.ts"

/**
 * A redirect whose click is on disk, compared with a bare server that sends the same 302; and a link made by a tool
 * call, compared with its transaction alone in a loop. Both again with a million links and a hundred thousand grants.
 */
export async function linksBench(rounds = 5): Promise<BenchRow[]> {
  const service = await startService()
  const few = await measure(service, rounds)
  await fill(service, `${aMillionLinks} ${manyGrants}`)
  const many = await measure(service, rounds)
  await service.stop()
  const slowerRedirect = many.redirect.ratio / few.redirect.ratio
  const slowerCreate = many.create.ratio / few.create.ratio
  return [
    { name: "redirect, click committed", value: few.redirect.ratio, unit: "of bare", atLeast: 0.3 },
    { name: "redirects", value: few.redirect.perSecond, unit: "/s" },
    { name: "create_link, committed", value: few.create.ratio, unit: "of bare", atLeast: 0.7 },
    { name: "create_link calls", value: few.create.perSecond, unit: "/s" },
    { name: "redirect: a million links", value: slowerRedirect, unit: "×", atLeast: 0.75 },
    { name: "create_link: a million links", value: slowerCreate, unit: "×", atLeast: 0.75 },
  ]
}

async function measure(service: RunningServer, rounds: number) {
  const redirect = await measurePath(service, "/s/palette")
  return { redirect, create: await measureCreation(service, rounds) }
}

/** Links per second over HTTP, by 32 connections, and the ratio to the bare transaction. */
async function measureCreation(service: RunningServer, rounds: number): Promise<{ perSecond: number; ratio: number }> {
  const db = openServerDatabase(service)
  const grant = newGrant(db, service, { clientId: "bench", scope: "links:write" })
  const url = `${service.url}/mcp`
  const request = toolCall(url, newAccessToken(db, grant, "links:write"))
  await saturate(url, { request, seconds: 1 })
  const medians = await mediansOf(rounds, async () => {
    const bare = runBare(db, grant)
    const before = countLinks(db)
    const { requests, requestsPerSecond } = await saturate(url, { request })
    if (countLinks(db) - before !== requests) throw new Error("A tool call made no link.")
    return { perSecond: requestsPerSecond, ratio: requestsPerSecond / bare }
  })
  db.close()
  return medians
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

/** Runs the transaction of `create_link` alone, statement by statement, for a second; returns how many ran. */
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
  const entry = db.prepare("insert into directory (kind, key, workspace_id) values ('short_link', ?, ?)")
  const audit = db.prepare(
    `insert into audit_entries (id, grant_id, account_id, workspace_id, tool, arguments_digest, outcome, request_id, created_at)
    values (?, ?, ?, ?, 'create_link', '', 'ok', '', 1)`,
  )
  return countTransactions(db, () => {
    const name = randomUUID()
    grant.all(id)
    member.all(accountId, workspaceId)
    entry.run(name, workspaceId)
    link.all(`link_${name}`, workspaceId, name, accountId)
    audit.run(name, id, accountId, workspaceId)
  })
}

function countLinks(db: DatabaseSync): number {
  return Number(db.prepare("select count(*) as links from short_links").get()?.links)
}

const aMillionLinks = `
  ${numbersTo(1_000_000)}
    insert into short_links (id, workspace_id, namespace, slug, destination, visitor_query, created_at, updated_at)
    select 'link_m' || i, (select workspace_id from members limit 1), 'shared', 'm' || hex(randomblob(8)) || i,
      'https://example.com/' || i, 'dropped', i, i from n;
  insert into directory (kind, key, workspace_id) select 'short_link', slug, workspace_id from short_links where id like 'link_m%';`
