declare const brand: unique symbol

/** An id from a row or `newId`. Text from a request does not compile here. Only `enter()` grants rights, not an id. */
export type WorkspaceId = string & { readonly [brand]: "WorkspaceId" }
