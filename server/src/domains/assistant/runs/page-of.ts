/**
 * The page of the console that somebody is on, as a model is told of it: its path, and of its query what is one word.
 * Whoever sends a link makes up what stands in it, and sentences are not to come from there.
 *
 * @returns null for what is no page.
 */
export function pageOf(address: string): string | null {
  const { pathname, searchParams } = URL.parse(address, "http://console.invalid") ?? {}
  if (pathname === undefined || !/^(?:\/[\w-]{1,64}){1,6}$/.test(pathname)) return null
  const words = [...(searchParams ?? [])].filter((part) => part.every((text) => /^\w{1,40}$/.test(text)))
  return words.length === 0 ? pathname : `${pathname}?${new URLSearchParams(words)}`
}
