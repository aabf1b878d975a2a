import { Client } from "pg"

/** Opens a connection to PostgreSQL. The caller ends it. */
export async function openPostgresClient(url: string): Promise<Client> {
  const client = new Client(url)
  client.on("error", () => {}) // the query that is running throws
  await client.connect()
  return client
}
