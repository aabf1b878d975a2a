/** Settles as `work` does, or after `ms` as `late` does. The work continues. */
export async function inTime<Result>(ms: number, work: Promise<Result>, late: () => Result): Promise<Result> {
  const isLate = Promise.withResolvers<void>()
  // This process itself may have been blocked, so an answer that has arrived is read first.
  const timer = setTimeout(() => setImmediate(isLate.resolve), ms)
  try {
    return await Promise.race([work, isLate.promise.then(late)])
  } finally {
    clearTimeout(timer)
  }
}
