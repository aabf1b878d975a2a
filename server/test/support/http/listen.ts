import { once } from "node:events"
import type { Server as HttpServer } from "node:http"
import type { Server as HttpsServer } from "node:https"
import type { AddressInfo } from "node:net"
import type { TestContext } from "node:test"

/** Makes a server listen at 127.0.0.1 until the test is over. Returns its port. */
export async function listen(t: Pick<TestContext, "after">, server: HttpServer | HttpsServer): Promise<number> {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}
