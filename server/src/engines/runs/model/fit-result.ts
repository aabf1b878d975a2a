type Json = Readonly<Record<string, unknown>>

interface Place {
  readonly path: readonly (string | number)[]
  readonly value: readonly unknown[] | string
  readonly size: number
}

const sizeOf = (value: unknown) => (JSON.stringify(value) ?? "null").length

const mostCuts = 5
const mostOfNote = 100

/** Writes JSON of at most `most` characters. Cuts the largest list at an entry, or the largest text at a line. */
export function fit(value: unknown, most: number): string {
  const whole = JSON.stringify(value) ?? "null"
  if (whole.length <= most) return whole
  let now = unpacked(value, most)
  for (let cuts = 0; cuts <= mostCuts; cuts += 1) {
    const written = JSON.stringify(now)
    if (written.length <= most) return written
    const room = most - written.length - mostOfNote
    const { list, text } = largestIn(now)
    const cut = (list && cutList(list, room)) ?? (text && cutText(text, room))
    if (!cut) break
    const shortened = replaced(now, cut.path, cut.shortened)
    now = { ...(cut.path.length === 0 ? { answer: shortened } : (shortened as Json)), left_out: cut.said }
  }
  const cut = JSON.stringify(now).slice(0, most / 3)
  return JSON.stringify({ cut, left_out: "The answer is too long; ask for less at once" })
}

/** Long texts of an answer that are JSON, as values: so that their lists can be cut at an entry. */
function unpacked(value: unknown, most: number): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value
  const fields = Object.entries(value).map(([name, part]) => {
    const isJson = typeof part === "string" && part.length > most / 2 && /^\s*[[{]/.test(part)
    return [name, isJson ? readJson(part) : part] as const
  })
  return Object.fromEntries(fields)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const mostLevels = 8

interface Largest {
  list?: Place
  text?: Place
}

function largestIn(value: unknown): Largest {
  const largest: Largest = {}
  const note = (kind: keyof Largest, place: Place) => {
    if (place.size > (largest[kind]?.size ?? 1)) largest[kind] = place
    return place.size
  }
  const measure = (part: unknown, path: Place["path"]): number => {
    if (typeof part === "string") return note("text", { path, value: part, size: sizeOf(part) })
    if (typeof part !== "object" || part === null || path.length > mostLevels) return sizeOf(part)
    if (!Array.isArray(part)) {
      const fields = Object.entries(part).map(([name, inner]) => sizeOf(name) + 1 + measure(inner, [...path, name]))
      return sumOf(fields)
    }
    const size = sumOf(part.map((inner, index) => measure(inner, [...path, index])))
    return part.length > 1 ? note("list", { path, value: part, size }) : size
  }
  measure(value, [])
  return largest
}

const sumOf = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 2 + Math.max(0, sizes.length - 1))

interface Cut {
  readonly path: Place["path"]
  readonly shortened: unknown
  readonly said: string
}

/** Cuts a list by `-room` characters; `room` is negative. Undefined where not even the first entry could stay. */
function cutList({ path, value, size }: Place, room: number): Cut | undefined {
  let left = size + room
  const entries = value as readonly unknown[]
  const end = entries.findIndex((entry) => {
    left -= sizeOf(entry) + 1
    return left < 0
  })
  if (end <= 0) return undefined
  return {
    path,
    shortened: entries.slice(0, end),
    said: `${entries.length - end} more are left out; ask for less at once`,
  }
}

function cutText({ path, value, size }: Place, room: number): Cut {
  const text = value as string
  const most = Math.max(size + room, 0)
  let end = Math.min(text.length, most)
  for (let is = sizeOf(text.slice(0, end)); is > most && end > 0; is = sizeOf(text.slice(0, end))) {
    end = Math.min(end - 1, Math.floor((end * most) / is))
  }
  const shortened = text.slice(0, lineEnd(text, end))
  return {
    path,
    shortened: `${shortened}…`,
    said: `${text.length - shortened.length} more letters are left out; ask for less at once`,
  }
}

/** The end of the last whole line or word, unless that would lose more than an eighth. */
function lineEnd(text: string, length: number): number {
  const ends = [text.lastIndexOf("\n", length), text.lastIndexOf(" ", length)]
  return ends.find((end) => end > (length * 7) / 8) ?? length
}

function replaced(value: unknown, [first, ...rest]: Place["path"], by: unknown): unknown {
  if (first === undefined) return by
  if (Array.isArray(value)) return value.map((part, index) => (index === first ? replaced(part, rest, by) : part))
  const object = value as Json
  return { ...object, [first]: replaced(object[first], rest, by) }
}

/**
 * How many entries of an answer's only list fit into `most` characters; undefined where all do. A list that is read
 * again with so many has the cursor that continues there.
 */
export function entriesThatFit(answer: Json, most: number): number | undefined {
  const lists = Object.values(answer).filter((part) => Array.isArray(part))
  const [list] = lists
  if (!list || lists.length > 1 || sizeOf(answer) <= most) return undefined
  let room = most - sizeOf({ ...answer, nextCursor: "" }) + sizeOf(list) - mostCursor
  const end = list.findIndex((entry) => {
    room -= sizeOf(entry) + 1
    return room < 0
  })
  return end > 0 && end < list.length ? end : undefined
}

const mostCursor = 220
