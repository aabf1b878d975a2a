import { randomUUID } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { hashSecret } from "../../server/src/kernel/secret.ts"
import { clientId } from "../../server/test/support/agents/connect.ts"
import { until } from "../../server/test/support/basics/until.ts"
import { type BenchRun, figureOf, type Measured } from "../case.ts"
import { fillTables, manyGrants, manyLinks, saturateFile } from "../loads/fill.ts"
import { mcpHeaders, openClient, requestBytes, saturate, toolCall } from "../loads/http.ts"
import { dataFolder, startPeer } from "../loads/servers.ts"
import { type BenchStudio, newConnection, queryRows, startStudio } from "../loads/studio.ts"
import { inTurns, named, rateOf } from "../loads/turns.ts"

/** A load of calls, each of which must leave a row. */
const leaving = (table: string, studio: BenchStudio, load: (ms: number) => Promise<Measured>) => async (ms: number) => {
  const countRows = async () =>
    (await queryRows<{ count: number }>(studio, `select count(*) count from ${table}`))[0]?.count
  const before = (await countRows()) ?? 0
  const figures = await load(ms)
  await until(async () => (await countRows()) === before + figureOf(figures, "count"))
  return figures
}

/** The list of tools, and a call, which reads token, grant, membership and role and writes its audit line. */
export const measureTools = (kind: string) => async (run: BenchRun) => {
  const { service, studio } = await startStudio(run)
  const { accessToken } = await newConnection(studio, "workspace:read")
  const [list, call] = [JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }), toolCall("list_workspaces")]
  const url = `${service.url}/mcp`
  const answer = async (body: string) => {
    const response = await fetch(url, { method: "POST", headers: mcpHeaders(accessToken), body })
    return ((await response.json()) as { result: object }).result
  }
  const answers = join(dataFolder(run), "answers.json")
  writeFileSync(answers, JSON.stringify({ list: await answer(list), result: await answer(call) }))
  const peer = await startPeer(run, "tools", { PEER_ANSWERS: answers, PEER_KIND: kind })
  const both = (message: string, token?: string) => ({
    sdk: saturate(peer, requestBytes(peer.url, mcpHeaders(token), message)),
    ours: saturate(service, requestBytes(url, mcpHeaders(token), message)),
  })
  const listed = await inTurns(run, both(list))
  const { sdk, ours } = both(call, accessToken)
  const called = await inTurns(run, { sdk, ours: leaving("audit_entries", studio, ours) })
  return { ...named("list", listed), ...named("call", called) }
}

/** A link made by a tool beside its transaction alone; the ratio with many links and grants to the one with few. */
export async function measureCreation(run: BenchRun): Promise<Measured> {
  const { links, rows: grants } = run.sizes
  const { service, studio } = await startStudio(run)
  const { accessToken, grantId } = await newConnection(studio, "links:write")
  const message = toolCall("create_link", { destination: "https://example.com/spring-sale" })
  const create = saturate(service, requestBytes(`${service.url}/mcp`, mcpHeaders(accessToken), message))
  const compare = () =>
    inTurns(run, { bare: bareCreation(studio, grantId), ours: leaving("short_links", studio, create) })
  const few = await compare()
  await fillTables(studio, ...manyLinks(links), ...manyGrants(grants))
  const many = await compare()
  return { ...few, many: figureOf(many, "ours rate ratio") / figureOf(few, "ours rate ratio") }
}

const bareCreation = (studio: BenchStudio, grantId: string) =>
  saturateFile(studio, (db) => {
    const { workspaceId, caller } = studio
    const name = randomUUID()
    db.all`select id from grants where id = ${grantId} and revoked_at is null`
    db.all`select members.role from members join workspaces on workspaces.id = members.workspace_id
      where workspaces.deleted_at is null and account_id = ${caller.accountId} and workspace_id = ${workspaceId}`
    db.run`insert into directory (kind, key, workspace_id) values ('short_link', ${name}, ${workspaceId})`
    db.all`insert into short_links
      (id, workspace_id, namespace, slug, destination, visitor_query, created_by, created_at, updated_at)
      values (${`link_${name}`}, ${workspaceId}, 'shared', ${name}, 'https://example.com/spring-sale', 'dropped',
        ${caller.accountId}, 1, 1) on conflict do nothing returning *`
    db.run`insert into audit_entries
      (id, grant_id, account_id, workspace_id, tool, arguments_digest, outcome, request_id, created_at)
      values (${name}, ${grantId}, ${caller.accountId}, ${workspaceId}, 'create_link', '', 'ok', '', 1)`
  })

/** Refreshes over HTTP on a service with few grants and on one with many, and the transaction alone. */
export async function measureRefresh(run: BenchRun): Promise<Measured> {
  const [few, many] = [await openSide(run), await openSide(run)]
  await fillTables(many.studio, ...manyGrants(run.sizes.rows))
  const figures = await inTurns(run, { bare: await bareRefresh(few.studio), few: few.refresh, many: many.refresh })
  for (const { check } of [few, many]) await check()
  return { ...figures, many: figureOf(figures, "many rate ratio") / figureOf(figures, "few rate ratio") }
}

/** A service, and clients that each hold a connection to it and refresh their own token. */
async function openSide(run: BenchRun) {
  const { service, studio } = await startStudio(run)
  const open = async () => ({ ...(await newConnection(studio, "links:read")), client: await openClient(service.url) })
  const chains = await Promise.all(Array.from({ length: 32 }, open))
  run.after(() => chains.map(({ client }) => client.socket.destroy()))
  const headers = { "Content-Type": "application/x-www-form-urlencoded" }
  const refresh = async (at: number) => {
    const chain = chains[at] as (typeof chains)[number]
    const body = `grant_type=refresh_token&client_id=${clientId}&refresh_token=${chain.refreshToken}`
    await chain.client.ask(requestBytes(`${service.url}/api/oauth/token`, headers, body))
    // The next token is derived, not read, so that the measuring process costs less.
    chain.refreshToken = `svc_refresh_${studio.app.keyring.mac("refresh-token", chain.refreshToken)}`
  }
  const check = async () => {
    const unused = "select grant_id from refresh_tokens where rotated_at is null"
    const alive = (await queryRows<{ grant_id: string }>(studio, unused)).map(({ grant_id }) => grant_id)
    for (const { grantId } of chains) {
      if (alive.filter((id) => id === grantId).length !== 1) throw new Error("A connection has not one live chain.")
    }
  }
  return { studio, check, refresh: (ms: number) => rateOf(ms, chains.length, refresh) }
}

async function bareRefresh(studio: BenchStudio) {
  const { refreshToken, grantId } = await newConnection(studio, "links:read")
  let hash = hashSecret(refreshToken)
  return saturateFile(studio, (db) => {
    const next = hashSecret(randomUUID())
    db.all`select * from refresh_tokens token join grants on grants.id = token.grant_id
      left join refresh_tokens successor on successor.hash = token.successor_hash where token.hash = ${hash}`
    db.all`select id from grants where id = ${grantId} and revoked_at is null`
    db.run`update refresh_tokens set rotated_at = ${Date.now()}, successor_hash = ${next}
      where hash = ${hash} and rotated_at is null`
    db.run`insert into refresh_tokens (hash, grant_id, scope, created_at, expires_at)
      values (${next}, ${grantId}, 'links:read', ${Date.now()}, 1e15)`
    db.run`insert into access_tokens (hash, grant_id, scope, expires_at)
      values (${hashSecret(randomUUID())}, ${grantId}, 'links:read', 1e15)`
    hash = next
  })
}
