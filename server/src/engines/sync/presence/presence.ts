import { colorPlace, peopleColors } from "#contract/people-colors.ts"
import { textField } from "#domains/docs/index.ts"

type State = Record<string, unknown>

/** A person's name and color for others. The service sets them and ignores the browser's values. */
export interface ShownAs {
  readonly account: string
  readonly name: string
  readonly color: string
}

/**
 * Gives each account in a doc its own color, or the next one that is free there. With more accounts than colors, the
 * colors repeat.
 */
export function openColors(): (account: string) => string {
  const given = new Map<string, string>()
  return (account) => {
    const own = colorPlace(account)
    const inOrder = [...peopleColors.slice(own), ...peopleColors.slice(0, own)]
    const taken = new Set(given.values())
    const color = given.get(account) ?? inOrder.find((one) => !taken.has(one)) ?? peopleColors[own] ?? ""
    given.set(account, color)
    return color
  }
}

/** Maps each client id to the first account that showed it, while the doc is open. */
export type Claims = Map<number, string>

/** Above this many claims, the oldest is dropped. */
const mostClaims = 2_000

/** Keeps only the browser's own cursor, with the person as the service knows them. Returns its client id, if any. */
export function rewritePresence(
  states: Map<number, State>,
  shownAs: ShownAs,
  { claims, own }: { claims: Claims; own: number | undefined },
): number | undefined {
  let shown: number | undefined
  for (const [client, state] of states) {
    const isOwn = own === undefined ? claim(claims, client, shownAs.account) : client === own
    if (isOwn && shown === undefined) {
      shown = client
      states.set(client, { user: shownAs, cursor: readCursor(state.cursor) })
    } else {
      states.delete(client)
    }
  }
  return shown
}

function claim(claims: Claims, client: number, account: string): boolean {
  const owner = claims.get(client)
  if (owner !== undefined) return owner === account
  const [oldest] = claims.keys()
  if (oldest !== undefined && claims.size >= mostClaims) claims.delete(oldest)
  claims.set(client, account)
  return true
}

/** Copies a selection of Yjs. An invalid form or position would crash the editors of other people. */
function readCursor(cursor: unknown): { anchor: State; head: State } | null {
  if (!isObject(cursor)) return null
  const [anchor, head] = [readPlace(cursor.anchor), readPlace(cursor.head)]
  return anchor && head ? { anchor, head } : null
}

function readPlace(place: unknown): State | undefined {
  if (!isObject(place)) return undefined
  const { type = null, tname = null, item = null, assoc = 0 } = place
  if (!isId(type) || !isId(item) || (tname !== null && tname !== textField)) return undefined
  if (type === null && tname === null && item === null) return undefined
  return assoc === 0 || assoc === -1 ? { type: copyId(type), tname, item: copyId(item), assoc } : undefined
}

interface Id {
  readonly client: number
  readonly clock: number
}

const copyId = (id: Id | null) => id && { client: id.client, clock: id.clock }

function isId(value: unknown): value is Id | null {
  return value === null || (isObject(value) && isNatural(value.client) && isNatural(value.clock))
}

const isNatural = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0

const isObject = (value: unknown): value is State => typeof value === "object" && value !== null
