declare const brand: unique symbol

/** From a row or `newId`. Text from a request does not compile here. An id grants no rights; only `enter()` does. */
export type WorkspaceId = string & { readonly [brand]: "WorkspaceId" }
