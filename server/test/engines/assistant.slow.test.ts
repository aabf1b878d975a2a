import assert from "node:assert/strict"
import { until } from "#test/support/basics/until.ts"
import { onEachEngine } from "#test/support/browser/engines.ts"
import { signInByForms } from "#test/support/browser/person.ts"

const thought = "Half a thought, in many words. ".repeat(20).trim()
const list = `document.querySelector(".scroll")`

onEachEngine(
  "the assistant's list stays where it was scrolled to, and a draft survives a reload",
  async (studio) => {
    const { page } = await studio.open({})
    await signInByForms(studio, page, "ada@example.com")
    await page.goto("/studio/assistant")
    const field = page.getByRole("textbox", { name: "Your message", exact: true })
    const typed = () => page.evaluate<string>(`document.querySelector("textarea").value`)
    for (const count of [1, 2, 3]) {
      await field.fill("/help")
      await field.press("Enter")
      await until(async () => (await page.getByRole("article", { name: "Assistant" }).count()) === count)
      await until(async () => (await typed()) === "")
    }
    const left = () => page.evaluate<number>(`${list}.scrollHeight - ${list}.scrollTop - ${list}.clientHeight`)
    await until(async () => (await left()) <= 1)

    await page.evaluate(`${list}.scrollBy(0, -3)`)
    await page.getByRole("button", { name: "Jump to latest" }).waitFor()
    const top = await page.evaluate<number>(`${list}.scrollTop`)
    await field.fill(thought)
    await until(async () => (await left()) > 20)
    assert.equal(await page.evaluate(`${list}.scrollTop`), top)

    await page.reload()
    assert.equal(await typed(), thought)
    await page.getByRole("button", { name: "Send" }).click()
    await until(async () => (await typed()) === "")
    await page.reload()
    assert.equal(await typed(), "")
  },
  { settings: { SVC_MODEL_URL: "commands:" } },
)
