import assert from "node:assert/strict"
import { readMessage } from "#adapters/mail/read-message.ts"
import { listNotifications } from "#domains/notifications/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { until } from "#test/support/basics/until.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { addMention } from "#test/support/docs/add-mention.ts"
import { docsWorld } from "#test/support/worlds/docs-world.ts"

onBothDatabases("a person mentioned in the editor gets a notification and one mail", async (t, kind) => {
  const world = await docsWorld(t, { kind })
  const [ada, ben] = [await world.open("member"), await world.enter("admin")]
  await ada.shows("")

  addMention(ada.doc, ben.accountId, "admin")
  await ada.saved()
  ada.close()
  const linesOf = async (who: "admin" | "member") => (await world.act(who, listNotifications, {})).items
  await until(async () => (await linesOf("admin")).length > 0)
  assert.deepEqual(
    (await linesOf("admin")).map(({ sentence, path }) => [sentence, path]),
    [["You were mentioned in A doc", `/studio/docs/${world.docId}`]],
  )
  assert.deepEqual(await linesOf("member"), [])

  for (let minutes = 0; minutes < 10; minutes++) {
    world.clock.advance(60_000)
    await runDueJobs(world.app, jobs)
  }
  const mails = world.mails().map(readMessage)
  assert.deepEqual(valuesOf(mails, "to"), ["admin@studio.example"])
  assert.deepEqual(valuesOf(mails, "subject"), ["You were mentioned in A doc"])
  assert.ok(String(mails[0]?.text).includes(`http://localhost:3000/studio/docs/${world.docId}\n`))
})
