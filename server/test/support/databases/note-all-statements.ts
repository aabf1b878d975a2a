/**
 * Loaded before tests (`--import`) where TEST_STATEMENTS names a file: writes each statement that the product sends to
 * PostgreSQL with parameters there, once for each text, as a line of JSON. Statements that a test sends by itself are
 * left out.
 */
import { appendFileSync } from "node:fs"
import { Client } from "pg"

const file = process.env.TEST_STATEMENTS
const known = new Set<string>()
Error.stackTraceLimit = 50

function note(text: unknown, values: unknown): void {
  if (typeof text !== "string" || !Array.isArray(values) || known.has(text) || isOfTest(new Error().stack ?? "")) return
  known.add(text)
  if (file) appendFileSync(file, `${JSON.stringify({ sql: text, parameters: values })}\n`)
}

/** Whether the nearest caller outside of the storage is a test or what supports tests. */
function isOfTest(stack: string): boolean {
  const files = stack.matchAll(/\/server\/((?:src|test)\/[^:]+):/g)
  const callers = [...files].map(([, name = ""]) => name)
  const caller = callers.find((name) => !name.startsWith("src/storage/") && !import.meta.url.endsWith(name))
  return caller !== undefined && (caller.startsWith("test/") || caller.endsWith(".test.ts"))
}

const query = Client.prototype.query as (this: Client, ...args: unknown[]) => unknown
Client.prototype.query = function (this: Client, ...args: unknown[]) {
  const [first, values] = args
  if (typeof first === "string") note(first, values)
  else note((first as { text?: unknown }).text, (first as { values?: unknown }).values)
  return query.apply(this, args)
} as typeof Client.prototype.query
