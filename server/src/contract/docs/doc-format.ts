/** Raise it with each new node or mark: ProseMirror deletes unknown content from a shared doc, for all readers. */
export const schemaNumber = 3

/** The Yjs type that holds the text, line after line. */
export const textField = "text"

/** The Yjs type that held the text as a tree, up to schema 1. */
export const treeField = "default"
