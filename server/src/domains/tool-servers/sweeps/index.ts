export { sweepToolServers } from "./sweep-tool-servers.ts"
