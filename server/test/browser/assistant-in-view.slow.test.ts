import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import type { ShownConversation } from "#contract/shown.ts"
import { assistantPeer, refusesPlayed } from "#test/support/assistant/assistant-peer.ts"
import { callOf, conversationOf, messageOf, textOf } from "#test/support/assistant/shown-conversation.ts"
import { until } from "#test/support/basics/until.ts"
import { joinStudio } from "#test/support/browser/console.ts"
import { findBarriersAtBoth } from "#test/support/browser/person.ts"
import { noBrowser } from "#test/support/browser/studio.ts"
import { studioOfFile } from "#test/support/browser/studio-of-file.ts"

const skip = noBrowser ?? false
const studio = studioOfFile()
const phone = { width: 390, height: 844 }

const long = Array.from({ length: 12 }, (_, at) => [
  messageOf(`Question ${at}`),
  messageOf([textOf(`Answer ${at}. ${"Many words of it. ".repeat(30)}`)]),
]).flat()

const running = { id: "run_1", state: "running", isThinking: false } as const

/** The part of an element that the page uses. */
interface Scrolled {
  scrollTo(place: { top: number }): void
}

async function open(t: TestContext, conversation: ShownConversation) {
  const page = await (await studio()).openAsOwner(t, { viewport: phone, refusals: refusesPlayed })
  const peer = await assistantPeer(page, conversation)
  await page.goto("/studio/assistant/cnv_1")
  await until(async () => peer.opened > 0)
  // A snapshot that is being drawn at that moment scrolls to the end again.
  const scrollUp = () =>
    until(async () => {
      await page.locator(".scroll").evaluate((list: Scrolled) => list.scrollTo({ top: 200 }))
      return page.getByRole("button", { name: "Jump to latest" }).isVisible()
    })
  return { page, peer, scrollUp, field: page.getByRole("textbox", { name: "Your message", exact: true }) }
}

type Located = ReturnType<Awaited<ReturnType<typeof open>>["page"]["getByText"]>

/** Waits until an element is visible: within the messages, above the input. */
async function untilInView(what: Located): Promise<void> {
  const messages = what.page().locator(".scroll")
  await until(async () => {
    const [inner, outer] = await Promise.all([what.boundingBox(), messages.boundingBox()])
    if (!inner || !outer) return false
    return inner.y >= outer.y - 1 && inner.y + inner.height <= outer.y + outer.height + 1
  })
}

test("a sent message is scrolled into view from any position", { skip }, async (t) => {
  const { page, peer, scrollUp, field } = await open(t, conversationOf(long))
  await scrollUp()
  await field.fill("And this one?")
  await page.getByRole("button", { name: "Send" }).click()
  await peer.tell("message", { message: messageOf("And this one?") })
  await peer.tell("run", { run: running })
  await untilInView(page.getByText("And this one?", { exact: true }))
  const answer = messageOf([])
  await peer.tell("message", { message: answer })
  await peer.tell("text", { message: answer.id, text: "The end of the answer." })
  await untilInView(page.getByText("The end of the answer."))
})

test("a new approval card is in view on a phone, and a long one shows its beginning", { skip }, async (t) => {
  const { page, peer, scrollUp } = await open(t, conversationOf(long, { run: running }))
  for (const [at, markdown] of [
    [1, "Short."],
    [2, `Long. ${"word ".repeat(100)}\n`.repeat(30)],
  ] as const) {
    await scrollUp()
    const title = `Write into doc ${at}`
    const asked = callOf({ title, arguments: { id: "doc_1", markdown } })
    const message = messageOf([asked])
    await peer.tell("message", { message })
    await untilInView(page.getByRole("heading", { name: title }))
    if (at === 1) await untilInView(page.getByRole("button", { name: "Decline", exact: true }))
    await peer.tell("call", { message: message.id, call: { ...asked.call, state: "declined" } })
  }
})

test("without a model the assistant is a page of actions, and earlier conversations are read", { skip }, async (t) => {
  const page = await (await studio()).openAsOwner(t, { refusals: refusesPlayed })
  await page.goto("/studio/links")
  await page.keyboard.press("Control+j")
  await page.waitForURL(/\/studio\/assistant$/)
  await page.getByRole("heading", { name: "Connect a model to chat" }).waitFor()
  const firsts = page.getByRole("group", { name: "Actions" }).getByRole("button")
  assert.deepEqual(await firsts.allTextContents(), [
    ...["Create link", "Create offer", "Upload files", "Create doc", "Invite people", "Find purchase"],
  ])
  assert.deepEqual(await findBarriersAtBoth(page), [])
  await firsts.first().click()
  await page.getByRole("dialog").getByLabel("Destination").waitFor()
  await page.goBack()
  await page.getByRole("main").getByRole("link", { name: "Assistant settings" }).click()
  await page.getByLabel("Key", { exact: true }).waitFor()

  const peer = await assistantPeer(page, conversationOf(long, { model: { name: "a model", kind: "none" } }))
  await page.goto("/studio/assistant/cnv_1")
  await page.getByText("add your Anthropic API key").waitFor()
  assert.equal(await page.getByRole("textbox", { name: "Your message" }).count(), 0)
  assert.equal(await page.getByRole("article").getByRole("button", { name: "Edit" }).count(), 0)
  assert.deepEqual(peer.posted, [])

  const viewer = await joinStudio(await studio(), page, { email: "vi@example.com", role: "viewer" })
  await viewer.getByRole("link", { name: "Assistant", exact: true }).click()
  await viewer.getByText("Ask an owner to connect a model: Ada").waitFor()
  assert.equal(await firsts.count(), 0)
  const pages = await viewer.getByRole("group", { name: "Actions" }).getByRole("button").allTextContents()
  assert.deepEqual(pages, ["Overview", "Links", "Drive", "Docs", "Offers", "Members"])
})

test("a tool server's answer can be unfolded and read", { skip }, async (t) => {
  const server = { name: "Linear", host: "mcp.linear.example", asWhom: "Ada" }
  const called = callOf({
    tool: "s1__echo",
    title: "Echo",
    state: "done",
    server,
    summary: "It said hello",
    canUndo: false,
  })
  const { page } = await open(t, conversationOf([...long, messageOf([called])]))
  await page.getByText("Output", { exact: true }).click()
  await untilInView(page.getByText("and more."))
  assert.equal(await page.locator(".answered").textContent(), "It said hello,\nand more.")
})

const placeOf = (page: Located["page"] extends () => infer P ? P : never) =>
  page.locator(".scroll").evaluate(({ scrollTop, scrollHeight, clientHeight }: Placed) => ({
    top: scrollTop,
    left: scrollHeight - scrollTop - clientHeight,
  }))

interface Placed {
  readonly scrollTop: number
  readonly scrollHeight: number
  readonly clientHeight: number
}

test("scrolling up by any amount stops following, and scrolling down to the end follows again", {
  skip,
}, async (t) => {
  const { page, peer } = await open(t, conversationOf(long, { run: running }))
  const answer = messageOf([])
  await peer.tell("message", { message: answer })
  const write = async (words: string) => {
    for (let lines = 0; lines < 5; lines += 1) await peer.tell("text", { message: answer.id, text: `${words}.\n\n` })
    await page.getByText(`${words}.`).nth(4).waitFor()
  }
  await write("First")
  await untilInView(page.getByText("First.").nth(4))

  await page
    .locator(".scroll")
    .evaluate((list: Placed & { scrollBy(x: number, y: number): void }) => list.scrollBy(0, -3))
  const { top } = await placeOf(page)
  await write("Second")
  assert.equal((await placeOf(page)).top, top, "the list stays where it was put")
  await page.getByRole("button", { name: "Jump to latest" }).click()
  await untilInView(page.getByText("Second.").nth(4))
  await write("Third")
  await untilInView(page.getByText("Third.").nth(4))
  assert.equal(await page.getByRole("button", { name: "Jump to latest" }).count(), 0)
})

test("code has a button that copies it with its real addresses", { skip }, async (t) => {
  const answer = messageOf([textOf("Run this:\n\n```\ncurl ⟦address 1⟧\n  -v\n```\n")])
  const addresses = { "⟦address 1⟧": "https://files.example/u/secret" }
  const { page } = await open(t, conversationOf([messageOf("How?"), answer], { addresses }))
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await page.getByRole("button", { name: "Copy code" }).click()
  await page.getByText("Copied").first().waitFor()
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), "curl https://files.example/u/secret\n  -v")
})

test("a draft survives a reload", { skip }, async (t) => {
  const { page, field } = await open(t, conversationOf(long))
  await field.fill("Half a thought")
  await page.reload()
  assert.equal(await field.inputValue(), "Half a thought")
  await field.fill("")
  await page.reload()
  assert.equal(await field.inputValue(), "")
})

test("a sign-out deletes the drafts of its tab", { skip }, async (t) => {
  const { page: owner } = await open(t, conversationOf(long))
  const who = { email: "dee@example.com", role: "member", refusals: /^40[14] / } // the console asks once more
  const page = await joinStudio(await studio(), owner, who)
  const peer = await assistantPeer(page, conversationOf(long))
  await page.goto("/studio/assistant/cnv_1")
  await until(async () => peer.opened > 0)
  await page.getByRole("textbox", { name: "Your message", exact: true }).fill("For my eyes only")
  const drafts = () => page.evaluate<string[]>(`Object.keys(sessionStorage).filter((key) => key.startsWith("draft "))`)
  assert.equal((await drafts()).length, 1)
  await page.evaluate(`document.querySelector('form[action="/sign-out"] button').click()`)
  await page.waitForURL(({ pathname }) => pathname === "/")
  assert.deepEqual(await drafts(), [])
})

test("a message that is sent offline says so, and is sent once the page is online again", { skip }, async (t) => {
  const { page, peer, field } = await open(t, conversationOf(long))
  await page.context().setOffline(true)
  await field.fill("Are you there?")
  await field.press("Enter")
  await page.getByText("Your message will be sent when you reconnect.").waitFor()
  assert.equal(await field.inputValue(), "Are you there?", "the text is not lost")
  assert.equal(peer.posted.length, 0)
  await page.context().setOffline(false)
  await until(async () => peer.posted.length > 0)
  assert.deepEqual(
    peer.posted.map(({ name, input }) => [name, input.text]),
    [["ask-assistant", "Are you there?"]],
  )
  await until(async () => (await field.inputValue()) === "")
})
