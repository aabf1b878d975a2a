/** What a stream of events says: an event by its name, or only that it is there. */
export interface Said {
  readonly name: string
  readonly data: string
}

/** More than any event has; a stream that never ends one is no stream of ours. */
const mostCharacters = 32_000_000

/**
 * Reads a stream of events (https://html.spec.whatwg.org/multipage/server-sent-events.html) piece by piece. An
 * EventSource would keep the comments to itself, by which the service says in between that it is there.
 */
export class EventReader {
  readonly #decoder = new TextDecoder()
  #rest = ""
  #name = ""
  #data: string[] = []

  /** Takes the next bytes; answers the events that are whole by them. @throws Error for a line without an end. */
  read(bytes: Uint8Array): Said[] {
    const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    this.#rest = lines.pop() ?? ""
    if (this.#rest.length > mostCharacters) throw new Error("An event of the stream has no end.")
    return lines.flatMap((line) => this.#line(line))
  }

  #line(line: string): Said[] {
    if (line === "") return this.#end()
    const colon = line.indexOf(":")
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "")
    if (field === "event") this.#name = value
    if (field === "data") this.#data.push(value)
    return []
  }

  #end(): Said[] {
    const said = { name: this.#name || "message", data: this.#data.join("\n") }
    const isEvent = this.#data.length > 0
    this.#name = ""
    this.#data = []
    return isEvent ? [said] : []
  }
}
