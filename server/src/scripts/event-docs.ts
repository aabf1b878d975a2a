import type { eventTable } from "#domains/webhooks/index.ts"

const heading = "## Events\n"
const reference = "http://localhost:3000/developers/events"

/** The guide of webhooks with a table of the types at its end. The reference has their sentences, fields and examples. */
export function eventDocs(guide: string, kinds: typeof eventTable): string {
  const families = Map.groupBy(kinds, ({ type }) => type.split(".")[0])
  const rows = [...families].map(([family, its]) => {
    return `| [${family}](${reference}#${family}) | ${its.map(({ type }) => `\`${type}\``).join(", ")} |`
  })
  const text = `The [event reference](${reference}) describes each type, with its fields and an example.`
  const [before = ""] = guide.split(heading)
  return `${before}${heading}\n${text}\n\n| Family | Types |\n|---|---|\n${rows.join("\n")}\n`
}
