import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import type { ShownConversation } from "#contract/shown.ts"
import { assistantPeer, refusesPlayed } from "#test/support/assistant/assistant-peer.ts"
import { pressOnApprovalCard } from "#test/support/assistant/press-on-approval-card.ts"
import { callOf, conversationOf, messageOf, textOf } from "#test/support/assistant/shown-conversation.ts"
import { until } from "#test/support/basics/until.ts"
import { withoutWaiting } from "#test/support/browser/ready.ts"
import { noBrowser } from "#test/support/browser/studio.ts"
import { studioOfFile } from "#test/support/browser/studio-of-file.ts"

const skip = noBrowser ?? false
const studio = studioOfFile({ SVC_MODEL_URL: "commands:" })

/** A member's browser on the page of a conversation. The test plays the assistant. */
async function open(t: TestContext, conversation: ShownConversation, refusals = /^$/) {
  // The window is so high that nothing must be scrolled into view, which would make cards wait again.
  const either = new RegExp(`${refusesPlayed.source}|${refusals.source}`)
  const page = await (await studio()).openAsOwner(t, { refusals: either, viewport: { width: 1280, height: 1600 } })
  const peer = await assistantPeer(page, conversation)
  await page.goto("/studio/assistant/cnv_1")
  await until(async () => peer.opened > 0)
  return { page, peer, field: page.getByRole("textbox", { name: "Your message", exact: true }) }
}

const running = { id: "run_1", state: "running", isThinking: false } as const
const waiting = { ...running, state: "waiting" } as const

/** An element that the test marks, to recognize it again. */
interface Marked {
  isMarked?: boolean
}

test("an answer is shown as it arrives, and the person can write, send and stop meanwhile", { skip }, async (t) => {
  const { page, peer, field } = await open(t, conversationOf([]))
  await field.fill("Who has not\nanswered?")
  await field.press("Shift+Enter")
  await field.press("Enter")
  assert.deepEqual(peer.posted[0], {
    name: "ask-assistant",
    input: { text: "Who has not\nanswered?", conversationId: "cnv_1" },
  })
  assert.equal(await field.inputValue(), "")

  const answer = messageOf([])
  await peer.tell("message", { message: messageOf("Who has not\nanswered?") })
  await peer.tell("run", { run: { ...running, isThinking: true } })
  await page.getByText("Thinking…").waitFor()
  await peer.tell("message", { message: answer })
  await peer.tell("text", { message: answer.id, text: "Two of **four** ha" })
  await peer.tell("text", { message: answer.id, text: "ve no file. The others" })
  await page.locator("strong", { hasText: "four" }).waitFor()
  await page.getByRole("log").getByText("Two of four have no file.").waitFor({ state: "attached" })
  const first = page.locator(".text p").first()
  await first.evaluate((drawn: Marked) => {
    drawn.isMarked = true
  })
  await peer.tell("text", { message: answer.id, text: "\n\nOne.\n\nTwo.\n\nThree." })
  await page.locator(".text").getByText("Three.").waitFor()
  assert.ok(await first.evaluate((drawn: Marked) => drawn.isMarked), "what was drawn stays where it is")
  await field.fill("And since")
  await field.press("Enter")
  await page.getByText("Wait for the answer, or press Esc to stop it.").waitFor()
  await field.press("Escape")
  assert.equal(peer.posted.at(-1)?.name, "stop-run")
  await peer.tell("run", { run: null })
  assert.equal(await field.inputValue(), "And since")
  assert.equal(peer.posted.filter(({ name }) => name === "ask-assistant").length, 1)
  await page.getByRole("log").getByText("The others").waitFor({ state: "attached" })

  const { call } = callOf({ state: "running", arguments: { slug: "spring" } })
  await peer.tell("run", { run: running })
  await peer.tell("call", { message: answer.id, call })
  await page
    .getByRole("log")
    .getByText("Creating the short link spring", { exact: true })
    .waitFor({ state: "attached" })
  await peer.tell("call", { message: answer.id, call: { ...call, state: "done", summary: "Created the link spring" } })
  await page.getByRole("log").getByText("Created the link spring", { exact: true }).waitFor({ state: "attached" })
  assert.doesNotMatch((await page.getByRole("log").textContent()) ?? "", /create_link|call_\d|_/)
})

test("an answer is spoken from its beginning, even if the script for that comes later", { skip }, async (t) => {
  const { page, peer } = await open(t, conversationOf([messageOf("Before"), messageOf([textOf("An old answer.")])]))
  const gate = Promise.withResolvers<void>()
  await page.route("**/spoken-answer-*.js", (route) => gate.promise.then(() => route.continue()))
  const { opened } = peer
  await withoutWaiting(page, () => page.reload())
  await until(async () => peer.opened > opened)
  const answer = messageOf([])
  await peer.tell("run", { run: running })
  await peer.tell("message", { message: answer })
  await peer.tell("text", { message: answer.id, text: "It begins. And continues" })
  await page.locator(".text").getByText("It begins.").waitFor()
  gate.resolve()
  await page.getByRole("log").getByText("It begins.").waitFor({ state: "attached" })
  assert.equal(await page.getByRole("log").textContent(), "It begins. ")
})

test("a refused or overlong message stays in the input", { skip }, async (t) => {
  const { page, peer, field } = await open(t, conversationOf([]), /^409 POST .*ask-assistant/)
  peer.refuse("ask-assistant", "The budget of this month is used up.")
  await field.fill("Please")
  await field.press("Enter")
  await page.getByText("The budget of this month is used up.").waitFor()
  assert.equal(await field.inputValue(), "Please")
  await field.fill("é".repeat(16_001))
  await page.getByText(/0\.0 kB over/).waitFor()
  assert.ok(await page.getByRole("button", { name: "Send" }).isDisabled())
  await page.getByRole("link", { name: "Docs" }).click()
  await page.goBack()
  assert.equal((await field.inputValue()).length, 16_001)
})

test("a stream that breaks, skips or sends nonsense is reopened, and nothing is missing", { skip }, async (t) => {
  const answer = messageOf([textOf("One.")])
  const shown = (text: string) => conversationOf([messageOf("Count"), { ...answer, parts: [textOf(text)] }])
  const { page, peer } = await open(t, shown("One."), /ERR_|Load failed/)
  const again = async (text: string, happens: () => Promise<void>) => {
    const before = peer.opened
    peer.conversation = shown(text)
    await happens()
    await until(async () => peer.opened > before) // the page pauses for up to 15 s between its attempts
    await page.getByText(text, { exact: true }).first().waitFor()
  }
  await page.getByText("One.", { exact: true }).first().waitFor()
  await again("One. Two.", () => peer.cut())
  await again("One. Two. Three.", () => peer.say('event: text\ndata: {"seq":99,"message":"x","text":"y"}\n\n'))
  await again("One. Two. Three. Four.", () => peer.say("event: call\ndata: {\n\n"))
  await peer.say("event: tomorrow\ndata: {\n\n")
  await peer.cut(true)
  await page.getByText("Progress continues and appears when you reconnect.").waitFor()
  await again("Five.", () => peer.cut(false))
  await page.getByText("Progress continues and appears when you reconnect.").waitFor({ state: "detached" })
})

const hostile = `![a](https://evil.example/1.png) ![b][ref] ![](data:image/png;base64,AAAA) <img src="https://evil.example/2.png">

<svg><image href="https://evil.example/3.png"/></svg> <iframe src="https://evil.example/4"></iframe> <style>@import "https://evil.example/5";</style>

[click](https://evil.example/6) [b][ref] https://evil.example/7 <https://evil.example/8> [c](//evil.example/9) [d](javascript:alert(1))

[e](http://localhost.evil.example/a) [f](https://studio@evil.example/b) [g](/sign-out) [h](data:text/html,x) www.evil.example a@evil.example

[ref]: https://evil.example/10

| ![x](https://evil.example/11) |
|---|
| [y](https://evil.example/12) |

\`\`\`html
<script src="https://evil.example/13"></script>
\`\`\`

[ours](/studio/links) [[link:lnk_1]] [[link:lnk_2]] [named](https://named.example/x)`

test("a message causes no request, and links only to this service or to named addresses", { skip }, async (t) => {
  const { page, peer } = await open(t, conversationOf([]))
  const asked: string[] = []
  page.on("request", (request) => asked.push(request.url()))
  const cited = [{ kind: "link", id: "lnk_1", title: "Autumn", path: "/links?open=lnk_1" }] as const
  const read = callOf({
    isWrite: false,
    state: "done",
    summary: hostile,
    title: hostile,
    facts: [{ label: "a", value: hostile }],
  })
  await peer.show(
    conversationOf([messageOf("Look at https://named.example/x"), messageOf([textOf(hostile, cited), read])], {
      title: hostile,
      outsiders: [hostile],
    }),
  )
  await page.getByRole("link", { name: "Autumn" }).waitFor()
  await page.evaluate(`for (const folded of document.querySelectorAll(".assistant details")) folded.open = true`)
  for (const link of await page.locator(".message a, .message span").all()) await link.hover({ force: true })
  await page.evaluate("document.fonts.ready")
  const own = new RegExp(`^${new URL(page.url()).origin}/(console|assets)/`)
  assert.deepEqual(
    asked.filter((url) => !own.test(url)),
    [],
  )

  const shown = page.locator(".message")
  assert.equal(
    await shown.locator("img, iframe, object, embed, video, audio, script, style, link, form[action]").count(),
    0,
  )
  assert.equal(await shown.locator("svg image, svg use").count(), 0)
  const found = `[...document.querySelectorAll(".message a")].map((link) => link.getAttribute("href"))`
  const hrefs = (await page.evaluate(found)) as string[]
  assert.deepEqual(hrefs.sort(), ["/studio/links", "/studio/links?open=lnk_1", "https://named.example/x"])
  await page.getByText("[[link:lnk_2]]").first().waitFor()
  await shown.getByText("(evil.example)").first().waitFor()
})

test("a card shows the whole call, and marks invisible characters", { skip }, async (t) => {
  const long = `${"A long text. ".repeat(2_500)}And its end.`
  const call = callOf({
    arguments: { name: "in\u200bvisible\u202e", body: long, nested: { list: [1, "1", null] }, flag: false, none: "" },
    rehearsal: { outcome: "refused", text: "The address is taken." },
    server: { name: "Tracker", host: "mcp.tracker.example", asWhom: "Ada" },
    canUndo: false,
    why: "Tools of other servers ask.",
  })
  const { page } = await open(t, conversationOf([messageOf([call])], { run: waiting }))
  const card = page.getByRole("group", { name: call.call.title })
  for (const text of [
    "inU+200BvisibleU+202E",
    "mcp.tracker.example",
    "The address is taken.",
    "This can't be undone here.",
    "Tools of other servers ask.",
  ]) {
    await card.getByText(text).first().waitFor()
  }
  assert.match(String(await card.textContent()), /"list": \[\s*1,\s*"1",\s*null\s*\].*false.*“” \(empty\)/s)
  assert.ok(!(await card.textContent())?.includes("And its end."))
  await card.getByRole("button", { name: /^Show all/ }).click()
  assert.ok((await card.textContent())?.includes(long))
})

test("only a person's press on a card that stands still answers it, each card separately", { skip }, async (t) => {
  const [one, two] = [callOf({ title: "Create one" }), callOf({ title: "Create two", offers: [] })]
  const { page, peer } = await open(t, conversationOf([messageOf([one, two])], { run: waiting }))
  const card = page.getByRole("group", { name: "Create one" })
  const allow = card.getByRole("button", { name: "Allow once" })
  const moves = `@keyframes away { to { translate: 0 200px } } .card { animation: away 1s infinite alternate }`
  const nonce = await page.evaluate(`document.querySelector("meta[property=csp-nonce]").nonce`)
  await page.evaluate(`{
    const style = document.createElement("style")
    style.nonce = ${JSON.stringify(nonce)}
    style.textContent = ${JSON.stringify(moves)}
    style.id = "moves"
    document.head.append(style)
  }`)
  await card.locator('button[aria-disabled="true"]').first().waitFor()
  await allow.dispatchEvent("click")
  await allow.click({ force: true })
  await page.evaluate(`document.getElementById("moves").remove()`)
  await card.locator("button:not([aria-disabled])", { hasText: "Allow once" }).waitFor()
  await allow.evaluate((button) => (button as unknown as { click(): void }).click())
  await allow.dispatchEvent("click")
  assert.equal(peer.posted.length, 0)

  await pressOnApprovalCard(allow)
  assert.deepEqual(peer.posted[0], {
    name: "decide-calls",
    input: { conversationId: "cnv_1", decisions: [{ callId: one.call.id, answer: "once" }] },
  })
  const other = page.getByRole("group", { name: "Create two" })
  assert.deepEqual(await other.getByRole("button").allTextContents(), ["Allow once", "Decline", "Decline with reason"])
  await other.getByRole("button", { name: "Decline with reason" }).click()
  await other.getByRole("textbox", { name: "Reason" }).fill("Not this month")
  await other.getByRole("textbox", { name: "Reason" }).press("Enter")
  const decisions = [{ callId: two.call.id, answer: "no", word: "Not this month" }]
  assert.deepEqual(peer.posted[1]?.input, { conversationId: "cnv_1", decisions })

  const alike = [callOf(), callOf()]
  await peer.show(conversationOf([messageOf(alike)], { run: waiting }))
  await pressOnApprovalCard(page.getByRole("button", { name: "Allow all 2 of “Create a short link” once" }))
  const both = alike.map(({ call }) => ({ callId: call.id, answer: "once" }))
  assert.deepEqual(peer.posted[2]?.input, { conversationId: "cnv_1", decisions: both })
})

test("a plan is answered as a whole, and a card's text follows the stream", { skip }, async (t) => {
  const doc = callOf({ plan: "plan_1", title: "Create a doc", offers: ["conversation"] })
  const link = callOf({ plan: "plan_1", title: "Create a link" })
  const answer = messageOf([doc, link])
  const { page, peer } = await open(t, conversationOf([answer], { run: waiting }))
  const card = page.getByRole("group", { name: "2 steps, applied together" })
  assert.equal(await card.getByRole("button", { name: "Always" }).count(), 0)
  await pressOnApprovalCard(card.getByRole("button", { name: "Allow in this conversation" }))
  const decisions = [doc, link].map(({ call }) => ({ callId: call.id, answer: "conversation" }))
  assert.deepEqual(peer.posted[0]?.input, { conversationId: "cnv_1", decisions })

  const done = { ...doc.call, state: "done", summary: "Created the doc Launch" }
  await peer.tell("call", { message: answer.id, call: done })
  await peer.tell("call", { message: answer.id, call: { ...link.call, state: "failed", why: "The address is taken." } })
  await page.getByRole("article").getByText("Created the doc Launch").waitFor()
  await page.getByText("The address is taken.").waitFor()
  await page.getByRole("button", { name: "Undo: Create a doc" }).click()
  assert.deepEqual(peer.posted[1], { name: "undo-calls", input: { conversationId: "cnv_1", callId: doc.call.id } })
})

test("a message is edited, both versions stay, and a conversation is named, undone and deleted", {
  skip,
}, async (t) => {
  const asked = messageOf("Make a link")
  const wordings = { branches: ["msg_before", asked.id] }
  const conversation = conversationOf([{ ...asked, ...wordings }, messageOf([callOf({ state: "done" })])])
  const { page, peer } = await open(t, conversation)
  const person = page.getByRole("article", { name: "You" })
  await person.getByText("2 / 2").waitFor()
  await person.getByRole("button", { name: "Previous version" }).click()
  await person.getByRole("button", { name: "Edit" }).click()
  await person.getByRole("textbox").fill("Make two links")
  await person.getByRole("button", { name: "Send", exact: true }).click()
  await page.getByRole("button", { name: /^Edit conversation/ }).click()
  const sheet = page.getByRole("dialog")
  await sheet.getByText("Undo changes").click()
  await sheet.getByRole("button", { name: "Undo all changes" }).click()
  await page.getByRole("button", { name: /^Edit conversation/ }).click()
  await sheet.getByLabel("Title").fill("Links")
  await sheet.getByRole("button", { name: "Rename" }).click()
  await page.getByRole("button", { name: /^Edit conversation/ }).click()
  await sheet.getByText("Delete", { exact: true }).click()
  await sheet.getByRole("button", { name: "Delete conversation" }).click()
  await page.waitForURL(/\/studio\/assistant$/)
  assert.deepEqual(peer.posted, [
    { name: "show-branch", input: { conversationId: "cnv_1", messageId: "msg_before" } },
    { name: "ask-assistant", input: { conversationId: "cnv_1", text: "Make two links", insteadOf: asked.id } },
    { name: "undo-calls", input: { conversationId: "cnv_1" } },
    { name: "rename-conversation", input: { id: "cnv_1", title: "Links" } },
    { name: "delete-conversation", input: { id: "cnv_1" } },
  ])
})

test("files of the drive are sent with a message by their ids", { skip }, async (t) => {
  const { page, peer, field } = await open(t, conversationOf([]))
  await field.fill("What is in it?")
  await page.getByRole("button", { name: "Attach" }).click()
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Attach read/ })
    .first()
    .click()
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click()
  await page.getByRole("list", { name: "Attached files" }).getByText(/^read/).waitFor()
  await page.getByRole("button", { name: "Send" }).click()
  const { fileIds, ...rest } = peer.posted[0]?.input ?? {}
  assert.deepEqual(rest, { text: "What is in it?", conversationId: "cnv_1" })
  assert.match(String(fileIds), /^file_\w+$/)
  assert.equal(await page.getByRole("list", { name: "Attached files" }).count(), 0)
})

test("the assistant opens beside any page, knows that page, and opens as a page", { skip }, async (t) => {
  const { page, peer } = await open(t, conversationOf([messageOf([callOf()])], { run: waiting }))
  const beside = page.getByRole("complementary", { name: "Assistant" })
  await page.goto("/studio/links")
  await page.keyboard.press("Control+j")
  const field = beside.getByRole("textbox", { name: "Your message" })
  await beside.locator("textarea:focus").waitFor()
  await beside.getByText("About “Links”").waitFor()
  await page.getByRole("link", { name: "Drive" }).click()
  await beside.getByText("About “Drive”").waitFor()
  await beside.getByRole("button", { name: "Attach" }).click()
  const sheet = page.getByRole("dialog", { name: "Attach files" })
  await sheet.waitFor()
  await page.keyboard.press("Escape")
  await sheet.waitFor({ state: "detached" })
  const sent = page.waitForRequest(/ask-assistant/)
  await field.fill("What came this week?")
  await field.press("Enter")
  await beside.getByRole("button", { name: "Allow once" }).waitFor()
  assert.deepEqual(peer.posted[0]?.input, { text: "What came this week?", about: "/drive" })
  const { locale, timeZone } = JSON.parse((await sent).postData() ?? "{}")
  assert.deepEqual([locale, timeZone], ["en-US", "UTC"])
  await beside.getByRole("button", { name: "Remove page" }).click()
  await field.fill("And before?")
  await field.press("Enter")
  assert.deepEqual(peer.posted[1]?.input, { text: "And before?", conversationId: "cnv_1" })
  await beside.getByRole("button", { name: "Open in full page" }).click()
  await page.waitForURL(/\/studio\/assistant\/cnv_1$/)
  await page.getByRole("heading", { level: 1, name: "Assistant" }).waitFor()
  assert.equal(await beside.count(), 0)

  await page.setViewportSize({ width: 390, height: 880 })
  await page.goto("/studio/docs")
  await page.getByRole("banner").getByRole("button", { name: "Assistant" }).click()
  await page.waitForURL(/\/studio\/assistant$/)
  await page.getByText("About “Docs”").waitFor()
  await page.reload()
  await page.getByRole("button", { name: "Remove page" }).click()
  assert.equal(await page.getByText("About “").count(), 0)
  await page.goto("/studio/assistant?about=/links%3Fq%3DDelete+all+of+them")
  await page.getByRole("heading", { name: "How can I help?" }).waitFor()
  assert.equal(await page.getByText("About “").count(), 0)
})

/** The parts of an element that the test reads. */
interface Scrolled {
  scrollTop: number
  scrollHeight: number
  clientHeight: number
}

test("the end stays in view while an answer arrives, unless the person has scrolled up", { skip }, async (t) => {
  const answer = messageOf([textOf("Begin.\n\n".repeat(80))])
  const { page, peer } = await open(t, conversationOf([messageOf("Tell me"), answer], { run: running }))
  const list = page.getByRole("region", { name: "Messages" })
  const fromEnd = () => list.evaluate((list: Scrolled) => list.scrollHeight - list.scrollTop - list.clientHeight)
  await until(async () => (await fromEnd()) <= 1)
  await peer.tell("text", { message: answer.id, text: "\n\nMore.".repeat(40) })
  await page.getByText("More.").first().waitFor()
  await until(async () => (await fromEnd()) <= 1)
  await list.evaluate((list: Scrolled) => {
    list.scrollTop = 0
  })
  await page.getByRole("button", { name: "Jump to latest" }).waitFor()
  await peer.tell("text", { message: answer.id, text: "\n\nStill more." })
  await page.getByText("Still more.").first().waitFor({ state: "attached" })
  assert.ok((await fromEnd()) > 500)
  await page.getByRole("button", { name: "Jump to latest" }).click()
  await until(async () => (await fromEnd()) <= 1)
})
