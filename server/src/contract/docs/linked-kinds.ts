/** The kinds of things of a workspace that a doc can link to. */
export const linkedKinds = ["doc", "file", "folder", "link", "offer"] as const
