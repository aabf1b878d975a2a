import assert from "node:assert/strict"
import { test } from "node:test"
import type { SignInPlace, WantedSignIn } from "#adapters/tool-servers/port.ts"
import { json, type ToolPeer, toolPeer, toolServersFor } from "#test/support/stand-ins/tool-server.ts"
import { signInPeer } from "#test/support/stand-ins/tool-server-sign-in.ts"

const never = new AbortController().signal

/** Forbidden addresses: spellings of this machine, and addresses of private networks. */
const inside = (port: number) => [
  ...["127.0.0.1", "localhost", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "127.1"].map(
    (host) => `http://${host}:${port}`,
  ),
  ...[
    "https://10.0.0.5",
    "https://169.254.169.254",
    "https://[fd00::1]",
    "https://[64:ff9b::a9fe:a9fe]",
    "https://192.168.0.1:8443",
  ],
]

interface Part {
  peer: ToolPeer
  server: ReturnType<typeof signInPeer>
}

/** The places where a server can name an address, each with the sign-in that reads it. */
const places: Record<string, (part: Part, address: string) => Partial<WantedSignIn>> = {
  "the address of the metadata, in a challenge": (_, address) => ({
    challenge: `Bearer resource_metadata="${address}/.well-known/oauth-protected-resource"`,
  }),
  "a redirect of the metadata": ({ peer }, address) => {
    peer.on.set("/.well-known/oauth-protected-resource/mcp", (response) => {
      response.writeHead(302, { location: `${address}/metadata` }).end()
    })
    return {}
  },
  "an authorization server": ({ server }, address) => {
    server.resource = { ...server.resource, authorization_servers: [address] }
    return {}
  },
  "a redirect of an authorization server": ({ peer }, address) => {
    peer.on.set("/.well-known/oauth-authorization-server", (response) => {
      response.writeHead(307, { location: `${address}/.well-known/oauth-authorization-server` }).end()
    })
    return {}
  },
  registration: ({ server }, address) => {
    server.metadata = { ...server.metadata, registration_endpoint: `${address}/register` }
    return { mayRegister: true }
  },
  tokens: ({ server }, address) => {
    server.metadata = { ...server.metadata, token_endpoint: `${address}/token` }
    return {}
  },
  "the keys that are never asked for": ({ server }, address) => {
    server.metadata = { ...server.metadata, jwks_uri: `${address}/keys` }
    return {}
  },
  "a redirect of tokens": ({ peer }, address) => {
    peer.on.set("/token", (response) => response.writeHead(307, { location: `${address}/token` }).end())
    return {}
  },
}

const ours = { state: "state", redirectUriOf: () => "http://localhost:3000/tools/callback/x", clientName: "Atelier" }

for (const [place, lie] of Object.entries(places)) {
  test(`no address inside our network is requested when a server names it: ${place}`, async (t) => {
    const forbidden = await toolPeer(t)
    for (const address of inside(forbidden.port)) {
      const peer = await toolPeer(t)
      const server = signInPeer(peer)
      const wish = lie({ peer, server }, address)
      const servers = toolServersFor([peer])
      const typed = wish.mayRegister ? {} : { typed: { id: "by-hand" } }
      const wanted = { url: peer.url, mayRegister: false, ...ours, ...typed, ...wish }
      const begun = await servers.beginSignIn(wanted, never).catch(() => undefined)
      if (begun) {
        const { code, iss } = server.agree(begun.authorizationUrl)
        await servers.finishSignIn(begun, { code, iss }, never).catch(() => undefined)
        await servers.refresh(begun.place, "refresh", never).catch(() => undefined)
      }
    }
    assert.deepEqual(forbidden.asked, [])
  })
}

test("a revocation of a token is not sent to an address inside our network either", async (t) => {
  const forbidden = await toolPeer(t)
  for (const address of inside(forbidden.port)) {
    const metadata = { revocation_endpoint: `${address}/revoke` }
    const place: SignInPlace = { issuer: "https://issuer.example", metadata, client: { how: "typed", id: "x" } }
    await assert.rejects(toolServersFor([]).revoke(place, "token", never), { name: "ToolServerFailure" })
  }
  assert.deepEqual(forbidden.asked, [])
})

test("a token is not sent after a redirect to another origin", async (t) => {
  const [peer, other] = [await toolPeer(t), await toolPeer(t)]
  signInPeer(peer)
  peer.on.set("/token", (response) => response.writeHead(307, { location: `${other.origin}/token` }).end())
  other.on.set("/token", (response) => json(response, { access_token: "x", token_type: "Bearer" }))
  const place: SignInPlace = { issuer: peer.origin, client: { how: "typed", id: "x", secret: "hush" } }
  await assert.rejects(toolServersFor([peer, other]).refresh(place, "refresh", never))
  assert.deepEqual(other.asked, [])
})
