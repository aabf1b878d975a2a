import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

// Receives webhooks, in a process of its own, at one address for each endpoint. The path `/hang` never gets a response.

const receivers = Array.from({ length: 10 }, () =>
  createServer((request, response) => {
    request.resume()
    if (request.url === "/hang") return
    request.on("end", () => response.end())
  }).listen(0, "127.0.0.1"),
)
await Promise.all(receivers.map((receiver) => once(receiver, "listening")))
process.send?.(receivers.map((receiver) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`))
