import { connect } from "node:net"

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  text: string
}

/** Sends raw bytes to a port of this machine and reads until the connection ends. */
export async function request(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  const socket = connect(port, "127.0.0.1")
  socket.setTimeout(15_000, () => socket.destroy(new Error("The server did not end the connection.")))
  socket.write(bytes)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return readAnswer(Buffer.concat(chunks).toString())
}

/** Reads the first response in a text; the rest of the text is its body. */
export function readAnswer(answer: string): RawAnswer {
  const [head = "", ...rest] = answer.split("\r\n\r\n")
  const [first = "", ...lines] = head.split("\r\n")
  const headers = lines.map((line) => {
    const colon = line.indexOf(":")
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { status: Number(first.split(" ")[1]), headers: Object.fromEntries(headers), text: rest.join("\r\n\r\n") }
}
