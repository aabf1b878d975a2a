import assert from "node:assert/strict"
import { hash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { test } from "node:test"
import { readSettings } from "#config/settings.ts"
import { resources } from "#surfaces/resources/resources.ts"
import type { HttpAnswer } from "#test/support/worlds/http-world.ts"
import { mcpWorld } from "#test/support/worlds/mcp-world.ts"
import { connectAll, namedOrigin, newestCursor, oldEraRequests } from "./old-era-requests.ts"

/**
 * The answers before the service knew another era. Without this file the test writes it, and fails: so a deliberate
 * change of an answer is one deleted file, and its difference is seen.
 */
const recording = new URL("./old-era.recording.txt", import.meta.url)

/** They differ from one run to the next, or with the requests before. */
const passing = /^(date|connection|keep-alive|content-length|x-request-id|ratelimit-(remaining|reset))$/

const settings = { SVC_MCP_ORIGINS: namedOrigin, SVC_RATE_READS: "100000", SVC_RATE_TOOLS: "100000" }

test("requests of the old era get the recorded answers, to the byte", async (t) => {
  const world = await mcpWorld(t, { settings })
  const requests = oldEraRequests(await connectAll(world))
  const different = new Set(requests.map(([, asked]) => JSON.stringify(asked))).size
  assert.ok(different >= 300, `${different} different requests`)
  const [headerSets, bodies, lines] = [openNumbers("headers"), openNumbers("body"), [] as string[]]
  const steady = openPlaceholders()
  let cursor = ""
  for (const [name, { method = "POST", path = "/mcp", headers = {}, body }] of requests) {
    world.clock.advance(10)
    const payload = typeof body === "string" ? body.replace(newestCursor, cursor) : body
    const type = method === "POST" ? { "content-type": "application/json" } : {}
    const answer = await world.ask(method, path, { headers: { host: "localhost:3000", ...type, ...headers }, payload })
    if (method !== "HEAD") assert.equal(Number(answer.headers["content-length"] ?? 0), answer.bytes.length, name)
    cursor = answer.body?.result?.structuredContent?.next_cursor ?? cursor
    const kept = Object.entries(answer.headers).filter(([name]) => !passing.test(name))
    const text = steady(withoutDocument(answer))
    lines.push(`${name} -> ${answer.status} ${headerSets.of(JSON.stringify(kept))} ${bodies.of(text)}`)
  }
  const answered = [...headerSets.lines, ...bodies.lines, ...lines]
  if (!existsSync(recording)) {
    writeFileSync(recording, answered.map((line) => `${line}\n`).join(""))
    assert.fail("The recording is written. Run the test again.")
  }
  assert.deepEqual(answered, readFileSync(recording, "utf8").trimEnd().split("\n"))
})

/** Gives each text a number when it is first seen, and a line with the text. */
function openNumbers(name: string) {
  const numbers = new Map<string, string>()
  const lines: string[] = []
  return {
    lines,
    of(text: string): string {
      const known = numbers.get(text)
      if (known !== undefined) return known
      const number = `${name}-${numbers.size + 1}`
      numbers.set(text, number)
      lines.push(`${number} ${text.length > longest ? digest(text) : text}`)
      return number
    },
  }
}

const longest = 4_000
const digest = (text: string) => `${text.length} characters, SHA-256 ${hash("sha256", text, "hex")}`

/** Random values, by the exact form that the service gives them. Everything else stays as it is. */
const random: readonly [name: string, form: RegExp][] = [
  ["secret", /(?<=\bupload_link_\w{22}\.)[\w-]{43}(?![\w-])/g],
  ["id", /(?<=\b(workspace|link|doc|upload_link)_)[0-9A-Za-z]{22}(?!\w)/g],
  ["short name", /(?<=\blocalhost:3000\/s\/|"slug\\?":\\?")[a-z0-9]{7}(?=\\?")/g],
  ["end of a short name", /(?<=\bTry spring-menu-)[a-z0-9]{3}(?=, or )/g],
  ["cursor", /(?<="next_cursor\\?":\\?")[\w-]{20,}(?=\\?")/g],
]

/** Replaces a random value by its number in the order of appearance, the same in all answers, and its length. */
function openPlaceholders(): (text: string) => string {
  const seen = new Map<string, string>()
  const nameOf = (name: string, value: string) => {
    const key = `${name} ${value}`
    const known = seen.get(key) ?? `<${name} ${seen.size + 1}, ${value.length} characters>`
    seen.set(key, known)
    return known
  }
  return (text) => random.reduce((left, [name, form]) => left.replace(form, (value) => nameOf(name, value)), text)
}

/** A document changes with what it describes. Its answer must have exactly its text. */
function withoutDocument({ body, bytes }: HttpAnswer): string {
  const uri = body?.result?.contents?.[0]?.uri
  const document = resources.find((resource) => resource.uri === uri)
  const text = document?.text({ settings: readSettings(settings), versionDates: [] })
  return text === undefined ? bytes.toString() : bytes.toString().replace(JSON.stringify(text), `<the text of ${uri}>`)
}
