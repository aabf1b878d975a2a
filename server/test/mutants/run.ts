/**
 * `npm run mutants -- --seed 7 --places 200`: changes one place of the sources at a time, runs the quick tests that get
 * there, and prints each change that no test notices. The sources on the disk stay as they are: the processes of tests
 * change the text of a file when they load it (run-files.ts).
 */
import { globSync } from "node:fs"
import { parseArgs } from "node:util"
import { repository } from "../rules/count-sources.ts"
import { globalSetup, globalTeardown } from "../support/global-setup.ts"
import { inLanes, isNoticed, recordReach, testsOf } from "./lanes.ts"
import { type Place, readSource, type Source, withChange } from "./places.ts"

/** The rules of money, delivery, gift codes, scopes, tenants, sharing and typed text. */
const rules = [
  "access/**/*.ts",
  "domains/{handover,connections,docs/sharing,drive/shares,drive/upload-links,links/slugs,workspaces/members}/**/*.ts",
  "domains/drive/{link-token,open-share-store,signed-address}.ts",
  "domains/links/{link-input,link-slug,namespace,read-destination}.ts",
  "domains/**/*-store.ts",
  "kernel/{clean-text,email-address,has-ended,id-input,ids,letter,line-input,name-input,search-text,secret}.ts",
  "storage/{own-row,in-order,directory,delete-oldest,latest-first}.ts",
]

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    places: { type: "string", default: "200" },
    /** A part of the paths of the files to change. */
    in: { type: "string", default: "" },
  },
})

const began = performance.now()
await globalSetup()
const places = choose(ruleFiles().map(readSource), Number(values.places))
const reach = await recordReach(places)
const results = await inLanes(places, async (place) => {
  const tests = testsOf(place, reach)
  const isFound = await isNoticed(place, tests)
  if (!isFound) console.log(describe(place), tests.length === 0 ? "(no test gets there)" : "")
  return isFound
})
const noticed = results.filter((isFound) => isFound).length
const share = ((100 * noticed) / places.length).toFixed(1)
const minutes = ((performance.now() - began) / 60_000).toFixed(1)
console.log(
  `Seed ${values.seed}: ${noticed} of ${places.length} changes were noticed, ${share} %, in ${minutes} minutes.`,
)
await globalTeardown()

function ruleFiles(): string[] {
  const files = globSync(
    rules.map((rule) => `server/src/${rule}`),
    { cwd: repository },
  )
  return [...new Set(files)].filter((file) => !file.endsWith(".test.ts") && file.includes(values.in)).sort()
}

/** Chooses different places by the seed, and for each one of its changes. */
function choose(sources: readonly Source[], count: number): Place[] {
  const random = randomFrom(Number(values.seed))
  const oneOf = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]
  const bySpan = Map.groupBy(
    sources.flatMap(({ places }) => places),
    ({ file, start, end }) => `${file}:${start}:${end}`,
  )
  const chosen: Place[] = []
  while (chosen.length < count && bySpan.size > 0) {
    const span = oneOf([...bySpan.keys()]) ?? ""
    const place = oneOf(bySpan.get(span) ?? [])
    if (place) chosen.push(place)
    bySpan.delete(span)
  }
  return chosen
}

/** Makes numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** `file:line  before → after`, with the rest of the line around the change. */
function describe(place: Place): string {
  const { text } = readSource(place.file)
  const from = text.lastIndexOf("\n", place.start) + 1
  const to = text.indexOf("\n", place.end)
  const after = withChange(text, place).slice(from, to + place.text.length - (place.end - place.start))
  const [before, changed] = [text.slice(from, to), after].map((line) => line.trim().replaceAll(/\s+/g, " "))
  return `${place.file}:${text.slice(0, place.start).split("\n").length}  ${before} → ${changed}`
}
