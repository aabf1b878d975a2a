import { Client } from "pg"

/** Opens a connection to PostgreSQL that is its user's to end. */
export async function openPostgresClient(url: string): Promise<Client> {
  const client = new Client(url)
  client.on("error", () => {}) // the query that meets a loss throws
  await client.connect()
  return client
}
