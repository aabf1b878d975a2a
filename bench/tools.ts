import { randomUUID } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { accessMs } from "../server/src/domains/connections/lifetimes.ts"
import { hashSecret } from "../server/src/kernel/secret.ts"
import { median, requestBytes, saturate, warmUpSeconds } from "./load.ts"
import type { Row } from "./row.ts"
import { type RunningServer, startService, startToolsPeer, temporaryDataDir } from "./servers.ts"

const json = {
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
  "MCP-Protocol-Version": "2025-06-18",
}
const list = { jsonrpc: "2.0", id: 1, method: "tools/list" }
const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_workspaces", arguments: {} } }

interface Measured {
  ratio: number
  perSecond: number
  peerPerSecond: number
  /** How many of ours were answered. */
  requests: number
}

/**
 * The tool server beside the official one of the second line, which answers the same as constants: the list of tools,
 * and a call that reads token, grant, membership and role anew and leaves its line on the record. The official one has
 * the same tools; what it does without any is printed too.
 */
export async function toolsBench(rounds = 5): Promise<Row[]> {
  const service = await startService()
  const url = `${service.url}/mcp`
  const token = connect(service, url)
  const headers = { ...json, Authorization: `Bearer ${token}` }
  const answers = await recordAnswers(url, headers)
  const all: Row[] = []
  let calls = 1
  for (const kind of ["with tools", "leanest"] as const) {
    const peer = await startToolsPeer(answers, kind)
    const listed = await sideBySide({ url, peerUrl: `${peer.url}/`, message: list, headers: json, rounds })
    const called = await sideBySide({ url, peerUrl: `${peer.url}/`, message: call, headers, rounds })
    await peer.stop()
    calls += called.requests
    all.push(...rows("tools/list", listed, { kind, least: 8 }))
    all.push(...rows("tools/call list_workspaces", called, { kind, least: 3 }))
  }
  await sleep(1_500)
  checkRecord(service, calls)
  await service.stop()
  return all
}

function rows(name: string, measured: Measured, { kind, least }: { kind: string; least: number }): Row[] {
  const { ratio, perSecond, peerPerSecond } = measured
  const isLeanest = kind === "leanest"
  const target = isLeanest ? {} : { target: `≥ ${least}`, ok: ratio >= least }
  return [
    { name: `${name}: throughput (SDK ${kind})`, value: ratio, unit: "of SDK", target: "", ok: true, ...target },
    { name: `${name} (SDK ${peerPerSecond.toFixed(0)})`, value: perSecond, unit: "/s", target: "", ok: true },
  ]
}

interface Contest {
  url: string
  peerUrl: string
  message: object
  headers: Record<string, string>
  rounds: number
}

/** Turn and turn about, so that whatever else the machine does hits both; medians over the rounds. */
async function sideBySide({ url, peerUrl, message, headers, rounds }: Contest): Promise<Measured> {
  const body = JSON.stringify(message)
  const ours = requestBytes(url, headers, body)
  const theirs = requestBytes(peerUrl, headers, body)
  let { requests } = await saturate(url, { request: ours, seconds: warmUpSeconds })
  await saturate(peerUrl, { request: theirs, seconds: warmUpSeconds })
  const turns: Measured[] = []
  for (let round = 0; round < rounds; round += 1) {
    const peer = await saturate(peerUrl, { request: theirs })
    const own = await saturate(url, { request: ours })
    requests += own.requests
    const [perSecond, peerPerSecond] = [own.requestsPerSecond, peer.requestsPerSecond]
    turns.push({ ratio: perSecond / peerPerSecond, perSecond, peerPerSecond, requests })
  }
  const middle = (pick: (turn: Measured) => number) => median(turns.map(pick))
  return {
    ratio: middle((turn) => turn.ratio),
    perSecond: middle((turn) => turn.perSecond),
    peerPerSecond: middle((turn) => turn.peerPerSecond),
    requests,
  }
}

/** What the service answers, in a file for the peer to repeat. */
async function recordAnswers(url: string, headers: Record<string, string>): Promise<string> {
  const ask = async (message: object) => {
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(message) })
    const { result } = (await response.json()) as { result?: object }
    if (!result) throw new Error(`The tool server answered ${response.status}.`)
    return result
  }
  const path = join(temporaryDataDir(), "answers.json")
  writeFileSync(path, JSON.stringify({ list: await ask(list), result: await ask(call) }))
  return path
}

/** Lets a connection act for the demo's owner, as her consent would. */
function connect({ dataDir }: RunningServer, resource: string): string {
  const db = open(dataDir)
  const { account_id = null, workspace_id = null } = db.prepare("select * from members limit 1").get() ?? {}
  const token = `bench_${randomUUID()}`
  const far = Date.now() + 86_400_000
  db.prepare(
    `insert into grants (id, account_id, client_id, workspace_id, default_workspace_id, scope, resource, redirect_uri, created_at, expires_at)
    values ('grant_bench', ?, 'bench', ?, ?, 'workspace:read', ?, 'http://localhost/callback', ?, ?)`,
  ).run(account_id, workspace_id, workspace_id, resource, Date.now(), far)
  db.prepare("insert into access_tokens (hash, grant_id, scope, expires_at) values (?, 'grant_bench', ?, ?)").run(
    hashSecret(token),
    "workspace:read",
    Date.now() + accessMs,
  )
  db.close()
  return token
}

/** Every call has left its line. */
function checkRecord({ dataDir }: RunningServer, calls: number): void {
  const db = open(dataDir)
  const { lines } = db.prepare("select count(*) as lines from audit_entries where grant_id = 'grant_bench'").get() ?? {}
  db.close()
  if (Number(lines) !== calls) throw new Error(`${calls} calls left ${lines} lines.`)
}

function open(dataDir: string): DatabaseSync {
  return new DatabaseSync(`${dataDir}/atelier.db`, { timeout: 10_000 })
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
