import type { BenchCase, BenchRun } from "./case.ts"
import { manyGrants, manyLinks, manyOffers } from "./loads/fill.ts"
import { benchQueries } from "./loads/texts.ts"
import { measureCreation, measureRefresh, measureTools } from "./measures/agents.ts"
import { measureLoop } from "./measures/assistant.ts"
import { measureAsks, measureInterference, measureSales, measureStorm } from "./measures/beside.ts"
import { measureChangesShown, measureRoutes, measureScroll, measureShift } from "./measures/browser.ts"
import { measureMemory, measureOpening, measureStreams, measureTyping } from "./measures/docs.ts"
import { measureFrames } from "./measures/frames.ts"
import { measureBacklog, measureDelays, measureNotes, measureSending } from "./measures/hooks.ts"
import * as inProcess from "./measures/in-process.ts"
import { measureCache, measureQuality, measureWire } from "./measures/models.ts"
import * as requests from "./measures/requests.ts"
import { measureScale, visitorsOperations } from "./measures/scale.ts"

const wires = ["anthropic", "openai"] as const
const databases = [
  { on: "SQLite", queryMs: 10, rehearsalMs: 2 },
  { on: "PostgreSQL", queryMs: 30, rehearsalMs: 6, needs: "PostgreSQL" },
] as const
const paths = [
  { title: "check-slug", path: "/api/onboard/check-slug?slug=my-studio", atLeast: 0.45 },
  { title: "offer lookup", path: "/api/pay/demo", atLeast: 0.4 },
  { title: "og from cache", path: "/api/og?title=Hello&description=From+the+cache", atLeast: 0.45 },
]
const manyRedirects = ({ sizes }: BenchRun) => [...manyLinks(sizes.links), ...manyGrants(sizes.rows)]
const manySales = ({ sizes }: BenchRun) => manyOffers(sizes.rows)
const others = "(p50 {p50}, p99 {p99}, most {most})"
const pages = ["home", "pay", "sign-in", "delivery", "claim", "new workspace", "consent", "console"]

const sdks = [
  { kind: "with tools", list: { atLeast: 8 }, call: { atLeast: 3 } },
  { kind: "leanest", list: {}, call: {} },
]

/** Three more processes apply a shared keystroke, so it has no target. */
const targetOf = (operation: string) => (operation === "shared keystroke" ? {} : { atMost: 1.15 })

const each = <Of>(all: readonly Of[], toCase: (one: Of) => BenchCase): BenchCase[] => all.map(toCase)

/** The figures of each of these. */
const forEach = <Of>(all: readonly Of[], figuresOf: (one: Of) => BenchCase["figures"]): BenchCase["figures"] =>
  Object.assign({}, ...all.map(figuresOf))

/** Every case in the order of its report. */
export const benchCases: readonly BenchCase[] = [
  {
    ...{ name: "startup", measure: requests.measureStartup, rounds: 9, sizes: { restMs: 2_000 } },
    about: "a start on an empty data folder until its first 200, to the imports of its four libraries alone",
    figures: {
      ratio: ["start to first 200 to its libraries' imports", "ratio", { atMost: 2 }],
      memoryMb: ["idle memory", "MB", { atMost: 130 }],
    },
  },
  {
    ...{ name: "cards", measure: inProcess.measureCards, rounds: 5, sizes: { times: 40 } },
    about: "a drawn card, to the renderer alone on as many threads, and to satori with resvg",
    figures: {
      drawnMs: ["card drawn", "ms"],
      takumiMs: ["card, the renderer's own time", "ms"],
      satoriMs: ["card, satori and resvg", "ms"],
      overhead: ["card drawn, to the renderer's own time", "×", { atMost: 1.15 }],
      faster: ["card drawn, faster than satori and resvg", "×", { atLeast: 4 }],
    },
  },
  {
    ...{ name: "links", measure: requests.measurePath("/s/palette"), rounds: 11, sizes: { turnMs: 1_000 } },
    about: "a redirect whose click is on disk, to a bare server that sends the same 302",
    figures: {
      "ours rate ratio": ["redirect, click committed", "of bare", { atLeast: 0.3 }],
      "ours rate": ["redirects", "/s"],
    },
  },
  {
    ...{ name: "links", measure: requests.measureFilled("/s/palette", manyRedirects), rounds: 11 },
    sizes: { turnMs: 1_000, links: 1_000_000, rows: 100_000 },
    about: "the same with a million links and 100,000 grants, to few",
    figures: { ratio: ["redirect: a million links", "×", { atLeast: 0.75 }] },
  },
  {
    ...{ name: "links", measure: measureCreation, rounds: 11 },
    sizes: { turnMs: 1_000, links: 1_000_000, rows: 100_000 },
    about: "a link made by a tool call, to its transaction alone; with few links and grants, and with many",
    figures: {
      "ours rate ratio": ["create_link, committed", "of bare", { atLeast: 0.7 }],
      "ours rate": ["create_link calls", "/s"],
      many: ["create_link: a million links", "×", { atLeast: 0.75 }],
    },
  },
  {
    ...{ name: "clicks", needs: "PostgreSQL", measure: requests.measureClicks(0), rounds: 11 },
    sizes: { warmUpMs: 4_000, turnMs: 1_000, links: 100_000 },
    about: "redirects of 100,000 links by 64 clients, to those of one (operations 40)",
    figures: {
      "one rate": ["PostgreSQL: redirects of one link", "/s"],
      "many rate": ["PostgreSQL: redirects of 100,000 links", "/s"],
      "many rate ratio": ["PostgreSQL: 100,000 links to one", "×", { atLeast: 0.8 }],
      "many cpu": ["PostgreSQL: CPU of a redirect", "µs"],
    },
  },
  {
    ...{ name: "clicks", needs: "PostgreSQL", measure: requests.measureClicks(2), rounds: 11 },
    sizes: { warmUpMs: 4_000, turnMs: 1_000, links: 100_000 },
    about: "the same with PostgreSQL 2 ms away in each direction",
    figures: {
      "one rate": ["PostgreSQL 2 ms away: one link", "/s"],
      "many rate": ["PostgreSQL 2 ms away: 100,000 links", "/s", { atLeast: 1_000 }],
    },
  },
  {
    ...{ name: "asks", measure: measureAsks, rounds: 9, sizes: { warmUpMs: 6_000, turnMs: 3_000, rows: 10_000 } },
    about: "check-slug beside a proxy that asks for 10,000 unknown hostnames a second (operations 31)",
    figures: {
      "beside refused": ["unknown hostnames: answered", "/s", { atLeast: 9_500 }],
      "beside cpu": ["unknown hostnames: CPU of the process", "µs"],
      "alone p99": ["check-slug p99 at 200/s, alone", "ms"],
      "beside p99": ["check-slug p99 beside unknown hostnames", "ms"],
      "beside p99 ratio": ["check-slug p99, beside hostnames to alone", "×", { atMost: 1.5 }],
    },
  },
  {
    ...{ name: "live", measure: inProcess.measureChanges, rounds: 7, sizes: { warmUpMs: 1_000, turnMs: 1_000 } },
    about: "a link made with its change row, to one made without it",
    figures: {
      "ours rate ratio": ["create_link, its change recorded", "of without", { atLeast: 0.7 }],
      "ours rate": ["create_link, its change recorded", "/s"],
    },
  },
  {
    ...{ name: "live", measure: measureStreams, sizes: { rows: 2_000, restMs: 2_000 } },
    about: "2,000 idle streams of changes, and a change that all of them get",
    figures: {
      kilobytes: ["stream, of {rows} idle ones", "kB"],
      lastMs: ["change until the last of {rows} has it", "ms"],
      cpuMs: ["change sent to {rows}, processor", "ms"],
    },
  },
  {
    ...{ name: "hooks", measure: measureDelays, rounds: 3, sizes: { events: 80 } },
    about: "from the commit of an event to its first try, with ten endpoints; and with one of them that hangs",
    figures: {
      median: ["webhook, commit to first try, median", "ms", { atMost: 25 }],
      p99: ["webhook, commit to first try, p99", "ms", { atMost: 150 }],
      hanging: ["the same beside one that hangs (doors 10)", "of without", { atMost: 1.5 }],
    },
  },
  {
    ...{ name: "hooks", measure: measureSending, rounds: 9, sizes: { events: 400 } },
    about: "webhooks to ten endpoints, to bare posts of the same receivers",
    figures: {
      "ours rate ratio": ["webhooks sent and recorded, ten endpoints", "of bare posts", { atLeast: 0.5 }],
      "ours rate": ["webhooks sent and recorded, ten endpoints", "/s"],
    },
  },
  {
    ...{ name: "hooks", measure: measureNotes, rounds: 24, sizes: { warmUpMs: 250, turnMs: 250 } },
    about: "a link made with a note of it, to one without",
    figures: {
      "unheard rate ratio": ["create_link, its event unheard", "of without", { atLeast: 0.95 }],
      "heard rate ratio": ["create_link, its event heard", "of without", { atLeast: 0.65 }],
    },
  },
  {
    ...{ name: "hooks", measure: measureBacklog, sizes: { events: 1_000_000, times: 8_000 } },
    about: "webhooks with a million events that wait, to ten thousand",
    figures: { ratio: ["webhooks with a million waiting", "of ten thousand", { atLeast: 0.6 }] },
  },
  ...each([2, 5], (perSecond) => ({
    ...{ name: "docs", measure: measureTyping(perSecond) },
    sizes: { warmUpMs: 5_000, turnMs: 15_000, people: 50 },
    about: "from a keystroke of one of fifty people in a doc until another one has it",
    figures: {
      p95: [`{people} in a doc, ${perSecond} keys/s each, p95 ${others}`, "ms", { atMost: 60 }],
      cpu: [`{people} in a doc, ${perSecond} keys/s each, server`, "% CPU"],
    },
  })),
  {
    ...{ name: "docs", measure: measureOpening, sizes: { docs: 25, rows: 10_000 } },
    about: "a doc with many edits that is not in memory",
    figures: { ms: ["doc of {rows} edits, until it is open", "ms", { atMost: 60 }] },
  },
  {
    ...{ name: "docs", measure: measureMemory, sizes: { rows: 1_000, people: 50, restMs: 2_000 } },
    about: "the memory of connections to ten docs, and of as many docs",
    figures: {
      "connection heap": ["connection to a doc, of {rows} (resident {connection resident})", "kB heap"],
      heap: ["open doc, empty, of {rows} (resident {resident})", "kB heap"],
    },
  },
  {
    ...{ name: "storm", needs: "PostgreSQL", measure: measureStorm },
    sizes: { turnMs: 35_000, rows: 3_000, docs: 1_000, restMs: 6_000 },
    about: "a look-up of an offer at 100/s: alone, beside 3,000 sockets over 1,000 docs, after PostgreSQL stood still",
    figures: {
      alone: ["offer lookup p99 at 100/s, PostgreSQL, alone", "ms"],
      beside: ["offer lookup p99 beside {rows} sockets over {docs} docs", "ms"],
      ratio: ["offer lookup p99, beside sockets to alone", "×", { atMost: 2 }],
      after: ["offer lookup p99 after a pause of 6 s", "ms"],
      afterRatio: ["offer lookup p99, after the pause to alone", "×", { atMost: 2 }],
    },
  },
  {
    ...{ name: "refresh", measure: measureRefresh, rounds: 5 },
    sizes: { warmUpMs: 1_000, turnMs: 2_000, rows: 100_000 },
    about: "token refreshes, to the transaction alone; and with 100,000 grants, to few",
    figures: {
      "few rate ratio": ["token refresh, committed", "of bare", { atLeast: 0.7 }],
      "few rate": ["token refreshes", "/s"],
      many: ["token refresh: 100,000 grants", "×", { atLeast: 0.75 }],
    },
  },
  ...each(databases, ({ on, queryMs, ...more }) => ({
    ...{ name: "search", measure: inProcess.measureSearch(on), sizes: { docs: 100_000 }, ...more },
    about: `the full-text search in 100,000 docs on ${on}, beside a LIKE over the same docs`,
    figures: forEach(Object.keys(benchQueries), (query) => ({
      [`${query} ms`]: [`${on}, ${query} (p95 {${query} p95}, LIKE {${query} like})`, "ms", { atMost: queryMs }],
    })),
  })),
  ...each(databases, ({ on, ...more }) => ({
    ...{ name: "overview", measure: inProcess.measureOverview(on), rounds: 30, sizes: { links: 100_000 }, ...more },
    about: `the overview of a workspace with 100,000 links on ${on}`,
    figures: { ms: [`${on}, overview of 100,000 links`, "ms", { atMost: 50 }] },
  })),
  {
    ...{ name: "sales", needs: "PostgreSQL", measure: measureSales },
    sizes: { people: 200, times: 200, turnMs: 20_000 },
    about: "a checkout while 200 buyers arrive at another workspace's offer, to the same alone",
    figures: {
      unlimited: ["checkout p99 beside 200 buyers without a limit (alone {alone} ms)", "×", { atMost: 2 }],
      limited: ["checkout p99 beside 200 buyers with a limit (alone {alone} ms)", "×", { atMost: 2 }],
    },
  },
  {
    ...{ name: "scale", needs: "PostgreSQL", measure: measureScale, rounds: 7 },
    sizes: { warmUpMs: 30_000, restMs: 10_000, turnMs: 3_000, times: 1_500 },
    about: "four processes of an installation, to one (operations 51, 52, 54); a Redis and a process that fail",
    figures: {
      ...forEach(visitorsOperations, (operation) => ({
        [operation]: [`CPU of a ${operation}: one process`, "µs"],
        [`${operation} database`]: [`CPU of a ${operation}: PostgreSQL`, "µs"],
        [`${operation} ratio`]: [`CPU of a ${operation}: 4 processes to one`, "×", targetOf(operation)],
      })),
      transactions: ["idle process: transactions", "/s", { atMost: 3 }],
      mixture: ["mixture: CPU to the sum of its operations", "×", { atLeast: 0.8, atMost: 1.2 }],
      waits: ["mixture: samples with a wait for a lock", "%"],
      "frozen failed": ["Redis stands still: failed requests", "", { atMost: 0 }],
      "frozen p99": ["Redis stands still: p99", "ms"],
      "killed failed": ["one of four processes is killed: failed requests", "", { atMost: 0 }],
      "killed p99": ["one of four processes is killed: p99", "ms"],
    },
  },
  {
    ...{ name: "pages", measure: requests.measurePages, rounds: 300 },
    about: "each page from its request to its last byte, beside the least answer",
    figures: {
      "reference more": ["page: API reference, more than the least answer", "ms", { atMost: 1 }],
      ...forEach(pages, (name) => ({
        [`${name} ms`]: [`page: ${name}`, "ms", { atMost: 3 }],
        [`${name} ratio`]: [`page: ${name}, beside the least answer`, "×"],
      })),
    },
  },
  {
    ...{ name: "browser", needs: "Chromium", measure: measureChangesShown, rounds: 11, sizes: { links: 10_000 } },
    about: "a press in the list of links until a frame shows its result, to a plain page of the same elements",
    figures: {
      trash: ["browser: a link is moved to trash", "ms", { atMost: 50 }],
      trashRatio: ["browser: beside a row of a plain page", "×"],
      rename: ["browser: a link is renamed, saved and shown", "ms", { atMost: 200 }],
      renameRatio: ["browser: beside a row of a plain page", "×"],
    },
  },
  {
    ...{ name: "browser", needs: "Chromium", measure: measureRoutes, rounds: 11, sizes: { links: 10_000 } },
    about: "a page of the console that was seen before, to a plain page of the same elements",
    figures: {
      ms: ["browser: a page seen before shows", "ms", { atMost: 50 }],
      ratio: ["browser: beside a plain page's own elements", "×"],
    },
  },
  {
    ...{ name: "browser", needs: "Chromium", measure: measureScroll, sizes: { links: 10_000, times: 300 } },
    about: "the list of 10,000 links scrolled frame by frame, to a plain page of as many rows",
    figures: forEach(["at full speed", "at a quarter of it"], (speed) => ({
      [`${speed} slow`]: [`browser: frames over 50 ms ${speed}`, "of {times}"],
      [`${speed} plainSlow`]: ["browser: the same in a plain page", "of {times}"],
      [`${speed} ms`]: [`browser: a frame of the list ${speed}`, "ms"],
      [`${speed} ratio`]: ["browser: beside one of a plain page", "×"],
    })),
  },
  {
    ...{ name: "browser", needs: "Chromium", measure: measureShift },
    about: "the layout shift of each page while it loads, on a phone or a desktop",
    figures: forEach(["home", "pay", "sign-in", "delivery", "console"], (name) => ({
      [name]: [`browser: layout shift, ${name}`, "", { atMost: 0.01 }],
    })),
  },
  ...each(sdks, ({ kind, list, call }) => ({
    ...{ name: "tools", measure: measureTools(kind), rounds: 5, sizes: { turnMs: 2_000 } },
    about: `the tool server, to the official one of the second line (${kind}), which returns constants`,
    figures: {
      "list ours rate ratio": [`tools/list: throughput (SDK ${kind})`, "of SDK", list],
      "list ours rate": ["tools/list (SDK {list sdk rate})", "/s"],
      "call ours rate ratio": [`tools/call list_workspaces: throughput (SDK ${kind})`, "of SDK", call],
      "call ours rate": ["tools/call list_workspaces (SDK {call sdk rate})", "/s"],
    },
  })),
  {
    ...{ name: "traces", measure: requests.measureTraces, rounds: 21, sizes: { turnMs: 1_000, times: 5_000_000 } },
    about: "the processor time of an offer look-up, with traces and without them (operations 23)",
    figures: {
      "none cpu": ["offer lookup: CPU without traces", "µs"],
      seams: ["offer lookup: seams", ""],
      off: ["traces off: CPU of the seams", "%", { atMost: 1 }],
      "some cpu ratio": ["1 % traced: CPU", "of none", { atMost: 1.05 }],
      "all cpu ratio": ["100 % traced: CPU", "of none"],
    },
  },
  ...each(wires, (wire) => ({
    ...{ name: "assistant", measure: measureWire(wire), rounds: 5, sizes: { times: 40 } },
    about: `an answer of a model on the wire ${wire}, to only reading the same bytes`,
    figures: {
      firstMs: [`${wire}: first words, after bare fetch's first byte`, "ms", { atMost: 10 }],
      pieceMs: [`${wire}: a piece of text, CPU over bare fetch`, "ms", { atMost: 0.05 }],
      stopMs: [`${wire}: from an abort to its rejection`, "ms", { atMost: 20 }],
    },
  })),
  {
    ...{ name: "assistant", measure: measureLoop, rounds: 5 },
    sizes: { times: 40, rows: 4_000, events: 200, people: 40 },
    about: "the assistant's loop and its stream, to the same answers of its model alone",
    figures: {
      coldMs: ["first question of a process, over the model's own", "ms"],
      firstMs: ["first words on a page, over the model's own: median", "ms", { atMost: 25 }],
      p95: ["first words on a page, over the model's own: p95", "ms", { atMost: 80 }],
      ratio: ["first words on a page, over the model's own, to a renaming", "ratio", { atMost: 4 }],
      over: ["a piece of text to a page, CPU over the model's own", "ms", { atMost: 0.05 }],
      served: ["a piece of text to a page, CPU with the model's own", "ms"],
      stopMs: ["from stopping to the end of the answer", "ms", { atMost: 200 }],
      returnMs: ["coming back to a conversation of {events} messages", "ms", { atMost: 150 }],
      manyP95: ["first words of {many} answers at once: p95", "ms"],
      manyKilobytes: ["an answer, of {many} at once", "kB"],
    },
  },
  ...each(wires, (wire) => ({
    ...{ name: "assistant", measure: measureCache(wire) },
    about: `what the provider on the wire ${wire} has cached of the next request: the least of a conversation`,
    figures: { least: [`${wire}: of a request, cached for the next step or question`, "%", { atLeast: 95 }] },
  })),
  ...each(databases, ({ on, rehearsalMs, ...more }) => ({
    ...{ name: "assistant", measure: inProcess.measureRehearsal(on), rounds: 5, sizes: { times: 100 }, ...more },
    about: `a rehearsal of an action on ${on}, to the action`,
    figures: { over: [`a rehearsal on ${on}, over the action's own time`, "ms", { atMost: rehearsalMs }] },
  })),
  {
    ...{ name: "assistant", needs: "Chromium", measure: measureFrames, sizes: { times: 400, rows: 99 } },
    about: "the main thread's work for a frame while a long answer arrives, a hundred pieces a second",
    figures: {
      median: ["assistant: a frame of the page while an answer comes, median", "ms", { atMost: 8 }],
      p95: ["assistant: the same, 95 of 100", "ms"],
    },
  },
  {
    ...{ name: "assistant", measure: measureQuality, sizes: { times: 30 } },
    ...{ needs: "SVC_MODEL_URL or SVC_MODEL_KEY", about: "thirty questions about the demo, asked a real model" },
    figures: {
      right: ["questions answered rightly, of {times}", "", { atLeast: 27 }],
      tokens: ["tokens for a question", ""],
    },
  },
  {
    ...{ name: "interference", measure: measureInterference, rounds: 5 },
    sizes: { warmUpMs: 1_000, turnMs: 4_000, times: 200 },
    about: "check-slug beside 200 cards that are drawn, to the same alone",
    figures: {
      "alone p99": ["check-slug p99 at 200/s, alone", "ms"],
      "beside p99": ["check-slug p99 while cards are drawn", "ms"],
      "beside p99 ratio": ["check-slug p99, drawing to alone", "×", { atMost: 2 }],
    },
  },
  ...each(paths, ({ title, path, atLeast }) => ({
    ...{ name: "paths", measure: requests.measurePath(path), rounds: 11, sizes: { turnMs: 1_000 } },
    about: `${title}, to a bare server that sends the same bytes`,
    figures: {
      "ours rate ratio": [`${title}: throughput`, "of bare", { atLeast }],
      "ours rate": [`${title}: requests`, "/s"],
      "ours cpu": [`${title}: server CPU (bare {bare cpu})`, "µs"],
    },
  })),
  ...each(paths.slice(0, 2), ({ title, path }) => ({
    ...{ name: "million", measure: requests.measureFilled(path, manySales), rounds: 11 },
    sizes: { turnMs: 1_000, rows: 1_000_000 },
    about: `${title} with few rows, to a million of each kind`,
    figures: { slower: [`${title}: few rows to a million`, "×", { atMost: 1.3 }] },
  })),
]
