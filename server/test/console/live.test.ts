import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { changeKinds } from "#contract/change-kinds.ts"
import { workspaceRoutes } from "#contract/console/workspace-routes.ts"
import { consoleActions } from "#surfaces/console/console-actions.ts"
import { consoleTable } from "#test/support/pages/console-table.ts"
import { namesShowing, shownBy } from "../../../web/src/console/live/shown-by.ts"

/** Members' reads that no change makes stale, and why. */
const lasting: Readonly<Record<string, string>> = {
  "download-file": "an address for a moment",
  "get-call-answer": "it does not change",
  "get-conversation": "it has a stream of its own",
  "list-conversations": "one's own, which no other person changes: the page that does asks again",
  "export-doc": "a file to keep, made when it is asked for",
  "get-doc-version": "what a doc was, which no change reaches",
  "get-link-stats": "clicks are counted without a notice",
  "preview-file": "an address for a moment",
}

describe("the console's repeated reads", () => {
  test("have an entry for every kind of change, and each is a read of the console", () => {
    assert.deepEqual(Object.keys(shownBy).sort(), [...changeKinds].sort())
    const reads = new Set(
      Object.entries(consoleActions).flatMap(([name, { method }]) => (method === "GET" ? name : [])),
    )
    for (const name of Object.values(shownBy).flat()) assert.ok(reads.has(name), name)
  })

  test("include every read in a workspace, except those that are listed as lasting", () => {
    const asked = namesShowing(changeKinds)
    const within = consoleTable.flatMap(([name, { does, method }]) =>
      method === "GET" && does.access === "workspace" ? name : [],
    )
    assert.deepEqual(within.filter((name) => !asked?.has(name)).sort(), Object.keys(lasting).sort())
  })

  test("include the pages' first reads", () => {
    const asked = namesShowing(changeKinds)
    const here = {
      params: {},
      search: { open: "x", share: "x", trash: "1", add: "1", panel: "plan" },
      role: "owner" as const,
    }
    for (const { id, reads } of workspaceRoutes) {
      for (const { name } of reads(here)) assert.ok(asked?.has(name) || name in lasting, `${id} shows ${name}`)
    }
  })

  test("are all reads after an unknown kind of change", () => {
    assert.equal(namesShowing(["links", "a kind of tomorrow"]), undefined)
    assert.equal(namesShowing("all"), undefined)
    assert.equal(namesShowing(["links"])?.has("list-purchases"), false)
  })
})
