import { Client, types } from "pg"

const int8 = 20
/** After this time another attempt to connect starts, since the first one may hang forever. */
export const attemptMs = 1_500

/** In milliseconds. The deadline of this process for a response is 10 s. */
const longest = { statement_timeout: 9_000, idle_in_transaction_session_timeout: 15_000 }

const readLimits = `select name, setting::int as ms from pg_settings
  where name in ('statement_timeout', 'idle_in_transaction_session_timeout')`

/** Whether the server ends a connection's statements and transactions when this process no longer waits for them. */
export async function isLimited(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ name: keyof typeof longest; ms: number }>(readLimits)
  return rows.every(({ name, ms }) => ms > 0 && ms <= longest[name])
}

/** Connects to `url`. Calls `onUnlimited` where the server has no time limits for the connection. */
export async function connectPostgres(url: string, onUnlimited: () => void): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: attemptMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000, // then a probe a second, ten of them
    types: { getTypeParser: (id, format) => (id === int8 ? Number : types.getTypeParser(id, format)) },
  })
  client.on("error", () => {}) // without a listener, `error` ends the process; running queries fail by themselves
  const { stream } = client.connection
  await client.connect()
  const late = setTimeout(() => stream.destroy(), attemptMs)
  try {
    if (!(await isLimited(client))) onUnlimited()
    return client
  } catch (fault) {
    stream.destroy()
    throw fault
  } finally {
    clearTimeout(late)
  }
}
