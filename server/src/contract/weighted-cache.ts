/** Keeps values up to a total weight. Evicts the least recently read value first. */
export class WeightedCache<Value> {
  readonly #most: number
  readonly #entries = new Map<string, { value: Value; weight: number }>()
  #weight = 0

  constructor(mostWeight: number) {
    this.#most = mostWeight
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Stores a value, unless its weight alone exceeds the limit. Returns it. */
  set(key: string, value: Value, weight: number): Value {
    this.#remove(key)
    if (weight > this.#most) return value
    this.#entries.set(key, { value, weight })
    this.#weight += weight
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#most) break
      this.#remove(oldest)
    }
    return value
  }

  #remove(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0
    this.#entries.delete(key)
  }
}
