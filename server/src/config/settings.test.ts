import assert from "node:assert/strict"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, test } from "node:test"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { readSettings } from "./settings.ts"
import { variables } from "./variables.ts"

/** The settings that production requires. */
const production = {
  SVC_BASE_URL: "https://atelier.example",
  SVC_SHORT_URL: "https://go.example",
  SVC_FILES_URL: "https://files.example",
  SVC_PAYMENTS_URL: "stripe:",
  SVC_SELLING: "own",
  SVC_STRIPE_SECRET_KEY: "sk_test_1",
  SVC_STRIPE_PUBLISHABLE_KEY: "pk_test_1",
  SVC_STRIPE_WEBHOOK_SECRET: "whsec_1",
  SVC_MAIL_URL: "smtp://mail.example",
  SVC_MAIL_FROM: "studio@atelier.example",
  SVC_SECRET_KEY: "thirty-two characters at the least",
}

/** The faults of an environment, one a line. */
function faultsOf(environment: Record<string, string>): string[] {
  try {
    readSettings(environment)
  } catch (error) {
    assert.equal((error as Error).name, "SettingsError")
    const [, ...lines] = (error as Error).message.split("\n")
    return lines.map((line) => line.replace("  - ", ""))
  }
  return []
}

describe("without any setting", () => {
  const settings = readSettings({ PATH: "/bin", SVC_HOST: "" })

  test("everything runs on this machine alone", () => {
    assert.equal(settings.isProduction, false)
    assert.equal(settings.host, "127.0.0.1")
    assert.equal(settings.port, 3000)
    assert.equal(settings.databaseUrl, "sqlite:./data/atelier.db")
    assert.equal(settings.blobsUrl, "file:./data/blobs")
    assert.equal(settings.mailUrl, "outbox:./data/outbox")
    assert.deepEqual(settings.countersUrl, { kind: "memory" })
    assert.equal(settings.paymentsUrl, "sandbox:")
    assert.equal(settings.metricsPort, undefined)
    assert.deepEqual(settings.warnings, [])
  })

  test("every address is derived from the base address", () => {
    assert.deepEqual(settings.addresses, {
      base: "http://localhost:3000",
      auth: "http://localhost:3000",
      mcp: "http://localhost:3000/mcp",
      short: "http://localhost:3000/s",
      files: "http://localhost:3000/files",
    })
  })
})

test("all files are in the data folder", () => {
  const settings = readSettings({ SVC_DATA_DIR: "/srv/atelier" })
  assert.equal(settings.databaseUrl, "sqlite:/srv/atelier/atelier.db")
  assert.equal(settings.blobsUrl, "file:/srv/atelier/blobs")
  assert.equal(settings.mailUrl, "outbox:/srv/atelier/outbox")
})

test("an address is kept in one form, without a trailing slash", () => {
  assert.equal(readSettings({ SVC_BASE_URL: "http://LOCALHOST:80/app//" }).addresses.mcp, "http://localhost/app/mcp")
})

describe("the agent client's callbacks", () => {
  test("are https addresses, addresses of the person's computer, and addresses of an app's own scheme", () => {
    const callbacks = [
      ...["https://a.example/cb", "https://b.example/cb?x=1"],
      ...["http://localhost/oauth/callback", "http://127.0.0.1:33418/", "http://[::1]/cb"],
      ...["cursor://anysphere.cursor-mcp/oauth/callback", "com.example.app:/oauth"],
    ]
    const { oauthCallbacks } = readSettings({ SVC_OAUTH_CALLBACKS: callbacks.join(", ") })
    assert.deepEqual(oauthCallbacks, callbacks)
  })

  test("are refused with plain http elsewhere, a fragment, a user name, or a scheme that browsers open", () => {
    const refused = [
      ...["http://a.example/cb", "http://localhost.a.example/cb", "http://localhost:80x/cb", "http://127.1/cb"],
      ...["https://a.example/cb#x", "https://x@a.example/cb", "/cb", "https:a.example", "cursor://a/c d"],
      ...["javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "file:///etc", "blob:x", "view-source:x"],
    ]
    for (const callback of refused) {
      const [fault = ""] = faultsOf({ SVC_OAUTH_CALLBACKS: callback })
      assert.match(fault, /^SVC_OAUTH_CALLBACKS: must be https addresses/, callback)
    }
  })
})

test("the origins of pages that use the tool server are written as browsers write them", () => {
  const { mcpOrigins } = readSettings({ SVC_MCP_ORIGINS: "https://a.example, http://localhost:6274" })
  assert.deepEqual(mcpOrigins, ["https://a.example", "http://localhost:6274"])
  for (const origin of ["a.example", "https://a.example/", "https://A.example", "https://a.example:443", "*", "null"]) {
    assert.match(faultsOf({ SVC_MCP_ORIGINS: origin })[0] ?? "", /^SVC_MCP_ORIGINS: must be origins such as/, origin)
  }
})

describe("an unknown name", () => {
  test("is refused, and the nearest name is offered", () => {
    assert.deepEqual(faultsOf({ SVC_DATABSE_URL: "sqlite:x" }), [
      "SVC_DATABSE_URL is not a setting. Did you mean SVC_DATABASE_URL?",
    ])
  })

  test("that resembles none points to the list", () => {
    assert.deepEqual(faultsOf({ SVC_FAVOURITE_COLOUR: "red" }), [
      "SVC_FAVOURITE_COLOUR is not a setting. docs/configuration.md lists them all.",
    ])
  })

  test("of another program is ignored", () => {
    assert.deepEqual(faultsOf({ SVCS: "x", PORT: "x" }), [])
  })
})

test("every fault is in one message, and no secret is", () => {
  const faults = faultsOf({ SVC_PORT: "http", SVC_SECRET_KEY: "hunter2", SVC_LOG_LEVEL: "loud", SVC_NOPE: "1" })
  assert.deepEqual(faults, [
    "SVC_NOPE is not a setting. docs/configuration.md lists them all.",
    'SVC_PORT: must be a whole number (it is "http").',
    "SVC_SECRET_KEY: must have at least 32 characters, each key of several.",
    'SVC_LOG_LEVEL: must be silent, error, warn, info or debug (it is "loud").',
  ])
})

const wrong: [name: string, values: string[]][] = [
  ["SVC_BASE_URL", ["localhost:3000", "ftp://x", "http://x/?a=1", "http://x/#a", "http://me:pw@x"]],
  ["SVC_SECRET_KEY", [",", "a key of thirty-two characters or more,a short one"]],
  ["SVC_PORT", ["-1", "65536", "3e3"]],
  ["SVC_METRICS_PORT", ["no", "70000"]],
  ["SVC_TRUSTED_PROXIES", ["everyone", "10.0.0.0/33", "10.0.0.0/8/8"]],
  ["SVC_DNS_SERVERS", ["dns.example", "1.1.1"]],
  ["SVC_DATABASE_URL", ["mysql://x", "sqlite:"]],
  [
    "SVC_COUNTERS_URL",
    [
      "memcached://x",
      "redis+cluster://",
      "redis+cluster://a:1,,b:2",
      "redis+cluster://a:70000",
      "redis+cluster://a/name",
      "redis+sentinel://a",
      "redis+sentinel://a/name?password=x",
    ],
  ],
  ["SVC_BLOBS_URL", ["/srv/blobs"]],
  ["SVC_PAYMENTS_URL", ["paypal:"]],
  ["SVC_MAIL_URL", ["sendmail"]],
  ["SVC_MAIL_FROM", ["nobody"]],
  ["SVC_STRIPE_SECRET_KEY", ["pk_test_1"]],
  ["SVC_STRIPE_PUBLISHABLE_KEY", ["sk_test_1"]],
  ["SVC_STRIPE_WEBHOOK_SECRET", ["secret"]],
  ["SVC_BRAND_NAME", ["x".repeat(41)]],
  ["SVC_RATE_READS", ["0"]],
  [
    "SVC_TOOL_SERVERS",
    ["any,tools.example", "https://tools.example", "127.0.0.1", "tools.example:8080", "off,loopback,x y"],
  ],
]

describe("a wrong value is refused by name", () => {
  for (const [name, values] of wrong) {
    for (const value of values) {
      test(`${name}=${value}`, () => {
        const faults = faultsOf({ [name]: value })
        assert.equal(faults.length, 1)
        assert.match(faults[0] ?? "", new RegExp(`^${name}: must .+\\.$`))
      })
    }
  }
})

test("lists are read", () => {
  const settings = readSettings({
    SVC_TRUSTED_PROXIES: "10.0.0.0/8, ::1",
    SVC_DNS_SERVERS: "1.1.1.1,127.0.0.1:5353,[2606:4700::1]:53,::1",
  })
  assert.deepEqual(settings.trustedProxies, ["10.0.0.0/8", "::1"])
  assert.deepEqual(settings.dnsServers, ["1.1.1.1", "127.0.0.1:5353", "[2606:4700::1]:53", "::1"])
})

test("tool servers are none, any, or those at named hosts, and with a word those on this machine", () => {
  const read = (text: string) => readSettings({ SVC_TOOL_SERVERS: text }).toolServers
  assert.deepEqual(readSettings({}).toolServers, { hosts: "any", isLoopbackAllowed: false })
  assert.deepEqual(read("off"), { hosts: "off", isLoopbackAllowed: false })
  assert.deepEqual(read("loopback"), { hosts: "off", isLoopbackAllowed: true })
  assert.deepEqual(read("any, loopback"), { hosts: "any", isLoopbackAllowed: true })
  const hosts = ["mcp.example.com", "tools.example.org"]
  assert.deepEqual(read("mcp.example.com,tools.example.org"), { hosts, isLoopbackAllowed: false })
  assert.deepEqual(read("mcp.example.com, loopback").hosts, ["mcp.example.com"])
})

test("several secret keys are separated by commas, the newest first", () => {
  const [newer, older] = ["a newer key of thirty-two characters", "an older key of thirty-two characters"]
  assert.deepEqual(readSettings({ SVC_SECRET_KEY: `${newer}, ${older}` }).secretKeys, [newer, older])
})

test("with Stripe, a missing SVC_SELLING stops the start, and `connect` is refused with a sentence", () => {
  const stripe = { SVC_PAYMENTS_URL: "stripe:" }
  const says = "must be `own`, `installation:<workspace id>`, or several of them, separated by commas"

  assert.deepEqual(faultsOf(stripe).slice(0, 1), ["SVC_SELLING is needed with SVC_PAYMENTS_URL=stripe:."])
  assert.deepEqual(faultsOf({ ...stripe, SVC_SELLING: "own" }), [])
  assert.deepEqual(faultsOf({ ...stripe, SVC_SELLING: "own,connect" }), [
    `SVC_SELLING: \`connect\` is not available yet; ${says} (it is "own,connect").`,
  ])
  for (const wrong of ["anybody", "installation", "installation:", "own installation:workspace_1", ","]) {
    assert.deepEqual(faultsOf({ ...stripe, SVC_SELLING: wrong }), [`SVC_SELLING: ${says} (it is "${wrong}").`])
  }
  const { selling } = readSettings({
    ...production,
    SVC_SELLING: "own, installation:workspace_1,installation:workspace_2",
  })
  assert.deepEqual(selling, { own: true, installation: ["workspace_1", "workspace_2"] })
})

test("SVC_SELLING with a workspace requires all three installation keys, and one key requires the others", () => {
  const stripe = { SVC_PAYMENTS_URL: "stripe:", SVC_SELLING: "installation:workspace_1" }
  assert.equal(faultsOf(stripe).length, 3)
  const faults = faultsOf({ ...stripe, SVC_STRIPE_SECRET_KEY: "sk_test_1" })
  assert.deepEqual(faultsOf({ ...stripe, SVC_SELLING: "own", SVC_STRIPE_SECRET_KEY: "sk_test_1" }), faults)
  assert.deepEqual(faults, [
    "SVC_STRIPE_PUBLISHABLE_KEY is needed with SVC_PAYMENTS_URL=stripe:.",
    "SVC_STRIPE_WEBHOOK_SECRET is needed with SVC_PAYMENTS_URL=stripe:.",
  ])
})

test("a test key beside a live one is refused by name, in production and before it", () => {
  const keys = {
    SVC_PAYMENTS_URL: "stripe:",
    SVC_SELLING: "own",
    SVC_STRIPE_SECRET_KEY: "sk_live_1",
    SVC_STRIPE_PUBLISHABLE_KEY: "pk_live_1",
    SVC_STRIPE_WEBHOOK_SECRET: "whsec_1",
  }
  const wrong: [Record<string, string>, string][] = [
    [{ SVC_STRIPE_SECRET_KEY: "sk_test_1" }, "SVC_STRIPE_PUBLISHABLE_KEY is live, SVC_STRIPE_SECRET_KEY is for tests"],
    [{ SVC_STRIPE_SECRET_KEY: "rk_test_1" }, "SVC_STRIPE_PUBLISHABLE_KEY is live, SVC_STRIPE_SECRET_KEY is for tests"],
    [
      { SVC_STRIPE_PUBLISHABLE_KEY: "pk_test_1" },
      "SVC_STRIPE_SECRET_KEY is live, SVC_STRIPE_PUBLISHABLE_KEY is for tests",
    ],
    [
      { SVC_STRIPE_WEBHOOK_SECRET: "whsec_test_1" },
      "SVC_STRIPE_SECRET_KEY and SVC_STRIPE_PUBLISHABLE_KEY is live, SVC_STRIPE_WEBHOOK_SECRET is for tests",
    ],
  ]
  for (const environment of [keys, { ...production, ...keys }]) {
    assert.deepEqual(faultsOf(environment), [])
    for (const [change, says] of wrong) {
      assert.deepEqual(faultsOf({ ...environment, ...change }), [`${says}: set keys of one mode.`])
    }
  }
})

describe("production", () => {
  test("is where every address is public", () => {
    assert.deepEqual(faultsOf(production), [])
    assert.equal(readSettings(production).isProduction, true)
  })

  for (const address of ["http://localhost:80", "http://auth.localhost", "http://127.3.2.1", "http://[::1]:8080"]) {
    test(`is not ${address}`, () => assert.equal(readSettings({ SVC_BASE_URL: address }).isProduction, false))
  }

  test("begins with the first address that is not on this machine", () => {
    assert.match(faultsOf({ SVC_FILES_URL: "https://files.example" }).join(), /must be https in production/)
  })

  const refusals: [string, Record<string, string>, RegExp][] = [
    ["the sandbox processor", { SVC_PAYMENTS_URL: "sandbox:" }, /SVC_PAYMENTS_URL=sandbox: moves no money/],
    ["a stand-in for Stripe", { SVC_PAYMENTS_URL: "stripe://127.0.0.1:9" }, /moves no money/],
    ["outbox mail", { SVC_MAIL_URL: "outbox:x" }, /SVC_MAIL_URL: outbox mail reaches no person/],
    ["tool servers on its own network", { SVC_TOOL_SERVERS: "any,loopback" }, /SVC_TOOL_SERVERS: `loopback`/],
    ["no mail address of its own", { SVC_MAIL_FROM: "" }, /SVC_MAIL_FROM is needed/],
    ["no secret", { SVC_SECRET_KEY: "" }, /SVC_SECRET_KEY is needed/],
    ["an address without https", { SVC_SHORT_URL: "http://go.example" }, /short address .+ must be https/],
  ]
  for (const [what, change, says] of refusals) {
    test(`refuses ${what}`, () => {
      const faults = faultsOf({ ...production, ...change })
      assert.equal(faults.length, 1)
      assert.match(faults[0] ?? "", says)
    })
  }

  test("warns when short links or files share the authorization server's origin", () => {
    assert.deepEqual(readSettings({ ...production, SVC_AUTH_URL: "https://id.example" }).warnings, [])
    const shared = { ...production, SVC_SHORT_URL: "", SVC_FILES_URL: "https://atelier.example/files" }
    const { warnings } = readSettings(shared)
    assert.equal(warnings.length, 2)
    assert.match(warnings[0] ?? "", /The short address shares/)
    assert.match(warnings[1] ?? "", /The files address shares/)
  })
})

test("a secret may be in a file, which must be readable, not empty, and the only place of the secret", (t) => {
  const path = join(temporaryFolder(t), "secret-key")
  const { SVC_SECRET_KEY, ...others } = production
  writeFileSync(path, `${SVC_SECRET_KEY}\n`)
  assert.deepEqual(readSettings({ ...others, SVC_SECRET_KEY_FILE: path }).secretKeys, [SVC_SECRET_KEY])

  assert.deepEqual(faultsOf({ SVC_SECRET_KEY, SVC_SECRET_KEY_FILE: path }), [
    "SVC_SECRET_KEY and SVC_SECRET_KEY_FILE are both set; remove one of them.",
  ])
  assert.deepEqual(faultsOf({ SVC_SECRET_KEY_FILE: `${path}-2` }), [
    `SVC_SECRET_KEY_FILE: the file ${path}-2 cannot be read (ENOENT).`,
  ])
  writeFileSync(path, " \n")
  assert.deepEqual(faultsOf({ SVC_SECRET_KEY_FILE: path }), [`SVC_SECRET_KEY_FILE: the file ${path} is empty.`])
  assert.match(faultsOf({ SVC_PORT_FILE: path }).join(), /SVC_PORT_FILE is not a setting/)
  assert.deepEqual(faultsOf({ SVC_SECRET_KEY_FILE: "" }), [], "an empty value counts as unset")
})

test("no two settings share a name, and each has a description in sentences", () => {
  const names = Object.values(variables).map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  for (const { name, help } of Object.values(variables)) assert.match(help, /^[A-Z`].*\.$/, name)
})
