import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"

const server = join(import.meta.dirname, "../..")

/** The folders with tests of the requirements of the assistant. */
const places = ["test/assistant", "test/tool-servers", "test/browser", "test/contracts", "test/faults", "test/pages", "src/adapters/models", "src/adapters/http-fetch", "src/domains/assistant", "src/domains/tool-servers", "../web/src/console/assistant"] // biome-ignore format: a list

const titles = places.flatMap((place) =>
  readdirSync(join(server, place), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .flatMap((name) => titlesIn(readFileSync(join(server, place, name), "utf8"))),
)

/** The requirement numbers at the beginning of tests' titles, such as `12`, or `trap 3`. */
function titlesIn(text: string): string[] {
  const begins =
    /\b(?:test|describe|onBothDatabases|onSqlite|onBothWires)\(\s*["`]((?:trap )?\d{1,2}(?:, (?:trap )?\d{1,2})*): /g
  return [...text.matchAll(begins)].flatMap(([, numbers = ""]) => numbers.split(", "))
}

const counted = (count: number, word = "") => Array.from({ length: count }, (_, at) => `${word}${at + 1}`)

test("each of the sixty requirements of the assistant, and each of the eight traps, has a test that names it", () => {
  const named = new Set(titles)
  assert.deepEqual([...counted(60), ...counted(8, "trap ")].filter((one) => !named.has(one)), []) // biome-ignore format: one thought
})

/** The requirements of selling, of people and their assistant, of operations, and of doors for developers, by study and number. */
const asked = {
  selling: [...counted(13), "16", "17", "49", "50"],
  people: ["39", "40", "41", "47"],
  operations: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "13", "14", "15", "16", "17", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32", "33", "34", "35", "36", "37", "38", "39", "40", "41", "42", "43", "44", "45", "46", "47", "48", "49", "51", "52", "53", "54"], // biome-ignore format: a list
  doors: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32", "33", "34", "35", "36", "37", "38", "39", "40", "41", "42", "43", "44", "45", "46", "47", "48", "49", "50", "51", "52", "53", "54", "55"], // biome-ignore format: a list
}

test("each requirement of selling, people, operations and doors that is met has a test or a bench that names it", () => {
  const tests = ["server/src", "server/test", "bench"].flatMap((folder) =>
    readdirSync(join(server, "..", folder), { recursive: true, encoding: "utf8" })
      .filter((name) => (folder === "bench" ? /\.ts$/ : /(\.test|\.drill|\/contract[^/]*)\.ts$/).test(name))
      .map((name) => readFileSync(join(server, "..", folder, name), "utf8")),
  )
  const isNamed = (study: string, number: string) => tests.some((text) => text.includes(`(${study} ${number})`))
  for (const [study, numbers] of Object.entries(asked))
    assert.deepEqual([study, ...numbers.filter((number) => !isNamed(study, number))], [study])
})
