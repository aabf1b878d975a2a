import { inSpan } from "./span.ts"

const verb = /^\W*(\w+)/
const table = /\b(?:from|into|update) "(\w+)"/

/** Runs a statement as a span, which has the statement's verb and first table, never its text or its values. */
export function inStatementSpan<Result>(sql: string, run: () => Result): Result {
  return inSpan(() => ({ name: nameOf(sql), kind: "client" }), run)
}

function nameOf(sql: string): string {
  return ["statement", verb.exec(sql)?.[1], table.exec(sql)?.[1]].filter(Boolean).join(" ")
}
