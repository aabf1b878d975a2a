const words: Record<string, string> = {
  owner: "an owner",
  admin: "an admin",
  member: "a member",
  viewer: "a viewer",
}

/** A role as the name of a thing: "Owner". */
export function roleName(role: string): string {
  return role.slice(0, 1).toUpperCase() + role.slice(1)
}

/** A role with its article, for use in a sentence. */
export function roleInWords(role: string): string {
  return words[role] ?? role
}
