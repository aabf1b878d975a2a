import assert from "node:assert/strict"
import { test } from "node:test"
import { assistantPeer, refusesPlayed } from "#test/support/assistant/assistant-peer.ts"
import { states } from "#test/support/assistant/conversation-states.ts"
import { callOf, conversationOf, messageOf } from "#test/support/assistant/shown-conversation.ts"
import { findBarriersAtBoth } from "#test/support/browser/person.ts"
import { noBrowser } from "#test/support/browser/studio.ts"
import { studioOfFile } from "#test/support/browser/studio-of-file.ts"

const skip = noBrowser ?? false
const studio = studioOfFile({ SVC_MODEL_URL: "commands:" })

test("axe finds nothing in the assistant's pages", { skip }, async (t) => {
  const page = await (await studio()).openAsOwner(t, { refusals: refusesPlayed })
  const peer = await assistantPeer(page, conversationOf([]))
  const faults: string[] = []
  const find = async (name: string) =>
    faults.push(...(await findBarriersAtBoth(page)).map((barrier) => `${name} ${barrier}`))
  for (const [name, make] of Object.entries(states)) {
    peer.conversation = make()
    await page.goto("/studio/assistant/cnv_1")
    await find(name)
  }
  peer.rows = Array.from({ length: 60 }, (_, at) => ({
    ...{ id: `cnv_${at}`, title: `Conversation ${at} ${"with a long name ".repeat(at % 5)}`, updatedAt: at },
    state: [null, "waiting", "running"][at % 3],
  }))
  await page.goto("/studio/assistant/cnv_1")
  await page.getByRole("link", { name: /new conversation$/i }).click()
  await page.getByRole("heading", { name: "How can I help?" }).waitFor()
  await find("a new question and many conversations")
  peer.conversation = states["cards of each kind"]?.() ?? conversationOf([])
  await page.goto("/studio/links")
  await page.keyboard.press("Control+j")
  await page.getByRole("textbox", { name: "Your message" }).fill("Hi")
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: "Allow once" }).first().waitFor()
  await find("beside a page")
  assert.deepEqual(faults, [])
})

interface Styled {
  readonly ownerDocument: { readonly defaultView: { getComputedStyle(link: Styled): Record<string, string> } }
}

test("a link on a card looks the same beside a page and on the assistant's page, and is shown once", {
  skip,
}, async (t) => {
  const page = await (await studio()).openAsOwner(t, { refusals: refusesPlayed })
  const doc = { label: "Doc", value: "Handbook", path: "/docs/doc_1" }
  const done = callOf({ title: "Edit a doc", state: "done", about: [doc], facts: [doc] })
  await assistantPeer(page, conversationOf([messageOf([done])]))
  const looksOf = () =>
    page.getByRole("link", { name: "Handbook" }).evaluate((link: Styled) => {
      const { color, textDecorationColor } = link.ownerDocument.defaultView.getComputedStyle(link)
      return [color, textDecorationColor]
    })
  await page.goto("/studio/assistant/cnv_1")
  const onPage = await looksOf()
  await page.goto("/studio/links")
  await page.keyboard.press("Control+j")
  await page.getByRole("textbox", { name: "Your message" }).fill("Hi")
  await page.keyboard.press("Enter")
  assert.deepEqual(await looksOf(), onPage)
})
