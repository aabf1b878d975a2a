import type { TestContext } from "node:test"
import { Client } from "pg"

export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** Runs `work`, and returns the statements with parameters that this process sent to PostgreSQL meanwhile. */
export async function noteStatements(t: TestContext, work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = []
  const original = Client.prototype.query as () => unknown
  const noted = t.mock.method(Client.prototype, "query", function (this: Client, ...args: unknown[]) {
    const [sql, parameters] = args
    if (typeof sql === "string" && Array.isArray(parameters)) sent.push({ sql, parameters })
    return Reflect.apply(original, this, args)
  } as never)
  try {
    await work()
  } finally {
    noted.mock.restore()
  }
  return sent
}
