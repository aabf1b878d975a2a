import { withoutEnd } from "../../../kit/address-end.ts"

const address = /https?:\/\/[^\s<>"`]+/y
const addressInBrackets = /https?:\/\/[^\s<>"`\]]+/y

/** The bare URL at a position of a text. Within brackets it ends at the closing bracket. */
export function addressAt(text: string, at: number, isInBrackets: boolean): string {
  const pattern = isInBrackets ? addressInBrackets : address
  pattern.lastIndex = at
  return withoutEnd(pattern.exec(text)?.[0] ?? "", ".,;:!?'*_~")
}
