import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { describe, test } from "node:test"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { Ajv2020 } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import { scopes } from "#access/scopes.ts"
import { addressOf, type Document } from "#surfaces/discovery/document.ts"
import { documents } from "#surfaces/discovery/documents.ts"
import { newEraRequest } from "#test/support/agents/new-era.ts"
import { type DiscoveryWorld, discoveryWorld, layouts } from "#test/support/worlds/discovery-world.ts"
import { schemas } from "./schemas.ts"

const unpackers = { br: brotliDecompressSync, gzip: gunzipSync }

const ajv = formats.default(new Ajv2020({ allErrors: true, strict: false }))

for (const [layout, variables] of Object.entries(layouts)) {
  describe(`the documents of an installation ${layout}`, () => {
    test("200 at each address, for GET and HEAD, kept for an hour, open to scripts of every origin", async (t) => {
      const { askAt, settings } = await discoveryWorld(t, variables)
      for (const document of documents) {
        for (const path of document.paths) {
          const url = `${settings.addresses[document.below ?? "base"]}${path}`
          const { status, headers, bytes } = await askAt("GET", url)
          assert.equal(status, 200, url)
          assert.equal(headers["content-type"], document.type)
          assert.equal(headers["cache-control"], "public, max-age=3600")
          assert.equal(headers["access-control-allow-origin"], "*")
          assert.match(headers.etag ?? "", /^"[\w-]{43}"$/)
          assert.ok(bytes.length > 100, url)

          const head = await askAt("HEAD", url)
          assert.equal(head.status, 200)
          assert.equal(head.bytes.length, 0)
          for (const name of ["content-type", "content-length", "etag", "link", "cache-control"]) {
            assert.equal(head.headers[name], headers[name], `${name} of HEAD ${url}`)
          }
        }
      }
    })

    test("304 for who has it already, and not for who has another", async (t) => {
      const { askAt, settings } = await discoveryWorld(t, variables)
      for (const document of documents) {
        const url = addressOf(document, settings)
        const { headers } = await askAt("GET", url)
        const again = await askAt("GET", url, { headers: { "if-none-match": headers.etag ?? "" } })
        assert.equal(again.status, 304)
        assert.equal(again.bytes.length, 0)
        assert.equal(again.headers["cache-control"], "public, max-age=3600")
        assert.equal((await askAt("GET", url, { headers: { "if-none-match": '"other"' } })).status, 200)
      }
    })

    test("each text is compressed for clients that can read it, with an entity tag of its own for each coding", async (t) => {
      const { askAt, settings } = await discoveryWorld(t, variables)
      const urls = documents.filter(({ type }) => !type.startsWith("image/")).map((row) => addressOf(row, settings))
      const { auth, mcp, base } = settings.addresses
      urls.push(`${base}/openapi.json`, `${auth}/.well-known/oauth-authorization-server`)
      urls.push(`${new URL(mcp).origin}/.well-known/oauth-protected-resource`)
      for (const url of urls) {
        const plain = await askAt("GET", url)
        assert.match(plain.headers.vary ?? "", /\bAccept-Encoding$/, url)
        assert.equal(plain.headers["content-encoding"], undefined)
        const tags = new Set([plain.headers.etag])
        for (const [coding, unpack] of Object.entries(unpackers)) {
          const packed = await askAt("GET", url, { headers: { "accept-encoding": coding } })
          assert.equal(packed.headers["content-encoding"], coding, url)
          assert.match(packed.headers.vary ?? "", /\bAccept-Encoding$/, url)
          assert.ok(unpack(packed.bytes).equals(plain.bytes), url)
          tags.add(packed.headers.etag)
          const same = { "accept-encoding": coding, "if-none-match": packed.headers.etag ?? "" }
          assert.equal((await askAt("GET", url, { headers: same })).status, 304)
          const other = { "accept-encoding": coding, "if-none-match": plain.headers.etag ?? "" }
          assert.equal((await askAt("GET", url, { headers: other })).status, 200, "another coding is another answer")
        }
        assert.equal(tags.size, 3, url)
      }
    })

    test("405 with Allow for other methods, and an answer to a browser that asks first", async (t) => {
      const { askAt, settings } = await discoveryWorld(t, variables)
      for (const document of documents) {
        const url = addressOf(document, settings)
        const refused = await askAt("POST", url, { body: {} })
        assert.equal(refused.status, 405)
        assert.equal(refused.headers.allow, "GET, HEAD, OPTIONS")
        assert.equal(refused.body.error.code, "invalid_request")
        const preflight = await askAt("OPTIONS", url, { headers: { "access-control-request-method": "GET" } })
        assert.equal(preflight.status, 204)
        assert.equal(preflight.headers["access-control-allow-headers"], "*")
      }
    })

    test("each has the shape that its specification asks for, and says nothing by an empty or missing value", async (t) => {
      const world = await discoveryWorld(t, variables)
      for (const [id, schema] of Object.entries(schemas)) {
        const content = await read(world, id)
        assert.ok(ajv.validate(schema, content), `${id}: ${ajv.errorsText()}`)
        assert.deepEqual(emptyParts(content), [], id)
      }
    })

    test("every address in them answers", async (t) => {
      const world = await discoveryWorld(t, variables)
      const seen = new Map<string, string>()
      for (const document of documents) {
        const { bytes } = await world.askAt("GET", addressOf(document, world.settings))
        for (const url of ownAddresses(bytes.toString(), world)) seen.set(url, document.id)
      }
      assert.ok(seen.size >= 15)
      for (const [url, where] of seen) {
        const { status } = await world.askAt("GET", url, { headers: { accept: "text/html" } })
        assert.equal(status, expectedStatus(url, world), `${url} in ${where}`)
      }
    })

    test("each document that a catalog or a link set names is served with the declared media type", async (t) => {
      const world = await discoveryWorld(t, variables)
      const { entries } = await read(world, "aiCatalog")
      const { linkset } = await read(world, "apiCatalog")
      const links = linkset.flatMap(({ anchor: _, ...relations }: Record<string, object>) =>
        Object.values(relations).flat(),
      )
      const declared: [string, string][] = [
        ...entries.map(({ url, type }: { url: string; type: string }) => [url, type]),
        ...entries.map(({ url, mediaType }: { url: string; mediaType: string }) => [url, mediaType]),
        ...links.map(({ href, type }: { href: string; type: string }) => [href, type]),
      ]
      assert.ok(declared.length >= 20)
      for (const [url, type] of declared) {
        const served = (await world.askAt("GET", url)).headers["content-type"] ?? ""
        assert.equal(served.replace("; charset=utf-8", "").replaceAll(/["\s]/g, ""), type, url)
      }
    })

    test("the tools are those that the tool server lists", async (t) => {
      const world = await discoveryWorld(t, variables)
      const card = await read(world, "serverCard")
      const listed = await call(world, card.transport.endpoint, { method: "tools/list" })
      assert.deepEqual(card.tools, listed.tools)
      const { skills } = await read(world, "agentCard")
      assert.deepEqual(
        skills.map((skill: { id: string; name: string; description: string }) => [
          skill.id,
          skill.name,
          skill.description,
        ]),
        listed.tools.map((tool: { name: string; title: string; description: string }) => [
          tool.name,
          tool.title,
          tool.description,
        ]),
      )
    })

    test("the cards describe the tool server as it describes itself", async (t) => {
      const world = await discoveryWorld(t, variables)
      const card = await read(world, "serverCard")
      const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }
      const initialized = await call(world, card.transport.endpoint, { method: "initialize", params })
      assert.deepEqual(card.serverInfo, initialized.serverInfo)
      assert.deepEqual(card.capabilities, initialized.capabilities)
      assert.equal(card.protocolVersion, initialized.protocolVersion)
      assert.equal((await read(world, "mcpManifest")).version, initialized.serverInfo.version)

      const { headers, body } = newEraRequest("server/discover")
      const discovered = await world.askAt("POST", card.transport.endpoint, { headers, body: JSON.parse(body) })
      const versions = [initialized.protocolVersion, ...discovered.body.result.supportedVersions]
      const remote = await read(world, "remoteCard")
      assert.deepEqual(remote.remotes[0].supportedProtocolVersions, versions)
      const { supportedInterfaces } = await read(world, "agentCard")
      const bound = supportedInterfaces.map(({ protocolBinding }: { protocolBinding: string }) => protocolBinding)
      assert.deepEqual(
        bound,
        versions.map((version) => `https://modelcontextprotocol.io/specification/${version}`),
      )
    })

    test("issuer, resource, endpoints and scopes are those of the OAuth metadata", async (t) => {
      const world = await discoveryWorld(t, variables)
      const manifest = await read(world, "mcpManifest")
      const { body: resource } = await world.askAt("GET", manifest.authentication.resource_metadata)
      assert.equal(resource.resource, manifest.endpoint)
      assert.deepEqual(resource.scopes_supported, Object.keys(scopes))

      const { securitySchemes, documentationUrl } = await read(world, "agentCard")
      const { flows, oauth2MetadataUrl } = securitySchemes.oauth.oauth2SecurityScheme
      const { body: server } = await world.askAt("GET", oauth2MetadataUrl)
      assert.equal(server.issuer, resource.authorization_servers[0])
      assert.equal(new URL(oauth2MetadataUrl).origin, new URL(server.issuer).origin)
      assert.equal(flows.authorizationCode.authorizationUrl, server.authorization_endpoint)
      assert.equal(flows.authorizationCode.tokenUrl, server.token_endpoint)
      assert.deepEqual(flows.authorizationCode.scopes, scopes)
      assert.equal(server.agent_auth.skill, documentationUrl)
      assert.equal(server.service_documentation, documentationUrl)
      assert.equal(resource.resource_documentation, documentationUrl)
    })

    test("each digest is that of the bytes that are served, under the name in their front matter", async (t) => {
      const world = await discoveryWorld(t, variables)
      const { skills } = await read(world, "skillsIndex")
      for (const { name, url, digest, description } of skills) {
        const { bytes } = await world.askAt("GET", `${world.settings.addresses.base}${url}`)
        assert.equal(`sha256:${createHash("sha256").update(bytes).digest("hex")}`, digest)
        const front = `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n# `
        assert.equal(bytes.toString().slice(0, front.length), front)
      }
    })

    test("every text is filled in", async (t) => {
      const world = await discoveryWorld(t, variables)
      for (const document of documents.filter(({ type }) => type.startsWith("text/"))) {
        const { bytes } = await world.askAt("GET", addressOf(document, world.settings))
        assert.doesNotMatch(bytes.toString(), /\{\{|undefined|NaN|\[object/, document.id)
      }
    })

    test("HEAD of the API catalog names it by a Link header, as the public pages do", async (t) => {
      const { askAt, settings } = await discoveryWorld(t, variables)
      const { base } = settings.addresses
      const link = `<${base}/.well-known/api-catalog>; rel="api-catalog"`
      assert.equal((await askAt("HEAD", `${base}/.well-known/api-catalog`)).headers.link, link)

      const home = await askAt("GET", `${base}/`, { headers: { accept: "text/html" } })
      assert.equal(home.headers.link, link)
      assert.equal(home.headers["origin-agent-cluster"], "?1")
      assert.match(home.bytes.toString(), /<link rel="ai-catalog" href="\/\.well-known\/ai-catalog\.json">/)
      const hidden = await askAt("GET", `${base}/claim/nobody`, { headers: { accept: "text/html" } })
      assert.equal(hidden.headers.link, undefined)
      assert.doesNotMatch(hidden.bytes.toString(), /ai-catalog/)
    })
  })
}

test("404 for a document on another host than its own", async (t) => {
  const { askAt, settings } = await discoveryWorld(t, layouts["on hosts of their own"] ?? {})
  const { base, mcp } = settings.addresses
  assert.equal((await askAt("GET", `${new URL(mcp).origin}/auth.md`)).status, 404)
  assert.equal((await askAt("GET", `${base}/mcp/server-card`)).status, 404)
})

test("auth.md names every scope and tool, the client, its callbacks, and how to start when no browser opens", async (t) => {
  const world = await discoveryWorld(t, {})
  const { settings } = world
  const text = (await world.askAt("GET", `${settings.addresses.base}/auth.md`)).bytes.toString()
  assert.match(text, /^# auth\.md/)
  for (const heading of [
    ...["Discover", "Register", "Authorize", "Exchange", "Refresh", "Use", "Errors", "Revoke", "Not supported"],
  ]) {
    assert.match(text, new RegExp(`^## ${heading}$`, "m"))
  }
  const { tools } = await read(world, "serverCard")
  const names = [...Object.keys(scopes), ...tools.map(({ name }: { name: string }) => name), ...settings.oauthCallbacks]
  for (const name of [...names, settings.oauthClientId]) assert.ok(text.includes(`\`${name}\``), name)
  assert.match(text, /If your client does not open a browser/)
})

test("the guides have the limits and addresses of this installation, not those of another", async (t) => {
  const { askAt, settings } = await discoveryWorld(t, { SVC_RATE_WRITES: "7" })
  const text = (await askAt("GET", `${settings.addresses.base}/developers/errors-and-limits.md`)).bytes.toString()
  assert.match(text, /\| writes \| 7 \| `SVC_RATE_WRITES` \|/)
  assert.match(text, /\| preview images \| 120 \| `SVC_RATE_IMAGES` \|/)
  assert.doesNotMatch(text, /\]\((?!http)/, "a link that leads nowhere from here")
})

function documentOf(id: string): Document {
  const found = documents.find((document) => document.id === id)
  assert.ok(found, id)
  return found
}

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects by asserting it.
async function read({ askAt, settings }: DiscoveryWorld, id: string): Promise<any> {
  const { bytes } = await askAt("GET", addressOf(documentOf(id), settings))
  return JSON.parse(bytes.toString())
}

async function call({ askAt }: DiscoveryWorld, url: string, message: { method: string; params?: object }) {
  const { status, body } = await askAt("POST", url, { body: { jsonrpc: "2.0", id: 1, params: {}, ...message } })
  assert.equal(status, 200)
  return body.result
}

/** Where a document says nothing; the schemas of the tools are not its own words. */
function emptyParts(value: unknown, path = ""): string[] {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return [path]
  if (typeof value !== "object" || /Schema$/.test(path)) return []
  return Object.entries(value).flatMap(([name, part]) => emptyParts(part, `${path}/${name}`))
}

/** The addresses of ours in a text, but for those that a reader completes; paths in the skills index are below the base. */
function ownAddresses(text: string, { settings }: DiscoveryWorld): string[] {
  const origins = new Set(Object.values(settings.addresses).map((address) => new URL(address).origin))
  const absolute = [...text.matchAll(/https?:\/\/[^\s"'`<>|)\\$,{…]+(?=(.))/gs)]
    .filter(([, next = ""]) => !"<${…".includes(next))
    .map(([address]) => address.replace(/[.;:]+$/, ""))
    .filter((address) => origins.has(URL.parse(address)?.origin ?? ""))
  const relative = [...text.matchAll(/"url":"(\/[^"]+)"/g)].map(([, path]) => `${settings.addresses.base}${path}`)
  return [...new Set([...absolute, ...relative])]
}

/** What GET answers where an address is not for reading. */
function expectedStatus(url: string, { settings }: DiscoveryWorld): number {
  const { base, auth, mcp } = settings.addresses
  const others: Record<string, number> = {
    [mcp]: 405,
    [`${auth}/api/oauth/token`]: 405,
    [`${auth}/oauth/authorize`]: 400,
    [`${base}/account/connections`]: 303,
    [`${base}/api/onboard/check-domain`]: 405,
    // There is no demo here.
    [`${base}/delivery/purchase_5nYt0Rb7WqLxJ2mZc8HdVk.gV0cSx3z`]: 404,
    ...Object.fromEntries(["/pay/demo", "/api/pay/demo", "/api/pay/zzzz"].map((path) => [base + path, 404])),
    ...Object.fromEntries(["checkout", "verify", "gift"].map((path) => [`${base}/api/pay/demo/${path}`, 405])),
    ...(auth === base ? {} : { [auth]: 404 }),
  }
  if (url === `${mcp}?auth=required`) return 401
  return others[url.replace(/\?.*/s, "")] ?? 200
}
