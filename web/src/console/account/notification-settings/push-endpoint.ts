const key = "push-endpoint"

/** Stores the push endpoint that the service knows of this browser; undefined once the subscription ended. */
export function noteEndpoint(endpoint: string | undefined): void {
  try {
    if (endpoint === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, endpoint)
  } catch {} // The browser blocks storage.
}

/** Whether the service already knows this endpoint. */
export const isKnownEndpoint = (endpoint: string): boolean => localStorage.getItem(key) === endpoint

/** Whether this browser has subscribed to notifications. */
export const isSwitchedOn = (): boolean => {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}
