import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { newAccessToken, newGrant, openServerDatabase } from "./database.ts"
import { mediansOf, requestBytes, saturate, warmUpSeconds } from "./load.ts"
import type { BenchRow } from "./row.ts"
import { startService, startToolsPeer, temporaryDataDir } from "./servers.ts"

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
  /** How many requests of the service were answered. */
  requests: number
}

/**
 * The tool server compared with the official one of the second line, which returns the same answers as constants: the
 * list of tools, and a call, which reads token, grant, membership and role from the database and writes its audit line.
 * The official server has the same tools; its figures without any are printed too.
 */
export async function toolsBench(rounds = 5): Promise<BenchRow[]> {
  const service = await startService()
  const url = `${service.url}/mcp`
  const db = openServerDatabase(service)
  const grant = newGrant(db, service, { clientId: "bench", scope: "workspace:read" })
  const token = newAccessToken(db, grant, "workspace:read")
  const headers = { ...json, Authorization: `Bearer ${token}` }
  const answers = await recordAnswers(url, headers)
  const all: BenchRow[] = []
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
  const { lines } = db.prepare("select count(*) as lines from audit_entries where grant_id = ?").get(grant.id) ?? {}
  if (Number(lines) !== calls) throw new Error(`${calls} calls left ${lines} lines.`)
  db.close()
  await service.stop()
  return all
}

function rows(name: string, measured: Measured, { kind, least }: { kind: string; least: number }): BenchRow[] {
  const { ratio, perSecond, peerPerSecond } = measured
  const target = kind === "leanest" ? {} : { atLeast: least }
  return [
    { name: `${name}: throughput (SDK ${kind})`, value: ratio, unit: "of SDK", ...target },
    { name: `${name} (SDK ${peerPerSecond.toFixed(0)})`, value: perSecond, unit: "/s" },
  ]
}

interface Contest {
  url: string
  peerUrl: string
  message: object
  headers: Record<string, string>
  rounds: number
}

async function sideBySide({ url, peerUrl, message, headers, rounds }: Contest): Promise<Measured> {
  const body = JSON.stringify(message)
  const ours = requestBytes(url, headers, body)
  const theirs = requestBytes(peerUrl, headers, body)
  let { requests } = await saturate(url, { request: ours, seconds: warmUpSeconds })
  await saturate(peerUrl, { request: theirs, seconds: warmUpSeconds })
  const medians = await mediansOf(rounds, async () => {
    const peer = await saturate(peerUrl, { request: theirs })
    const own = await saturate(url, { request: ours })
    requests += own.requests
    const [perSecond, peerPerSecond] = [own.requestsPerSecond, peer.requestsPerSecond]
    return { ratio: perSecond / peerPerSecond, perSecond, peerPerSecond }
  })
  return { ...medians, requests }
}

/** Writes the service's answers to a file for the peer. */
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
