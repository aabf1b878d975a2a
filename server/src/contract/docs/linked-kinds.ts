/** The kinds of objects that a doc can link to. */
export const linkedKinds = ["doc", "file", "folder", "link", "offer"] as const
