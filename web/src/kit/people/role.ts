const words: Record<string, string> = {
  owner: "an owner",
  admin: "an admin",
  member: "a member",
  viewer: "a viewer",
}

/** A role with its article, for use in a sentence. */
export function roleInWords(role: string): string {
  return words[role] ?? role
}
