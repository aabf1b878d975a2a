import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { createRequire, registerHooks } from "node:module"
import { join } from "node:path"
import { test } from "node:test"
import { fileURLToPath, pathToFileURL } from "node:url"
import { rolldown } from "rolldown"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { httpTill, listen } from "#test/support/worlds/http-world.ts"

/** Writes a client for the document `openapi.json` of the folder to its `client`. */
type Generate = (folder: string, baseUrl: string) => Promise<unknown>

const heyApi: Generate = async (folder) => {
  const { createClient } = await importOnOlderTypescript(() => import("@hey-api/openapi-ts"))
  const [input, output] = [join(folder, "openapi.json"), join(folder, "client")]
  await createClient({ input, output, plugins: ["@hey-api/client-fetch", "@hey-api/sdk"], logs: { level: "silent" } })
}

const orval: Generate = async (folder, baseUrl) => {
  const { generate } = await import("orval")
  const output = { target: join(folder, "client/index.ts"), client: "fetch", baseUrl } as const
  await generate({ input: { target: join(folder, "openapi.json") }, output }, folder)
}

/** Hey API's generator needs the interface of TypeScript 5 and 6, which TypeScript 7 no longer has. */
async function importOnOlderTypescript<Module>(load: () => Promise<Module>): Promise<Module> {
  const older = pathToFileURL(createRequire(import.meta.resolve("@arethetypeswrong/core")).resolve("typescript")).href
  const hooks = registerHooks({
    resolve: (name, context, next) => next(name === "typescript" ? older : name, context),
  })
  return load().finally(() => hooks.deregister())
}

const byHeyApi = `
import { checkSlug, drawPreview, getOffer, startCheckout } from "./client"
import { client } from "./client/client.gen"

export async function use(baseUrl: string, key: string) {
  client.setConfig({ baseUrl })
  const { data: offer } = await getOffer({ path: { key } })
  const { error } = await getOffer({ path: { key: "none" } })
  const { data: slug } = await checkSlug({ query: { slug: "New Studio" } })
  const { data: checkout } = await startCheckout({ path: { key }, body: { buyerEmail: "bo@example.com" } })
  const { data: image } = await drawPreview({ query: { title: "Hello" } })
  const png: Blob | undefined = image
  return { title: offer?.offer.title, code: error?.error.code, isFree: slug?.available, checkout, png }
}
`

const byOrval = `
import { checkSlug, drawPreview, getOffer, startCheckout } from "./client"

export async function use(_: string, key: string) {
  const offer = await getOffer(key)
  const refusal = await getOffer("none")
  const slug = await checkSlug({ slug: "New Studio" })
  const checkout = await startCheckout(key, { buyerEmail: "bo@example.com" })
  const image = await drawPreview({ title: "Hello" })
  const png: Blob | undefined = image.status === 200 ? image.data : undefined
  return {
    title: offer.status === 200 ? offer.data.offer.title : undefined,
    code: refusal.status === 404 ? refusal.data.error.code : undefined,
    isFree: slug.status === 200 && slug.data.available,
    checkout: checkout.status === 200 ? checkout.data : undefined,
    png,
  }
}
`

for (const [name, generate, program] of [
  ["@hey-api/openapi-ts", heyApi, byHeyApi],
  ["orval", orval, byOrval],
] as const)
  test(`a client that ${name} makes of openapi.json compiles, buys, is refused and gets an image`, async (t) => {
    const till = await httpTill(t)
    const { url } = await listen(till)
    const folder = temporaryFolder(t)
    writeFileSync(join(folder, "openapi.json"), await (await fetch(`${url}/openapi.json`)).text())
    await generate(folder, url)
    const file = join(folder, "program.ts")
    writeFileSync(file, program)
    compile(file)
    const bundle = await rolldown({ input: file })
    await bundle.write({ file: join(folder, "program.mjs") })
    const { use } = await import(pathToFileURL(join(folder, "program.mjs")).href)

    const { png, checkout, ...rest } = await use(url, till.offer.key)
    assert.deepEqual(rest, { title: "Type specimen", code: "not_found", isFree: true })
    assert.match(checkout.sessionId, /\S/)
    assert.equal((await till.purchases()).length, 1)
    assert.ok(png instanceof Blob)
    assert.equal(Buffer.from(await png.arrayBuffer()).toString("latin1", 1, 4), "PNG")
  })

function compile(file: string): void {
  const tsc = fileURLToPath(import.meta.resolve("../../../node_modules/typescript/bin/tsc"))
  const options =
    "--noEmit --strict --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom --types"
  execFileSync(process.execPath, [tsc, ...options.split(" "), "", file], {
    cwd: join(file, ".."),
    stdio: ["ignore", "inherit", "inherit"],
  })
}
