import type { BenchCase, FigureRow } from "./case.ts"
import { benchQueries } from "./loads/texts.ts"
import { measureLinks, measureLive, measureRefresh, measureTools } from "./measures/agents.ts"
import { measureLoop } from "./measures/assistant.ts"
import { measureAsks, measureInterference, measureSales, measureStorm } from "./measures/beside.ts"
import { measureBrowser } from "./measures/browser.ts"
import { measureWriting } from "./measures/docs.ts"
import { measureFrames } from "./measures/frames.ts"
import { measureHooks } from "./measures/hooks.ts"
import {
  measureCards,
  measureLinkSearch,
  measureOverview,
  measureRehearsal,
  measureSearch,
} from "./measures/in-process.ts"
import { measureWires } from "./measures/models.ts"
import * as requests from "./measures/requests.ts"
import { measureScale, visitorsOperations } from "./measures/scale.ts"

const pages = ["home", "pay", "sign-in", "delivery", "claim", "new workspace", "consent"]
const paths = { "check-slug": 0.45, "offer lookup": 0.4, "og from cache": 0.45 }
const onPostgres = { needs: "PostgreSQL" } as const
const databases = [
  { on: "SQLite", queryMs: 10, rehearsalMs: 2 },
  { on: "PostgreSQL", queryMs: 30, rehearsalMs: 6, ...onPostgres },
] as const
const others = (pace: string) => `(p50 {${pace} p50}, p99 {${pace} p99}, most {${pace} most})`
/** Three more processes apply a shared keystroke, so it has no target. */
const targetOf = (operation: string) => (operation === "shared keystroke" ? {} : { atMost: 1.15 })

type Rows = Record<string, FigureRow>
const forEach = <Of>(all: readonly Of[], rowsOf: (one: Of) => Rows): Rows => Object.assign({}, ...all.map(rowsOf))

/** The rate per second, and its ratio to another load's rate. */
const rates = (key: string, row: FigureRow): Rows => ({
  [`${key} rate ratio`]: row,
  [`${key} rate`]: [row[0], "/s"],
})

const onEach = (toCases: (database: (typeof databases)[number]) => Record<string, BenchCase>) =>
  Object.assign({}, ...databases.map(toCases)) as Record<string, BenchCase>

/** Every case in the order of its report. */
export const benchCases: Readonly<Record<string, BenchCase>> = {
  "startup: a start on an empty data folder until its first 200, to the imports of its four libraries alone": {
    how: { measure: requests.measureStartup, rounds: 9 },
    ratio: ["start to first 200 to its libraries' imports", "ratio", { atMost: 2 }],
    memoryMb: ["idle memory", "MB", { atMost: 130 }],
  },
  "cards: a drawn card, to the renderer alone on as many threads, and to satori with resvg": {
    how: { measure: measureCards, rounds: 5, sizes: { cards: 40 } },
    drawnMs: ["card drawn", "ms"],
    takumiMs: ["card, the renderer's own time", "ms"],
    satoriMs: ["card, satori and resvg", "ms"],
    overhead: ["card drawn, to the renderer's own time", "×", { atMost: 1.15 }],
    faster: ["card drawn, faster than satori and resvg", "×", { atLeast: 4 }],
  },
  "links: a redirect to a bare server's 302, and a tool call to its transaction alone; the same with a million links": {
    how: { measure: measureLinks, rounds: 11, sizes: { links: 1_000_000, grants: 100_000 } },
    ...rates("redirect ours", ["redirect, click committed", "of bare", { atLeast: 0.3 }]),
    ...rates("create ours", ["create_link, committed", "of bare", { atLeast: 0.7 }]),
    redirect: ["redirect: a million links", "×", { atLeast: 0.75 }],
    create: ["create_link: a million links", "×", { atLeast: 0.75 }],
  },
  "clicks: redirects of 100,000 links by 64 clients, to those of one; beside PostgreSQL and 2 ms away from it": {
    how: { ...onPostgres, measure: requests.measureClicks, rounds: 11, sizes: { links: 100_000 } },
    "near one rate": ["PostgreSQL: redirects of one link", "/s"],
    "near many rate": ["PostgreSQL: redirects of 100,000 links", "/s"],
    "near many rate ratio": ["PostgreSQL: 100,000 links to one", "×", { atLeast: 0.8 }],
    "near many cpu": ["PostgreSQL: CPU of a redirect", "µs"],
    "far one rate": ["PostgreSQL 2 ms away: one link", "/s"],
    "far many rate": ["PostgreSQL 2 ms away: 100,000 links", "/s", { atLeast: 1_000 }],
  },
  "asks: check-slug beside a proxy that asks for 10,000 unknown hostnames a second, to the same alone": {
    how: { measure: measureAsks, rounds: 9, sizes: { warmUpMs: 6_000, turnMs: 3_000, names: 10_000 } },
    "beside refused": ["unknown hostnames: answered", "/s", { atLeast: 9_500 }],
    "beside cpu": ["unknown hostnames: CPU of the process", "µs"],
    "alone p99": ["check-slug p99 at 200/s, alone", "ms"],
    "beside p99": ["check-slug p99 beside unknown hostnames", "ms"],
    "beside p99 ratio": ["check-slug p99, beside hostnames to alone", "×", { atMost: 1.5 }],
  },
  "live: a link made with its change row, to one without; idle streams of changes, and a change that all of them get": {
    how: { measure: measureLive, rounds: 7, sizes: { warmUpMs: 1_000, connections: 2_000 } },
    ...rates("ours", ["create_link, its change recorded", "of without", { atLeast: 0.7 }]),
    kilobytes: ["stream, of {connections} idle ones", "kB"],
    lastMs: ["change until the last of {connections} has it", "ms"],
    cpuMs: ["change sent to {connections}, processor", "ms"],
  },
  "hooks: webhooks: beside one that hangs, to bare posts, to links without a note, and with a million that wait": {
    how: { measure: measureHooks, rounds: 3, sizes: { times: 80, events: 400, turnMs: 250, rows: 1_000_000 } },
    median: ["webhook, commit to first try, median", "ms", { atMost: 25 }],
    p99: ["webhook, commit to first try, p99", "ms", { atMost: 150 }],
    hanging: ["the same beside one that hangs", "of without", { atMost: 1.5 }],
    ...rates("sent ours", ["webhooks sent and recorded, ten endpoints", "of bare posts", { atLeast: 0.5 }]),
    "noted unheard rate ratio": ["create_link, its event unheard", "of without", { atLeast: 0.95 }],
    "noted heard rate ratio": ["create_link, its event heard", "of without", { atLeast: 0.65 }],
    backlog: ["webhooks with a million waiting", "of ten thousand", { atLeast: 0.6 }],
  },
  "docs: from a keystroke in a doc until another person has it; the opening and the memory of docs": {
    how: {
      measure: measureWriting,
      sizes: { people: 50, turnMs: 15_000, docs: 25, edits: 10_000, connections: 1_000 },
    },
    "slow p95": [`{people} in a doc, 2 keys/s each, p95 ${others("slow")}`, "ms", { atMost: 60 }],
    "slow cpu": ["{people} in a doc, 2 keys/s each, server", "% CPU"],
    "quick p95": [`{people} in a doc, 5 keys/s each, p95 ${others("quick")}`, "ms", { atMost: 60 }],
    "quick cpu": ["{people} in a doc, 5 keys/s each, server", "% CPU"],
    openMs: ["doc of {edits} edits, until it is open", "ms", { atMost: 60 }],
    "connection heap": ["connection to a doc, of {connections} (resident {connection resident})", "kB heap"],
    heap: ["open doc, empty, of {connections} (resident {resident})", "kB heap"],
  },
  "storm: a look-up of an offer beside idle sockets, and after PostgreSQL stood still, to the same before": {
    how: { ...onPostgres, measure: measureStorm, sizes: { turnMs: 35_000, connections: 3_000, restMs: 6_000 } },
    alone: ["offer lookup p99 at 100/s, PostgreSQL, alone", "ms"],
    beside: ["offer lookup p99 beside {connections} sockets over {docs} docs", "ms"],
    ratio: ["offer lookup p99, beside sockets to alone", "×", { atMost: 2 }],
    after: ["offer lookup p99 after a pause of 6 s", "ms"],
    afterRatio: ["offer lookup p99, after the pause to alone", "×", { atMost: 2 }],
  },
  "refresh: token refreshes, to the transaction alone; and with 100,000 grants, to few": {
    how: { measure: measureRefresh, rounds: 5, sizes: { warmUpMs: 1_000, turnMs: 2_000, grants: 100_000 } },
    ...rates("few", ["token refresh, committed", "of bare", { atLeast: 0.7 }]),
    many: ["token refresh: 100,000 grants", "×", { atLeast: 0.75 }],
  },
  ...onEach(({ on, queryMs, ...more }) => ({
    [`search: the full-text search in 100,000 docs on ${on}, beside a LIKE over the same docs`]: {
      how: { measure: measureSearch(on), sizes: { docs: 100_000, times: 60 }, ...more },
      ...forEach(Object.keys(benchQueries), (query) => ({
        [`${query} ms`]: [`${on}, ${query} (p95 {${query} p95}, LIKE {${query} like})`, "ms", { atMost: queryMs }],
      })),
    },
    [`search: the search in 100,000 links on ${on}, beside a LIKE over the same links`]: {
      how: { measure: measureLinkSearch(on), sizes: { links: 100_000, times: 60 }, ...more },
      ...forEach(Object.keys(benchQueries), (query) => ({
        [`${query} ms`]: [`${on}, ${query} (p95 {${query} p95}, LIKE {${query} like})`, "ms", { atMost: 10 }],
      })),
    },
    [`overview: the overview of a workspace with 100,000 links on ${on}`]: {
      how: { measure: measureOverview(on), rounds: 30, sizes: { links: 100_000 }, ...more },
      ms: [`${on}, overview of 100,000 links`, "ms", { atMost: 50 }],
    },
  })),
  "sales: a checkout while 200 buyers arrive at another workspace's offer, to the same alone": {
    how: { ...onPostgres, measure: measureSales, sizes: { people: 200, times: 200, turnMs: 20_000 } },
    unlimited: ["checkout p99 beside 200 buyers without a limit (alone {alone} ms)", "×", { atMost: 2 }],
    limited: ["checkout p99 beside 200 buyers with a limit (alone {alone} ms)", "×", { atMost: 2 }],
  },
  "scale: four processes of an installation, to one; and while a Redis or a process fails": {
    how: { ...onPostgres, measure: measureScale, rounds: 7, sizes: { restMs: 10_000, turnMs: 3_000, times: 1_500 } },
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
  "pages: each page from its request to its last byte, beside the least answer": {
    how: { measure: requests.measurePages, rounds: 300 },
    "reference more": ["page: API reference, more than the least answer", "ms", { atMost: 1 }],
    ...forEach([...pages, "console, with its first data"], (name) => ({
      [`${name} ms`]: [`page: ${name}`, "ms", { atMost: 3 }],
      [`${name} ratio`]: [`page: ${name}, beside the least answer`, "×"],
    })),
  },
  "browser: presses, navigation and scrolling in the console, beside a plain page of the same elements; layout shift": {
    how: { needs: "Chromium", measure: measureBrowser, rounds: 11, sizes: { links: 10_000, frames: 300 } },
    trash: ["browser: a link is moved to trash", "ms", { atMost: 50 }],
    trashRatio: ["browser: beside a row of a plain page", "×"],
    rename: ["browser: a link is renamed, saved and shown", "ms", { atMost: 200 }],
    renameRatio: ["browser: beside a row of a plain page", "×"],
    route: ["browser: a page seen before shows", "ms", { atMost: 50 }],
    routeRatio: ["browser: beside a plain page's own elements", "×"],
    ...forEach(["at full speed", "at a quarter of it"], (speed) => ({
      [`${speed} slow`]: [`browser: frames over 50 ms ${speed}`, "of {frames}"],
      [`${speed} plainSlow`]: ["browser: the same in a plain page", "of {frames}"],
      [`${speed} ms`]: [`browser: a frame of the list ${speed}`, "ms"],
      [`${speed} ratio`]: ["browser: beside one of a plain page", "×"],
    })),
    ...forEach(["home", "pay", "sign-in", "delivery", "console"], (name) => ({
      [`shift ${name} phone`]: [`browser: layout shift on a phone, ${name}`, "", { atMost: 0.01 }],
      [`shift ${name} desktop`]: [`browser: layout shift on a desktop, ${name}`, "", { atMost: 0.01 }],
    })),
  },
  "tools: the tool server, to the official one of the second line, which returns the same answers as constants": {
    how: { measure: measureTools, rounds: 5, sizes: { turnMs: 2_000 } },
    ...forEach(["old", "new"], (era) => ({
      ...rates(`full ${era} list ours`, [
        `${era} era: tools/list (SDK with tools {full ${era} list sdk rate}/s)`,
        "of SDK",
        { atLeast: 8 },
      ]),
      ...rates(`full ${era} call ours`, [
        `${era} era: list_workspaces (SDK with tools {full ${era} call sdk rate}/s)`,
        "of SDK",
        { atLeast: 5 },
      ]),
      ...rates(`leanest ${era} list ours`, [
        `${era} era: tools/list (SDK leanest {leanest ${era} list sdk rate}/s)`,
        "of SDK",
      ]),
      ...rates(`leanest ${era} call ours`, [
        `${era} era: list_workspaces (SDK leanest {leanest ${era} call sdk rate}/s)`,
        "of SDK",
      ]),
    })),
  },
  "traces: the processor time of an offer look-up with traces, to the same without": {
    how: { measure: requests.measureTraces, rounds: 21, sizes: { calls: 5_000_000 } },
    "none cpu": ["offer lookup: CPU without traces", "µs"],
    seams: ["offer lookup: seams", ""],
    off: ["traces off: CPU of the seams", "%", { atMost: 1 }],
    "some cpu ratio": ["1 % traced: CPU", "of none", { atMost: 1.05 }],
    "all cpu ratio": ["100 % traced: CPU", "of none"],
  },
  "assistant: an answer of a model on each wire, to only reading the same bytes": {
    how: { measure: measureWires, rounds: 5, sizes: { times: 40 } },
    ...forEach(["anthropic", "openai"], (wire) => ({
      [`${wire} firstMs`]: [`${wire}: first words, after bare fetch's first byte`, "ms", { atMost: 10 }],
      [`${wire} pieceMs`]: [`${wire}: a piece of text, CPU over bare fetch`, "ms", { atMost: 0.05 }],
      [`${wire} stopMs`]: [`${wire}: from an abort to its rejection`, "ms", { atMost: 20 }],
    })),
  },
  "assistant: the assistant's loop and its stream, to the same answers of its model alone": {
    how: { measure: measureLoop, rounds: 5, sizes: { questions: 40, pieces: 4_000, messages: 200, people: 40 } },
    coldMs: ["first question of a process, over the model's own", "ms"],
    firstMs: ["first words on a page, over the model's own: median", "ms", { atMost: 25 }],
    p95: ["first words on a page, over the model's own: p95", "ms", { atMost: 80 }],
    ratio: ["first words on a page, over the model's own, to a renaming", "ratio", { atMost: 4 }],
    over: ["a piece of text to a page, CPU over the model's own", "ms", { atMost: 0.05 }],
    served: ["a piece of text to a page, CPU with the model's own", "ms"],
    stopMs: ["from stopping to the end of the answer", "ms", { atMost: 200 }],
    returnMs: ["coming back to a conversation of {messages} messages", "ms", { atMost: 150 }],
    manyP95: ["first words of {many} answers at once: p95", "ms"],
    manyKilobytes: ["an answer, of {many} at once", "kB"],
  },
  ...onEach(({ on, rehearsalMs, ...more }) => ({
    [`assistant: a rehearsal of an action on ${on}, to the action`]: {
      how: { measure: measureRehearsal(on), rounds: 5, sizes: { links: 100 }, ...more },
      over: [`a rehearsal on ${on}, over the action's own time`, "ms", { atMost: rehearsalMs }],
    },
  })),
  "assistant: the main thread's work for a frame while a long answer arrives, a hundred pieces a second": {
    how: { needs: "Chromium", measure: measureFrames, sizes: { pieces: 400, questions: 99 } },
    median: ["assistant: a frame of the page while an answer comes, median", "ms", { atMost: 8 }],
    p95: ["assistant: the same, 95 of 100", "ms"],
  },
  "interference: check-slug beside 200 cards that are drawn, to the same alone": {
    how: { measure: measureInterference, rounds: 5, sizes: { warmUpMs: 1_000, turnMs: 4_000, cards: 200 } },
    "alone p99": ["check-slug p99 at 200/s, alone", "ms"],
    "beside p99": ["check-slug p99 while cards are drawn", "ms"],
    "beside p99 ratio": ["check-slug p99, drawing to alone", "×", { atMost: 2 }],
  },
  "paths: three paths, to a bare server that sends the same bytes and headers": {
    how: { measure: requests.measurePaths, rounds: 11 },
    ...forEach(Object.entries(paths), ([title, atLeast]) => ({
      ...rates(`${title} ours`, [`${title}: requests`, "of bare", { atLeast }]),
      [`${title} ours cpu`]: [`${title}: server CPU (bare {${title} bare cpu})`, "µs"],
    })),
  },
  "million: the same with few rows, to a million of each kind": {
    how: { measure: requests.measureMillion, rounds: 11, sizes: { rows: 1_000_000 } },
    slug: ["check-slug: few rows to a million", "×", { atMost: 1.3 }],
    offer: ["offer lookup: few rows to a million", "×", { atMost: 1.3 }],
  },
}
