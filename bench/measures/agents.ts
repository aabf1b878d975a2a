import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { perform } from "../../server/src/access/perform.ts"
import { createLink } from "../../server/src/domains/links/index.ts"
import { hashSecret } from "../../server/src/kernel/secret.ts"
import { cutPieces } from "../../server/src/kernel/text/search-text.ts"
import { clientId } from "../../server/test/support/agents/connect.ts"
import { newEraRequest } from "../../server/test/support/agents/new-era.ts"
import { until } from "../../server/test/support/basics/until.ts"
import { openStream } from "../../server/test/support/http/event-stream.ts"
import { type BenchRun, figureOf, type Measured, within } from "../case.ts"
import { fillTables, manyGrants, manyLinks, saturateFile } from "../loads/fill.ts"
import { mcpHeaders, openClient, openClientPool, requestBytes, saturate, toolCall } from "../loads/http.ts"
import { type RunningService, startPeer } from "../loads/servers.ts"
import { type BenchStudio, countRows, newConnection, newMembers, openStudio, startStudio } from "../loads/studio.ts"
import { eachNamed, inSequence, inTurns, mediansOf, rateOf, timeOf, withCpu } from "../loads/turns.ts"
import { asRowsGrow, besideBare } from "./requests.ts"

export const springSale = { destination: "https://example.com/spring-sale" }
const creationBytes = ({ url }: RunningService, accessToken: string) =>
  requestBytes(`${url}/mcp`, mcpHeaders(accessToken), toolCall("create_link", springSale))

/** Runs a load of calls, and waits until each call has left a row. */
const leaving = (table: string, studio: BenchStudio, load: (ms: number) => Promise<Measured>) => async (ms: number) => {
  const before = await countRows(studio, table)
  const figures = await load(ms)
  await until(async () => (await countRows(studio, table)) === before + figureOf(figures, "count"))
  return figures
}

export async function measureTools(run: BenchRun): Promise<Measured> {
  const { service, studio } = await startStudio(run)
  const { accessToken: token } = await newConnection(studio, "workspace:read")
  const [list, call] = [JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }), toolCall("list_workspaces")]
  const url = `${service.url}/mcp`
  const answer = async (body: string) => {
    const response = await fetch(url, { method: "POST", headers: mcpHeaders(token), body })
    return ((await response.json()) as { result: object }).result
  }
  const answers = JSON.stringify({ list: await answer(list), result: await answer(call) })
  const [newList, newCall] = [newEraRequest("tools/list"), newEraRequest("tools/call", { name: "list_workspaces" })]
  const requests = {
    old: [requestBytes(url, mcpHeaders(), list), requestBytes(url, mcpHeaders(token), call)],
    new: [
      requestBytes(url, newList.headers, newList.body),
      requestBytes(url, { ...newCall.headers, Authorization: `Bearer ${token}` }, newCall.body),
    ],
  } as const
  return eachNamed({ full: "with tools", leanest: "leanest" }, (kind) =>
    within(run, async (run) => {
      const peer = await startPeer(run, "tools", { PEER_ANSWERS: answers, PEER_KIND: kind })
      return eachNamed(requests, ([listed, called]) => {
        const lists = { sdk: saturate(peer, listed), ours: saturate(service, listed) }
        const calls = { sdk: saturate(peer, called), ours: leaving("audit_entries", studio, saturate(service, called)) }
        return eachNamed({ list: lists, call: calls }, (sides) => inTurns(run, sides))
      })
    }),
  )
}

export async function measureLinks(run: BenchRun): Promise<Measured> {
  const { service, studio } = await startStudio(run)
  const { accessToken, grantId } = await newConnection(studio, "links:write")
  const create = saturate(service, creationBytes(service, accessToken))
  const creations = { bare: bareCreation(studio, grantId), ours: leaving("short_links", studio, create) }
  const redirects = () => besideBare(run, service, "/s/palette")
  const compare = () => eachNamed({ redirect: redirects, create: () => inTurns(run, creations) }, (turns) => turns())
  const fill = () => fillTables(studio, ...manyLinks(run.sizes.links), ...manyGrants(run.sizes.grants))
  const { few, shareOf } = await asRowsGrow(compare, fill)
  return { ...few, redirect: shareOf("redirect"), create: shareOf("create") }
}

/** The search text of a new link. */
const piecesOfOne = [...cutPieces(`a1b2c3d example com spring sale`)].map((piece) => `abc${piece}`).join(" ")

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
    db.run`insert into link_pieces (link_id, workspace_id) values (${`link_${name}`}, ${workspaceId})`
    db.run`insert into link_pieces_fts (rowid, pieces) values (last_insert_rowid(), ${piecesOfOne})`
    db.run`insert into audit_entries
      (id, grant_id, account_id, workspace_id, tool, arguments_digest, outcome, request_id, created_at)
      values (${name}, ${grantId}, ${caller.accountId}, ${workspaceId}, 'create_link', '', 'ok', '', 1)`
  })

export async function measureRefresh(run: BenchRun): Promise<Measured> {
  const [few, many] = [await openSide(run), await openSide(run)]
  await fillTables(many.studio, ...manyGrants(run.sizes.grants))
  const figures = await inTurns(run, { bare: await bareRefresh(few.studio), few: few.refresh, many: many.refresh })
  const forked = "(select 1 from refresh_tokens where rotated_at is null group by grant_id having count(*) > 1)"
  for (const { studio } of [few, many])
    if ((await countRows(studio, forked)) > 0) throw new Error("A connection has two live chains.")
  return { ...figures, many: figureOf(figures, "many rate ratio") / figureOf(figures, "few rate ratio") }
}

/** A service, and clients that each refresh their own token over a connection of their own. */
async function openSide(run: BenchRun) {
  const { service, studio } = await startStudio(run)
  const chains = await inSequence(32, () => newConnection(studio, "links:read"))
  const pool = await openClientPool(service.url, chains.length) // the service closes sockets that wait for 10 s unused
  run.after(pool.close)
  const headers = { "Content-Type": "application/x-www-form-urlencoded" }
  const refresh = async (at: number) => {
    const chain = chains[at] as (typeof chains)[number]
    const body = `grant_type=refresh_token&client_id=${clientId}&refresh_token=${chain.refreshToken}`
    await pool.ask(requestBytes(`${service.url}/api/oauth/token`, headers, body))
    // The next token is derived, not read, so that the measuring process costs less.
    chain.refreshToken = `svc_refresh_${studio.app.keyring.mac("refresh-token", chain.refreshToken)}`
  }
  const rotated = "refresh_tokens where rotated_at is not null"
  return { studio, refresh: leaving(rotated, studio, (ms) => rateOf(ms, chains.length, refresh)) }
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

const streamsOfPerson = 20
const changes = 20

export async function measureLive(run: BenchRun): Promise<Measured> {
  const studio = await openStudio(run)
  const make = (action: typeof createLink) => (ms: number) => rateOf(ms, 32, () => perform(studio, action, springSale))
  const recording = await inTurns(run, { without: make({ ...createLink, changes: [] }), ours: make(createLink) })
  return { ...recording, ...(await measureStreams(run)) }
}

async function measureStreams(run: BenchRun): Promise<Measured> {
  const { connections, restMs } = run.sizes
  const { service, studio } = await startStudio(run)
  const people = await newMembers(studio, Math.ceil(connections / streamsOfPerson))
  const open = async (n: number) => {
    const headers = { cookie: people[n % people.length]?.cookie ?? "" }
    const stream = await openStream(`${service.url}/console/live?workspace=studio`, headers)
    run.after(stream.close)
    await stream.next()
    return stream
  }
  for (const stream of await inSequence(streamsOfPerson, open)) stream.close() // runs all code once
  await sleep(restMs)
  const before = service.memoryMb()
  const opened = await inSequence(connections, open)
  await sleep(restMs)
  const kilobytes = ((service.memoryMb() - before) * 1_024) / connections
  const { accessToken } = await newConnection(studio, "links:write")
  const client = await openClient(service.url)
  run.after(() => client.socket.destroy())
  const request = creationBytes(service, accessToken)
  const send = async () => {
    const lastMs = await timeOf(() => Promise.all([client.ask(request), ...opened.map((stream) => stream.next())]))
    await sleep(100) // so that the next change is sent separately
    return { lastMs }
  }
  const sent = await withCpu(service, () => mediansOf(changes, send))
  return { kilobytes, ...sent, cpuMs: sent.cpu / 1_000 / changes }
}
