import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import type { TestContext } from "node:test"

/**
 * Answers Postfix's questions about readers (SMTPD_POLICY_README), as a greylist does. Returns its port.
 * @param actionFor the action for a reader, who is asked about for the `times`th time, `sinceMs` after the first
 */
export async function policyServer(
  t: TestContext,
  actionFor: (reader: string, asked: { times: number; sinceMs: number }) => string,
): Promise<number> {
  const known = new Map<string, { times: number; first: number }>()
  const server = createServer((socket) => {
    let text = ""
    socket.on("error", () => {})
    socket.on("data", (bytes) => {
      text += bytes.toString()
      for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
        const reader = /^recipient=(.*)$/m.exec(text.slice(0, end))?.[1] ?? ""
        text = text.slice(end + 2)
        const asked = known.get(reader) ?? { times: 0, first: Date.now() }
        asked.times += 1
        known.set(reader, asked)
        socket.write(`action=${actionFor(reader, { times: asked.times, sinceMs: Date.now() - asked.first })}\n\n`)
      }
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}
