import { Client, escapeIdentifier } from "pg"
import { isLimited, timeLimits } from "./connect.ts"

/** The server ends statements and transactions of a dead process, and notices dead connections soon. */
const roleSettings = {
  ...timeLimits,
  tcp_user_timeout: "10s",
  tcp_keepalives_idle: "5",
  tcp_keepalives_interval: "2",
  tcp_keepalives_count: "3",
}

/** Connections of a process beside the pool for requests: for sockets, lost commits, the bus, and migrations. */
export const otherConnections = 8

interface Plan {
  readonly url: string
  readonly size: number
  readonly processes: number
}

/** Sets time limits for the role where it has none, since a pooler would keep a session's settings. Then checks them. */
export async function prepareServer(plan: Plan): Promise<string[]> {
  await withClient(plan.url, async (client) => (await isLimited(client)) || setForRole(client))
  return checkServer(plan)
}

/** Reads the server's settings on a new connection. Returns a sentence for each thing to change. */
export async function checkServer({ url, size, processes }: Plan): Promise<string[]> {
  const warnings: string[] = []
  await withClient(url, async (client) => {
    if (!(await isLimited(client))) warnings.push(await missingLimits(client))
    const most = await connectionsAllowed(client)
    const wanted = processes * (size + otherConnections)
    if (wanted > most) warnings.push(tooManyConnections({ processes, wanted, most }))
  })
  return warnings
}

async function setForRole(client: Client): Promise<void> {
  try {
    for (const statement of await statementsFor(client)) await client.query(statement)
  } catch {} // the check finds out: the role may not set them, or another start set them at the same moment
}

async function statementsFor(client: Client): Promise<string[]> {
  const known = await client.query<{ name: string }>("select name from pg_settings where name = any ($1)", [
    Object.keys(roleSettings),
  ])
  const { rows } = await client.query("select current_user as role, current_database() as database")
  const whose = `${escapeIdentifier(rows[0].role)} in database ${escapeIdentifier(rows[0].database)}`
  return Object.entries(roleSettings)
    .filter(([setting]) => known.rows.some(({ name }) => name === setting))
    .map(([setting, value]) => `alter role ${whose} set ${setting} = '${value}'`)
}

async function missingLimits(client: Client): Promise<string> {
  const statements = (await statementsFor(client)).join("; ")
  return `Connections to PostgreSQL have no time limits. Run \`${statements}\`, and have a pooler reopen its connections.`
}

const tooManyConnections = ({ processes, wanted, most }: { processes: number; wanted: number; most: number }) =>
  `${processes} processes (SVC_PROCESSES) may open ${wanted} connections to PostgreSQL, which allows ${most}. Lower SVC_DATABASE_POOL, or raise max_connections.`

/** How many connections the server, the database and the role allow. A pooler shares them, so it has no limit. */
async function connectionsAllowed(client: Client): Promise<number> {
  const { rows } = await client.query(
    `select pg_backend_pid() as pid, rolconnlimit as of_role, datconnlimit as of_database,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0) as of_server
      from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
  )
  const [{ pid, of_server, ...others }] = rows
  if (pid !== (client as Client & { processID: number }).processID) return Number.POSITIVE_INFINITY
  return Math.min(of_server, ...Object.values<number>(others).filter((limit) => limit >= 0)) // -1 means no limit
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on("error", () => {}) // the query that is running throws
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
