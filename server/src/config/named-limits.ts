/** The name of a limit in its setting, its default, and its maximum. */
export interface NamedLimit {
  readonly name: string
  readonly value: number
  readonly most: number
}

type Table<Limits> = { readonly [Limit in keyof Limits]: NamedLimit }

/** The defaults of a table, as its setting writes them. */
export function writeLimits<Limits extends object>(table: Table<Limits>): string {
  return (Object.values(table) as NamedLimit[]).map(({ name, value }) => `${name}=${value}`).join(",")
}

/** Makes the reader of `steps=6,calls=12,…`. Missing limits keep their defaults. It returns the faults of other text. */
export function limitsReader<Limits extends { readonly [Limit in keyof Limits]: number }>(table: Table<Limits>) {
  const all = Object.entries(table) as [string, NamedLimit][]
  return (text: string): Limits | string[] => {
    const parts = text.split(",").map((part) => part.trim()).filter(Boolean) // biome-ignore format: one thought
    const faults: string[] = []
    const read = Object.fromEntries(all.map(([limit, { value }]) => [limit, value]))
    for (const part of parts) {
      const [name = "", value = ""] = part.split("=")
      const [limit, { most = 0 } = {}] = all.find(([, one]) => one.name === name) ?? []
      if (limit === undefined) faults.push(`\`${name}\` is none of ${all.map(([, one]) => one.name).join(", ")}`)
      else if (!/^\d{1,13}$/.test(value) || Number(value) < 1 || Number(value) > most)
        faults.push(`\`${name}\` must be a whole number from 1 to ${most}`)
      else read[limit] = Number(value)
    }
    return faults.length > 0 ? faults : (read as Limits)
  }
}
