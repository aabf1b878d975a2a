import type { ServiceError } from "#kernel/error.ts"
import { stopping } from "../door/protocol-refusals.ts"

interface Hub {
  count(): number
  close(): unknown
}

/** A hub that is loaded at its first use, which keeps the start short. */
export function hubOf<Of extends Hub>(make: () => Promise<Of>, tooMany: () => ServiceError) {
  let opening: Promise<Of> | undefined
  let opened: Of | undefined
  let isClosed = false
  /** Undefined once the process stops. */
  const load = async (): Promise<Of | undefined> => {
    if (isClosed) return undefined
    opening ??= make()
    opened = await opening
    return isClosed ? undefined : opened
  }
  return {
    load,
    isOpen: () => opened !== undefined,
    count: () => opened?.count() ?? 0,
    /** @throws ServiceError when the process stops, or `most` streams are open. */
    async open(most: number): Promise<Of> {
      const hub = await load()
      if (!hub) throw stopping()
      if (hub.count() >= most) throw tooMany()
      return hub
    },
    /** Closes the hub, even one that is being loaded. */
    async close(): Promise<void> {
      isClosed = true
      const hub = await opening?.catch(() => undefined)
      await hub?.close()
    },
  }
}
