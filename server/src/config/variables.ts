import { isIP } from "node:net"
import { z } from "zod"
import { comparableEmail, toStoredEmail } from "#kernel/email-address.ts"
import { defaultLimits, readLimits, readPrices } from "./assistant-settings.ts"
import { mailVariables } from "./mail-variables.ts"
import { readModelAddress, usualModel } from "./model-address.ts"
import { countersSay, readCountersAddress } from "./redis-address.ts"
import { address, backupKey, commaList, isCallback, isOrigin, number, percentage, readBy, scheme } from "./schemas.ts"
import { sharedLimits } from "./shared-limits.ts"
import { toolServersSchema } from "./tool-servers.ts"
import type { Variables } from "./variable.ts"

export const shortestSecretKey = 32
const secretKeySays = `must have at least ${shortestSecretKey} characters, each key of several`
const isNetwork = (part: string) => {
  const [ip = "", bits = "0", ...rest] = part.split("/")
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(ip) === 4 ? 32 : 128) && isIP(ip) !== 0
}
const isEmail = (part: string) => toStoredEmail(part) !== undefined
const isServer = (part: string) =>
  isIP(part.replace(/^\[(.+)\](:\d+)?$/, "$1")) !== 0 || isIP(part.replace(/:\d+$/, "")) === 4

const publicAddress = (name: string, help: string) => ({ name, schema: address, help })

const sellingSays = "must be `own`, `installation:<workspace id>`, or several of them, separated by commas"

/** Reads which processor accounts receive the money of sales: workspaces' own, or the installation's. */
function readSelling(text: string): { own: boolean; installation: string[] } | string[] | undefined {
  const parts = text.split(",").map((part) => part.trim())
  if (parts.includes("connect")) return [`\`connect\` is not available yet; ${sellingSays}`]
  const installation = parts.flatMap((part) => /^installation:(\w+)$/.exec(part)?.[1] ?? [])
  const own = parts.includes("own")
  return parts.length === installation.length + parts.filter((part) => part === "own").length
    ? { own, installation }
    : undefined
}

const ceiling = (name: string, help: string) => ({ name, schema: number(1, 100_000_000), help })
const perMinute = (name: string, most: string, help: string) => ({ ...ceiling(name, help), default: most })

/** All settings. `docs/configuration.md` and the check at the start are made from this table. */
export const variables = {
  baseUrl: {
    name: "SVC_BASE_URL",
    schema: address,
    default: "http://localhost:3000",
    help: "The address of the public API and the pages.",
  },
  authUrl: publicAddress("SVC_AUTH_URL", "The address of the authorization server. Left out, the base address."),
  mcpUrl: publicAddress("SVC_MCP_URL", "The address of the tool server. Left out, the base address with `/mcp`."),
  shortUrl: publicAddress(
    "SVC_SHORT_URL",
    "The address of short links. Left out, the base address with `/s`. In production, give it a host of its own.",
  ),
  filesUrl: publicAddress(
    "SVC_FILES_URL",
    "The address from which files are downloaded. Left out, the base address with `/files`. In production, give it a host of its own.",
  ),
  host: {
    name: "SVC_HOST",
    schema: z.string(),
    default: "127.0.0.1",
    help: "The network address to listen on; `0.0.0.0` for every one.",
  },
  port: {
    name: "SVC_PORT",
    schema: number(0, 65_535),
    default: "3000",
    help: "The port to listen on; `0` takes a free one.",
  },
  metricsPort: {
    name: "SVC_METRICS_PORT",
    schema: z.union([z.literal("off").transform(() => undefined), number(0, 65_535)], {
      error: "must be a port, or `off`",
    }),
    default: "off",
    help: "The operations port, where Prometheus reads `/metrics` and a proxy asks `/tls/ask`; `off` for none.",
  },
  metricsHost: {
    name: "SVC_METRICS_HOST",
    schema: z.string(),
    default: "127.0.0.1",
    help: "The network address of the operations port. Choose one that no visitor reaches.",
  },
  faultsUrl: {
    name: "SVC_FAULTS_URL",
    schema: z.url({ protocol: /^https?$/, error: "must be an http or https address" }),
    secret: true,
    help: "The address that faults are reported to: each is posted as JSON with its name, the places in the program, and the version. A name and password in the address are sent as Basic authentication. Left out, faults are in the log only.",
  },
  tracesUrl: {
    name: "SVC_TRACES_URL",
    schema: address,
    help: "The address of a collector that receives spans by OTLP over HTTP, such as `http://127.0.0.1:4318/v1/traces`. Left out, nothing is traced ([Traces](operations/traces.md)).",
  },
  tracesSampled: {
    name: "SVC_TRACES_SAMPLED",
    schema: percentage,
    default: "1",
    help: "The share of requests and jobs that are traced, in per cent, such as `0.1`.",
  },
  stopDelaySeconds: {
    name: "SVC_STOP_DELAY_SECONDS",
    schema: number(0, 300),
    default: "0",
    help: "How long a process that was asked to stop continues to answer requests, while `/api/health/serving` says 503: the time that a load balancer takes to notice.",
  },
  trustedProxies: {
    name: "SVC_TRUSTED_PROXIES",
    schema: commaList(isNetwork, "must be IP addresses or networks (CIDR), separated by commas"),
    default: "",
    help: "Addresses or networks (CIDR), separated by commas, whose `X-Forwarded-For` is believed.",
  },
  dataDir: {
    name: "SVC_DATA_DIR",
    schema: z.string(),
    default: "./data",
    help: "The folder for everything that is kept on disk by default.",
  },
  databaseUrl: {
    name: "SVC_DATABASE_URL",
    schema: scheme(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, "must start with `sqlite:` or `postgres://`"),
    secret: true,
    help: "`sqlite:<path>` needs nothing else running; `postgres://…` is for more than one server. Left out, a SQLite file in the data folder.",
  },
  databaseDirectUrl: {
    name: "SVC_DATABASE_DIRECT_URL",
    schema: scheme(/^postgres(ql)?:\/\/.+$/, "must start with `postgres://`"),
    secret: true,
    help: "The address of PostgreSQL itself, where `SVC_DATABASE_URL` is the address of a pooler. Migrations, backups and the messages between processes use it.",
  },
  databasePool: {
    name: "SVC_DATABASE_POOL",
    schema: number(2, 1_000),
    default: "20",
    help: "How many connections to PostgreSQL a process opens at most for requests and jobs. It opens eight more for other purposes.",
  },
  migrate: {
    name: "SVC_MIGRATE",
    schema: z.enum(["start", "never"], "must be `start` or `never`"),
    default: "start",
    help: "When the database is brought up to date: `start` at each start. With `never` only `npm run migrate` does it, and a start on an older schema is refused.",
  },
  processes: {
    name: "SVC_PROCESSES",
    schema: number(1, 10_000),
    default: "1",
    help: "How many processes of this service share the database. The start warns when PostgreSQL allows fewer connections than they may open together.",
  },
  countersUrl: {
    name: "SVC_COUNTERS_URL",
    schema: readBy(readCountersAddress, countersSay),
    default: "memory:",
    secret: true,
    help: "The store in which requests are counted for rate limits. With `redis://…`, `redis+cluster://host:port,host:port` or `redis+sentinel://host:port,host:port/primary-name` several servers share them and wake each other through it; while it is unavailable, each server counts by itself and polls the database.",
  },
  blobsUrl: {
    name: "SVC_BLOBS_URL",
    schema: scheme(/^(file:.+|s3:\/\/.+)$/, "must start with `file:` or `s3://`"),
    secret: true,
    help: "The store of files' bytes: `file:<folder>`, or `s3://key:secret@host:port/bucket?region=…` (`&tls=off` for plain http). Left out, a folder in the data folder.",
  },
  blobsKeptDays: {
    name: "SVC_BLOBS_KEPT_DAYS",
    schema: number(0, 365),
    default: "7",
    help: "How many days the bytes of files stay after they were deleted for good, so that a database that is restored to an earlier moment finds its files. `0` removes them at once.",
  },
  backupKey: {
    name: "SVC_BACKUP_KEY",
    schema: backupKey,
    secret: true,
    help: "The key and the secret of the bucket that backups are written to, as `key:secret`. Only the commands of [Back up](operations/back-up.md) need it.",
  },
  paymentsUrl: {
    name: "SVC_PAYMENTS_URL",
    schema: scheme(/^(sandbox:|stripe:(\/\/.+)?)$/, "must be `sandbox:` or `stripe:`"),
    default: "sandbox:",
    help: "`sandbox:` moves no money and says so; `stripe:` charges cards. `stripe://host:port` speaks to a stand-in.",
  },
  selling: {
    name: "SVC_SELLING",
    schema: readBy(readSelling, sellingSays),
    help: "The Stripe accounts on which workspaces sell; needed with `stripe:`. `own`: each workspace on its own keys. `installation:<workspace id>`: that workspace on the installation's keys, so that its money is the operator's. Several are separated by commas. A workspace that none of them names sells only what is free. With `sandbox:` everybody sells.",
  },
  stripeSecretKey: {
    name: "SVC_STRIPE_SECRET_KEY",
    schema: z.string().regex(/^(sk|rk)_(test|live)_\w+$/, "must be a Stripe secret key"),
    secret: true,
    help: "The installation's Stripe secret key. Needed, like the other two, where `SVC_SELLING` names a workspace, and until the last sale that was charged on it is over.",
  },
  stripePublishableKey: {
    name: "SVC_STRIPE_PUBLISHABLE_KEY",
    schema: z.string().regex(/^pk_(test|live)_\w+$/, "must be a Stripe publishable key"),
    help: "The installation's Stripe publishable key.",
  },
  stripeWebhookSecret: {
    name: "SVC_STRIPE_WEBHOOK_SECRET",
    schema: z.string().regex(/^whsec_\w+$/, "must be a Stripe webhook secret"),
    secret: true,
    help: "Signs the webhooks that Stripe sends to `/webhooks/stripe/installation`.",
  },
  ...mailVariables,
  dnsServers: {
    name: "SVC_DNS_SERVERS",
    schema: commaList(isServer, "must be IP addresses, separated by commas"),
    default: "",
    help: "Name servers to ask, separated by commas (`1.1.1.1,8.8.8.8`, a port after a colon). Left out, the system's.",
  },
  secretKeys: {
    name: "SVC_SECRET_KEY",
    schema: commaList((part) => part.length >= shortestSecretKey, secretKeySays).refine(
      (parts) => parts.length > 0,
      secretKeySays,
    ),
    secret: true,
    help: "Seals stored secrets and signs links. Required in production; elsewhere one is made and kept in the data folder. Several keys are separated by commas: the first seals and signs, all of them open and verify ([Configure](operations/configure.md#changing-the-secret-key) says how to change it).",
  },
  operators: {
    name: "SVC_OPERATORS",
    schema: commaList(isEmail, "must be mail addresses, separated by commas").transform((parts) =>
      parts.map(comparableEmail),
    ),
    default: "",
    help: "The mail addresses of those who run the installation, separated by commas.",
  },
  contact: {
    name: "SVC_CONTACT",
    schema: z.email("must be a mail address"),
    help: "The contact of the people who run the installation: about its terms, their data, or a suspension. Left out, the mailbox `abuse` at the base address.",
  },
  termsUrl: publicAddress(
    "SVC_TERMS_URL",
    "The address of the installation's terms, to which the page `/terms` then leads. Left out, that page has the service's own terms.",
  ),
  privacyUrl: publicAddress(
    "SVC_PRIVACY_URL",
    "The address of the installation's privacy policy, to which the page `/privacy` then leads. Left out, that page lists the data that the service keeps, and for how long.",
  ),
  securityContact: {
    name: "SVC_SECURITY_CONTACT",
    schema: z.string().regex(/^(mailto:|https:\/\/)\S+$/, "must begin with `mailto:` or `https://`"),
    help: "The contact for reports of security problems, as `/.well-known/security.txt` names it. Left out, the mailbox `security` at the base address.",
  },
  signUp: {
    name: "SVC_SIGN_UP",
    schema: z.enum(["open", "closed"], "must be `open` or `closed`"),
    default: "open",
    help: "`closed` makes accounts only for operators and for people who were invited to a workspace.",
  },
  workspacesOfAccount: {
    name: "SVC_WORKSPACES_OF_ACCOUNT",
    schema: number(1, 100_000),
    default: "20",
    help: "How many workspaces one account may own, those in the trash included, before it can make no more.",
  },
  workspaces: ceiling(
    "SVC_WORKSPACES",
    "How many workspaces there may be in all, those in the trash included. Left out, any number.",
  ),
  storageGigabytes: ceiling(
    "SVC_STORAGE_GIGABYTES",
    "How much all workspaces may store together, in gigabytes: files, docs, their versions, conversations and short links. Left out, as much as there is place.",
  ),
  docAuthors: {
    name: "SVC_DOC_AUTHORS",
    schema: z.enum(["checked", "trusted"], "must be `checked` or `trusted`"),
    default: "checked",
    help: "`trusted` lets browsers bring back what colleagues wrote in docs too. For some days after a restore of a backup.",
  },
  oauthClientId: {
    name: "SVC_OAUTH_CLIENT_ID",
    schema: z.string().regex(/^[\w.~-]{1,100}$/, "must be letters, digits and . _ ~ -, at most 100"),
    default: "atelier-agents",
    help: "The identifier of the agent client. It is public: there is no secret.",
  },
  oauthClientName: {
    name: "SVC_OAUTH_CLIENT_NAME",
    schema: z.string().max(60, "must have at most 60 characters"),
    default: "Your agent",
    help: "The name of the agent client on the consent page.",
  },
  oauthCallbacks: {
    name: "SVC_OAUTH_CALLBACKS",
    schema: commaList(
      isCallback,
      "must be https addresses, http addresses of localhost, 127.0.0.1 or [::1], or addresses with an app's own scheme, without #, separated by commas",
    ),
    default: "https://claude.ai/api/mcp/auth_callback",
    help: "The redirect URIs of the agent client, separated by commas, compared letter for letter: https addresses, addresses of an app's own scheme such as `cursor://anysphere.cursor-mcp/oauth/callback`, and addresses of the person's own computer such as `http://127.0.0.1/oauth/callback`, which are accepted with any port. `http://localhost/callback` and `http://127.0.0.1/callback` are always accepted, with any port.",
  },
  mcpOrigins: {
    name: "SVC_MCP_ORIGINS",
    schema: commaList(isOrigin, "must be origins such as `https://client.example.com`, separated by commas"),
    default: "",
    help: "Origins, separated by commas, of web pages whose scripts may use the tool server (CORS, without cookies), such as `https://client.example.com`. Left out, only pages of this service may.",
  },
  brandName: {
    name: "SVC_BRAND_NAME",
    schema: z.string().max(40, "must have at most 40 characters"),
    default: "Atelier",
    help: "The name on pages, mails and preview cards.",
  },
  maxConnections: {
    name: "SVC_MAX_CONNECTIONS",
    schema: number(1, 1_000_000),
    default: "10000",
    help: "Connections at once. A request over one too many gets a 503 that says so.",
  },
  unreadSeconds: {
    name: "SVC_UNREAD_SECONDS",
    schema: number(1, 3_600),
    default: "30",
    help: "How long a client may leave an answer unread before its connection is closed.",
  },
  rateReads: perMinute("SVC_RATE_READS", "3000", "Reads a minute for each client network."),
  rateWrites: perMinute("SVC_RATE_WRITES", "600", "Writes a minute for each client network."),
  rateImages: perMinute("SVC_RATE_IMAGES", "120", "Preview images a minute for each client network."),
  rateGifts: perMinute("SVC_RATE_GIFTS", "300", "Gift code attempts a minute for each client network."),
  rateTools: perMinute("SVC_RATE_TOOLS", "300", "Requests to the tool server a minute for each connection."),
  rateTokens: perMinute(
    "SVC_RATE_TOKENS",
    "3000",
    "Requests for tokens a minute for each pair of agent client and client network. Nothing else counts against it.",
  ),
  rateConsole: perMinute("SVC_RATE_CONSOLE", "12000", "Requests of the console a minute for each client network."),
  rateMisses: perMinute("SVC_RATE_MISSES", "60", "Different wrong offer keys and gift codes a minute for a network."),
  limits: { name: "SVC_LIMITS", ...sharedLimits },
  countryDatabase: {
    name: "SVC_COUNTRY_DATABASE",
    schema: z.string().min(1),
    help: "A file in MaxMind's format (`.mmdb`) that tells networks' countries, such as GeoLite2 Country or DB-IP Country Lite. With it the clicks of short links are counted by country too; nothing else of a visitor's address is kept. A file that was replaced is read again within ten minutes. Left out, no country is known.",
  },
  streamElementsUrl: {
    name: "SVC_STREAMELEMENTS_URL",
    schema: address,
    default: "https://api.streamelements.com",
    help: "The address of StreamElements' API, which lists chat commands.",
  },
  toolServers: {
    name: "SVC_TOOL_SERVERS",
    schema: toolServersSchema,
    default: "any",
    help: "Which tool servers (MCP) admins may attach to their workspaces: `off`, `any` on the public internet, or only those at the named hosts, separated by commas (`mcp.example.com,tools.example.org`). `loopback`, alone or beside them, adds servers on this machine, also without https: for development, and refused in production.",
  },
  webhooks: {
    name: "SVC_WEBHOOKS",
    schema: toolServersSchema,
    default: "any",
    help: "The hosts that may receive webhooks, written as in `SVC_TOOL_SERVERS`. Use `off` for a copy of a database, so that it sends nothing to real receivers.",
  },
  assistant: {
    name: "SVC_ASSISTANT",
    schema: z.enum(["on", "off"], "must be `on` or `off`"),
    default: "on",
    help: "`off` takes the assistant away from the whole installation.",
  },
  model: {
    name: "SVC_MODEL_URL",
    schema: readBy(
      readModelAddress,
      "must be `commands:`, `anthropic:<model>`, `anthropic://host:port/?model=…` or `openai://host:port/v1?model=…`",
    ),
    default: usualModel,
    secret: true,
    help: "The model that the assistant asks. Without `SVC_MODEL_KEY`, a workspace is connected to the default once an owner enters a key in its settings. `commands:` asks none, for tests and demonstrations: a dozen kinds of sentences are understood. `anthropic:<model>` asks Anthropic's API; `anthropic://host:port/?model=…` and `openai://host:port/v1?model=…` ask a server of your own, over plain http, with Messages or with chat completions (`anthropic+https://…`, `openai+https://…` over https). `&window=` says how many tokens the model takes (200000, or 32768 with `openai`), `&reads=images,pdf` which files it reads, `&effort=none`, `low`, `medium` or `high` how much it thinks before it answers (`medium` with `anthropic:<model>`, which takes `?effort=` too; otherwise as its provider has it).",
  },
  modelKey: {
    name: "SVC_MODEL_KEY",
    schema: z.string().regex(/^[\x21-\x7e]{1,1000}$/, "must be visible ASCII without spaces"),
    secret: true,
    help: "The key for the model. A workspace may use its own in its place.",
  },
  modelPrices: {
    name: "SVC_MODEL_PRICES",
    schema: readBy(readPrices, "must be three numbers, such as `3,0.3,15`"),
    help: "The prices of a million tokens of input, of input from the cache, and of output, in US dollars, such as `3,0.3,15`. Left out, only tokens are shown.",
  },
  assistantLimits: {
    name: "SVC_ASSISTANT_LIMITS",
    schema: readBy(readLimits, "must be limits such as `steps=12,calls=24`"),
    default: defaultLimits,
    help: "Limits of the assistant; omitted limits keep their defaults. `steps`, `calls` and `minutes` of work end a run; `output-tokens` end a step; `result-kb` shorten the answer of a tool; `conversation-mb` end a conversation; tokens are limited for each run, each member and day, each workspace and month, and the installation and day.",
  },
  logLevel: {
    name: "SVC_LOG_LEVEL",
    schema: z.enum(["silent", "error", "warn", "info", "debug"], "must be silent, error, warn, info or debug"),
    default: "info",
    help: "How much is logged, as JSON lines on standard output.",
  },
} as const satisfies Variables
