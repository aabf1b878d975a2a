/** "1 link", "25 links", "the first 25 links" where there are more. */
export function countedThings(count: number, thing: string, hasMore = false): string {
  const things = `${count} ${count === 1 ? thing : `${thing}s`}`
  return hasMore ? `the first ${things}` : things
}
