/**
 * `node:http` and `node:https` without an `import`. An import would read every export, and one export of `node:http`
 * makes Node load its whole fetch, which takes 50 ms of each start.
 */
export const http = process.getBuiltinModule("node:http")
export const https = process.getBuiltinModule("node:https")
