import type { TestContext } from "node:test"
import type { Caller } from "#access/context.ts"
import type { Role } from "#access/roles.ts"
import { newId } from "#kernel/ids.ts"
import { hashSecret, newSecret } from "#kernel/secret.ts"
import { logConsole } from "../../../src/log/log-console.ts"
import { atEnd } from "../databases/test-databases.ts"
import { type DocEditor, openEditor, type SocketRequest } from "../docs/doc-editor.ts"
import { makeDoc } from "../docs/writers.ts"
import { type HttpOptions, type HttpWorld, httpWorld, listen } from "./http-world.ts"
import { silentLog } from "./world.ts"

export interface DocsWorld extends HttpWorld {
  /** A doc of `studio`. */
  docId: string
  url: string
  /** Signs a person in with a browser, and returns its request for a socket in `studio`. */
  enter(who: Role | "stranger" | Caller): Promise<Entered>
  /** Opens the doc with a new browser; closed after the test. */
  open(who: Role | "stranger", isStubborn?: boolean): Promise<DocEditor>
}

export interface Entered extends SocketRequest {
  readonly accountId: string
  readonly sessionId: string
}

/** Prints libraries' complaints, except faults that were already reported. */
const complain = console.error
logConsole({ ...silentLog, warn: ({ error }: { error?: string }) => complain(error) })

/** A listening service with a doc. */
export async function docsWorld(t: TestContext, options: HttpOptions = {}): Promise<DocsWorld> {
  const http = await httpWorld(t, options)
  atEnd(t, () => http.server.close()) // before the world's other clean-ups
  const { port } = await listen(http)
  const docId = await makeDoc(http)
  const url = `ws://127.0.0.1:${port}/console/docs-socket`
  const enter: DocsWorld["enter"] = async (who) => {
    const caller = typeof who === "string" ? http.callers[who] : who
    const session = await signInBrowser(http, caller)
    const headers = { cookie: `session=${session.token}`, origin: http.app.addresses.base }
    return { ...session, headers, url: `${url}?workspace=studio` }
  }
  return {
    ...{ ...http, docId, url, enter },
    async open(who, isStubborn = true) {
      const editor = openEditor(await enter(who), docId, { isStubborn })
      atEnd(t, editor.close)
      return editor
    },
  }
}

/** Begins a session of a person's browser. */
export async function signInBrowser({ app }: Pick<HttpWorld, "app">, caller: Caller) {
  if (caller.kind !== "person") throw new Error("Only people sign in.")
  const { accountId } = caller
  const sessionId = newId("session")
  const token = newSecret("session")
  const now = app.now()
  const times = { created_at: now, last_seen_at: now, expires_at: now + 86_400_000 }
  const row = { id: sessionId, hash: hashSecret(token), account_id: accountId, label: "Firefox on Linux", ...times }
  await app.database.transaction((db) => db.insertInto("sessions").values(row).execute())
  return { accountId, sessionId, token }
}
