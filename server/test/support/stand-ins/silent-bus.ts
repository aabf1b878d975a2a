/** A bus that delivers only the messages of a test. */
export function silentBus() {
  const listeners = new Map<string, (text: string) => void>()
  const gaps = new Set<() => void>()
  const bus = {
    isAway: false,
    tell: (topic: string, text: string) => listeners.get(topic)?.(text),
    gap: () => gaps.forEach((on) => void on()),
    port: {
      publish() {},
      subscribe: (topic: string, on: (text: string) => void) => {
        if (!listeners.has(topic) || topic !== "changes") listeners.set(topic, on)
        return () => listeners.delete(topic)
      },
      onGap: (on: () => void) => {
        gaps.add(on)
        return () => gaps.delete(on)
      },
      isUp: () => !bus.isAway,
      async close() {},
    },
  }
  return bus
}
