/** Runs `step` for each item, 16 at once: all connections are busy, and none is waited for until the deadline. */
export async function together<Item>(items: Iterable<Item>, step: (item: Item) => Promise<void>): Promise<void> {
  const waiting = Iterator.from(items)
  const work = async () => {
    for (const item of waiting) await step(item)
  }
  await Promise.all(Array.from({ length: 16 }, work))
}
