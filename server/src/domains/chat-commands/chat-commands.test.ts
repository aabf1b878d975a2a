import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { minuteMs } from "#kernel/time/units.ts"
import { rowsOf, valuesOf } from "#test/support/basics/values-of.ts"
import { type DatabaseKind, onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { customCommand, defaultCommand, openStreamElementsStandIn } from "#test/support/stand-ins/stream-elements.ts"
import { world } from "#test/support/worlds/world.ts"
import { connectChannel, disconnectChannel, getChannel, listStreamelementsCommands } from "./index.ts"

const jwt = { channel: "ada_draws", tokenKind: "jwt", token: "jwt-of-ada-draws" } as const
const oauth = { channel: "ada_draws", tokenKind: "oauth", token: "oauth-of-ada-draws" } as const

async function studio(t: TestContext, kind: DatabaseKind) {
  const standIn = await openStreamElementsStandIn(t)
  const base = await world(t, kind, { streamElementsUrl: standIn.url })
  const { act } = base
  return {
    ...base,
    standIn,
    connect: (input: typeof jwt | typeof oauth | object = jwt) => act("admin", connectChannel, input),
    list: (input: object = {}) => act("viewer", listStreamelementsCommands, input),
  }
}

onSqlite("a channel is connected with either kind of token, and its commands are listed", async (t, kind) => {
  for (const input of [jwt, oauth]) {
    const { act, standIn, connect, list } = await studio(t, kind)
    const channel = await connect(input)
    assert.deepEqual([channel.channelId, channel.channelName], [standIn.channel._id, "ada_draws"])
    assert.deepEqual((await act("viewer", getChannel, {})).channel, channel)

    const { commands, nextCursor, ...rest } = listStreamelementsCommands.output.parse(await list())
    assert.deepEqual(rest, { channel: "ada_draws" })
    assert.equal(nextCursor, undefined)
    assert.deepEqual(commands[0], {
      id: "5b2e2007760aeb7729400001",
      kind: "custom",
      command: "discord",
      aliases: [],
      reply: "Join us: https://discord.example/ada",
      access: "everyone",
      status: "on",
      hidden: false,
      userCooldownSeconds: 15,
      globalCooldownSeconds: 5,
      costPoints: 0,
    })
    assert.deepEqual(rowsOf(commands.slice(1), "kind", "id", "description"), [
      ["default", "8ball", "Asks the magic 8-ball"],
      ["default", "accountage", "Tells the account's age"],
    ])
  }
})

onBothDatabases("the token is stored sealed, and no answer contains it", async (t, kind) => {
  const { act, app, connect, list } = await studio(t, kind)
  const answers = [await connect(), await list(), await act("owner", getChannel, {})]
  const rows = await app.database.read.selectFrom("chat_channels").selectAll().execute()
  assert.equal(rows.length, 1)
  assert.ok(!JSON.stringify([answers, rows]).includes(jwt.token))
})

onSqlite("a token or a channel that StreamElements does not know is not stored", async (t, kind) => {
  const { connect, list, standIn } = await studio(t, kind)
  const before = await connect()
  for (const [input, code, says] of [
    [{ ...jwt, token: "jwt-of-somebody" }, "invalid_request", /^Token/],
    [{ ...jwt, tokenKind: "oauth" }, "invalid_request", /^Token/],
    [{ ...jwt, channel: "nobody" }, "not_found", /channel not found/],
    [{ ...jwt, channel: "../users" }, "invalid_request", /channel/],
    [{ ...jwt, token: "with spaces in it" }, "invalid_request", /token/],
  ] as const) {
    await assert.rejects(connect(input), { code, message: says })
  }
  standIn.tokens.add("Bearer jwt-of-somebody")
  assert.equal((await list()).channel, before.channelName)
})

onBothDatabases("admins connect and disconnect, viewers list, strangers see nothing of it", async (t, kind) => {
  const { act, connect, list } = await studio(t, kind)
  for (const action of [connectChannel, disconnectChannel] as const) {
    await assert.rejects(act("member", action as typeof connectChannel, jwt), { code: "workspace_forbidden" })
  }
  await connect()
  await list()
  await assert.rejects(act("stranger", listStreamelementsCommands, {}), {
    code: "conflict",
    message: /No StreamElements channel is connected/,
    hint: /An admin can connect one at http:\/\/localhost:3000\/elsewhere\/chat-commands\./,
  })
  assert.deepEqual(await act("owner", disconnectChannel, {}), { channelName: "ada_draws" })
  await assert.rejects(list(), { code: "conflict" })
  await assert.rejects(act("owner", disconnectChannel, {}), { code: "conflict" })
})

onSqlite(
  "StreamElements is asked once a minute for all callers, and again after a new connection is made",
  async (t, kind) => {
    const { clock, connect, list, standIn } = await studio(t, kind)
    await connect()
    standIn.requests.length = 0
    await Promise.all(Array.from({ length: 20 }, () => list()))
    clock.advance(minuteMs - 1)
    await list()
    assert.deepEqual(standIn.requests.toSorted(), [
      `GET /kappa/v2/bot/commands/${standIn.channel._id}`,
      `GET /kappa/v2/bot/commands/${standIn.channel._id}/default?language=en`,
      `GET /kappa/v2/bot/modules/${standIn.channel._id}`,
    ])
    clock.advance(2)
    standIn.commands = []
    assert.equal((await list({ kind: "custom" })).commands.length, 0)
    standIn.commands = [customCommand(2, "new")]
    await connect()
    assert.equal((await list({ kind: "custom" })).commands[0]?.command, "new")
  },
)

onSqlite("a refusal or a failure of StreamElements is shown, and not cached", async (t, kind) => {
  const { connect, list, standIn, clock } = await studio(t, kind)
  await connect()
  for (const [fault, code, says] of [
    [{ status: 401 }, "conflict", /rejected this channel's token/],
    [{ status: 403 }, "conflict", /rejected this channel's token/],
    [{ status: 404 }, "not_found", /channel not found/],
    [{ status: 429 }, "rate_limited", /Too many requests/],
    [{ status: 500 }, "upstream_error", /StreamElements is unavailable/],
    [{ status: 200, body: "<html>" }, "upstream_error", /StreamElements is unavailable/],
    [{ status: 200, body: '{"commands":[]}' }, "upstream_error", /StreamElements is unavailable/],
    [{ status: 302 }, "upstream_error", /StreamElements is unavailable/],
    [{ status: 200, body: " ".repeat(5_000_000) }, "upstream_error", /StreamElements is unavailable/],
  ] as const) {
    standIn.fault = fault
    await assert.rejects(list(), { code, message: says }, JSON.stringify(fault).slice(0, 60))
  }
  standIn.fault = undefined
  assert.equal((await list()).commands.length, 3)
  clock.advance(2 * minuteMs)
  standIn.tokens.clear()
  await assert.rejects(list(), { code: "conflict", hint: /reconnect the channel/ })
})

onSqlite("StreamElements is asked nothing before its Retry-After", async (t, kind) => {
  const { connect, list, standIn, clock } = await studio(t, kind)
  await connect()
  for (const [after, status] of [
    ["300", 429],
    ["300", 503],
  ] as const) {
    standIn.fault = { status, headers: { "retry-after": after } }
    standIn.requests.length = 0
    const refusal = { code: "rate_limited", retryAfterSeconds: 300, hint: "Wait 5 minutes and try again." }
    await assert.rejects(list(), refusal)
    const asked = standIn.requests.length
    clock.advance(4 * minuteMs)
    await assert.rejects(list(), { code: "rate_limited", retryAfterSeconds: 60, hint: "Wait a minute and try again." })
    assert.equal(standIn.requests.length, asked)
    clock.advance(minuteMs)
    standIn.fault = undefined
    assert.equal((await list()).commands.length, 3)
    clock.advance(2 * minuteMs)
  }
})

onBothDatabases("commands come in pages, by kind", async (t, kind) => {
  const { connect, list, standIn } = await studio(t, kind)
  standIn.commands = Array.from({ length: 30 }, (_, index) => customCommand(index, `c${index}`)).reverse()
  await connect()
  const seen: string[] = []
  let cursor: string | undefined
  let pages = 0
  do {
    const page = await list({ limit: 7, ...(cursor && { cursor }) })
    seen.push(...page.commands.map(({ command }) => command))
    cursor = page.nextCursor
    pages++
  } while (cursor)
  assert.equal(pages, 5)
  assert.deepEqual(seen, [...Array.from({ length: 30 }, (_, index) => `c${index}`), "8ball", "accountage"])
  assert.equal((await list()).commands.length, 25)
  assert.deepEqual(valuesOf((await list({ kind: "default" })).commands, "id"), ["8ball", "accountage"])
  for (const wrong of [{ cursor: "nonsense" }, { limit: 0 }, { limit: 101 }, { kind: "hidden" }, { channel: "x" }]) {
    await assert.rejects(list(wrong), { code: "invalid_request" })
  }
})

onSqlite("hidden commands are marked; texts are cleaned and cut; odd commands are left out", async (t, kind) => {
  const { connect, list, standIn } = await studio(t, kind)
  standIn.commands = [
    customCommand(1, "secret", { hidden: true, enabled: false, accessLevel: 500, cost: 10 }),
    customCommand(2, "evil\u202e", { reply: `a\u{e0041}b ${"x".repeat(900)}`, aliases: Array(50).fill("y\u0000z") }),
    { nothing: "like a command" },
    customCommand(3, "plain", { cooldown: null, aliases: "none", accessLevel: "high" }),
  ]
  await connect()
  const [secret, evil, plain] = (await list({ kind: "custom" })).commands
  assert.deepEqual([secret?.hidden, secret?.status, secret?.access, secret?.costPoints], [true, "off", "moderator", 10])
  assert.equal(evil?.command, "evil")
  assert.match(evil?.reply ?? "", /^ab x+…$/)
  assert.equal(evil?.reply?.length, 500)
  assert.deepEqual([evil?.aliases.length, evil?.aliases[0]], [20, "yz"])
  assert.deepEqual([plain?.command, plain?.aliases, plain?.access], ["plain", [], "everyone"])
})

onSqlite("a command that is off, off with its module, or off online or offline is listed as that", async (t, kind) => {
  const { clock, connect, list, standIn } = await studio(t, kind)
  const [on, off] = [{ enabledOnline: true }, { enabledOnline: false }]
  const switches = [on, off, { enabledOffline: false }, { ...off, enabledOffline: false }, { enabled: false, ...off }]
  const commandsIn = (moduleId: unknown) =>
    switches.map((more, at) => defaultCommand(`${moduleId}${at}`, "", { moduleId, ...more }))
  const usual = ["on", "only_offline", "only_online", "off", "off"]
  const withModule = (status: string) => [status, status, status, "off", "off"]
  const statusesOf = async () => {
    clock.advance(2 * minuteMs)
    const { commands } = await list({ limit: 100 })
    const idOf = ({ id }: (typeof commands)[number]) => id.replace(/\d$/, "")
    return Object.fromEntries(
      Object.entries(Object.groupBy(commands, idOf)).map(([id, some]) => [id, valuesOf(some ?? [], "status")]),
    )
  }
  standIn.commands = switches.map((more, at) => ({ ...customCommand(at, "say", more), _id: `own${at}` }))
  standIn.defaults = ["duel", "raffle", "new", "", null].flatMap(commandsIn)
  standIn.modules = { duel: { enabled: true }, raffle: { enabled: false, single: {} }, new: "odd" }
  await connect()
  const always = { own: usual, "": usual, null: usual }
  const [unknown, moduleOff] = [withModule("module_unknown"), withModule("module_off")]
  assert.deepEqual(await statusesOf(), { ...always, duel: usual, raffle: moduleOff, new: unknown })
  for (const answer of [undefined, [], "modules", null]) {
    standIn.modules = answer
    assert.deepEqual(await statusesOf(), { ...always, duel: unknown, raffle: unknown, new: unknown }, String(answer))
  }
})
