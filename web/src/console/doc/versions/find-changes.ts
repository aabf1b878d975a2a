import { diffArrays } from "diff"

export interface DiffStep<Item> {
  kind: "same" | "deleted" | "inserted"
  /** From the new list if both have it. */
  item: Item
}

/** The most differences to search for; lists that differ more are shown as replaced. */
const mostDifferences = 600

/** The shortest edit script between two lists; items with equal keys are equal. */
export function findChanges<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): DiffStep<Item>[] {
  const changes = diffArrays(before.map(keyOf), after.map(keyOf), { maxEditLength: mostDifferences })
  if (!changes) return [...before.map(toStep("deleted")), ...after.map(toStep("inserted"))]
  let [old, now] = [0, 0]
  return changes.flatMap(({ added, removed, count }) => {
    if (!added) old += count
    if (removed) return before.slice(old - count, old).map(toStep("deleted"))
    now += count
    return after.slice(now - count, now).map(toStep(added ? "inserted" : "same"))
  })
}

const toStep =
  <Item>(kind: DiffStep<Item>["kind"]) =>
  (item: Item): DiffStep<Item> => ({ kind, item })
