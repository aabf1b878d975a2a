import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { type ImapScript, scriptedImap } from "#test/support/stand-ins/scripted-imap.ts"
import { openImapBounces } from "./imap-bounces.ts"

const address = "bounces@studio.example"
const tokens = ["1", "2", "3"].map((digit) => digit.repeat(24))
const bounces = tokens.map(
  (token) =>
    `From: MAILER-DAEMON@mx.example\r\nTo: bounces+${token}@studio.example\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n`,
)
const letter = "From: Bo <bo@example.com>\r\nSubject: Hello\r\n\r\nHello\r\n"

/** Reads a mailbox as often as `times`, and returns what was noted and how each time ended. */
async function readMailbox(t: TestContext, { texts = bounces, script, times = 2 }: Reading) {
  const imap = await scriptedImap(t, texts, script)
  const mailbox = openImapBounces({ url: imap.url, address })
  const noted: string[] = []
  const ends: string[] = []
  for (let time = 0; time < times; time += 1)
    await mailbox
      .read(async ({ token }) => noted.push(token))
      .then(
        () => ends.push("read"),
        () => ends.push("failed"),
      )
  return { noted, ends, left: imap.messages.map(({ uid, flags }) => [uid, ...flags]) }
}

interface Reading {
  texts?: readonly string[]
  script?: ImapScript
  times?: number
}

test("a bounce is noted once and deleted, and another message stays, marked as read", async (t) => {
  const { noted, ends, left } = await readMailbox(t, { texts: [...bounces, letter] })
  assert.deepEqual(noted, tokens)
  assert.deepEqual(ends, ["read", "read"])
  assert.deepEqual(left, [[4, "\\Seen"]])
})

for (const [how, reply] of [
  ["the server cannot read", "NO [SERVERBUG] Internal error"],
  ["ends the connection", "hang up"],
] as const)
  test(`a message that ${how} stops none of those after it, and is not lost`, async (t) => {
    let isBroken = true
    const script: ImapScript = (command) => (isBroken && command.startsWith("UID FETCH 1 ") ? reply : undefined)
    const imap = await scriptedImap(t, bounces, script)
    const mailbox = openImapBounces({ url: imap.url, address })
    const noted: string[] = []
    const read = () => mailbox.read(async ({ token }) => noted.push(token))
    await assert.rejects(read)
    await assert.rejects(read)
    assert.deepEqual(noted, tokens.slice(1))
    isBroken = false
    await read()
    assert.deepEqual(noted.at(-1), tokens[0])
    assert.equal(imap.messages.length, 0)
  })

test("a bounce whose note fails is read again, after the others", async (t) => {
  const imap = await scriptedImap(t, bounces)
  const mailbox = openImapBounces({ url: imap.url, address })
  const noted: string[] = []
  await assert.rejects(mailbox.read(async () => assert.fail("The database is away.")))
  await mailbox.read(async ({ token }) => noted.push(token))
  assert.deepEqual(noted, [...tokens.slice(1), tokens[0]])
})

test("a server that keeps what is deleted gives each bounce once", async (t) => {
  const script: ImapScript = (command) => (/EXPUNGE|Deleted\)/.test(command) ? "OK Nothing done" : undefined)
  const { noted, left } = await readMailbox(t, { script })
  assert.deepEqual(noted, tokens)
  assert.ok(left.every(([, ...flags]) => flags.includes("\\Seen")))
})

for (const [refused, script] of [
  ["a search", (command) => (command.startsWith("UID SEARCH") ? "NO Cannot search" : undefined)],
  ["marks", (command) => (command.startsWith("UID STORE") ? "NO Permission denied" : undefined)],
  ["changes of the folder", (command) => (command.startsWith("SELECT") ? "OK [READ-ONLY] Selected" : undefined)],
] as const satisfies [string, ImapScript][])
  test(`a mailbox that refuses ${refused} is a failure, not an empty mailbox`, async (t) => {
    assert.deepEqual((await readMailbox(t, { script, times: 1 })).ends, ["failed"])
  })

test("a check says that the folder is read-only", async (t) => {
  const { url } = await scriptedImap(t, [], (command) =>
    command.startsWith("SELECT") ? "OK [READ-ONLY] Selected" : undefined,
  )
  await assert.rejects(openImapBounces({ url, address }).check(), /read-only/)
})
