import assert from "node:assert/strict"
import { describe } from "node:test"
import { anonymous } from "#access/context.ts"
import { perform } from "#access/perform.ts"
import { readMessage } from "#adapters/mail/read-message.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { sweepTables } from "#engines/jobs/retention.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { rowsOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { findPersonOfSession, listSessions, requestSignIn, signInWithCode, signInWithLink } from "../index.ts"

const browser = `browser_${"b".repeat(43)}`
const userAgent = "curl/8"

/** Requests a sign-in and reads its mail. */
async function asked(world: World, email = "bo@example.com") {
  const wish = { email, returnTo: "/account", browser, network: "192.0.2.1" }
  const { signInId } = await world.act(anonymous, requestSignIn, wish)
  await runDueJobs(world.app, jobs)
  const { text } = readMessage(world.mails().at(-1) ?? "")
  const code = /Code: (\d{8})/.exec(text)?.[1] ?? ""
  return { signInId, code, link: /sign-in\/link\/(\S+)/.exec(text)?.[1] ?? "" }
}

const won = <Value>(results: PromiseSettledResult<Value>[]): Value[] =>
  results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []))

describe("a sign-in", () => {
  onBothDatabases("counts every try, so that twenty at once are five", async (t, kind) => {
    const bo = await world(t, kind)
    const { signInId, code } = await asked(bo)
    const guesses = Array.from({ length: 20 }, (_, guess) => String(guess).padStart(8, "0"))
    const tried = await Promise.allSettled(
      guesses.map((guess) => bo.act(anonymous, signInWithCode, { signInId, code: guess, browser, userAgent })),
    )
    const codes = tried.map((result) => (result.status === "rejected" ? result.reason.code : "signed in"))
    assert.equal(codes.filter((code) => code === "invalid_request").length, 5)
    assert.equal(codes.filter((code) => code === "not_found").length, 15)
    await assert.rejects(bo.act(anonymous, signInWithCode, { signInId, code, browser, userAgent }), {
      code: "not_found",
    })
  })

  onBothDatabases("is used once, even by code and link in parallel, and makes one account", async (t, kind) => {
    const bo = await world(t, kind)
    const { signInId, code, link } = await asked(bo)
    const signedIn = won(
      await Promise.allSettled([
        ...[1, 2, 3].map(() => bo.act(anonymous, signInWithLink, { link, userAgent })),
        ...[1, 2, 3].map(() => bo.act(anonymous, signInWithCode, { signInId, code, browser, userAgent })),
      ]),
    )
    assert.equal(signedIn.length, 1)
    const session = await findPersonOfSession(bo.cx, signedIn[0]?.token ?? "")
    assert.ok(session)
    const { items } = await perform({ app: bo.app, caller: { kind: "person", ...session } }, listSessions, {})
    assert.deepEqual(rowsOf(items, "label", "isCurrent"), [["Unknown app", true]])
  })

  onBothDatabases("of one address in several browsers in parallel makes one account", async (t, kind) => {
    const bo = await world(t, kind)
    const links = [(await asked(bo)).link, (await asked(bo)).link, (await asked(bo)).link]
    const signedIn = await Promise.all(links.map((link) => bo.act(anonymous, signInWithLink, { link, userAgent })))
    const sessions = await Promise.all(signedIn.map(({ token }) => findPersonOfSession(bo.cx, token)))
    assert.equal(new Set(sessions.map((session) => session?.accountId)).size, 1)
    assert.equal(new Set(sessions.map((session) => session?.sessionId)).size, 3)
  })

  onBothDatabases("that was requested before the clock was set back has ended", async (t, kind) => {
    const bo = await world(t, kind)
    const { signInId, code, link } = await asked(bo)
    bo.clock.advance(-3_600_000)
    const refused = { code: "not_found" }
    await assert.rejects(bo.act(anonymous, signInWithCode, { signInId, code, browser, userAgent }), refused)
    await assert.rejects(bo.act(anonymous, signInWithLink, { link, userAgent }), refused)
  })

  onBothDatabases("leaves nothing behind once it can no longer be used", async (t, kind) => {
    const bo = await world(t, kind)
    const { link } = await asked(bo)
    const { token } = await bo.act(anonymous, signInWithLink, { link, userAgent })
    const count = async () => {
      const [signIns, sessions] = await Promise.all([
        bo.app.database.read.selectFrom("sign_ins").selectAll().execute(),
        bo.app.database.read.selectFrom("sessions").selectAll().execute(),
      ])
      return [signIns.length, sessions.length]
    }
    bo.clock.advance(11 * 60_000)
    await sweepTables(bo.cx, "sign_ins", "passkey_challenges", "sessions")
    assert.deepEqual(await count(), [0, 1])
    assert.ok(await findPersonOfSession(bo.cx, token))
    bo.clock.advance(31 * 86_400_000)
    await sweepTables(bo.cx, "sign_ins", "passkey_challenges", "sessions")
    assert.deepEqual(await count(), [0, 0])
  })
})
