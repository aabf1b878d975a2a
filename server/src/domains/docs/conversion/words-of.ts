/** The words of any JSON similar to a document: a line for each node with text. */
export function wordsInJson(json: unknown): string[] {
  const lines: string[] = []
  const waiting: unknown[] = [json]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { text, content } = (node ?? {}) as { text?: unknown; content?: unknown }
    if (typeof text === "string" && text !== "") lines.push(text)
    else if (isLine(content)) lines.push(content.map((part) => part.text).join(""))
    else if (Array.isArray(content)) waiting.push(...content.toReversed())
  }
  return lines.filter((line) => line !== "")
}

const isLine = (content: unknown): content is { text: string }[] =>
  Array.isArray(content) && content.every((part) => typeof part?.text === "string")
