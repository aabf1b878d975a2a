import { createServer } from "node:http"

// A model of constants on both wires: every answer has as many pieces of text as its address says, or never ends.

const text = "word "
const anthropic = {
  begin: [
    { type: "message_start", message: { id: "m", usage: { input_tokens: 40, output_tokens: 1 } } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  ],
  piece: { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
  end: [
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 160 } },
    { type: "message_stop" },
  ],
}
const openai = {
  begin: [{ choices: [{ index: 0, delta: { role: "assistant", content: "" } }] }],
  piece: { choices: [{ index: 0, delta: { content: text } }] },
  end: [
    { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
    { choices: [], usage: { prompt_tokens: 40, completion_tokens: 160 } },
  ],
}

const server = createServer((request, response) => {
  const [, count = "160"] = /^\/(\d+|endless)\//.exec(request.url ?? "") ?? []
  request.resume().on("end", () => {
    const { begin, piece, end } = request.url?.endsWith("/messages") ? anthropic : openai
    const write = (event: object) => response.write(`data: ${JSON.stringify(event)}\n\n`)
    response.writeHead(200, { "content-type": "text/event-stream" })
    for (const event of begin) write(event)
    if (count === "endless") return write(piece)
    for (let n = 0; n < Number(count); n += 1) write(piece)
    for (const event of end) write(event)
    response.end()
  })
})
server.listen(Number(process.env.PEER_PORT), "127.0.0.1")
