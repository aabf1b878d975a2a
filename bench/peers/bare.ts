import { announce, serve } from "./announce.ts"

/** The minimal Node.js server: it answers every request with the same bytes and headers. */
const { status, headers, body } = JSON.parse(process.env.ANSWER ?? "") as Record<"status" | "body", string> & {
  headers: [string, string][]
}
const [lines, bytes] = [headers.flat(), Buffer.from(body, "base64")]

announce(await serve((_request, response) => response.writeHead(Number(status), lines).end(bytes)))
