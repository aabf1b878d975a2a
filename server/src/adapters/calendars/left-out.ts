import type { Component } from "./components.ts"
import { titleOf } from "./event.ts"
import { CalendarFault, limits } from "./limits.ts"
import type { LeftOutEvent } from "./port.ts"
import { findProperty, readProperties } from "./properties.ts"

export type LeftOut = ReturnType<typeof openLeftOut>

export function openLeftOut() {
  const named: LeftOutEvent[] = []
  let count = 0
  const add = (event: LeftOutEvent, events = 1) => {
    count += events
    if (named.length < limits.namedEvents) named.push(event)
  }
  return {
    named,
    count: () => count,
    add,
    unless<Read>(read: () => Read, name: () => LeftOutEvent, events = 1): Read | undefined {
      try {
        return read()
      } catch (error) {
        if (error instanceof CalendarFault) throw error
        add(name(), events)
        return undefined
      }
    },
  }
}

export function nameOf(component: Component): LeftOutEvent {
  const properties = readProperties(component)
  const start = /(\d{4})-?(\d\d)-?(\d\d)/.exec(findProperty(properties, "dtstart")?.value ?? "")
  return { title: titleOf(properties), ...(start && { date: start.slice(1).join("-") }) }
}
