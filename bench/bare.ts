import { createServer } from "node:http"

/** The minimal Node.js server: it answers every request with the same bytes and headers. */
const answer = JSON.parse(process.env.BARE_ANSWER ?? "") as {
  status: number
  headers: [string, string][]
  body: string
}
const headers = answer.headers.flat()
const body = Buffer.from(answer.body, "base64")

createServer((_request, response) => {
  response.writeHead(answer.status, headers)
  response.end(body)
}).listen(Number(process.env.PEER_PORT), "127.0.0.1")

process.on("SIGTERM", () => process.exit(0))
