export const linkedKinds = ["doc", "file", "folder", "link", "offer"] as const
