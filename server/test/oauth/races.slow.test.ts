import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { type App, systemContext } from "#access/perform.ts"
import { findConnection } from "#domains/connections/index.ts"
import { openKeyring } from "#kernel/keyring.ts"
import { clientId, connect, consent } from "#test/support/agents/connect.ts"
import {
  type DatabaseKind,
  migratedDatabaseUrl,
  onBothDatabases,
  openDatabase,
} from "#test/support/databases/test-databases.ts"
import { startServer } from "#test/support/processes/server-process.ts"
import { insertMember, insertWorkspace, world } from "#test/support/worlds/world.ts"

const secret = "a secret of the servers that share a database"

/** Real servers on one database (two on PostgreSQL, one on SQLite), and a person's consent there. */
async function servers(t: TestContext, kind: DatabaseKind) {
  const url = await migratedDatabaseUrl(t, kind)
  const keyring = openKeyring(secret)
  const app: App = { ...(await world(t)).app, database: openDatabase(t, url), keyring, now: Date.now }
  const workspaceId = await insertWorkspace(app, "studio", "Studio Ada")
  const member = await insertMember(app, { workspaceId, slug: "studio" }, "member")
  const settings = { SVC_DATABASE_URL: url, SVC_SECRET_KEY: secret, SVC_RATE_READS: "100000" }
  const count = kind === "postgres" ? 2 : 1
  const started = await Promise.all(Array.from({ length: count }, () => startServer(t, settings)))
  return { app, cx: systemContext(app), member, urls: started.map(({ url }) => `${url}/api/oauth/token`) }
}

async function post(url: string, fields: Record<string, string>) {
  const answer = await fetch(url, { method: "POST", body: new URLSearchParams({ client_id: clientId, ...fields }) })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

/** Sends one request many times at once, to each server in turn. */
function postAtOnce(urls: string[], times: number, fields: Record<string, string>) {
  return Promise.all(Array.from({ length: times }, (_, at) => post(urls[at % urls.length] ?? "", fields)))
}

onBothDatabases("200 for 20 parallel refreshes with one token, and one chain stays valid", async (t, kind) => {
  const { app, cx, member, urls } = await servers(t, kind)
  for (let round = 0; round < 10; round += 1) {
    const { refreshToken: refresh_token, grantId } = await connect({ app, cx }, member)
    const fields = { grant_type: "refresh_token", refresh_token }

    const answers = await postAtOnce(urls, 20, fields)

    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    const [successor = "", ...others] = new Set(answers.map(({ body }) => body.refresh_token))
    assert.equal(others.length, 0)
    const alive = app.database.read.selectFrom("refresh_tokens").select("hash").where("grant_id", "=", grantId)
    assert.equal((await alive.where("rotated_at", "is", null).execute()).length, 1)
    const next = await post(urls[round % urls.length] ?? "", { ...fields, refresh_token: successor })
    assert.equal(next.status, 200)
    assert.ok(await findConnection(cx, answers[7]?.body.access_token ?? ""))
  }
})

onBothDatabases("400 for all but one of a code's parallel uses, and its tokens are revoked", async (t, kind) => {
  const { app, cx, member, urls } = await servers(t, kind)
  for (let round = 0; round < 10; round += 1) {
    const { presented } = await consent({ app, cx }, member)
    const fields = {
      grant_type: "authorization_code",
      code: presented.code,
      redirect_uri: presented.redirectUri,
      code_verifier: presented.codeVerifier,
    }

    const answers = await postAtOnce(urls, 8, fields)

    const issued = answers.filter(({ status }) => status === 200)
    assert.equal(issued.length, 1)
    for (const { status, body } of answers) if (status !== 200) assert.equal(body.error, "invalid_grant")
    assert.equal(await findConnection(cx, issued[0]?.body.access_token ?? ""), undefined)
    const refresh_token = issued[0]?.body.refresh_token ?? ""
    const after = await post(urls[0] ?? "", { grant_type: "refresh_token", refresh_token })
    assert.deepEqual([after.status, after.body.error], [400, "invalid_grant"])
    const ended = await app.database.read
      .selectFrom("audit_entries")
      .select("id")
      .where("outcome", "=", "code_replayed")
      .execute()
    assert.equal(ended.length, round + 1, "on record once, however often it was replayed")
  }
})
