import { dropOldest } from "#kernel/bounds/drop-oldest.ts"
import type { ServerAddress, ToolList } from "./port.ts"

export interface CachedLists {
  find(server: ServerAddress): ToolList | undefined
  /** `askedAt`: when the list was asked for. It is fresh from then on. */
  keep(server: ServerAddress, toolList: ToolList, askedAt: number): void
}

const mostLists = 100
const mostLetters = 300_000

/** The lists that servers promise to leave as they are, in this process. A private one is for its own token only. */
export function cacheLists(now: () => number): CachedLists {
  const cached = new Map<string, { toolList: ToolList; until: number }>()
  return {
    find(server) {
      for (const key of [keyOf(server, true), keyOf(server, false)]) {
        const { toolList, until = 0 } = cached.get(key) ?? {}
        if (now() < until) return toolList
        cached.delete(key)
      }
      return undefined
    },
    keep(server, toolList, askedAt) {
      for (const isPrivate of [true, false]) cached.delete(keyOf(server, isPrivate))
      if (toolList.freshMs === 0 || JSON.stringify(toolList).length > mostLetters) return
      cached.set(keyOf(server, toolList.isPrivate), { toolList, until: askedAt + toolList.freshMs })
      dropOldest(cached, mostLists)
    },
  }
}

const keyOf = ({ url, bearer }: ServerAddress, isPrivate: boolean) => JSON.stringify(isPrivate ? [url, bearer] : [url])
