import { parseArgs } from "node:util"
import { capacityTable, demandsOf } from "../server/src/scripts/capacity-docs.ts"
import { measureCase, missingFor, shownFigure } from "./case.ts"

/**
 * Prints every promised ratio, measured side by side in this run. The exit code says whether all targets were met. `npm
 * run bench -- startup cards` runs only those cases. With `--short` each case has one round with small loads, which
 * shows that it works, and no target is judged.
 */
const { positionals: wanted, values } = parseArgs({ allowPositionals: true, options: { short: { type: "boolean" } } })
if (wanted[0] === "capacity") {
  console.log(capacityTable(demandsOf(wanted.slice(1))))
  process.exit()
}

const { benchCases } = await import("./cases.ts")
const nameOf = (title: string) => title.split(":")[0] ?? ""
const names = new Set(Object.keys(benchCases).map(nameOf))
const unknown = wanted.filter((name) => !names.has(name))
if (unknown.length > 0)
  throw new Error(`There is no case ${unknown}. Write some of: capacity, ${[...names].join(", ")}.`)

const missed: string[] = []
for (const [title, one] of Object.entries(benchCases)) {
  if (wanted.length > 0 && !wanted.includes(nameOf(title))) continue
  console.log(`\n${title}`)
  const missing = await missingFor(one)
  if (missing) console.log(`  Not measured: ${missing} is missing.`)
  for (const { name, value, unit, target, isKept } of missing ? [] : await measureCase(one, values.short === true)) {
    const isMissed = !isKept && !values.short
    if (isMissed) missed.push(name)
    const figure = `${shownFigure(value).padStart(8)} ${unit.padEnd(8)} ${values.short ? "" : target}`
    console.log(`${isMissed ? "✗" : " "} ${name.padEnd(48)} ${figure}`)
  }
}
const judgement = missed.length === 0 ? "Every ratio is kept." : `${missed.length} missed: ${missed.join("; ")}.`
console.log(`\n${values.short ? "No target was judged." : judgement}`)
process.exitCode = missed.length === 0 ? 0 : 1
