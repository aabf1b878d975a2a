/** Who is told when something changes that is kept outside of React. */
export interface Listeners {
  /** Adds one; the answer takes it away. As `useSyncExternalStore` wants it. */
  subscribe(listener: () => void): () => void
  tell(): void
}

/** Begins with nobody who listens. */
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
