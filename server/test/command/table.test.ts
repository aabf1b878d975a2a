import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { commandDocs } from "#command/command-docs.ts"
import { commandTable } from "#command/commands.ts"
import { wordsAfter } from "#command/completion.ts"
import { runInProcess } from "#test/support/command/run-in-process.ts"
import { shell } from "#test/support/processes/programs.ts"

const names = Object.keys(commandTable)

test("help, completions, docs/command.md and the table have the same commands and options", async () => {
  const page = readFileSync(new URL("../../../docs/command.md", import.meta.url), "utf8")
  assert.equal(page, commandDocs(), "run `npm run docs`")
  assert.deepEqual([...page.matchAll(/^## (.+)$/gm)].map(([, name]) => name), names) // biome-ignore format: one thought

  const { out: help } = await runInProcess(["--help"])
  const listed = [...help.matchAll(/^ {2}([a-z][a-z -]*?) (?:<\w+>|\[\w+\])? {2,}/gm)].map(([, name]) => name?.trim())
  assert.deepEqual(listed, names)

  const { out: script } = await runInProcess(["completion", "bash"])
  for (const name of names) {
    const options = Object.keys(commandTable[name]?.options ?? {}).map((option) => `--${option}`)
    const { out: own } = await runInProcess([...name.split(" "), "--help"])
    assert.deepEqual([...new Set(own.match(/--(?!json)[\w-]+/g) ?? [])], options, name)
    assert.equal((await runInProcess(["help", ...name.split(" ")])).out, own)
    assert.ok(options.every((option) => wordsAfter(commandTable, name).includes(option)))
  }
  assert.deepEqual(
    completedByBash(script, names),
    ["", ...names].map((words) => wordsAfter(commandTable, words).join(" ")),
  )
})

/** What bash offers behind each beginning of a line. */
function completedByBash(script: string, beginnings: readonly string[]): string[] {
  const asks = ["", ...beginnings].map((words) => {
    const line = `atelier ${words}`.trim().split(" ")
    return `COMP_WORDS=(${line.join(" ")} ""); COMP_CWORD=${line.length}; _atelier; echo "\${COMPREPLY[*]}"`
  })
  return shell(`${script}\n${asks.join("\n")}`)
    .trimEnd()
    .split("\n")
}

test("bash completes a half-written option after a folder, and files where a folder is expected", async () => {
  const { out: script } = await runInProcess(["completion", "bash"])
  const ask = (words: string) =>
    `COMP_WORDS=(atelier ${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _atelier; echo "\${COMPREPLY[*]}"`
  const folder = new URL("../", import.meta.url).pathname
  const said = shell(
    `cd ${folder}; set +e\n${script}\n${ask("restore /backups/one --po")}\n${ask("restore comm")}\n${ask("user sign")}`,
  )
  assert.deepEqual(said.trimEnd().split("\n"), ["--pool", "command", "sign-in-link"])
})

test("the scripts for zsh and fish name each command and each option", async () => {
  const { out: zsh } = await runInProcess(["completion", "zsh"])
  const { out: fish } = await runInProcess(["completion", "fish"])
  for (const name of names) {
    const words = wordsAfter(commandTable, name)
      .filter((word) => word.startsWith("--"))
      .map((word) => word.slice(2))
    for (const word of [...name.split(" "), ...words]) {
      assert.ok(zsh.includes(word), `zsh: ${name} ${word}`)
      assert.match(fish, new RegExp(`complete -c atelier -n '[^']+' (-f -a|-l) ${word}( |$)`, "m"))
    }
  }
})
