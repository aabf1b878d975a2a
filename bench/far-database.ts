import { type AddressInfo, connect, createServer, type Socket } from "node:net"

export interface FarDatabase {
  /** The address of the database behind the delay. */
  readonly url: string
  close(): void
}

/** Passes bytes between a service and its database on, each `delayMs` late in both directions. */
export async function farDatabase(url: string, delayMs: number): Promise<FarDatabase> {
  const near = new URL(url)
  const server = createServer((client) => {
    const database = connect(Number(near.port || 5432), near.hostname)
    for (const [one, other] of [[client, database], [database, client]] as const) pass(one, other, delayMs) // biome-ignore format: one thought
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const far = new URL(url)
  far.port = String((server.address() as AddressInfo).port)
  return { url: far.href, close: () => void server.close() }
}

function pass(one: Socket, other: Socket, delayMs: number): void {
  one.setNoDelay()
  one.on("data", (bytes) => setTimeout(() => other.writable && other.write(bytes), delayMs))
  one.on("close", () => other.destroy())
  one.on("error", () => other.destroy())
}
