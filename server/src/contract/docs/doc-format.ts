/**
 * The number of what may stand in a doc. Whoever adds a node or a mark raises it, and browsers with a lower one have to
 * load the page again before they write: ProseMirror drops what it does not know out of a shared doc, for everybody.
 */
export const schemaNumber = 3

/** The name of the part of a Yjs document that holds the text, line after line. */
export const textField = "text"

/** The name of the part that held it as a tree, up to schema 1. */
export const treeField = "default"
