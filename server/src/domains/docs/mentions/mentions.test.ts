import assert from "node:assert/strict"
import { test } from "node:test"
import * as Y from "yjs"
import { readMessage } from "#adapters/mail/read-message.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { addMention } from "#test/support/docs/add-mention.ts"
import { addLine, sharedText } from "#test/support/docs/shared-lines.ts"
import { makeDoc, signIn, Typist } from "#test/support/docs/writers.ts"
import { linesOf } from "#test/support/workspace/notifications.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { getDoc, listDocVersions, openContent, restoreDocVersion, settleContents } from "../index.ts"

const mentionLines = ["You were mentioned in A doc"]

/** An open doc with the editors of a member and an admin. */
async function open(here: World) {
  const id = await makeDoc(here)
  const content = await openContent(here.app, id)
  const [ada, ben] = [await signIn(here, "member"), await signIn(here, "admin")]
  return { id, content, ada, ben, typist: new Typist(content, ada), other: new Typist(content, ben) }
}

onBothDatabases("a newly mentioned member gets one notice, even if several processes settle", async (t, kind) => {
  const here = await world(t, kind)
  const { id, content, ben, typist } = await open(here)
  const elsewhere = await openContent(here.app, id)
  addMention(typist.doc, ben.accountId)
  await typist.send()
  assert.deepEqual(await linesOf(here, "admin"), [], "nothing is settled yet")

  await Promise.all([content.settle(), settleContents(here.cx), elsewhere.close()])
  assert.deepEqual(await linesOf(here, "admin"), mentionLines)

  await typist.write("more")
  await content.settle()
  assert.deepEqual(await linesOf(here, "admin"), mentionLines, "a member who was named before is not notified again")
  assert.deepEqual(await linesOf(here, "member"), [])
})

onBothDatabases("the sweeper sends the notices of a process that was killed before it settled", async (t, kind) => {
  const here = await world(t, kind)
  const { id, ben, typist } = await open(here)
  addMention(typist.doc, ben.accountId)
  await typist.send()
  const { database } = here.app
  const undone: typeof database.transaction = (work) =>
    database.transaction(async (db) => {
      await work(db)
      throw new Error("killed before the commit")
    })
  const killed = await openContent({ ...here.app, database: { ...database, transaction: undone } }, id)
  await assert.rejects(killed.settle(), /killed/)
  assert.deepEqual(await linesOf(here, "admin"), [])

  await settleContents(here.cx)
  await settleContents(here.cx)
  assert.deepEqual(await linesOf(here, "admin"), mentionLines)
})

onSqlite("a member who mentions themselves gets no notice, even while others write", async (t, kind) => {
  const here = await world(t, kind)
  const { content, ada, ben, typist, other } = await open(here)
  addMention(typist.doc, ada.accountId)
  await typist.send()
  await other.write("by somebody else")
  await content.settle()
  assert.deepEqual(await linesOf(here, "member"), [])

  addMention(other.doc, ada.accountId)
  addMention(typist.doc, ben.accountId)
  await other.send()
  await typist.send()
  await content.settle()
  assert.deepEqual(await linesOf(here, "member"), mentionLines)
  assert.deepEqual(await linesOf(here, "admin"), mentionLines)
})

onSqlite("restoring a version sends no notices for its mentions", async (t, kind) => {
  const here = await world(t, kind)
  const { id, content, ben, typist } = await open(here)
  addMention(typist.doc, ben.accountId)
  await typist.send()
  await content.settle()
  here.clock.advance(20 * 60_000)
  sharedText(typist.doc).delete(0, sharedText(typist.doc).length - 1)
  await typist.write("without")
  await content.settle()

  const { version } = (await here.act("member", listDocVersions, { id })).items[0] ?? {}
  assert.deepEqual(await here.act("member", restoreDocVersion, { id, version }), { hasChanged: true })
  assert.match(JSON.stringify((await here.act("member", getDoc, { id })).body), /"mention"/)
  assert.deepEqual(await linesOf(here, "admin"), mentionLines)
})

onSqlite("a mention at a place that no editor shows sends no notice", async (t, kind) => {
  const here = await world(t, kind)
  const { content, ben, typist } = await open(here)
  const rule = new Y.XmlElement("horizontalRule")
  rule.insert(0, [mentionOf(ben.accountId)])
  sharedText(typist.doc).insertEmbed(0, rule, {})
  await typist.send().catch(() => {}) // may be stored or refused
  await content.settle()
  assert.deepEqual(await linesOf(here, "admin"), [])
})

function mentionOf(account: string): Y.XmlElement {
  const mention = new Y.XmlElement("mention")
  mention.setAttribute("account", account)
  return mention
}

test("a mail about the largest doc contains its title, but not its text", async (t) => {
  const here = await world(t)
  const content = await openContent(here.app, await makeDoc(here, "&".repeat(200)))
  const [ada, ben] = [await signIn(here, "member"), await signIn(here, "admin")]
  const typist = new Typist(content, ada)
  typist.doc.transact(() => {
    for (let n = 0; n < 500; n += 1) addMention(typist.doc, ben.accountId, "<".repeat(100))
    addLine(typist.doc, "text of the doc ".repeat(50_000))
  })
  assert.deepEqual(await typist.send(), ["stored"])
  await content.close()
  for (let minutes = 0; minutes < 10; minutes += 1) {
    here.clock.advance(60_000)
    await runDueJobs(here.app, jobs)
  }
  const [mail, ...others] = here.mails()
  assert.equal(others.length, 0)
  const { text, html } = readMessage(String(mail))
  assert.match(text, /&&&…/)
  assert.ok(!`${text}${html}`.includes("text of the doc"))
  assert.ok(String(mail).length < 10_000, `${String(mail).length} bytes`)
})
