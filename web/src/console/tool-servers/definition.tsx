import { diffLines } from "diff"
import spoken from "../../kit/spoken.module.css"
import type { AnswerOf } from "../calls.ts"

export type ServerTool = AnswerOf<"get-tool-server">["tools"][number]

const partNames = {
  title: "Title",
  description: "Description",
  inputSchema: "Input",
  outputSchema: "Output",
  annotations: "Annotations",
} as const

type Part = keyof typeof partNames

const parts: readonly Part[] = ["description", "inputSchema", "outputSchema", "annotations"]

/** A tool's definition as the server wrote it; of a changed tool, only the differences. */
export function Definition({ tool: { definition, differences } }: { tool: ServerTool }) {
  if (differences.length > 0) {
    return differences.map(({ part, before, after }) => (
      <figure key={part} className="part stack gap-1 shrinks">
        <figcaption>{partNames[part]}, before and after</figcaption>
        <Changes before={before} after={after} />
      </figure>
    ))
  }
  return parts
    .filter((part) => definition[part] !== "")
    .map((part) => (
      <figure key={part} className="part stack gap-1 shrinks">
        <figcaption>{partNames[part]}</figcaption>
        <pre dir="auto" className="sunken smallest breaks">
          {definition[part]}
        </pre>
      </figure>
    ))
}

const signs = { added: "+", removed: "−", same: " " } as const
const said = { added: "Added: ", removed: "Removed: ", same: "" } as const

/** A line diff. Signs mark the changes in addition to colours. */
function Changes({ before, after }: { before: string; after: string }) {
  const lines = diffLines(before, after).flatMap(({ value, added, removed }) => {
    const kind: keyof typeof signs = added ? "added" : removed ? "removed" : "same"
    return value
      .replace(/\n$/, "")
      .split("\n")
      .map((text) => ({ text, kind }))
  })
  return (
    <pre dir="auto" className="changes sunken smallest breaks">
      {lines.map(({ text, kind }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no id, and the order is fixed.
        <span key={at} data-kind={kind}>
          <span aria-hidden="true">{signs[kind]} </span>
          <span className={spoken.spoken}>{said[kind]}</span>
          {text}
          {"\n"}
        </span>
      ))}
    </pre>
  )
}
