/**
 * `node:http` and `node:https`, without an import of theirs: an import reads every export, and for one of `node:http`'s
 * Node loads its whole fetch, 50 ms of each start.
 */
export const http = process.getBuiltinModule("node:http")
export const https = process.getBuiltinModule("node:https")
