import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { handbookCommands } from "#test/support/basics/handbook.ts"

const server = join(import.meta.dirname, "../..")

test("each command of the handbook runs in a test or in a drill", () => {
  const texts = globSync(["{src,test}/**/*.test.ts", "test/drills/*.ts"], { cwd: server }).map((file) =>
    readFileSync(join(server, file), "utf8").replaceAll(/handbook\(\s+/g, "handbook("),
  )
  const isRun = (command: string) => texts.some((text) => text.includes(`handbook(${JSON.stringify(command)}`))
  assert.deepEqual([...new Set(handbookCommands)].filter((command) => !isRun(command)), []) // biome-ignore format: one thought
})
