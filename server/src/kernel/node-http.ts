/** An `import` reads every export, and one of `node:http` loads Node's whole fetch: 50 ms of each start. */
export const http = process.getBuiltinModule("node:http")
export const https = process.getBuiltinModule("node:https")
