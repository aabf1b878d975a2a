import assert from "node:assert/strict"
import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { guides } from "#surfaces/pages/developers/guides.ts"
import { type Block, blocksOf, isRunnable, type Runnable, runBlocks } from "#test/support/basics/run-samples.ts"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { developersWorld } from "#test/support/worlds/developers-world.ts"

const languages = ["sh", "ts", "py"] as const

type World = Awaited<ReturnType<typeof developersWorld>>

/** Blocks of which each is the output of the last block before it that runs, or a part of it. */
const outputs = ["json", "text"]

test("every sample of the guides and of the reference runs, and every output has the shown form", async (t) => {
  const world = await developersWorld(t)
  await runReference(t, world)
  // Tests of their own run the blocks of these guides.
  const others = ["client", "webhooks"]
  for (const { name } of guides) if (!others.includes(name)) await runGuide(t, world, name)
  // A stranger who begins again gets as far.
  await runGuide(t, world, "quickstart")
})

async function runGuide(t: TestContext, world: World, name: string): Promise<void> {
  const blocks = blocksOf((await world.get(`/developers/${name}.md`)).bytes.toString())
  const folder = temporaryFolder(t)
  const ran = new Map<Block, string>()
  for (const language of languages) {
    const own = blocks.filter((block) => block.language === language && block.reason === "")
    if (own.length === 0) continue
    const onOutput = allowOnce(world)
    const printed = await runBlocks(join(folder, language), language, { codes: own.map(({ code }) => code), onOutput })
    assert.equal(printed.length, own.length, `${name}: ${language} ended early`)
    for (const [at, block] of own.entries()) ran.set(block, printed[at] ?? "")
  }
  for (const [at, block] of blocks.entries()) {
    const where = `${name}: ${block.code}`
    const before = blocks.slice(0, at).findLast(({ language }) => isRunnable(language))
    if (ran.has(block)) assertFine(ran.get(block) ?? "", { next: blocks[at + 1], where })
    else if (block.reason === "") {
      assert.ok(before && outputs.includes(block.language), `runs in no test, and has no reason: ${where}`)
      assertShown(block, ran.get(before) ?? "", where)
    }
  }
}

/** Only a block whose error is shown may print one. */
function assertFine(printed: string, { next, where }: { next: Block | undefined; where: string }): void {
  const isShown = next?.code.includes('"error"') ?? false
  assert.equal(printed.includes('"error"'), isShown, `${where}\n${printed}`)
}

function assertShown({ language, code }: Block, printed: string, where: string): void {
  if (language === "json") assert.deepEqual(formOf(JSON.parse(printed)), formOf(JSON.parse(code)), where)
  else for (const line of code.trim().split("\n")) assert.ok(printed.toLowerCase().includes(line.toLowerCase()), where)
}

/** A value with the types of its parts. Items of a list have one form. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(formOf)
  if (typeof value !== "object" || value === null) return value === null ? "string" : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, formOf(part)]))
}

/** Plays the person: opens the address that an agent prints, and allows what it asks for. */
function allowOnce({ visit, allow }: World): (output: string) => void {
  let hasAllowed = false
  return (output) => {
    const [, address] = /^Open (\S+)\n/.exec(output) ?? []
    if (!address || hasAllowed) return
    hasAllowed = true
    const { pathname, search } = new URL(address)
    void visit(pathname + search).then(async (asked) => fetch(await allow(asked)))
  }
}

/** A buyer for each language, since one address buys an offer once. */
const inLanguage = (code: string, language: Runnable, sessionId: string) =>
  code
    .replaceAll("bo@example.com", `${language}@example.com`)
    .replaceAll("cs_sandbox_6fXq0LrZ", sessionId)
    .replaceAll('"@atelier/client"', JSON.stringify(new URL("../../../client/src/client.ts", import.meta.url).href))

async function runReference(t: TestContext, { visit, base }: World): Promise<void> {
  const page = await visit("/developers/reference")
  const folder = temporaryFolder(t)
  const headers = { "content-type": "application/json" }
  const body = JSON.stringify({ buyerEmail: "session@example.com" })
  const checkout = await fetch(`${base}/api/pay/demo/checkout`, { method: "POST", headers, body })
  const { sessionId } = (await checkout.json()) as { sessionId: string }
  for (const language of languages) {
    const samples = page.all(`[data-language="${language}"] pre`).map(({ textContent }) => textContent)
    assert.equal(samples.length, page.all("form[data-try]").length)
    const codes = samples.map((code) => inLanguage(code, language, sessionId))
    const printed = await runBlocks(folder, language, { codes })
    for (const [at, output] of printed.entries()) assert.ok(!output.includes('"error"'), `${codes[at]}\n${output}`)
    assert.equal(printed.filter((output) => output.includes("{")).length, codes.length - 1, printed.join("\n"))
    assert.ok(existsSync(join(folder, "card.png")), language)
    rmSync(join(folder, "card.png"))
  }
}
