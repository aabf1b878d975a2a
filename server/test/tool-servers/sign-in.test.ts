import assert from "node:assert/strict"
import { describe } from "node:test"
import type { Caller, Context } from "#access/context.ts"
import {
  attachToolServer,
  callUsableTool,
  detachToolServer,
  finishToolServerSignIn,
  listOwnToolSignIns,
  listToolServers,
  listUsableTools,
  revokeToolToken,
  signInToToolServer,
  signOutOfToolServer,
  type UsableCall,
  type UsableTool,
} from "#domains/tool-servers/on-demand.ts"
import { everybody, findTokenRow, takeRefresh } from "#domains/tool-servers/tokens/token-store.ts"
import { eraseAccount, leaveWorkspace, removeMember } from "#domains/workspaces/index.ts"
import { ServiceError } from "#kernel/error.ts"
import { type DatabaseKind, onBothDatabases } from "#test/support/databases/test-databases.ts"
import { json } from "#test/support/stand-ins/tool-server.ts"
import { type SignInPeer, signInPeer } from "#test/support/stand-ins/tool-server-sign-in.ts"
import { type ToolsWorld, toolsWorld } from "#test/support/worlds/tools-world.ts"

const never = new AbortController().signal

const redirectUriOf = (signIn: { url: string } | null) => new URL(signIn?.url ?? "").searchParams.get("redirect_uri")

interface SignInWorld extends ToolsWorld {
  server: SignInPeer
  admin: Caller
  member: Caller
  /** Attaches the peer as the admin, signs the admin in, and accepts its tools. */
  ready(credentials?: "personal" | "shared"): Promise<string>
  signIn(as: Caller, id: string): Promise<void>
  call(id: string, as?: "member" | "admin", cx?: Context): Promise<unknown>
  openTokens(): Promise<number>
  revoke(): Promise<void>
}

async function signInWorld(t: Parameters<typeof toolsWorld>[0], kind: DatabaseKind): Promise<SignInWorld> {
  const at = await toolsWorld(t, kind)
  const server = signInPeer(at.peer)
  const [admin, member] = [await at.inBrowser("admin"), await at.inBrowser("member")]
  const tokens = at.app.database.read.selectFrom("tool_server_tokens")
  return {
    ...{ ...at, server, admin, member },
    async ready(credentials = "personal") {
      const { id, signIn } = await at.act(admin, attachToolServer, { url: at.peer.url, auth: "oauth", credentials })
      await at.act(admin, finishToolServerSignIn, server.agree(signIn?.url ?? ""))
      await at.accept(id)
      return id
    },
    async signIn(as, id) {
      const { signIn } = await at.act(as, signInToToolServer, { id })
      await at.act(as, finishToolServerSignIn, server.agree(signIn?.url ?? ""))
    },
    async call(id, as = "member", cx = at.cx) {
      const whose = { workspaceId: at.workspaceId, accountId: at.idOf(as) }
      const tool: UsableTool | undefined = (await listUsableTools(cx, whose)).find(({ serverId }) => serverId === id)
      const asked: UsableCall = {
        serverId: id,
        toolName: "echo",
        digest: tool?.digest ?? "",
        arguments: { text: "x" },
        signal: never,
      }
      return callUsableTool(cx, whose, asked)
    },
    openTokens: async () => (await tokens.select("id").where("ended_at", "is", null).execute()).length,
    async revoke() {
      for (const { id } of await tokens.select("id").where("ended_at", "is not", null).execute()) {
        await revokeToolToken(at.cx, { tokenId: id })
      }
    },
  }
}

const refused = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ServiceError, String(error))
  assert.match(`${error.message} ${error.hint}`, pattern)
  return true
}

describe("signing in", () => {
  onBothDatabases("PKCE, resource, state and issuer are sent and checked; the host is shown first", async (t, kind) => {
    const at = await signInWorld(t, kind)
    const { id, signIn } = await at.act(at.admin, attachToolServer, { url: at.peer.url, auth: "oauth" })
    assert.equal(signIn?.host, `127.0.0.1:${at.peer.port}`)
    const { searchParams: asked } = new URL(signIn?.url ?? "")
    assert.equal(asked.get("code_challenge_method"), "S256")
    assert.equal(asked.get("resource"), at.peer.url)
    assert.equal(asked.get("scope"), "read")
    assert.match(redirectUriOf(signIn) ?? "", /^http:\/\/localhost:3000\/tools\/callback\/[\w-]{22}$/)
    assert.match(asked.get("state") ?? "", /^state_[\w-]{43}$/)
    const rows = await at.app.database.read.selectFrom("tool_server_sign_ins").selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes(asked.get("state") ?? "?"), "the state is kept as a hash")
    const answer = at.server.agree(signIn?.url ?? "")
    const done = await at.act(at.admin, finishToolServerSignIn, answer)
    assert.deepEqual(done, { slug: "studio", serverId: id, isSignedIn: true })
    const [exchange] = at.server.tokens
    assert.equal(exchange?.form.resource, at.peer.url)
    await at.accept(id)
    await at.call(id, "admin")
    await assert.rejects(at.call(id), refused(/No one is signed in/))
    await at.signIn(at.member, id)
    await at.call(id)
  })

  onBothDatabases("an answer is valid once, for its person in its browser, for ten minutes", async (t, kind) => {
    const at = await signInWorld(t, kind)
    const id = await at.ready()
    const begin = async () => at.server.agree((await at.act(at.member, signInToToolServer, { id })).signIn?.url ?? "")
    const over = refused(/has expired or was started in another browser/)
    const elsewhere = await at.inBrowser("member")
    for (const other of [elsewhere, at.admin]) {
      const answer = await begin()
      await assert.rejects(at.act(other, finishToolServerSignIn, answer), over)
      await assert.rejects(at.act(at.member, finishToolServerSignIn, answer), over, "and it is used up")
    }
    const { issuerKey } = await begin()
    await assert.rejects(
      at.act(at.member, finishToolServerSignIn, { issuerKey, state: "state_guess", code: "x" }),
      over,
    )
    const mixedUp = { ...(await begin()), issuerKey: `${issuerKey.slice(1)}-` }
    await assert.rejects(at.act(at.member, finishToolServerSignIn, mixedUp), over, "it came to another issuer's path")
    assert.equal(at.server.tokens.filter(({ form }) => form.code === mixedUp.code).length, 0, "no code was redeemed")
    const late = await begin()
    at.clock.advance(600_000)
    await assert.rejects(at.act(at.member, finishToolServerSignIn, late), over)
    const role = (role: "viewer" | "member") =>
      at.app.database.transaction((db) =>
        db.updateTable("members").set({ role }).where("account_id", "=", at.idOf("member")).execute(),
      )
    const lowered = await begin()
    await role("viewer")
    await assert.rejects(at.act(at.member, finishToolServerSignIn, lowered), over)
    assert.equal(at.server.tokens.length, 1, "no code was redeemed but the admin's")
    await role("member")
    const redeemed = await begin()
    const give = at.peer.on.get("/token")
    at.peer.on.set("/token", (...asked) => void role("viewer").then(() => give?.(...asked)))
    await assert.rejects(at.act(at.member, finishToolServerSignIn, redeemed), over, "nor if it was while the code was redeemed") // biome-ignore format: one thought
    assert.deepEqual([at.server.tokens.length, await at.openTokens()], [2, 1])
    await role("member")
    const left = await begin()
    await at.act(at.callers.member, leaveWorkspace, {})
    await assert.rejects(at.act(at.member, finishToolServerSignIn, left), over)
    assert.equal(at.server.tokens.length, 2, "no other code was redeemed")
    await assert.rejects(at.act("admin", signInToToolServer, { id }), refused(/requires a browser/))
  })

  onBothDatabases("a code is not redeemed if the issuer is missing or different", async (t, kind) => {
    const at = await signInWorld(t, kind)
    const id = await at.ready()
    for (const iss of [undefined, "https://evil.example", `${at.peer.origin}/`, at.peer.origin.toUpperCase()]) {
      const { signIn } = await at.act(at.member, signInToToolServer, { id })
      const { iss: _, ...given } = at.server.agree(signIn?.url ?? "")
      const answer = { ...given, ...(iss !== undefined && { iss }) }
      await assert.rejects(at.act(at.member, finishToolServerSignIn, answer), refused(/refused the sign-in/))
    }
    assert.equal(at.server.tokens.length, 1)
  })

  onBothDatabases("a person who refuses the consent is not signed in, and no token is stored", async (t, kind) => {
    const at = await signInWorld(t, kind)
    const id = await at.ready()
    const { signIn } = await at.act(at.member, signInToToolServer, { id })
    const { issuerKey, state } = at.server.agree(signIn?.url ?? "")
    const answer = await at.act(at.member, finishToolServerSignIn, { issuerKey, state })
    assert.equal(answer.isSignedIn, false)
    assert.equal(await at.openTokens(), 1)
  })

  onBothDatabases("a server whose sign-in moved to another issuer cannot be signed in to", async (t, kind) => {
    const at = await signInWorld(t, kind)
    const id = await at.ready()
    const other = signInPeer(at.other)
    at.server.resource = { ...at.server.resource, authorization_servers: [at.other.origin] }
    await assert.rejects(at.act(at.member, signInToToolServer, { id }), refused(/sign-in page has changed/))
    assert.deepEqual(other.registrations, [])
  })
})

describe("the authorization address and the client registration", () => {
  onBothDatabases("an address that is not https is refused", async (t, kind) => {
    const at = await signInWorld(t, kind)
    for (const address of [
      "javascript:alert(1)",
      "data:text/html,x",
      "http://public.example/authorize",
      "ftp://x.example/",
    ]) {
      at.server.metadata = { ...at.server.metadata, authorization_endpoint: address }
      await assert.rejects(at.act(at.admin, attachToolServer, { url: at.peer.url, auth: "oauth" }), ServiceError)
    }
    assert.deepEqual((await at.act("admin", listToolServers, {})).items, [])
  })

  onBothDatabases("attaching registers the client once; later sign-ins do not register", async (t, kind) => {
    const at = await signInWorld(t, kind)
    const id = await at.ready()
    assert.deepEqual(
      at.server.registrations.map(({ redirect_uris, client_name }) => [redirect_uris, client_name]),
      [[[redirectUriOf((await at.act(at.member, signInToToolServer, { id })).signIn)], "Atelier"]],
    )
    await at.signIn(at.member, id)
    assert.equal(at.server.registrations.length, 1)
  })

  onBothDatabases("a server without registration accepts the client that an admin typed", async (t, kind) => {
    const at = await signInWorld(t, kind)
    const { registration_endpoint: _, ...closed } = at.server.metadata
    at.server.metadata = closed
    const wish = { url: at.peer.url, auth: "oauth" } as const
    await assert.rejects(
      at.act(at.admin, attachToolServer, wish),
      refused(/requires a registered client.*Redirect URI: http:\/\/localhost:3000\/tools\/callback\/[\w-]{22}/),
    )
    const typed = { clientId: "by-hand", clientSecret: "hush" }
    const { id, signIn } = await at.act(at.admin, attachToolServer, { ...wish, ...typed })
    assert.equal(new URL(signIn?.url ?? "").searchParams.get("client_id"), "by-hand")
    await at.act(at.admin, finishToolServerSignIn, at.server.agree(signIn?.url ?? ""))
    const sent = at.peer.asked.find(({ path }) => path === "/token")
    assert.equal(sent?.headers.authorization, `Basic ${Buffer.from("by-hand:hush").toString("base64")}`)
    const rows = await at.app.database.read.selectFrom("tool_servers").selectAll().where("id", "=", id).execute()
    assert.ok(!JSON.stringify(rows).includes("hush"))
  })
})

describe("tokens", () => {
  onBothDatabases(
    "an expired token is refreshed once, even for concurrent calls of several processes",
    async (t, kind) => {
      const at = await signInWorld(t, kind)
      const id = await at.ready("shared")
      const late = await findTokenRow(at.cx, id, everybody)
      assert.ok(late)
      at.clock.advance(3_600_000)
      at.server.valid.clear()
      const processes = [at.cx, at.elsewhere(), at.elsewhere()]
      await Promise.all([...processes, ...processes].map((cx) => at.call(id, "member", cx)))
      const refreshes = at.server.tokens.filter(({ form }) => form.grant_type === "refresh_token")
      assert.deepEqual(
        refreshes.map(({ isGiven }) => isGiven),
        [true],
      )
      assert.equal(refreshes[0]?.form.resource, at.peer.url)
      const isTaken = await at.cx.atomically((cx) => takeRefresh(cx, late, cx.now()))
      assert.equal(isTaken, false, "who read it before does not refresh it again")
    },
  )

  onBothDatabases(
    "a token that is refused early is refreshed; if that fails, a new sign-in is needed",
    async (t, kind) => {
      const at = await signInWorld(t, kind)
      const id = await at.ready("shared")
      at.server.valid.clear()
      await at.call(id)
      at.server.valid.clear()
      for (const error of ["server_error", "temporarily_unavailable", "too_many_requests"]) {
        at.peer.on.set("/token", (response) => json(response, { error }, 503))
        await assert.rejects(at.call(id), ServiceError)
        assert.equal(await at.openTokens(), 1, `a server that is down ends nothing: ${error}`)
      }
      at.peer.on.set("/token", (response) => json(response, { error: "invalid_grant" }, 400))
      await assert.rejects(at.call(id), refused(/No one is signed in/))
      assert.equal(await at.openTokens(), 0)
    },
  )

  onBothDatabases(
    "tokens end and are revoked when a member leaves, is removed, is erased or signs out, or a server is detached",
    async (t, kind) => {
      const ways: [string, (at: SignInWorld, id: string) => Promise<unknown>][] = [
        ["leaving", (at) => at.act("member", leaveWorkspace, {})],
        ["removal", (at) => at.act("owner", removeMember, { accountId: at.idOf("member") })],
        ["erasure", (at) => at.act("member", eraseAccount, { email: "member@studio.example" })],
        ["signing out", (at, id) => at.act("member", signOutOfToolServer, { id })],
      ]
      for (const [way, end] of ways) {
        const at = await signInWorld(t, kind)
        const id = await at.ready()
        await at.signIn(at.member, id)
        await end(at, id)
        assert.equal(await at.openTokens(), 1, way)
        await assert.rejects(at.call(id), ServiceError)
        await at.revoke()
        assert.equal(at.server.revoked.length, 1, way)
        assert.match(at.server.revoked[0] ?? "", /^refresh-/)
        await at.act("admin", detachToolServer, { id })
        assert.equal(await at.openTokens(), 0, way)
        await at.revoke()
        assert.equal(at.server.revoked.length, 2, way)
        const left = await at.app.database.read.selectFrom("tool_server_tokens").selectAll().execute()
        assert.deepEqual(left, [])
      }
    },
  )

  onBothDatabases("the shared sign-in of an admin who left cannot be used", async (t, kind) => {
    const at = await signInWorld(t, kind)
    const id = await at.ready("shared")
    const { items } = await at.act(at.admin, listOwnToolSignIns, {})
    assert.deepEqual([items[0]?.isShared, items[0]?.workspace, items.length], [true, "studio", 1])
    assert.deepEqual((await at.act(at.member, listOwnToolSignIns, {})).items, [])
    await at.call(id)
    await at.act("admin", leaveWorkspace, {})
    await assert.rejects(at.call(id), ServiceError)
    assert.equal(await at.openTokens(), 0)
  })

  onBothDatabases("a server that asks for more rights gets them only by a new sign-in", async (t, kind) => {
    const at = await signInWorld(t, kind)
    const id = await at.ready("shared")
    const challenge = 'Bearer error="insufficient_scope", scope="read write"'
    at.peer.on.set("tools/call", (response) => response.writeHead(403, { "www-authenticate": challenge }).end())
    const before = at.server.tokens.length
    await assert.rejects(at.call(id), refused(/needs more permissions.*read write/))
    assert.equal(at.server.tokens.length, before)
    const { signIn } = await at.act(at.admin, signInToToolServer, { id, scope: "write" })
    assert.equal(new URL(signIn?.url ?? "").searchParams.get("scope"), "read write")
  })

  onBothDatabases("a token is sent only to the attached origin", async (t, kind) => {
    const at = await signInWorld(t, kind)
    const id = await at.ready("shared")
    at.peer.on.set("tools/call", (response) => response.writeHead(307, { location: at.other.url }).end())
    await assert.rejects(at.call(id), ServiceError)
    assert.equal(at.other.asked.length, 0)
    assert.ok(
      at.peer.asked.every(({ path, headers }) => path === "/mcp" || !/^Bearer/.test(headers.authorization ?? "")),
    )
  })
})

describe("the sign-in addresses that a server names follow the same rules", () => {
  onBothDatabases(
    "metadata, authorization, token and registration addresses inside our network are refused",
    async (t, kind) => {
      const inside = "http://127.0.0.1:9/inside"
      const lies: ((at: SignInWorld) => void)[] = [
        (at) => {
          at.server.resource = { ...at.server.resource, authorization_servers: [inside] }
        },
        (at) => {
          at.server.metadata = { ...at.server.metadata, registration_endpoint: inside }
        },
        (at) => {
          at.server.resource = { ...at.server.resource, resource: "https://elsewhere.example/mcp" }
        },
        (at) => {
          at.server.metadata = { ...at.server.metadata, issuer: "https://elsewhere.example" }
        },
      ]
      for (const lie of lies) {
        const at = await signInWorld(t, kind)
        lie(at)
        await assert.rejects(at.act(at.admin, attachToolServer, { url: at.peer.url, auth: "oauth" }), ServiceError)
      }
      const at = await signInWorld(t, kind)
      at.server.metadata = { ...at.server.metadata, token_endpoint: inside }
      const { signIn } = await at.act(at.admin, attachToolServer, { url: at.peer.url, auth: "oauth" })
      const answer = at.server.agree(signIn?.url ?? "")
      await assert.rejects(at.act(at.admin, finishToolServerSignIn, answer), refused(/is unreachable/))
    },
  )
})
