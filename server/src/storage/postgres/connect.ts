import { Client, types } from "pg"

const int8 = 20
/** After this time another attempt to connect starts, since the first one may hang forever. */
export const attemptMs = 1_500

/** How long a statement and an idle transaction may take. The deadline of this process for a response is 10 s. */
export const timeLimits = { statement_timeout: "9s", idle_in_transaction_session_timeout: "15s" }

/** The view `pg_settings` would make a row of each setting first. */
const readIsLimited = `select ${Object.entries(timeLimits)
  .map(([name, most]) => `current_setting('${name}')::interval between '1ms' and '${most}'`)
  .join(" and ")} as limited`

/** Whether the server ends a connection's statements and transactions when this process no longer waits for them. */
export async function isLimited(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ limited: boolean }>(readIsLimited)
  return rows[0]?.limited === true
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
