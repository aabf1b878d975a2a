import assert from "node:assert/strict"
import { once } from "node:events"
import type { ServerResponse } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { until } from "#test/support/basics/until.ts"
import { migratedDatabaseUrl, onBothDatabases } from "#test/support/databases/test-databases.ts"
import { startServer } from "#test/support/processes/server-process.ts"
import { type ReceivedHook, status } from "#test/support/stand-ins/hook-receiver.ts"
import { hooksWorld } from "#test/support/worlds/hooks-world.ts"
import { worldSecret } from "#test/support/worlds/world.ts"

/** How often the process that sends is killed. */
const kills = Number(process.env.HOOK_KILLS ?? 10)
const eventsOfSubject = 2

/** What a subject's receiver does with the first request of each event; it accepts the second one. */
const faults: Record<string, (response: ServerResponse, hook: ReceivedHook) => void> = {
  none: status(200),
  fails: status(500),
  hangs: () => {},
  trickles: (response) => void trickle(response),
  redirects: status(302, { location: "http://10.0.0.1/inside" }),
  breaks: (response) => void response.destroy(),
}

/** Sends a head that never ends. A whole head with a 2xx would be a success. */
async function trickle({ socket }: ServerResponse): Promise<void> {
  socket?.write("HTTP/1.1 200 OK\r\nx-slow: ")
  while (socket && !socket.destroyed) {
    socket.write(".")
    await sleep(100)
  }
}

onBothDatabases(
  "each event arrives although the process is killed, and receivers fail, hang, trickle, redirect inwards and break off",
  async (t, kind) => {
    const databaseUrl = await migratedDatabaseUrl(t, kind)
    const at = await hooksWorld(t, kind, { databaseUrl })
    await at.confirmed()
    const tries = new Map<string, number>()
    const accepted = new Map<string, string>()
    at.receiver.answer = (response, hook) => {
      const tryNumber = (tries.get(hook.id) ?? 0) + 1
      tries.set(hook.id, tryNumber)
      const [fault = "none"] = hook.subject.split("-")
      if (tryNumber === 1 && fault !== "none") return faults[fault]?.(response, hook)
      accepted.set(hook.id, hook.subject)
      status(200)(response, hook)
    }
    const settings = { SVC_DATABASE_URL: databaseUrl, SVC_SECRET_KEY: worldSecret, SVC_WEBHOOKS: "loopback" }
    let happened = 0
    for (let kill = 0; kill < kills; kill += 1) {
      const server = await startServer(t, settings)
      for (const fault of Object.keys(faults))
        for (let n = 0; n < eventsOfSubject; n += 1) await at.happen(`${fault}-${kill}`, n)
      happened += Object.keys(faults).length * eventsOfSubject
      const seen = at.receiver.hooks.length
      await until(async () => at.receiver.hooks.length > seen + (kill % 5))
      await sleep(kill * 37)
      server.process.kill("SIGKILL")
      await once(server.process, "exit")
    }
    await startServer(t, settings)
    await until(async () => accepted.size === happened, 600_000)

    const bodies = Map.groupBy(at.receiver.hooks, ({ id }) => id)
    for (const [id, same] of bodies) assert.equal(new Set(same.map(({ body }) => body)).size, 1, id)
    for (const subject of new Set(accepted.values())) {
      const its = at.receiver.hooks.filter((hook) => hook.subject === subject)
      const firsts = [...new Set(its.map(({ body }) => Number(JSON.parse(body).data.message)))]
      assert.deepEqual(firsts, firsts.toSorted((one, other) => one - other), subject) // biome-ignore format: one thought
    }
    const sent = at.receiver.hooks.length
    t.diagnostic(JSON.stringify({ kills, happened, sent, lost: happened - accepted.size }))
  },
)
