declare const brand: unique symbol

/**
 * The id of a workspace, from a database row or just made by `newId`. Text from a request has another type, so it does
 * not compile where a store needs this one. The id alone grants no rights; only `enter()` does.
 */
export type WorkspaceId = string & { readonly [brand]: "WorkspaceId" }
