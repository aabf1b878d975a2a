import assert from "node:assert/strict"
import { test } from "node:test"
import { durationOf, isMoment, labelOf } from "./argument-words.ts"

test("an argument's name, time and duration are shown in words", () => {
  const labels = {
    expires_in_minutes: "Expires in",
    max_file_bytes: "Max file",
    expires_at: "Expires",
    folderId: "Folder id",
  }
  for (const [name, label] of Object.entries(labels)) assert.equal(labelOf(name), label)
  assert.equal(labelOf("days"), "days", "a name that is only a unit stays")
  const durations: [string, number, string | undefined][] = [
    ["expires_in_minutes", 15, "15 minutes"],
    ["expires_in_minutes", 1, "1 minute"],
    ["expires_in_minutes", 120, "2 hours"],
    ["expires_in_minutes", 10_080, "7 days"],
    ["max_file_bytes", 25_000_000, "25 MB"],
    ["max_file_bytes", 0, "0 bytes"],
    ["max_files", 3, undefined],
  ]
  for (const [name, value, words] of durations) assert.equal(durationOf(name, value), words, name)
  assert.equal(isMoment("expires_at", "2026-12-01T09:00:00Z"), true)
  assert.equal(isMoment("expiresAt", 1_790_000_000_000), true)
  for (const value of ["2026-12-01", "soon", 5, null]) assert.equal(isMoment("expires_at", value), false)
})
