interface Said {
  readonly name: string
  readonly data: string
}

/** Larger than any event; a stream with a longer line is broken. */
const mostCharacters = 32_000_000

/**
 * Parses server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) incrementally. Unlike
 * EventSource it lets the caller see every chunk, so comments count as heartbeats.
 */
export class EventReader {
  readonly #decoder = new TextDecoder()
  /** An incomplete line. It is not scanned again: a snapshot is one long line. */
  #rest = ""
  /** A trailing CR; the next chunk shows whether an LF follows. */
  #held = ""
  #name = ""
  #data: string[] = []

  /** Returns the events that these bytes complete. @throws Error for a line over the limit */
  read(bytes: Uint8Array): Said[] {
    const text = this.#held + this.#decoder.decode(bytes, { stream: true })
    this.#held = text.endsWith("\r") ? "\r" : ""
    const [first = "", ...more] = text.slice(0, text.length - this.#held.length).split(/\r\n|\n|\r/)
    const lines = [this.#rest + first, ...more]
    this.#rest = lines.pop() ?? ""
    if (this.#rest.length > mostCharacters) throw new Error("A line of the event stream exceeds the limit.")
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
