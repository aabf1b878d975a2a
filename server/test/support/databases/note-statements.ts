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
    const [query, values] = args
    // The first statement of a transaction is an object.
    const { text, values: parameters } =
      typeof query === "string" ? { text: query, values } : (query as { text: string; values: unknown })
    if (Array.isArray(parameters)) sent.push({ sql: text, parameters })
    return Reflect.apply(original, this, args)
  } as never)
  try {
    await work()
  } finally {
    noted.mock.restore()
  }
  return sent
}
