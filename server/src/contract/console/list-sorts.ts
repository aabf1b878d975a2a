/** The columns by which lists of the console can be sorted. The first, downwards, is the usual order. */
export const listSorts = {
  docs: ["updated_at", "title", "created_at", "starred"],
  files: ["updated_at", "name", "size_bytes"],
  giftCodes: ["created_at", "uses"],
  links: ["created_at", "clicks", "slug"],
  members: ["role", "name", "joined_at"],
  offers: ["created_at", "title", "price_cents"],
  purchases: ["created_at", "charged_cents"],
  shareLinks: ["created_at", "downloads"],
  uploadLinks: ["created_at", "files_taken", "expires_at"],
} as const

/** The order that the address asks for, if the list has it: `clicks` sorts upwards, and `-clicks` downwards. */
export function sortOf(asked: string | undefined, columns: readonly string[]): string | undefined {
  return asked !== undefined && columns.includes(asked.replace(/^-/, "")) ? asked : undefined
}
