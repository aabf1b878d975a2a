import type { DocNode } from "#contract/docs/doc-node.ts"

/** Attributes of the next block that Markdown lacks. They are written as a comment, which other programs hide. */
export interface Hint {
  /** A list of one item has space between its items. */
  loose?: true
  /** The style of a list's numbers: letters or Roman numerals. */
  type?: string
  /** The widths of a table's columns in pixels. */
  widths?: (number[] | null)[]
}

const styles = /^[aAiI1]$/

export function writeHint({ loose, type, widths }: Hint): string {
  const parts = [
    loose && "loose",
    type && styles.test(type) && `type=${type}`,
    widths?.some((width) => width) && `widths=${widths.map((width) => width?.join("+") ?? "").join(",")}`,
  ].filter((part) => typeof part === "string")
  return parts.length > 0 ? `<!-- ${parts.join(" ")} -->\n` : ""
}

const written = /^(loose)?(?: ?type=([aAiI1]))?$|^widths=([\d,+]{1,1000})$/

export function readHint(comment: string): Hint | undefined {
  const found = comment === "" ? null : written.exec(comment)
  if (!found) return undefined
  const [, loose, type, widths] = found
  return {
    ...(loose && { loose: true }),
    ...(type && { type }),
    ...(widths && { widths: widths.split(",").map(toWidth) }),
  }
}

const toWidth = (text: string): number[] | null => (/^\d/.test(text) ? text.split("+").map(Number) : null)

/** The attributes of a list that Markdown lacks. */
export const hintOfList = ({ attrs }: DocNode, items: number): Hint => ({
  ...(attrs?.loose === true && items < 2 && { loose: true }),
  ...(typeof attrs?.type === "string" && { type: attrs.type }),
})
