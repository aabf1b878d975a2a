/** How many people use an installation, and what they do at its busiest time. */
export interface Demand {
  readonly people: number
  /** Percent of the people who have a page open. */
  readonly inUse: number
  /** Redirects per second for a thousand people. */
  readonly clicks: number
  /** Percent of those with an open page who type in a doc, two keys a second. */
  readonly typing: number
  /** Changes per minute of a person with an open page, and calls of their agents. */
  readonly changes: number
  /** Sales a day for a thousand people; the busiest second has ten times the mean. */
  readonly sales: number
  /** Megabytes of files per second for a thousand people. */
  readonly downloads: number
}

export const usualDemand: Omit<Demand, "people"> = { inUse: 5, clicks: 5, typing: 10, changes: 2, sales: 20, downloads: 0.5 } // biome-ignore format: a row

/** Processor time in microseconds, commits and bytes of the write-ahead log. */
interface UnitCost {
  readonly service: number
  readonly database: number
  readonly commits: number
  readonly log: number
}

/**
 * Measured by `npm run bench -- scale` at a low rate, where nothing is grouped. A sale and a change were not measured:
 * they cost as many checkouts as their round trips do. A test counts the commits and bytes.
 */
export const unitCosts = {
  redirect: { service: 490, database: 1_610, commits: 1, log: 500 },
  sale: { service: 15_500, database: 16_000, commits: 22, log: 30_900 },
  change: { service: 2_100, database: 2_150, commits: 1, log: 4_000 },
  keystroke: { service: 860, database: 640, commits: 1, log: 1_300 },
} as const satisfies Record<string, UnitCost>

/** The capacity of one process: half a processor, streams, connections; and its own memory in MB. */
const process = { share: 0.5, streams: 5_000, connections: 27, memory: 116 }
const streamKilobytes = 22
const socketKilobytes = 12
const docKilobytes = 50
/** A change is sent to this many pages in the mean: those of the same workspace. */
const pagesOfWorkspace = 4
const deliveryMicroseconds = 18
const megabytesPerSecond = 150

/** The capacity of one PostgreSQL server before the handbook's next stage: half of 16 processors, and these. */
const server = { databaseCores: 16, connections: 500, commits: 10_000, logMegabytes: 100 }

export interface Need {
  readonly processes: number
  readonly cores: number
  readonly databaseCores: number
  readonly connections: number
  readonly commits: number
  readonly logMegabytes: number
  readonly gigabytes: number
}

type Rates = Record<keyof typeof unitCosts, number>

/** The operations per second of a demand at its busiest time. */
function ratesOf({ people, inUse, clicks, typing, changes, sales }: Demand): Rates {
  const open = (people * inUse) / 100
  return {
    redirect: (people / 1_000) * clicks,
    sale: ((people / 1_000) * sales * 10) / 86_400,
    change: (open * changes) / 60,
    keystroke: ((open * typing) / 100) * 2,
  }
}

const sumOf = (rates: Rates, cost: keyof UnitCost): number =>
  (Object.keys(rates) as (keyof Rates)[]).reduce((sum, name) => sum + rates[name] * unitCosts[name][cost], 0)

/** The machines for a demand, with every part at most half in use. Each figure grows with each part of the demand. */
export function capacityOf(demand: Demand): Need {
  const rates = ratesOf(demand)
  const open = (demand.people * demand.inUse) / 100
  const delivering = rates.change * pagesOfWorkspace * deliveryMicroseconds
  const sending = ((demand.people / 1_000) * demand.downloads) / megabytesPerSecond
  const busy = (sumOf(rates, "service") + delivering) / 1e6 + sending
  const processes = Math.max(1, Math.ceil(busy / process.share), Math.ceil(open / process.streams))
  const typists = (open * demand.typing) / 100
  return {
    processes,
    cores: Math.ceil(busy / process.share),
    databaseCores: Math.ceil(sumOf(rates, "database") / 1e6 / process.share),
    connections: processes * process.connections,
    commits: sumOf(rates, "commits"),
    logMegabytes: sumOf(rates, "log") / 1e6,
    gigabytes:
      (processes * process.memory * 1e3 + open * streamKilobytes + typists * (socketKilobytes + docKilobytes)) / 1e6,
  }
}

/** The number of people above which one PostgreSQL server is more than half in use, and the part that is. */
export function endsFirst(demand: Omit<Demand, "people">): { part: keyof typeof server; people: number } {
  const overOf = (people: number) => {
    const need = capacityOf({ ...demand, people })
    return (Object.keys(server) as (keyof typeof server)[]).find((part) => need[part] > server[part])
  }
  let [fits, exceeds] = [0, 1]
  for (; overOf(exceeds) === undefined; exceeds *= 2) if (exceeds > 1e12) throw new Error("This demand never ends.")
  while (exceeds - fits > 1) {
    const people = Math.floor((fits + exceeds) / 2)
    if (overOf(people) === undefined) fits = people
    else exceeds = people
  }
  return { part: overOf(exceeds) ?? "connections", people: fits }
}

const names: Record<keyof typeof server, string> = {
  databaseCores: "the database's processors",
  connections: "the database's connections",
  commits: "the database's commits",
  logMegabytes: "the bytes of the database's log",
}

const rows: Record<string, (need: Need) => string> = {
  processes: ({ processes }) => shown(processes),
  "processors of the processes": ({ cores }) => shown(cores),
  "processors of PostgreSQL": ({ databaseCores }) => shown(databaseCores),
  "connections to PostgreSQL": ({ connections }) => shown(connections),
  "commits/s": ({ commits }) => shown(commits),
  "log (MB/s)": ({ logMegabytes }) => logMegabytes.toFixed(1),
  "memory (GB)": ({ gigabytes }) => gigabytes.toFixed(1),
}

const shown = (figure: number) => Math.ceil(figure).toLocaleString("en-US")

/** A Markdown table with a column for each demand, and the part that ends first. */
export function capacityTable(demands: readonly Demand[]): string {
  const [{ people: _, ...usual }] = demands as [Demand]
  const { part, people } = endsFirst(usual)
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`
  return [
    row(["People", ...demands.map(({ people }) => shown(people))]),
    row(["---", ...demands.map(() => "---")]),
    ...Object.entries(rows).map(([name, show]) => row([name, ...demands.map((one) => show(capacityOf(one)))])),
    `\nOf one server of PostgreSQL, ${names[part]} end first, at ${shown(Number(people.toPrecision(2)))} people.\n`,
  ].join("")
}

export const usualPeople = [100, 10_000, 1_000_000]

/**
 * Reads the arguments of `npm run bench -- capacity people=5000 inUse=10`. @throws Error that lists the names, for an
 * unknown one or a value that is no number.
 */
export function demandsOf(args: readonly string[]): Demand[] {
  const { people = usualPeople, ...rest } = Object.fromEntries(args.map(readPart))
  return [people].flat().map((count) => ({ ...usualDemand, ...rest, people: count }))
}

function readPart(arg: string): [string, number] {
  const [name = "", value = ""] = arg.split("=")
  const figure = Number(value)
  if ((name in usualDemand || name === "people") && value !== "" && figure >= 0) return [name, figure]
  throw new Error(`\`${arg}\` is not a part of the demand. Write a number after people=, ${Object.keys(usualDemand).join("=, ")}=.`) // biome-ignore format: one sentence
}
