const atOnce = 8

/** Works on a few items at a time. After a failure no further item is begun, and the failure is thrown. */
export async function aFewAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values()
  let hasFailed = false
  const worker = async () => {
    for (const item of left) {
      if (hasFailed) return
      await work(item).catch((error) => {
        hasFailed = true
        throw error
      })
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  for (const one of ended) if (one.status === "rejected") throw one.reason
}
