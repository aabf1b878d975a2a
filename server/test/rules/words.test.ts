import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"

const root = join(import.meta.dirname, "../../..")

/** The sources with texts for people, by their paths. */
function sources(): { path: string; text: string }[] {
  return ["server/src", "web/src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => ({ path: join(folder, name), text: readFileSync(join(root, folder, name), "utf8") })),
  )
}

/** What no text for people has, and what stands there instead. */
const rules = [
  { never: /Left empty|left empty/, instead: "a placeholder that says what empty means: Unlimited, No expiry, Random" },
  { never: /\b(?:label|title|placeholder|description)="[^"]*\b[Ss]lug\b/, instead: "Workspace URL, or short link" },
  { never: /\b(?:label|title|placeholder): "[^"]*\b[Ss]lug\b/, instead: "Workspace URL, or short link" },
  { never: /\b(?:label|title|description|hint|below)="[^"]*`/, instead: "the field's label, without backticks" },
  { never: /\b(?:label|title|below|submit)[=:] ?"[^"]*\bprocessor\b/, instead: "payment provider, or Stripe" },
]

test("texts for people say what empty means, and use labels instead of names of the code", () => {
  const found = sources().flatMap(({ path, text }) =>
    rules.flatMap(({ never, instead }) =>
      text.split("\n").flatMap((line, at) => (never.test(line) ? [`${path}:${at + 1}: write ${instead}`] : [])),
    ),
  )
  assert.deepEqual(found, [])
})
