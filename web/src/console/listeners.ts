/** Listeners of state that is kept outside of React. */
export interface Listeners {
  /** Returns the unsubscribe function, as `useSyncExternalStore` expects. */
  subscribe(listener: () => void): () => void
  tell(): void
}

export function openListeners(): Listeners {
  const all = new Set<() => void>()
  return {
    subscribe(listener) {
      all.add(listener)
      return () => all.delete(listener)
    },
    tell() {
      for (const listener of all) listener()
    },
  }
}
