declare const brand: unique symbol

/**
 * The id of a workspace, from a database row or just made by `newId`. Text that somebody sent has another type and does
 * not compile where a store wants this one. The id alone grants no rights; only `enter()` does.
 */
export type WorkspaceId = string & { readonly [brand]: "WorkspaceId" }
