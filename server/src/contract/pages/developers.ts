export interface DevelopersData {
  baseUrl: string
  mcpUrl: string
  clientId: string
  /** What an MCP client takes as its configuration. */
  mcpConfiguration: string
  /** Requests in a minute, by what they are. */
  limits: { what: string; aMinute: number; each: string }[]
  /** The documents that this installation serves, each with what it holds. */
  documents: { path: string; holds: string }[]
}
