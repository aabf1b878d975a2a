declare const brand: unique symbol

/**
 * The id of a workspace, as its columns hold it: a row carried it, or `newId` has just made it. Text that somebody sent
 * is none, and does not compile where a store asks for one. Having one permits nothing: that is for `enter()`.
 */
export type WorkspaceId = string & { readonly [brand]: "WorkspaceId" }
