import { asksBench } from "./asks.ts"
import { assistantBench } from "./assistant.ts"
import { browserBench } from "./browser.ts"
import { capacityTable, demandsOf } from "./capacity.ts"
import { cardsBench } from "./cards.ts"
import { clicksBench } from "./clicks.ts"
import { docsBench } from "./docs.ts"
import { hooksBench } from "./hooks.ts"
import { interferenceRows } from "./interference.ts"
import { linksBench } from "./links.ts"
import { liveBench } from "./live.ts"
import { millionRows } from "./million.ts"
import { overviewBench } from "./overview.ts"
import { pagesBench } from "./pages.ts"
import { refreshBench } from "./refresh.ts"
import { type BenchRow, isKept } from "./row.ts"
import { salesBench } from "./sales.ts"
import { scaleBench } from "./scale.ts"
import { searchBench } from "./search.ts"
import { startService } from "./servers.ts"
import { startupRows } from "./startup.ts"
import { stormBench } from "./storm.ts"
import { measurePaths, pathRows } from "./throughput.ts"
import { toolsBench } from "./tools.ts"
import { tracesBench } from "./traces.ts"

/**
 * Prints every promised ratio, measured side by side in this run. The exit code says whether all targets were met. `npm
 * run bench -- startup cards` runs only those parts.
 */
const wanted = process.argv.slice(2)
if (wanted[0] === "capacity") {
  console.log(capacityTable(demandsOf(wanted.slice(1))))
  process.exit()
}
const isWanted = (part: string) => wanted.length === 0 || wanted.includes(part)

const rows: BenchRow[] = []
const report = (more: BenchRow[]) => {
  for (const row of more) console.log(line(row))
  rows.push(...more)
}

if (isWanted("startup")) report(await startupRows())
if (isWanted("cards")) report(await cardsBench())
if (isWanted("links")) report(await linksBench())
if (isWanted("clicks")) report(await clicksBench())
if (isWanted("asks")) report(await asksBench())
if (isWanted("live")) report(await liveBench())
if (isWanted("hooks")) report(await hooksBench())
if (isWanted("docs")) report(await docsBench())
if (isWanted("storm")) report(await stormBench())
if (isWanted("refresh")) report(await refreshBench())
if (isWanted("search")) report(await searchBench())
if (isWanted("overview")) report(await overviewBench())
if (isWanted("sales")) report(await salesBench())
if (isWanted("scale")) report(await scaleBench())
if (isWanted("pages")) report(await pagesBench())
if (isWanted("browser")) report(await browserBench())
if (isWanted("tools")) report(await toolsBench())
if (isWanted("traces")) report(await tracesBench())
if (isWanted("assistant")) report(await assistantBench())
if (isWanted("paths") || isWanted("million") || isWanted("interference")) {
  const service = await startService()
  if (isWanted("interference")) report(await interferenceRows(service))
  if (isWanted("paths") || isWanted("million")) {
    const few = await measurePaths(service)
    report(pathRows(few))
    await service.stop()
    if (isWanted("million")) report(await millionRows(few))
  } else {
    await service.stop()
  }
}
const missed = rows.filter((row) => !isKept(row))
console.log(
  missed.length === 0
    ? "Every ratio is kept."
    : `${missed.length} missed: ${missed.map(({ name }) => name).join("; ")}.`,
)
process.exitCode = missed.length === 0 ? 0 : 1

function line(row: BenchRow): string {
  const { name, value, unit, atLeast, atMost } = row
  const figure = value >= 100 ? value.toFixed(0) : value.toPrecision(3)
  const target = atLeast !== undefined ? `≥ ${atLeast}` : atMost !== undefined ? `≤ ${atMost}` : ""
  return `${isKept(row) ? " " : "✗"} ${name.padEnd(48)} ${figure.padStart(8)} ${unit.padEnd(8)} ${target}`
}
