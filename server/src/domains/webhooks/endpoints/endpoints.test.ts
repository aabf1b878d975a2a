import assert from "node:assert/strict"
import { perform, systemContext } from "#access/perform.ts"
import { resealAll } from "#engines/jobs/reseal-store.ts"
import { sealedColumns } from "#engines/jobs/sealed-columns.ts"
import { openKeyring } from "#kernel/keyring.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { dnsServer } from "#test/support/stand-ins/dns-server.ts"
import { world, worldSecret } from "#test/support/worlds/world.ts"
import { changeEndpoint, listEndpoints, makeEndpoint, removeEndpoint, revealEndpointSecret } from "../index.ts"
import { isOwnAddress } from "./endpoint-input.ts"

const port = 9
const url = `http://127.0.0.1:${port}/hook?token=geheim`
const open = { receivers: [{ port }] }

onBothDatabases("an endpoint has a secret and a key of its own, and its address is sealed", async (t, kind) => {
  const { app, act } = await world(t, kind, open)
  const made = await act("admin", makeEndpoint, { url, types: ["link.created"], description: "Shop" })
  assert.match(made.secret, /^whsec_[\w+/]{43}=$/)
  assert.match(made.endpoint.publicKey, /^whpk_[\w+/]{43}=$/)
  assert.equal(made.endpoint.url, url)
  assert.equal(made.endpoint.confirmedAt, null)
  assert.deepEqual((await act("owner", listEndpoints, {})).items, [made.endpoint])
  const row = await app.database.read.selectFrom("webhook_endpoints").selectAll().executeTakeFirstOrThrow()
  assert.ok(!JSON.stringify(row).includes("geheim"))
  const sealed = sealedColumns.filter(({ table }) => table === "webhook_endpoints").map(({ column }) => column)
  assert.deepEqual(sealed.sort(), Object.keys(row).filter((name) => name.endsWith("_sealed")).sort()) // biome-ignore format: one thought
})

onBothDatabases("a workspace has ten endpoints at most, also when requests run in parallel", async (t, kind) => {
  const { act } = await world(t, kind, open)
  const wishes = Array.from({ length: 12 }, () => act("admin", makeEndpoint, { url, types: ["*"] }))
  const refused = (await Promise.allSettled(wishes)).filter(({ status }) => status === "rejected")
  assert.equal(refused.length, 2)
  const { items } = await act("admin", listEndpoints, {})
  assert.equal(items.length, 10)
  await act("admin", removeEndpoint, { id: items[0]?.id })
  await act("admin", makeEndpoint, { url, types: ["*"] })
})

onBothDatabases("another address must be confirmed by a test again, other changes need none", async (t, kind) => {
  const { app, act, workspaceId } = await world(t, kind, open)
  const { endpoint } = await act("admin", makeEndpoint, { url, types: ["link.created"] })
  await app.database.transaction((db) =>
    db.updateTable("webhook_endpoints").set({ confirmed_at: 1, since: 1 }).execute(),
  )
  const wanted = async () => {
    const clock = app.database.read.selectFrom("workspace_clocks").select("wanted")
    return (await clock.where("workspace_id", "=", workspaceId).executeTakeFirstOrThrow()).wanted
  }
  const changed = await act("admin", changeEndpoint, { id: endpoint.id, types: ["purchase.completed"], url })
  assert.equal(changed.confirmedAt, 1)
  assert.equal(await wanted(), "purchase.completed")
  const moved = await act("admin", changeEndpoint, { id: endpoint.id, url: `${url}2` })
  assert.equal(moved.confirmedAt, null)
  assert.equal(await wanted(), "purchase.completed", "its events wait for the test")
})

onSqlite("members, viewers and other workspaces reach no endpoint", async (t) => {
  const { act } = await world(t, undefined, open)
  const { id } = (await act("admin", makeEndpoint, { url, types: ["*"] })).endpoint
  for (const who of ["member", "viewer"] as const) {
    await assert.rejects(act(who, makeEndpoint, { url, types: ["*"] }), { code: "workspace_forbidden" })
    await assert.rejects(act(who, listEndpoints, {}), { code: "workspace_forbidden" })
  }
  assert.deepEqual((await act("stranger", listEndpoints, {})).items, [])
  for (const action of [changeEndpoint, removeEndpoint]) {
    await assert.rejects(act("stranger", action, { id }), { code: "not_found" })
    await assert.rejects(act("member", action, { id }), { code: "workspace_forbidden" })
  }
  await assert.rejects(act("stranger", revealEndpointSecret, { id }), { code: "not_found" })
  await assert.rejects(act("member", revealEndpointSecret, { id }), { code: "workspace_forbidden" })
})

onSqlite("an endpoint with a private, mapped or own address is refused", async (t) => {
  const names = await dnsServer(t)
  names.answer("A", "inside.example", ["10.1.2.3"])
  names.answer("A", "mixed.example", ["93.184.216.34", "127.0.0.1"])
  names.answer("A", "outside.example", ["93.184.216.34"])
  const { act } = await world(t, undefined, { ...open, dnsServers: [names.address] })
  const refused = ["https://127.0.0.1/", "https://[::ffff:10.0.0.1]/", "https://169.254.169.254/", "https://[::1]/", "https://inside.example/", "https://mixed.example/", "http://outside.example/", "https://outside.example:8443/", "https://missing.example/", "http://localhost:3000/hook"] // biome-ignore format: a list
  for (const url of refused) {
    await assert.rejects(
      act("admin", makeEndpoint, { url, types: ["*"] }),
      { code: "invalid_request", field: "url" },
      url,
    )
  }
  for (const url of ["https://ada:secret@outside.example/", "not a url", "ftp://outside.example/"])
    await assert.rejects(act("admin", makeEndpoint, { url, types: ["*"] }), { code: "invalid_request" }, url)
  await act("admin", makeEndpoint, { url: "https://outside.example/", types: ["*"] })
})

onSqlite("an own address is recognized with a port and with a trailing dot", async (t) => {
  const { app, cx } = await world(t, undefined, open)
  const own = { ...cx, addresses: { ...app.addresses, base: "https://ours.example", auth: "http://auth.example:3000" } }
  const expected = {
    "https://ours.example/hook": true,
    "https://ours.example./hook": true,
    "https://ours.example.:443/": true,
    "http://auth.example.:3000/": true,
    "https://ours.example.org./": false,
  }
  for (const [url, is] of Object.entries(expected)) assert.equal(await isOwnAddress(own, url), is, url)
})

onBothDatabases("endpoints keep their secrets when SVC_SECRET_KEY changes", async (t, kind) => {
  const { app, act, callers } = await world(t, kind, open)
  const { endpoint, secret } = await act("admin", makeEndpoint, { url, types: ["*"] })
  const newest = "another secret of at least thirty-two characters"
  const both = { ...app, keyring: openKeyring(newest, worldSecret) }
  await resealAll(systemContext(both), sealedColumns)
  const asking = { app: { ...app, keyring: openKeyring(newest) }, caller: callers.admin }
  assert.deepEqual(await perform(asking, revealEndpointSecret, { id: endpoint.id }), { secret })
  assert.deepEqual((await perform(asking, listEndpoints, {})).items, [endpoint])
})
