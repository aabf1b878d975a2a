import assert from "node:assert/strict"
import { test } from "node:test"
import { pressOnApprovalCard } from "#test/support/assistant/press-on-approval-card.ts"
import { doBehind, joinStudio } from "#test/support/browser/console.ts"
import { findBarriersAtBoth, untilDrawn } from "#test/support/browser/person.ts"
import { noBrowser } from "#test/support/browser/studio.ts"
import { studioOfFile } from "#test/support/browser/studio-of-file.ts"

const skip = noBrowser ?? false
const shared = studioOfFile()
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
  await owner.getByLabel("Create a short link: Member", { exact: true }).selectOption("never")
  await owner.getByRole("button", { name: "Look at the difference" }).click()
  await owner.getByText("Members, “Create a short link”: own choice → switched off").waitFor()
  await owner.getByText(/last seven days/).waitFor()
  await owner.getByRole("button", { name: "Save", exact: true }).click()
  await owner.getByRole("heading", { name: "What was changed" }).waitFor()

  await pressOnApprovalCard(allow)
  await member
    .getByText(/An admin of this workspace switched it off/)
    .first()
    .waitFor()
  await owner.goto(`${path}?part=record`)
  await owner.getByRole("row", { name: /Create a short link.*Refused/ }).waitFor()
})

test("a viewer sees a viewer's settings, and an owner all of them, and axe finds nothing", { skip }, async (t) => {
  const studio = await shared()
  const owner = await studio.openAsOwner(t)
  await owner.goto("/account")
  const viewer = await joinStudio(studio, owner, { email: "cy@example.com", role: "viewer" })
  await viewer.goto(`${path}?part=roles`)
  await viewer.getByRole("heading", { name: "What only reads" }).waitFor()
  assert.equal(await viewer.getByRole("button", { name: "By role" }).count(), 0)
  assert.equal(await viewer.getByRole("heading", { name: "What changes something" }).count(), 0)

  for (const part of ["", "?part=roles", "?part=deciding", "?part=record"]) {
    await owner.goto(path + part)
    await untilDrawn(owner)
    assert.deepEqual(await findBarriersAtBoth(owner), [], part)
  }
})
