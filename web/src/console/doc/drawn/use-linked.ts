import { queryOptions, useQuery } from "@tanstack/react-query"
import { type AnswerOf, ask, type InputOf, keyOf } from "../../ask.ts"

export type Linked = InputOf<"resolve-links">["links"][number]
type Found = AnswerOf<"resolve-links">["items"][number]

/** The current title of a thing: undefined until loaded, `title: null` if it was deleted. */
export function useLinked({ kind, ref }: Linked): Found | undefined {
  return useQuery(linkedQuery({ kind, ref })).data
}

/** Each link has its own cache entry; simultaneous look-ups are batched into one request. */
const linkedQuery = (linked: Linked) =>
  queryOptions({
    queryKey: keyOf({ name: "resolve-links", input: { ...linked } }),
    queryFn: () => askTogether(linked),
    retry: false,
  })

interface Waiting {
  linked: Linked
  resolve(found: Found): void
  reject(error: unknown): void
}

/** The most look-ups per request. */
const most = 200
let waiting: Waiting[] = []

function askTogether(linked: Linked): Promise<Found> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) queueMicrotask(askAll)
    waiting.push({ linked, resolve, reject })
  })
}

function askAll(): void {
  const asked = waiting
  waiting = []
  for (let at = 0; at < asked.length; at += most) askSome(asked.slice(at, at + most))
}

async function askSome(asked: readonly Waiting[]): Promise<void> {
  try {
    const { items } = await ask("resolve-links", { links: asked.map(({ linked }) => linked) })
    for (const [at, { resolve, linked }] of asked.entries()) {
      resolve(items[at] ?? { ...linked, title: null, emoji: null })
    }
  } catch (error) {
    for (const { reject } of asked) reject(error)
  }
}
