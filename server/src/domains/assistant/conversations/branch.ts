import type { MessageRow } from "./conversation-store.ts"

/** The messages from the first one to `headId`, along the branch that it ends. */
export function branchOf(messages: readonly MessageRow[], headId: string | null): MessageRow[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const branch: MessageRow[] = []
  for (let at = headId === null ? undefined : byId.get(headId); at; at = byId.get(at.parent_id ?? "")) branch.push(at)
  return branch.reverse()
}

/** Returns a function that finds the ids of a message's siblings, itself included, oldest first. */
export function siblingsAmong(messages: readonly MessageRow[]): (message: MessageRow) => readonly string[] {
  const placeOf = ({ parent_id, role }: MessageRow) => `${role} ${parent_id}`
  const places = Map.groupBy(messages, placeOf)
  return (message) => (places.get(placeOf(message)) ?? []).map(({ id }) => id)
}

/** The last message of the newest branch below a message, which the page shows after a switch of branches. */
export function endOf(messages: readonly MessageRow[], id: string): string {
  const next = messages.findLast((message) => message.parent_id === id)
  return next ? endOf(messages, next.id) : id
}
