import type { App } from "#access/perform.ts"
import type { Visit } from "../page.ts"

/** Makes a value at the first visit of a service, and then returns the same object. A promise that rejects is not kept. */
export function oncePerApp<Value extends object>(make: (visit: Pick<Visit, "app" | "settings">) => Value) {
  const values = new WeakMap<App, Value>()
  return (visit: Pick<Visit, "app" | "settings">): Value => {
    const found = values.get(visit.app)
    if (found) return found
    const made = make(visit)
    values.set(visit.app, made)
    if (made instanceof Promise) made.catch(() => values.delete(visit.app))
    return made
  }
}
