/**
 * What this browser stores for the service's pages. Where a browser blocks storage or is full, nothing is stored or
 * found, and pages work without it.
 */
export const stored = {
  keys: (): string[] => attempt(() => Object.keys(localStorage)) ?? [],
  get: (key: string): string | undefined => attempt(() => localStorage.getItem(key)) ?? undefined,
  set: (key: string, value: string): void => attempt(() => localStorage.setItem(key, value)),
  remove: (key: string): void => attempt(() => localStorage.removeItem(key)),
}

function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
