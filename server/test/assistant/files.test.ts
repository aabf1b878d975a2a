import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { type TestContext, test } from "node:test"
import { askAssistant, type ShownConversation, takeFileOut } from "#domains/assistant/on-demand.ts"
import type { Wire } from "#test/support/stand-ins/model/wires.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { type AssistantWorld, assistantWorld, wordsOf } from "#test/support/worlds/assistant-world.ts"

function onBothWires(name: string, run: (t: TestContext, wire: Wire) => Promise<void>): void {
  for (const wire of ["anthropic", "openai"] as const) test(`${wire}: ${name}`, (t) => run(t, wire))
}

/** A PNG whose header states these pixels, of `size` bytes. */
function pictureOf(size: number, width = 1_000, height = 750): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(33), randomBytes(size - 33)])
  bytes.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 0, "latin1")
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

const pdfOf = (pages: number, size: number) =>
  Buffer.concat([Buffer.from(`%PDF-1.4\n${"<</Type /Page>>\n".repeat(pages)}`), randomBytes(size)])

async function askWith(studio: AssistantWorld, bytes: Buffer, contentType: string): Promise<ShownConversation> {
  const { id } = await putDriveFile(studio.app, studio.callers.member, { name: "a file", bytes, contentType })
  const asked = await studio.act("member", askAssistant, { text: "What is this?", fileIds: [id] })
  return studio.settled("member", asked.conversationId)
}

const usageFor = (wire: Wire, input: number) =>
  wire === "anthropic" ? { input_tokens: input, output_tokens: 5 } : { prompt_tokens: input, completion_tokens: 5 }

async function booked({ app }: AssistantWorld): Promise<number> {
  const rows = await app.database.read.selectFrom("assistant_spending").select(["subject", "tokens"]).execute()
  return Number(rows.find(({ subject }) => subject === "installation")?.tokens)
}

for (const [size, windowTokens] of [
  [20_000, 32_768],
  [200_000, 32_768],
  [200_000, 200_000],
  [3_000_000, 200_000],
] as const) {
  // biome-ignore format: a table
  onBothWires(`a picture of ${size} bytes is read by a model of ${windowTokens} tokens`, async (t, wire) => {
    const studio = await assistantWorld(t, [["A cat."]], { wire, windowTokens })
    assert.equal(wordsOf(await askWith(studio, pictureOf(size), "image/png")), "A cat.")
    const { id } = await askWith(studio, pdfOf(3, size), "application/pdf")
    assert.equal(wordsOf(await studio.ask("member", "And now?", { conversationId: id })), "A cat.")
  })
}

onBothWires("a provider's count of a file's tokens is booked, up to the context window", async (t, wire) => {
  for (const [counted, isBelieved] of [
    [150_000, true],
    [900_000, false],
  ] as const) {
    // biome-ignore format: a table
    const answer = ["A handbook.", { usage: usageFor(wire, counted) }]
    const studio = await assistantWorld(t, [answer], { wire, windowTokens: 200_000 })
    await askWith(studio, pdfOf(40, 30_000), "application/pdf")
    const tokens = await booked(studio)
    if (isBelieved) assert.equal(tokens, 150_005)
    else assert.ok(tokens > 80_000 && tokens < 120_000, `${tokens}: as estimated by its pages`)
  }
})

test("a provider's count of a text is not believed beyond its bytes", async (t) => {
  const studio = await assistantWorld(t, [["Hello.", { usage: usageFor("anthropic", 150_000) }]])
  await studio.ask("member", "Hello")
  assert.ok((await booked(studio)) < 60_000)
})

onBothWires("a file too large for the model can be taken out, and the conversation continues", async (t, wire) => {
  const studio = await assistantWorld(t, [["Here I am."]], { wire, windowTokens: 32_768 })
  const stuck = await askWith(studio, pdfOf(90, 1_000), "application/pdf")
  assert.match(wordsOf(stuck), /too long\. Remove a file/)
  assert.equal(studio.model.journal.length, 0)
  const [message] = stuck.messages
  const file = message?.parts.find((part) => part.type === "file")
  assert.ok(message && file)
  const taken = { conversationId: stuck.id, messageId: message.id, fileId: file.id }
  await assert.rejects(studio.act("admin", takeFileOut, taken), { code: "not_found" })
  await assert.rejects(studio.act("member", takeFileOut, { ...taken, fileId: "fil_none" }), { code: "not_found" })
  await studio.act("member", takeFileOut, taken)
  const done = await studio.ask("member", "And now?", { conversationId: stuck.id })
  assert.equal(wordsOf(done), "Here I am.")
  assert.deepEqual(done.messages[0]?.parts[0], { ...file, isRemoved: true })
  const sent = JSON.stringify(studio.model.journal[0]?.body.messages)
  assert.ok(sent.includes("took it out of the conversation") && !sent.includes("base64,"), sent.slice(0, 500))
})
