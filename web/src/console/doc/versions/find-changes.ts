import { diffArrays } from "diff"

/** One step from an old list to a new one. */
export interface Step<Item> {
  kind: "same" | "deleted" | "inserted"
  /** Of the new list where both have it. */
  item: Item
}

/** So many differences are looked for; lists that differ more have nothing in common worth showing. */
const mostDifferences = 600

/**
 * The fewest steps from one list to another.
 *
 * @param keyOf what makes two items the same.
 */
export function findChanges<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): Step<Item>[] {
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
  <Item>(kind: Step<Item>["kind"]) =>
  (item: Item): Step<Item> => ({ kind, item })
