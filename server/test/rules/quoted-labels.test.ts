import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { parseSync, Visitor } from "rolldown/utils"
import { filesOf, isTest, repository } from "./count-sources.ts"

/** The folders whose texts people read in a browser. */
const interfaceFolders = ["web/src", "server/src/contract", "server/src/surfaces/pages"]

/** Stands for a value in a text. */
const value = "\u{0}"

test("each label that the documentation quotes is a label of the interface", () => {
  const isShown = readInterface()
  assert.ok(isShown("Doc menu") && isShown("1 doc with unsynced changes"))
  assert.ok(!isShown("Reticulate splines") && !isShown("Doc menus"))
  const pages = ["README.md", ...globSync("docs/**/*.md", { cwd: repository })]
  const missing = pages.flatMap((page) =>
    quotedLabels(page).flatMap((label) => (isShown(label) ? [] : [`${page}: ${label}`])),
  )
  assert.deepEqual(missing, [], "write the label as the interface has it, in italics; italics mean nothing else")
})

/** `*Settings → Webhooks*` quotes two labels. Curly quotes are the wrong form. Code quotes no labels. */
function quotedLabels(page: string): string[] {
  const text = readFileSync(join(repository, page), "utf8").replaceAll(/^```[\s\S]*?^```$|`[^`\n]*`/gm, "")
  const quotes = text.matchAll(/(?<![*\\\w])\*([^*\s][^*\n]*)\*(?!\*)|(“[^”]*”)/g)
  return [...quotes].flatMap(([, label, wrong = ""]) => label?.split(" → ") ?? [wrong])
}

/** Reads the texts of the interface. A text in lower case is a value of the code, no label. */
function readInterface(): (label: string) => boolean {
  const texts = new Set<string>()
  for (const file of interfaceFolders.flatMap(filesOf).filter((name) => !isTest(name))) {
    const { program } = parseSync(file, readFileSync(join(repository, file), "utf8"))
    new Visitor({
      Literal: (node) => typeof node.value === "string" && texts.add(node.value),
      TemplateLiteral: ({ quasis }) => texts.add(quasis.map((part) => part.value.cooked).join(value)),
      JSXElement: ({ children }) => texts.add(children.map((child) => (child.type === "JSXText" ? oneLine(child.value) : value)).join("").trim()), // biome-ignore format: one thought
    }).visit(program)
  }
  const patterns = [...texts].filter((text) => /\p{L}{4}/u.test(text) && text.includes(value)).map(toPattern)
  return (label) => /^\P{Ll}/u.test(label) && (texts.has(label) || patterns.some((pattern) => pattern.test(label)))
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ")
const toPattern = (text: string) => new RegExp(`^${text.split(value).map(RegExp.escape).join(".+")}$`, "u")
