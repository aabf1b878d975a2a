import { type Client, type Connection, Query, type QueryResult } from "pg"

const begin = { name: "", text: "begin", types: [] }

/**
 * Begins a transaction and runs its first statement in one round trip. Both are sent before one Sync, so the server
 * skips the statement if it cannot begin.
 */
export function queryAfterBegin(client: Client, sql: string, parameters: readonly unknown[]): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new Query({ text: sql, values: [...parameters] })
    const submit = query.submit.bind(query)
    query.submit = (connection: Connection) => {
      connection.stream.cork()
      connection.parse(begin, true)
      connection.bind({}, true)
      connection.execute({}, true)
      const fault = submit(connection)
      connection.stream.uncork()
      return fault
    }
    const settle = (fault: Error | null, results: QueryResult[]) => (fault ? reject(fault) : resolve(lastOf(results)))
    client.query(Object.assign(query, { queryMode: "extended", callback: settle }))
  })
}

/** The first result is that of `begin`. */
const lastOf = (results: QueryResult[]) => results.at(-1) as QueryResult
