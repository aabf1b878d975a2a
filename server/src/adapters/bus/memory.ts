import type { Log } from "#kernel/log.ts"
import type { Bus, Topic } from "./port.ts"

interface Delivery {
  tell(topic: Topic, text: string): void
  tellGap(): void
}

/** A bus for one process. Buses of several processes use it for their local listeners. */
export function openMemoryBus(log: Log): Bus & Delivery {
  const listeners = new Map<Topic | "gap", Set<(text: string) => void>>()

  function tell(topic: Topic | "gap", text: string): void {
    for (const listener of listeners.get(topic) ?? []) {
      try {
        listener(text)
      } catch (fault) {
        log.error({ fault, topic }, "A listener of the bus failed.")
      }
    }
  }

  function listen(topic: Topic | "gap", on: (text: string) => void): () => void {
    const listener = (text: string) => on(text) // the same function may listen twice
    listeners.set(topic, (listeners.get(topic) ?? new Set()).add(listener))
    return () => listeners.get(topic)?.delete(listener)
  }

  return {
    publish: (topic, text) => topic !== "presence" && tell(topic, text),
    tell,
    subscribe: listen,
    onGap: (on) => listen("gap", on),
    tellGap: () => tell("gap", ""),
    isUp: () => true,
    async close() {
      listeners.clear()
    },
  }
}
