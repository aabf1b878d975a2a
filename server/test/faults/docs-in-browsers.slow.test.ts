import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import type { BrowserContext, Page } from "playwright-core"
import { until } from "#test/support/basics/until.ts"
import { textIn } from "#test/support/browser/doc.ts"
import { noBrowser } from "#test/support/browser/studio.ts"
import { docsGround, type Ground, type Served } from "#test/support/browser/writers.ts"
import { redisServer } from "#test/support/databases/redis-server.ts"

/** `npm run soak` sets more. */
const kills = Number(process.env.DOC_KILLS ?? 2)
const lettersARound = 40

interface Writer {
  page: Page
  context: BrowserContext
  /** Every typed letter. No letter is typed twice by any writer. */
  typed: string[]
  /** Types the next letters at some position. */
  type(letters: number): Promise<void>
}

/** Keys that move the cursor, and keys that change the kind of the line in which others write. */
const keys = {
  moving: ["Home", "End", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
  changing: ["Enter", "Control+Alt+1", "Control+Alt+2", "Control+Shift+7", "Control+Shift+8", "Control+Shift+9"],
}

/** A writer in the existing lines. The letters begin at `first`: each stands for one key press. */
async function writerAt(ground: Ground, at: Served, { who, first }: { who: "owner" | "member"; first: number }) {
  const { page, context } = await ground.browse(at, who)
  await page.goto(ground.docPath)
  const box = page.getByRole("textbox", { name: /^Text of/ })
  await box.click()
  const typed: string[] = []
  const type = async (letters: number) => {
    for (let at = 0; at < letters; at++) {
      const letter = String.fromCodePoint(first + typed.length)
      typed.push(letter)
      await page.keyboard.insertText(letter)
      const chance = Math.random()
      const pressed = chance < 0.5 ? keys.moving : chance < 0.65 ? keys.changing : []
      const key = pressed[Math.floor(Math.random() * pressed.length)]
      if (key) await page.keyboard.press(key)
    }
  }
  return { page, context, typed, type } satisfies Writer
}

/** The two largest blocks of letters; ten thousand of each are never used up. */
const letters = { owner: 0x4e00, member: 0xac00 }

interface Scene {
  ground: Ground
  writers: readonly Writer[]
  /** Where the text is finally read. */
  at: Served
}

async function assertNothingLost(t: TestContext, { ground, writers, at }: Scene): Promise<void> {
  for (const { page } of writers) {
    await page.getByRole("textbox", { name: /^Text of/ }).waitFor()
    await page.getByText("Saved", { exact: true }).waitFor()
  }
  const [one, other] = writers
  assert.ok(one && other)
  await until(async () => (await textIn(one.page)) === (await textIn(other.page)))
  const text = [...(await textIn(one.page))]
  const counts = new Map<string, number>()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  const typed = writers.flatMap(({ typed }) => typed)
  assert.deepEqual(
    typed.filter((letter) => !counts.has(letter)),
    [],
    "lost",
  )
  assert.deepEqual(
    [...counts].filter(([, count]) => count > 1),
    [],
    "doubled",
  )
  assert.equal(text.length, typed.length)
  // A browser without stored docs shows only the text that the service has stored.
  const { page } = await ground.browse(at, "member")
  await page.goto(ground.docPath)
  assert.equal(await textIn(page), text.join(""))
  t.diagnostic(`${typed.length} letters, each once`)
}

/** Both type while the processes are killed in turn. One writer is offline in between. */
async function writeThroughKills(writers: readonly Writer[], servers: readonly Served[]): Promise<void> {
  for (let round = 0; round < kills; round++) {
    const away = round % 4 === 1 ? writers[1] : undefined
    const isBack = round % 4 === 3 ? writers[1] : undefined
    await away?.context.setOffline(true)
    const server = servers[round % servers.length]
    let isRunning = false
    const restarted = server?.restart().then(() => {
      isRunning = true
    })
    const typing = writers.map(async ({ type }) => {
      await type(lettersARound)
      while (!isRunning) await type(1)
    })
    await Promise.all([...typing, restarted])
    await isBack?.context.setOffline(false)
  }
  for (const { context } of writers) await context.setOffline(false)
}

test("two people write while the service is killed repeatedly, and each letter is there once", async (t) => {
  if (noBrowser) return t.skip(noBrowser)
  const ground = await docsGround(t, "sqlite")
  const server = await ground.serve()
  const writers = [
    await writerAt(ground, server, { who: "owner", first: letters.owner }),
    await writerAt(ground, server, { who: "member", first: letters.member }),
  ]

  await writeThroughKills(writers, [server])

  await assertNothingLost(t, { ground, writers, at: server })
})

test("two people write through two processes that are killed in turn, and each letter is there once", async (t) => {
  if (noBrowser) return t.skip(noBrowser)
  const redis = await redisServer(t)
  await redis.start()
  const ground = await docsGround(t, "postgres", { SVC_COUNTERS_URL: redis.url })
  const servers = [await ground.serve(), await ground.serve()] as const
  const writers = [
    await writerAt(ground, servers[0], { who: "owner", first: letters.owner }),
    await writerAt(ground, servers[1], { who: "member", first: letters.member }),
  ]

  await writeThroughKills(writers, servers)

  await assertNothingLost(t, { ground, writers, at: servers[0] })
})

test("text that was typed while the service was down survives a reload of the page", async (t) => {
  if (noBrowser) return t.skip(noBrowser)
  const ground = await docsGround(t, "sqlite")
  const server = await ground.serve()
  const writer = await writerAt(ground, server, { who: "owner", first: letters.owner })
  const reader = await writerAt(ground, server, { who: "member", first: letters.member })
  await writer.type(5)
  await writer.page.getByText("Saved", { exact: true }).waitFor()
  await writer.context.setOffline(true)
  await server.restart()
  await writer.page.getByText(/^You're offline\./).waitFor()
  await writer.type(20)
  assert.equal([...(await textIn(reader.page))].length, 5)
  await writer.context.setOffline(false)

  await writer.page.reload()

  await assertNothingLost(t, { ground, writers: [writer, reader], at: server })
})
