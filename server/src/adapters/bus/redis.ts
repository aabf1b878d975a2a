import { Redis } from "ioredis"
import type { Log } from "#kernel/log.ts"
import type { OpenWire } from "./kept-wire.ts"
import type { Bus } from "./port.ts"
import { RemoteBus } from "./remote.ts"

const channel = "atelier:bus"

/** A bus for several processes, by PUBLISH and SUBSCRIBE of Redis or Valkey (`redis://` or `rediss://`). */
export function openRedisBus(url: string, log: Log): Bus {
  return new RemoteBus(wireTo(url), log)
}

const wireTo =
  (url: string): OpenWire =>
  async (on, signal) => {
    // A subscribed connection can run no other commands.
    const [listener, speaker] = [connectionTo(url), connectionTo(url)] as const
    for (const client of [listener, speaker]) {
      client.on("error", () => {}) // the connection ends then, and `end` reports it
      client.on("end", on.lost)
      signal.addEventListener("abort", () => client.disconnect())
    }
    listener.on("message", (_channel, text) => on.text(text))
    await Promise.all([listener.connect(), speaker.connect()])
    await listener.subscribe(channel)
    return async (texts) => {
      // A replica would pass messages to its own listeners only. It refuses a write, so the batch begins with one.
      const batch = speaker.pipeline().set(channel, "", "PX", 1)
      for (const text of texts) batch.publish(channel, text)
      for (const [fault] of (await batch.exec()) ?? []) if (fault) throw fault
    }
  }

/** A connection that ends at any fault. Its owner opens the next one. */
function connectionTo(url: string): Redis {
  return new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
}
