/**
 * What this browser stores for the service's pages. Where a browser blocks storage or is full, nothing is stored or
 * found, and pages work without it.
 */
export const stored = storedIn(() => localStorage)

export const keptInTab = storedIn(() => sessionStorage)

function storedIn(place: () => Storage) {
  return {
    keys: (): string[] => attempt(() => Object.keys(place())) ?? [],
    get: (key: string): string | undefined => attempt(() => place().getItem(key)) ?? undefined,
    set: (key: string, value: string): void => attempt(() => place().setItem(key, value)),
    remove: (key: string): void => attempt(() => place().removeItem(key)),
  }
}

function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
