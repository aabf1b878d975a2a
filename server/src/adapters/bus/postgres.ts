import { Client } from "pg"
import type { Log } from "#kernel/log.ts"
import type { OpenWire } from "./kept-wire.ts"
import type { Bus } from "./port.ts"
import { RemoteBus } from "./remote.ts"

/** Uses LISTEN and NOTIFY on a separate connection: inside transactions, NOTIFY takes a lock that all commits share. */
export function openPostgresBus(url: string, log: Log): Bus {
  return new RemoteBus(wireTo(url), log)
}

const wireTo =
  (url: string): OpenWire =>
  async (on, signal) => {
    const client = new Client({ connectionString: url, keepAlive: true, keepAliveInitialDelayMillis: 5_000 })
    const { stream } = client.connection
    client.on("error", () => {}) // emitted twice when a connection ends; without a listener it would end the process
    client.on("end", on.lost)
    client.on("notification", ({ payload = "" }) => on.text(payload))
    signal.addEventListener("abort", () => stream.destroy())
    await client.connect()
    await client.query("listen atelier")
    return (texts) => client.query("select pg_notify('atelier', line) from unnest($1::text[]) line", [texts])
  }
