import assert from "node:assert/strict"
import { test } from "node:test"
import { pressOnApprovalCard } from "#test/support/assistant/press-on-approval-card.ts"
import { sendMessage } from "#test/support/assistant/send-message.ts"
import { doBehind, joinStudio } from "#test/support/browser/console.ts"
import { findBarriersAtBoth, signInByCode } from "#test/support/browser/person.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"
import { studioOfFile } from "#test/support/browser/studio-of-file.ts"
import { openModelStandIn } from "#test/support/stand-ins/model/model-stand-in.ts"

const skip = noBrowser ?? false
const shared = studioOfFile({ SVC_MODEL_URL: "commands:" })
const path = "/studio/settings/assistant"

test("an admin narrows a tool while a member's call waits for approval: the call is refused", { skip }, async (t) => {
  const studio = await shared()
  const owner = await studio.openAsOwner(t)
  await owner.goto("/account")
  const member = await joinStudio(studio, owner, { email: "bo@example.com", role: "member" })
  const asked = await doBehind(member, "ask-assistant", {
    text: "Create a short link to https://example.com/ called spring",
  })
  await member.goto(`/studio/assistant/${asked.conversationId}`)
  const allow = member.getByRole("button", { name: "Allow once" })
  await allow.waitFor()

  await owner.goto(`${path}?part=roles`)
  await owner.getByRole("radio", { name: "Members decide", checked: true }).waitFor()
  await owner.getByText("Customize", { exact: true }).click()
  await owner.getByLabel("Create a short link: Member", { exact: true }).selectOption("never")
  await owner.getByRole("button", { name: "Review changes" }).click()
  await owner.getByText("Members, “Create a short link”: member decides → off").waitFor()
  await owner.getByText(/last 7 days/).waitFor()
  await owner.getByRole("button", { name: "Save changes" }).click()
  await owner.getByRole("heading", { name: "Change history" }).waitFor()

  await pressOnApprovalCard(allow)
  await member
    .getByText(/An admin turned it off/)
    .first()
    .waitFor()
  await owner.goto(`${path}?part=record`)
  await owner.getByRole("row", { name: /Create a short link.*Refused/ }).waitFor()
})

test("an admin chooses a preset, sees what it changes, and saves it", { skip }, async (t) => {
  const owner = await (await shared()).openAsOwner(t)
  await owner.goto(`${path}?part=roles`)
  await owner.getByRole("radio", { name: "Custom", checked: true }).waitFor()
  assert.deepEqual(await findBarriersAtBoth(owner), [])
  const preset = owner.getByRole("radio", { name: "Ask before every change" })
  await preset.check()
  await owner.getByRole("button", { name: "Review changes" }).click()
  await owner.getByText("Members, “Create a short link”: off → ask").waitFor()
  assert.equal(await owner.getByText(/“List short links”/).count(), 0)
  await owner.getByRole("button", { name: "Save changes" }).click()
  await owner.getByText("Saved", { exact: true }).waitFor()
  await owner.reload()
  await owner.getByRole("radio", { name: "Ask before every change", checked: true }).waitFor()
  assert.equal(await owner.getByRole("radio", { name: "Custom" }).count(), 0)
})

test("a viewer sees a viewer's settings, and an owner all of them, and axe finds nothing", { skip }, async (t) => {
  const studio = await shared()
  const owner = await studio.openAsOwner(t)
  await owner.goto("/account")
  const viewer = await joinStudio(studio, owner, { email: "cy@example.com", role: "viewer" })
  await viewer.goto(`${path}?part=roles`)
  await viewer.getByRole("heading", { name: "Read-only" }).waitFor()
  assert.equal(await viewer.getByRole("button", { name: "Permissions" }).count(), 0)
  assert.equal(await viewer.getByRole("heading", { name: "Actions" }).count(), 0)

  for (const part of ["?part=own", "?part=roles", "?part=deciding", "?part=record"]) {
    await owner.goto(path + part)
    assert.deepEqual(await findBarriersAtBoth(owner), [], part)
  }
})

test("an owner shortens the wait for the model, and a silent model is given up after that time", {
  skip,
}, async (t) => {
  const silence = Promise.withResolvers<readonly string[]>()
  const model = await openModelStandIn(t, () => silence.promise)
  t.after(() => silence.resolve(["Too late."]))
  const studio = await studioInBrowser(t, { SVC_MODEL_URL: model.url() })
  const { page } = await studio.open({ refusals: /400 POST .*set-assistant/ })
  await signInByCode(studio, page, "ada@example.com")
  await page.goto(`${path}?part=deciding`)
  const field = page.getByLabel("Wait for the model (seconds)")
  const save = page.getByRole("button", { name: "Save limits" })
  assert.equal(await field.getAttribute("placeholder"), "600", "a model on the own network has ten minutes")
  await field.fill("5")
  await save.click()
  await page.getByText(/at least 10|from 10|10 or more/).waitFor()
  await field.fill("10")
  await save.click()
  await page.getByText("Limits saved").waitFor()
  await page.reload()
  assert.equal(await field.inputValue(), "10")

  await page.goto("/studio/assistant")
  const since = Date.now()
  await sendMessage(page, "Are you there?")
  await page.getByText(/The model did not begin to answer/).waitFor({ timeout: 60_000 })
  assert.ok(Date.now() - since >= 10_000, "not before that time")
  assert.equal(model.journal.length, 3, "it was asked again twice")

  await page.goto(`${path}?part=deciding`)
  await field.fill("")
  await save.click()
  await page.getByText("Limits saved").waitFor()
  await page.reload()
  assert.deepEqual([await field.inputValue(), await field.getAttribute("placeholder")], ["", "600"])
})
