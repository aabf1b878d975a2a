export interface DevelopersData {
  baseUrl: string
  mcpUrl: string
  clientId: string
  /** The configuration for an MCP client. */
  mcpConfiguration: string
  /** Requests per minute, by kind. */
  limits: { what: string; aMinute: number; each: string }[]
  /** The documents that this installation serves, and the content of each. */
  documents: { path: string; holds: string }[]
}
