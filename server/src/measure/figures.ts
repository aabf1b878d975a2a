export interface Figure {
  readonly type: "counter" | "gauge" | "histogram"
  readonly help: string
  readonly labels?: readonly string[]
  /** The bounds of a histogram, in seconds unless the name says otherwise. */
  readonly buckets?: readonly number[]
  /** Whether every process reports the same value, such as a count in the database. A rule takes `max`, never `sum`. */
  readonly isShared?: true
  /** The most label sets; further ones are reported with the labels `other`. */
  readonly most?: number
}

const times = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10]
const short = [0.001, 0.005, 0.025, 0.1, 0.25, 1, 5]

/** The figures that `record` adds events to. */
export const recorded = {
  http_requests_total: {
    type: "counter",
    help: "Answered requests, by endpoint and class of status. An unknown offer key and a failed gift code count as 4xx.",
    labels: ["endpoint", "status"],
    most: 1_150,
  },
  http_responses_total: { type: "counter", help: "Answered requests by exact status.", labels: ["status"], most: 40 },
  http_request_duration_seconds: {
    type: "histogram",
    help: "How long answers took, by area of the service. `bad` are those with a status of 500 and above, but for 507: no storage left. Without live streams and sockets.",
    labels: ["area", "outcome"],
    most: 18,
    buckets: times,
  },
  rate_limited_total: { type: "counter", help: "Requests over a limit, by policy.", labels: ["policy"], most: 10 },
  db_wait_seconds: { type: "histogram", help: "Waiting for a connection to PostgreSQL, also in vain.", buckets: short },
  db_statement_seconds: {
    type: "histogram",
    help: "Statements of the database, by kind: `select`, `insert`, `update`, `delete`, `other`, `refused` (such as a second row with a unique key), or `failed` (no connection, or no usable answer).",
    labels: ["kind"],
    most: 7,
    buckets: [0.000_1, 0.000_5, 0.002_5, 0.01, 0.05, 0.25, 1, 5],
  },
  db_retries_total: { type: "counter", help: "Transactions that ran again after a conflict or a lost connection." },
  job_seconds: {
    type: "histogram",
    help: "Runs of jobs, by kind and outcome: `done`, `failed` (it runs again), or `given_up`.",
    labels: ["kind", "outcome"],
    buckets: [1, 10, 60],
    most: 120,
  },
  sweep_seconds: { type: "histogram", help: "Runs of sweepers.", labels: ["sweeper"], buckets: [1, 60], most: 45 },
  outside_seconds: {
    type: "histogram",
    help: "Calls of other services: `processor`, `mail`, `blobs`, `redis`, `dns`, `model`, `push`, `fetch`, `tools` and `stream-elements`. `failed` is a call without a usable answer.",
    labels: ["what", "outcome"],
    most: 20,
    buckets: [0.005, 0.025, 0.1, 0.5, 2, 10, 60],
  },
  bus_delay_seconds: {
    type: "histogram",
    help: "How long a message takes through Redis or PostgreSQL back to its own process, tested twice a minute.",
    buckets: short,
  },
  mails_total: {
    type: "counter",
    help: "Tries to send mails, by the mail server's answer: `taken`, `refused` (for good), `later`, `lost` (the connection ended before the answer), or `ours` (such as a wrong password: no mail is sent until an operator acts).",
    labels: ["outcome"],
    most: 5,
  },
  clicks_group_size: {
    type: "histogram",
    help: "Clicks of short links that one transaction counted.",
    buckets: [1, 2, 5, 10, 25, 100, 1_000],
  },
  tls_asked_total: {
    type: "counter",
    help: "Proxies' questions for a certificate, by answer: `ours`, `served`, `unknown`, `invalid`, `held`, `busy`, or `fault`.",
    labels: ["answer"],
    most: 7,
  },
  webhook_tries_total: {
    type: "counter",
    help: "Tries to deliver webhooks, by outcome: `delivered`, `failed` (it is tried again), or `given_up`.",
    labels: ["outcome"],
    most: 3,
  },
  webhook_delay_seconds: {
    type: "histogram",
    help: "From an event's commit to the first try to deliver it.",
    buckets: [0.01, 0.025, 0.1, 0.5, 2, 10, 60, 600],
  },
  faults_total: {
    type: "counter",
    help: "Faults that were logged as errors, by name. Further names are counted as `other`.",
    labels: ["name"],
    most: 30,
  },
} as const satisfies Record<string, Figure>

export type RecordedName = keyof typeof recorded

/** The figures that each scrape reads. */
export const readAtScrape = {
  build_info: { type: "gauge", help: "Always 1. The version of this process.", labels: ["version", "node"] },
  schema_info: {
    type: "gauge",
    help: "Always 1. The newest migration that this process knows.",
    labels: ["migration"],
  },
  jobs: {
    type: "gauge",
    help: "Jobs in the outbox: `waiting`, `running`, or `dead`, which wait for an operator.",
    labels: ["state"],
    isShared: true,
  },
  jobs_oldest_seconds: {
    type: "gauge",
    help: "How long the job that is due longest has waited, by lane; 0 without one.",
    labels: ["lane"],
    isShared: true,
  },
  money_unclear: { type: "gauge", help: "Payments that people have to decide about.", isShared: true },
  money_unclear_oldest_seconds: {
    type: "gauge",
    help: "The age of the oldest payment that people have to decide about; 0 without one.",
    isShared: true,
  },
  webhooks_waiting: {
    type: "gauge",
    help: "Deliveries of webhooks that are due for a minute or longer.",
    isShared: true,
  },
  backup_age_seconds: {
    type: "gauge",
    help: "Since the last complete backup. Absent before the first one.",
    isShared: true,
  },
  restore_drill_age_seconds: {
    type: "gauge",
    help: "Since a backup was last restored and verified. Absent before the first time.",
    isShared: true,
  },
  db_connections: {
    type: "gauge",
    help: "Connections of requests and jobs to PostgreSQL: `busy`, `idle`, `opening`, and `free` for those that may still be opened. Absent on SQLite.",
    labels: ["state"],
  },
  bus_up: { type: "gauge", help: "1 while messages of other processes arrive, and always for a single process." },
  live_streams: { type: "gauge", help: "Pages that follow what changes." },
  docs_sockets: { type: "gauge", help: "Sockets on which docs are read and written." },
  docs_open: { type: "gauge", help: "Docs that are in memory, because a page has them open." },
  docs_sockets_ended_total: {
    type: "counter",
    help: "Sockets that the service ended, by the code of the close.",
    labels: ["code"],
  },
  log_lines_dropped_total: {
    type: "counter",
    help: "Log lines that were dropped because the output did not take them.",
  },
} as const satisfies Record<string, Figure>

export type NameAtScrape = keyof typeof readAtScrape
export const figures: Readonly<Record<RecordedName | NameAtScrape, Figure>> = { ...recorded, ...readAtScrape }
