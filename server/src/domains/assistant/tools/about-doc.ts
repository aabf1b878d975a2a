import type { Cited, Fact } from "#contract/shown.ts"
import { exportDoc, getDocLink, lookUpDoc, readDoc } from "#domains/docs/index.ts"
import type { Look } from "./tool.ts"

export const citedDoc = ({ id, title }: { id: string; title: string }): Cited => ({
  kind: "doc",
  id,
  title,
  path: `/docs/${id}`,
})

/** The Markdown of a doc without its title, which the approval card shows above it. */
const textOf = ({ markdown }: Readonly<Record<string, unknown>>) => ({
  markdown: String(markdown).replace(/^# .*\n\n?/, ""),
})

const nameOf = ({ emoji, title }: { emoji: string | null; title: string }) => [emoji, title].filter(Boolean).join(" ")

export async function nameOfDoc(look: Look, id: string): Promise<Fact[]> {
  const doc = await look(lookUpDoc, { id })
  if (!doc) return []
  return [{ label: "Doc", value: nameOf(doc), ...(doc.deletedAt === null && { path: citedDoc(doc).path }) }]
}

export async function aboutDoc(look: Look, id: string): Promise<Fact[]> {
  const [named, link] = await Promise.all([nameOfDoc(look, id), look(getDocLink, { id })])
  if (!link?.url) return named
  return [...named, { label: "Public", value: "Anyone with the public link can read it." }]
}

const longestRemoved = 4_000

/** The text that a replacing write removes from a doc, or from one of its sections. */
export async function removedFrom(look: Look, id: string, section: number | undefined): Promise<Fact[]> {
  const whole = async () => textOf((await look(exportDoc, { id })) ?? { markdown: "" })
  const { markdown = "" } = (section === undefined ? await whole() : await look(readDoc, { id, section })) ?? {}
  if (markdown.trim() === "") return [{ label: "Removes", value: "Nothing (empty doc)" }]
  const isLong = markdown.length > longestRemoved
  const all = isLong ? `${markdown.slice(0, longestRemoved)}… (${markdown.length} characters total)` : markdown
  return [{ label: "Removes", value: all }]
}
