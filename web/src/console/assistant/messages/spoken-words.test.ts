import assert from "node:assert/strict"
import { test } from "node:test"
import type { ShownCall } from "../../../../../server/src/contract/shown.ts"
import { spokenCall, spokenText } from "./spoken-words.ts"

const id = "link_3kTMd0aZ91bQweRtyUiOpL"
const cited = [{ kind: "link", id, title: "Spring", path: "/links" }] as const

test("the assistant's text is said with titles, and without ids, markup or names of tools", () => {
  for (const [text, said] of [
    [`I found [[link:${id}]] and [[upload-link:upl_9]].`, "I found Spring and the upload link."],
    [`It has the id ${id} (${id}).`, "It has the id."],
    ["Job 123e4567-e89b-42d3-a456-426614174000 is done.", "Job is done."],
    ["I call `create_link` with **care**.", "I call create link with care."],
    ["See [the page](https://example.com/a_b) and ⟦address 1⟧.", "See the page and the address."],
    ["Sold 2 of 3, for 19_000 or so", "Sold 2 of 3, for 19000 or so"],
  ] as const) {
    assert.equal(spokenText(text, cited), said)
  }
})

const call = (more: Partial<ShownCall>) =>
  spokenCall({ title: "", state: "running", arguments: {}, about: [], server: null, summary: "", ...more } as ShownCall)

test("a call is described in words that name its object", () => {
  const link = { label: "Short link", value: "http://localhost:3000/s/spring" }
  for (const [more, said] of [
    [{ title: "Create a short link", arguments: { slug: "spring" } }, "Creating the short link spring"],
    [
      { title: "Move a short link to the trash", about: [link], arguments: { id } },
      "Moving the short link spring to the trash",
    ],
    [{ title: "Rename or move a file", arguments: { id } }, "Renaming or moving the file"],
    [{ title: "Edit a doc", about: [{ label: "Doc", value: "Handbook" }] }, "Editing the doc Handbook"],
    [{ title: "Set your calendar" }, "Setting your calendar"],
    [{ title: "List short links" }, "Listing short links"],
    [{ title: "create_issue", server: { name: "Tracker", host: "t.example", asWhom: null } }, "Running create issue"],
    [{ title: "Create a short link", state: "done", summary: "Created the link spring" }, "Created the link spring"],
    [{ title: "Create a short link", state: "waiting" }, "Create a short link: needs your decision"],
    [{ title: "Create a short link", state: "failed" }, "Create a short link: failed"],
    [{ title: "Create a short link", state: "proposed" }, undefined],
  ] as const) {
    assert.equal(call(more as Partial<ShownCall>), said)
  }
})
