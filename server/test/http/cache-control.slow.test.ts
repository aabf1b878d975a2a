import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { Renderer } from "@takumi-rs/core"
import { setLogo } from "#domains/drive/index.ts"
import { setOfferCover } from "#domains/handover/index.ts"
import { noteRoutes } from "#test/support/http/routes-of.ts"
import { everyPage } from "#test/support/pages/every-page.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { shorten } from "#test/support/workspace/links.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"

/** The rows of the handbook's table: paths, in which `…` stands for any text, and the header of each. */
const kept = [
  ...readFileSync(join(import.meta.dirname, "../../../docs/operations/edge.md"), "utf8").matchAll(
    /^\| (`\/.*?) \| .*? \| `(.*?)` \|$/gm,
  ),
].flatMap(([, paths = "", header = ""]) => [...paths.matchAll(/`(.*?)`/g)].map(([, path = ""]) => ({ path, header })))

const isIn = (path: string, url: string) => new RegExp(`^${path.split("…").map(RegExp.escape).join(".*")}$`).test(url)

const headerOf = (url: string) => kept.find(({ path }) => isIn(path, url))?.header

/** The routes without an address here that answers below 400: refusals, and routes that need another person or state. */
const refused = [
  "/.well-known/oauth-client/:issuerKey",
  "/.well-known/svc-domain/:nonce",
  "/api/oauth/register",
  "/api/oauth/token",
  "/d/:key/files/:file",
  "/mcp",
  "/mcp/",
  "/oauth/authorize",
  "/oauth/register",
  "/operator",
  "/operator/*",
  "/pay/:key/form",
  "/register",
  "/tools/callback/:issuerKey",
]

const streams = ["/console/live", "/console/assistant"]

test("a CDN may cache each route for as long as the table in the handbook says", async (t) => {
  const { world, routes, own, cover } = await everyRoute(t)
  const [wrong, above]: [string[], string[]] = [[], []]
  for (const url of routes.filter((url) => !streams.includes(url))) {
    const path = addressOf(url, own)
    const { status, headers } = await world.person.visit(path)
    if (status >= 400) above.push(url)
    const wanted = (status < 400 && headerOf(path)) || "no-store"
    if (String(headers["cache-control"]).replace("private, ", "") !== wanted)
      wrong.push(`${path}: ${headers["cache-control"]}`)
    if (!/max-age=3600|stale/.test(wanted)) continue
    assert.match(String(headers.vary), /^SVC-Version\b/, path)
    assert.match(String(headers.etag), /^"/, path)
  }
  assert.deepEqual(wrong, [])
  assert.deepEqual(above.sort(), refused)
  const { status, headers } = await world.get(cover)
  assert.deepEqual([status, headers["cache-control"]], [200, "public, max-age=86400"])
})

/** A service in which most routes can answer with 200, and addresses that it gave. */
async function everyRoute(t: TestContext) {
  const { opened: world, routes } = await noteRoutes(() => everyPage(t))
  const { paths, act, person } = world
  const size = { width: 60, height: 40 }
  const bytes = await new Renderer().render({ type: "container", style: size }, { ...size, format: "png" })
  const picture = { name: "a.png", contentType: "image/png", bytes }
  const { id: fileId } = await putDriveFile(world.app, world.callers.member, picture)
  const { logoPath } = await act("admin", setLogo, { fileId })
  const { cover } = await act("member", setOfferCover, { offerId: (await offerOnSale(world)).id, fileId })
  const pages = await Promise.all(Object.values(paths).map((path) => person.visit(path)))
  const linked = pages.flatMap(({ html }) =>
    [...html.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, path = ""]) => path),
  )
  const files = linked.filter((path) => path.includes("/files/"))
  const redirects = await Promise.all(files.map(async (path) => (await person.visit(path)).headers.location))
  const { slug } = await shorten(world)
  const made = [
    "/sitemap-pages.xml",
    `/api${paths.pay}`,
    `${paths["public-doc"]}/text.md`,
    `${paths.delivery}/receipt`,
    `/s/${slug}`,
  ]
  const calls = ["/console/list-links?workspace=studio", "/account/connections"]
  const own = [logoPath, ...Object.values(paths), ...linked, ...made, ...calls, ...redirects.map(pathOf)]
  return { world, routes, own: own.map(String), cover: pathOf(cover?.url) }
}

const pathOf = (url = "") => URL.parse(url, "http://localhost:3000")?.pathname ?? ""

/** An address of a route: one that the service gave, or one with invented parameters. */
function addressOf(url: string, own: readonly string[]): string {
  const parameter = /(?<!\?):\w+(\(\^(.*)\$\))?/g
  const pattern = url.replaceAll(parameter, (_all, _own, inner = "[^/?]+") => inner).replace("/*", "/.+")
  const isIts = new RegExp(`^${pattern}(\\?.*)?$`)
  return own.find((path) => isIts.test(path)) ?? url.replace(parameter, "invented").replace("*", "invented")
}
