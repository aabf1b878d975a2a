import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { TestContext } from "node:test"

export interface ReceivedHook {
  readonly headers: IncomingHttpHeaders
  /** The raw bytes, as text. */
  readonly body: string
  readonly id: string
  readonly type: string
  readonly subject: string
}

type Answer = (response: ServerResponse, hook: ReceivedHook) => void

export interface HookReceiver {
  readonly port: number
  readonly url: string
  /** What arrived, oldest first. */
  readonly hooks: ReceivedHook[]
  /** Answers the next requests; 200 by default. */
  answer: Answer
}

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end()

/** A receiver of webhooks on this machine, which keeps all that it gets. */
export async function hookReceiver(t: TestContext): Promise<HookReceiver> {
  const server = createServer(async (request, response) => {
    const hook = toHook(request.headers, await readBody(request))
    receiver.hooks.push(hook)
    receiver.answer(response, hook)
  })
  server.keepAliveTimeout = 60_000 // so the sender closes idle connections
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const receiver: HookReceiver = { port, url: `http://127.0.0.1:${port}/hook`, hooks: [], answer: status(200) }
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}

function toHook(headers: IncomingHttpHeaders, body: string): ReceivedHook {
  const { id, type, subject } = JSON.parse(body)
  return { headers, body, id, type, subject }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString("utf8")
}
