import assert from "node:assert/strict"
import { test } from "node:test"
import { measureConversation } from "#domains/assistant/conversations/conversation-store.ts"
import { askAssistant } from "#domains/assistant/on-demand.ts"
import { trashFile } from "#domains/drive/index.ts"
import type { Script } from "#test/support/stand-ins/model/model-stand-in.ts"
import { shorten } from "#test/support/workspace/links.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { assistantWorld, wordsOf } from "#test/support/worlds/assistant-world.ts"

const notes = "They looked at the links and at the drive, and want the spring campaign."

test("a long conversation is summarised and keeps its marks, and the last six questions stay in full", async (t) => {
  const studio = await assistantWorld(
    t,
    ({ system, messages }) => {
      if (system.startsWith("You write the minutes")) return [notes]
      const asked = messages.at(-1)?.role === "results"
      return asked
        ? ["Found."]
        : [
            { call: "search_drive_files", arguments: {} },
            { call: "list_links", arguments: {} },
          ]
    },
    { windowTokens: 40_000 },
  )
  for (let count = 0; count < 30; count += 1) await shorten(studio)
  let conversation = await studio.ask("member", "Question 0: what is there?")
  for (let index = 1; index < 12; index += 1) {
    conversation = await studio.ask("member", `Question ${index}: what is there?`, { conversationId: conversation.id })
    assert.equal(wordsOf(conversation), "Found.", `question ${index}`)
  }
  const last = JSON.stringify(studio.model.journal.at(-1)?.messages)
  assert.ok(last.includes(notes), "the model gets the summary")
  assert.ok(!last.includes("Question 0:"))
  for (let index = 6; index < 12; index += 1)
    assert.ok(last.includes(`Question ${index}:`), `question ${index} is whole`)
  const shown = conversation.messages.flatMap(({ parts }) => parts).filter((part) => part.type === "notice")
  assert.ok(
    shown.some(({ code, text }) => code === "summary" && text === notes),
    "their person sees them",
  )
  assert.deepEqual(conversation.outsiders, ["what “Search drive files” found"])
})

test("a conversation at its size limit refuses another message", async (t) => {
  const limits = { conversationMegabytes: 0.1 }
  const studio = await assistantWorld(t, [["Yes."]])
  const assistant = { ...studio.app.assistant, limits: { ...studio.app.assistant.limits, ...limits } }
  Object.assign(studio.app, { assistant })
  const text = "a".repeat(32 * 1024)
  let id: string | undefined
  let refusal: unknown
  for (let count = 0; count < 40 && refusal === undefined; count += 1) {
    const more = id === undefined ? {} : { conversationId: id }
    const asked = studio.act("member", askAssistant, { text, ...more })
    await asked.then(
      async ({ conversationId }) => {
        id = conversationId
        await studio.settled("member", conversationId)
      },
      (thrown: unknown) => {
        refusal = thrown
      },
    )
  }
  assert.match(String(refusal), /too long/)
})

test("a list that is too long is cut at an entry, and its cursor continues exactly there", async (t) => {
  const { limits } = (await assistantWorld(t, [])).app.assistant
  const script: Script = ({ messages }) => {
    const result = messages.at(-1)?.results[0]?.text
    if (result === undefined) return [{ call: "list_links", arguments: {} }]
    const cursor = JSON.parse(result).nextCursor
    return cursor === undefined ? ["Many."] : [{ call: "list_links", arguments: { cursor } }]
  }
  const studio = await assistantWorld(t, script, { assistant: { limits: { ...limits, resultKilobytes: 3 } } })
  const made = []
  for (let count = 0; count < 20; count += 1) made.push((await shorten(studio)).slug)
  await studio.ask("member", "Which links are there?")
  const texts = (studio.model.journal.at(-1)?.messages ?? []).flatMap(({ results }) => results.map(({ text }) => text))
  assert.ok(texts.length > 2, "more than one list had to be cut")
  for (const text of texts) assert.ok(text.length <= 3_072 && !text.includes("left_out"), `${text.length} characters`)
  const seen = texts.flatMap((text) => JSON.parse(text).links.map(({ slug }: { slug: string }) => slug))
  assert.deepEqual(seen.toSorted(), made.toSorted())
})

test("a model gets attached files within the limits, and for the others the reason why not", async (t) => {
  const studio = await assistantWorld(t, [["Yes."]])
  const put = async (bytes: string, contentType = "text/plain") => {
    const { id } = await putDriveFile(studio.app, studio.callers.member, { name: "a file", bytes, contentType })
    return id
  }
  const gone = await put("This is gone soon.")
  const fileIds = [gone, await put(`${"x".repeat(63)}\n`.repeat(1024)), await put("y".repeat(64 * 1024 + 1))]
  fileIds.push(
    await put("z".repeat(5 * 1024 ** 2 + 1), "image/png"),
    await put("\x7fELF\x01\0program", "application/octet-stream"),
  )
  const { conversationId } = await studio.act("member", askAssistant, { text: "Read them", fileIds })
  await studio.settled("member", conversationId)
  await studio.act("member", trashFile, { id: gone })
  await studio.ask("member", "And now?", { conversationId })
  const [first = "", second = ""] = studio.model.journal.map(({ messages }) => JSON.stringify(messages))
  for (const words of ["x".repeat(63), "over 64 kB", "over 5 MB", "isn't supported"]) assert.ok(first.includes(words), words.slice(0, 30)) // biome-ignore format: one thought
  for (const part of ["yyyy", "zzzz", "program"]) assert.ok(!first.includes(part), part)
  assert.deepEqual([first.includes("gone soon"), second.includes("gone soon")], [true, false])
  assert.match(second, /no longer in the drive/)
})

test("the size of a conversation is measured in bytes", async (t) => {
  const studio = await assistantWorld(t, [["Yes."]])
  const { id } = await studio.ask("member", "語".repeat(10_000))
  assert.ok((await measureConversation(studio.cx, id)) > 30_000)
})

test("a summary is made from the one before and later messages, and summarised messages are not sent again", async (t) => {
  const long = "word ".repeat(2_500)
  const studio = await assistantWorld(
    t,
    ({ system }) => (system.startsWith("You write the minutes") ? [notes] : [long]),
    { windowTokens: 60_000 },
  )
  let conversation = await studio.ask("member", "Question 0: what is there?")
  for (let index = 1; index < 12; index += 1) {
    conversation = await studio.ask("member", `Question ${index}: what is there?`, { conversationId: conversation.id })
  }
  const asked = studio.model.journal.filter(({ system }) => system.startsWith("You write the minutes"))
  assert.ok(asked.length > 1)
  for (const { messages } of asked.slice(1)) {
    const sent = JSON.stringify(messages)
    assert.ok(sent.includes(notes), "the former minutes")
    assert.ok(!sent.includes("Question 0:"), "what they stand for")
  }
})
