import { randomUUID } from "node:crypto"
import { sql } from "kysely"
import { type App, perform, systemContext } from "../../server/src/access/perform.ts"
import type { Scope } from "../../server/src/access/scopes.ts"
import { readSettings } from "../../server/src/config/settings.ts"
import { createDoc } from "../../server/src/domains/docs/index.ts"
import { openApp } from "../../server/src/start/app.ts"
import { migrate } from "../../server/src/storage/migrate.ts"
import { connect } from "../../server/test/support/agents/connect.ts"
import { createDatabase, dropDatabase, postgresUrlOf } from "../../server/test/support/databases/test-run.ts"
import { type DocEditor, openEditor } from "../../server/test/support/docs/doc-editor.ts"
import { signInBrowser } from "../../server/test/support/worlds/docs-world.ts"
import { insertMember, insertWorkspace, silentLog } from "../../server/test/support/worlds/world.ts"
import type { BenchRun } from "../case.ts"
import { dataFolder, type RunningService, startService } from "./servers.ts"
import { inParallel, inSequence } from "./turns.ts"

type Settings = Readonly<Record<string, string>>

export type BenchStudio = Awaited<ReturnType<typeof openStudio>>

/**
 * Opens the product in this process, by default on a new SQLite file, with a member of its workspace `studio`. Both are
 * made where they are missing.
 */
export async function openStudio(run: BenchRun, settings: Settings = {}) {
  const read = readSettings({ SVC_DATA_DIR: dataFolder(run), ...settings })
  const app: App & { close(): Promise<void> } = await openApp(read, silentLog)
  run.after(app.close)
  await migrate(app.database)
  const opened = { app, cx: systemContext(app), databaseUrl: read.databaseUrl }
  const member = await app.database.read.selectFrom("members").selectAll().executeTakeFirst()
  if (!member) return { ...opened, ...(await newWorkspace(app, "studio")) }
  const caller = { kind: "person", accountId: member.account_id, workspaceSlug: "studio" } as const
  return { ...opened, caller, workspaceId: member.workspace_id }
}

/** Starts a service, and opens its database in this process too. */
export async function startStudio(run: BenchRun, settings?: Settings) {
  const service = await startService(run, settings)
  return { service, studio: await openStudio(run, service.settings) }
}

export async function newWorkspace(app: App, slug: string) {
  const workspaceId = await insertWorkspace(app, slug, slug)
  const caller = await insertMember(app, { workspaceId, slug }, "admin")
  if (caller.kind !== "person") throw new Error("Only people are members.")
  return { caller, workspaceId }
}

/** The address of a new PostgreSQL database, dropped at the end. */
export async function newPostgres(run: BenchRun): Promise<string> {
  const name = await createDatabase()
  run.after(() => dropDatabase(name))
  return postgresUrlOf(name)
}

export async function queryRows<Row>({ app }: Pick<BenchStudio, "app">, query: string): Promise<Row[]> {
  return (await sql.raw<Row>(query).execute(app.database.read as never)).rows
}

/** Counts the rows of a table, or of another expression that can follow `from`. */
export const countRows = async (studio: BenchStudio, from: string): Promise<number> =>
  Number((await queryRows<{ count: unknown }>(studio, `select count(*) count from ${from}`))[0]?.count)

export const newConnection = ({ app, cx, caller }: BenchStudio, ...scopes: Scope[]) =>
  connect({ app, cx }, caller, { scopes })

export type BenchSession = Awaited<ReturnType<typeof newMembers>>[number]

/** Signs new members of the studio in. */
export const newMembers = ({ app, workspaceId }: BenchStudio, count: number) =>
  inParallel(count, async () => {
    const slug = randomUUID() // it is a part of the member's email address
    const { sessionId, token } = await signInBrowser({ app }, await insertMember(app, { workspaceId, slug }, "member"))
    return { cookie: `session=${token}`, formToken: app.keyring.mac("form-token", `session:${sessionId}`) }
  })

export const makeDocs = (studio: BenchStudio, count: number): Promise<string[]> =>
  inParallel(count, async () => (await perform(studio, createDoc, { title: "Bench" })).id)

/** Opens docs in turn, by each person in turn, over `count` connections, and waits for their content. */
export async function openDocs(
  run: BenchRun,
  { service, people }: { service: RunningService; people: readonly BenchSession[] },
  { docs, count }: { docs: readonly string[]; count: number },
): Promise<DocEditor[]> {
  const { SVC_BASE_URL: origin } = service.settings
  const url = `${service.url.replace("http", "ws")}/console/docs-socket?workspace=studio`
  return inSequence(count, async (n) => {
    const headers = { cookie: people[n % people.length]?.cookie ?? "", origin, host: new URL(origin).host }
    const editor = openEditor({ url, headers }, docs[n % docs.length] ?? "", { isStubborn: false })
    run.after(editor.close)
    await new Promise((resolve, reject) => {
      editor.provider.on("synced", resolve)
      editor.provider.on("authenticationFailed", reject).on("close", reject)
    })
    return editor
  })
}
