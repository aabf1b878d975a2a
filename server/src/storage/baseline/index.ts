import { createHash } from "node:crypto"
import { type Kysely, PostgresAdapter, sql } from "kysely"
import { accounts } from "./accounts.ts"
import { assets } from "./assets.ts"
import { assistant } from "./assistant.ts"
import { assistantMarks } from "./assistant-marks.ts"
import { changes } from "./changes.ts"
import { chatCommands } from "./chat-commands.ts"
import { connections } from "./connections.ts"
import { docs } from "./docs.ts"
import { drive } from "./drive.ts"
import { handover } from "./handover.ts"
import { handoverPayments } from "./handover-payments.ts"
import { jobs } from "./jobs.ts"
import { links } from "./links.ts"
import { mails } from "./mails.ts"
import { notifications } from "./notifications.ts"
import { operators } from "./operators.ts"
import { sellerPages } from "./seller-pages.ts"
import { storage } from "./storage.ts"
import { teamTime } from "./team-time.ts"
import { toolServers } from "./tool-servers.ts"
import { transport } from "./transport.ts"
import { webhooks } from "./webhooks.ts"
import { wordsOnPostgres, wordsOnSqlite } from "./words.ts"
import { workspaces } from "./workspaces.ts"

/** The schema of both databases. A table follows the tables that it references. */
const parts = [
  ...[accounts, workspaces, drive, handover, handoverPayments, transport, jobs, mails, connections, links, docs],
  ...[
    teamTime,
    chatCommands,
    storage,
    operators,
    changes,
    notifications,
    assistant,
    assistantMarks,
    toolServers,
    assets,
    webhooks,
    sellerPages,
  ],
]

const onPostgres = [
  wordsOnPostgres,
  // Marks of commits are swept by ranges of ids. Only the byte order of the ids is the order of time.
  `alter table commits alter column id type text collate "C";`,
  // `lower()` follows the collation. With the Turkish one, I and i are different letters.
  `alter table purchases alter column buyer_email type text collate "C";`,
]

/** Each table of a new database by its name: the comment lines above it, and its columns with theirs. */
export function readTables(): Map<string, { comment: string; body: string }> {
  const tables = [...parts, wordsOnSqlite].flatMap((part) => [
    ...part.matchAll(/((?:^-- .*\n)*)^create table (\w+) \(([\s\S]*?)^\)/gm),
  ])
  return new Map(tables.map(([, comment = "", name = "", body = ""]) => [name, { comment, body }]))
}

/** Until the first release a schema change edits the baseline. The digest tells databases of different ones apart. */
export const baselineName = `0001-initial-${digestOf([...parts, ...onPostgres, wordsOnSqlite])}`

export const tablesInOrder: readonly string[] = parts.flatMap((part) =>
  [...part.matchAll(/^create table (\w+)/gm)].flatMap(([, name]) => name ?? []),
)

export async function makeBaseline(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const part of [...parts, ...(isPostgres ? onPostgres : [wordsOnSqlite])]) {
    for (const statement of withoutComments(part).split(/;\n/))
      if (statement.trim()) await sql.raw(statement).execute(db)
  }
}

function withoutComments(part: string): string {
  return part.replaceAll(/^ *-- .*\n| -- .*$/gm, "")
}

function digestOf(texts: readonly string[]): string {
  return createHash("sha256").update(texts.map(withoutComments).join("\n")).digest("hex").slice(0, 8)
}
