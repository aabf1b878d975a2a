import { Client } from "pg"
import type { Log } from "#kernel/log.ts"
import type { Bus } from "./port.ts"
import type { OpenWire } from "./reconnecting-wire.ts"
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
    await refusePooler(client)
    await client.query("listen atelier")
    let sent: Promise<unknown> = Promise.resolve()
    return (texts) => {
      sent = sent.then(() => client.query(notify, [texts])) // the next major version of pg refuses a second query at once
      return sent
    }
  }

const notify = "select pg_notify('atelier', line) from unnest($1::text[]) line"

/**
 * A pooler gives each statement another connection of the server, so a LISTEN hears nothing, or only its own process.
 * @throws Error if the connection's id is not the one of the server's process.
 */
async function refusePooler(client: Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid")
  if (rows[0]?.pid !== (client as Client & { processID: number }).processID) throw new Error(behindPooler)
}

const behindPooler =
  "A pooler is between the bus and PostgreSQL. Set SVC_DATABASE_DIRECT_URL to PostgreSQL's own address."
