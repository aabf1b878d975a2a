import type { Sections } from "#engines/jobs/own-data.ts"

/** Memory never holds the whole text: a list's next item is read once the previous one was consumed. */
export async function* toPieces(sections: Sections): AsyncGenerator<string> {
  let opening = "{"
  for (const [name, section] of Object.entries(sections)) {
    yield `${opening}\n${JSON.stringify(name)}: `
    opening = ","
    if (comesItemByItem(section)) yield* listOf(section)
    else yield JSON.stringify(section, null, 2)
  }
  yield "\n}\n"
}

async function* listOf(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = "["
  for await (const item of items) {
    yield before + JSON.stringify(item, null, 2)
    before = ",\n"
  }
  yield before === "[" ? "[]" : "]"
}

const comesItemByItem = (section: unknown): section is AsyncIterable<unknown> =>
  typeof section === "object" && section !== null && Symbol.asyncIterator in section
