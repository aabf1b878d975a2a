/**
 * A process that migrates a database, and may be killed on the way:
 *
 *     node migrate-process.ts <database url> [present|next] [n]
 *
 * kills itself with SIGKILL right after the n-th statement is on its way to the database (0: before the first). It
 * prints the names of the migrations that ran, and then how many statements there were.
 */
import { DatabaseSync, StatementSync } from "node:sqlite"
import { Client } from "pg"
import { migrate } from "#storage/migrate.ts"
import { migrations } from "#storage/migrations.ts"
import { openPostgres } from "#storage/postgres/index.ts"
import { openSqlite } from "#storage/sqlite.ts"
import { nextRelease } from "#test/support/databases/next-release.ts"

const [url = "", release, dieAfter] = process.argv.slice(2)

let statements = 0
function dieAtTheRightOne(): void {
  if (dieAfter !== undefined && statements === Number(dieAfter)) process.kill(process.pid, "SIGKILL")
  statements += 1
}

/** Makes `dieAtTheRightOne` run after each call of a driver's method. */
function watch(prototype: object, method: string): void {
  const original = Reflect.get(prototype, method) as (...args: unknown[]) => unknown
  Reflect.set(prototype, method, function (this: unknown, ...args: unknown[]) {
    const answer = original.apply(this, args)
    dieAtTheRightOne()
    return answer
  })
}

dieAtTheRightOne()
watch(DatabaseSync.prototype, "exec")
watch(StatementSync.prototype, "run")
watch(StatementSync.prototype, "all")
watch(Client.prototype, "query")

const database = url.startsWith("sqlite:")
  ? openSqlite(url.slice("sqlite:".length))
  : openPostgres(url, { onError: () => {} })
const ran = await migrate(database, { known: release === "next" ? nextRelease : migrations })
await database.close()
console.log(`${ran.join(" ")}\n${statements}`)
