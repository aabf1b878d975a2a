import { describeFault } from "#adapters/counters/redis-client.ts"
import type { RedisAddress } from "#config/redis-address.ts"
import type { Log } from "#kernel/log.ts"
import type { Bus } from "./port.ts"
import type { OpenWire } from "./reconnecting-wire.ts"
import { connectionTo, findOwningNode } from "./redis-connection.ts"
import { RemoteBus } from "./remote.ts"

const channel = "atelier:bus"
/** A process is alone until it finds the new primary, so it looks each second. */
const longestRestMs = 1_000

/**
 * A bus for several processes, by PUBLISH and SUBSCRIBE of Redis or Valkey. In a cluster, all processes meet at the node
 * that owns the slot of the channel's name.
 */
export function openRedisBus(address: RedisAddress, log: Log): Bus {
  return new RemoteBus(wireTo(address), log, longestRestMs)
}

const wireTo =
  (address: RedisAddress): OpenWire =>
  async (on, signal) => {
    const server = address.kind === "cluster" ? await findOwningNode(address, channel) : address
    // A subscribed connection can run no other commands.
    const [listener, speaker] = [connectionTo(server), connectionTo(server)] as const
    for (const client of [listener, speaker]) {
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
      for (const [fault] of (await batch.exec()) ?? []) if (fault) throw new Error(describeFault(fault))
    }
  }
