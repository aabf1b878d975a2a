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
  /** A line that has not ended. It is not looked through again: a whole conversation is one line. */
  #rest = ""
  /** Of what may end a line: whether a line feed belongs to it, the next bytes say. */
  #held = ""
  #name = ""
  #data: string[] = []

  /** Takes the next bytes; answers the events that are whole by them. @throws Error for a line without an end. */
  read(bytes: Uint8Array): Said[] {
    const text = this.#held + this.#decoder.decode(bytes, { stream: true })
    this.#held = text.endsWith("\r") ? "\r" : ""
    const [first = "", ...more] = text.slice(0, text.length - this.#held.length).split(/\r\n|\n|\r/)
    const lines = [this.#rest + first, ...more]
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
