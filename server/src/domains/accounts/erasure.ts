import type { WorkspaceOfAccount } from "./erase-account-store.ts"

/**
 * What the erasure of a member does to a workspace: it has no other members (`closed`), it continues without this
 * member (`left`), or its other members would have no owner, which prevents the erasure (`in_the_way`).
 */
export function fateOf({ members, otherOwners }: WorkspaceOfAccount): "closed" | "left" | "in_the_way" {
  if (members === 1) return "closed"
  return otherOwners === 0 ? "in_the_way" : "left"
}
