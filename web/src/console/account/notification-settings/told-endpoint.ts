const key = "push-endpoint"

/** Keeps where this browser said that it takes messages; undefined once it takes none. */
export function noteEndpoint(endpoint: string | undefined): void {
  try {
    if (endpoint === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, endpoint)
  } catch {} // A browser that keeps nothing.
}

/** Whether this browser said that it takes messages there. */
export const hasToldEndpoint = (endpoint: string): boolean => localStorage.getItem(key) === endpoint

/** Whether this browser said that it takes messages. */
export const isSwitchedOn = (): boolean => {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}
