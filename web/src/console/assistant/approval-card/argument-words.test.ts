import assert from "node:assert/strict"
import { test } from "node:test"
import { durationOf, isMoment, labelOf } from "./argument-words.ts"

test("an argument's name, time and duration are shown in words", () => {
  const labels = {
    expiresInMinutes: "Expires in",
    expires_in_minutes: "Expires in",
    maxFileBytes: "Max file",
    expires_at: "Expires",
    folderId: "Folder id",
  }
  for (const [name, label] of Object.entries(labels)) assert.equal(labelOf(name), label)
  assert.equal(labelOf("days"), "days", "a name that is only a unit stays")
  const durations: [string, number, string | undefined][] = [
    ["expires_in_minutes", 15, "15 minutes"],
    ["expires_in_minutes", 1, "1 minute"],
    ["expiresInMinutes", 120, "2 hours"],
    ["expiresInMinutes", 10_080, "7 days"],
    ["maxFileBytes", 25_000_000, "25 MB"],
    ["max_file_bytes", 0, "0 bytes"],
    ["maxFiles", 3, undefined],
  ]
  for (const [name, value, words] of durations) assert.equal(durationOf(name, value), words, name)
  assert.equal(isMoment("expires_at", "2026-12-01T09:00:00Z"), true)
  assert.equal(isMoment("expiresAt", 1_790_000_000_000), true)
  for (const value of ["2026-12-01", "soon", 5, null]) assert.equal(isMoment("expires_at", value), false)
})
