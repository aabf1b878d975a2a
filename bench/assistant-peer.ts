import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"

// A model of constants on both wires. An answer has as many pieces of text as the newest question says (`pieces=40`,
// `pieces=endless`), or else the address. With `each=20ms`, a piece is sent every 20 milliseconds.

const word = "word "
const anthropic = {
  begin: [
    { type: "message_start", message: { id: "m", usage: { input_tokens: 40, output_tokens: 1 } } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  ],
  piece: { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: word } },
  end: [
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 160 } },
    { type: "message_stop" },
  ],
}
const openai = {
  begin: [{ choices: [{ index: 0, delta: { role: "assistant", content: "" } }] }],
  piece: { choices: [{ index: 0, delta: { content: word } }] },
  end: [
    { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
    { choices: [], usage: { prompt_tokens: 40, completion_tokens: 160 } },
  ],
}

const server = createServer(async (request, response) => {
  const asked = await text(request)
  const [, count = "160"] = newest(asked, /pieces=(\d+|endless)/g) ?? /^\/(\d+|endless)\//.exec(request.url ?? "") ?? []
  const [, pauseMs] = newest(asked, /each=(\d+)ms/g) ?? []
  const { begin, piece, end } = request.url?.endsWith("/messages") ? anthropic : openai
  const write = (event: object) => response.write(`data: ${JSON.stringify(event)}\n\n`)
  response.writeHead(200, { "content-type": "text/event-stream" })
  for (const event of begin) write(event)
  if (count === "endless") return write(piece)
  for (let n = 0; n < Number(count); n += 1) {
    write(piece)
    if (pauseMs !== undefined) await sleep(Number(pauseMs))
  }
  for (const event of end) write(event)
  response.end()
})
server.listen(Number(process.env.PEER_PORT), "127.0.0.1")

const newest = (asked: string, pattern: RegExp) => [...asked.matchAll(pattern)].at(-1)
