import type { WorkspaceOfAccount } from "./erase-account-store.ts"

/**
 * What becomes of a workspace when one of its members is erased: nobody else belongs to it (`closed`), it goes on
 * without them (`left`), or others would be left without an owner, which is not allowed (`in_the_way`).
 */
export function fateOf({ members, otherOwners }: WorkspaceOfAccount): "closed" | "left" | "in_the_way" {
  if (members === 1) return "closed"
  return otherOwners === 0 ? "in_the_way" : "left"
}
