import { text } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { writerOf } from "../../server/test/support/stand-ins/model/wires.ts"
import { announce, serve } from "./announce.ts"

/**
 * A model of constants on both wires. An answer has as many pieces of text as the newest question says (`pieces=40`,
 * `pieces=endless`), or else the address. With `each=20ms`, a piece is sent every 20 milliseconds.
 */
const url = await serve(async (request, response) => {
  const asked = await text(request)
  const newest = (pattern: RegExp) => [...asked.matchAll(pattern)].at(-1)?.[1]
  const count = newest(/pieces=(\d+|endless)/g) ?? request.url?.split("/")[1]
  const pauseMs = newest(/each=(\d+)ms/g)
  const writer = writerOf(request.url?.endsWith("/messages") ? "anthropic" : "openai")
  response.writeHead(200, { "content-type": "text/event-stream" }).write(writer.begin())
  const [first = "", ...more] = writer.text(Array(count === "endless" ? 1 : Number(count)).fill("word "))
  for (const event of [first, ...(count === "endless" ? more.slice(0, -1) : more)]) {
    response.write(event)
    if (pauseMs !== undefined) await sleep(Number(pauseMs))
  }
  if (count !== "endless") response.end(writer.end("stop") + writer.finish())
})
announce(url)
