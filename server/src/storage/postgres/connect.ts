import { Client, types } from "pg"

const int8 = 20
/** After this time another attempt to connect starts, since the first may hang for good. */
export const attemptMs = 1_500

/**
 * Timeouts for the server, in case this process or the network dies: it then ends our statements and transactions by
 * itself, and their locks are free. Settings that a server does not know are left out.
 */
const session = `select set_config(name, value, false) from (values
  ('statement_timeout', '9000'), ('idle_in_transaction_session_timeout', '15000'), ('tcp_user_timeout', '10000'),
  ('tcp_keepalives_idle', '5'), ('tcp_keepalives_interval', '2'), ('tcp_keepalives_count', '3')
) as wanted(name, value) join pg_settings using (name)`

/** Connects to `url`, and sets the server's timeouts. */
export async function connect(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: attemptMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000, // then a probe a second, ten of them
    types: { getTypeParser: (id, format) => (id === int8 ? Number : types.getTypeParser(id, format)) },
  })
  client.on("error", () => {}) // an `error` that nobody hears ends the process; what is asked meanwhile fails with it
  const { stream } = client.connection
  await client.connect()
  const late = setTimeout(() => stream.destroy(), attemptMs)
  try {
    await client.query(session)
    return client
  } catch (fault) {
    stream.destroy()
    throw fault
  } finally {
    clearTimeout(late)
  }
}
