export interface DevelopersData {
  baseUrl: string
  mcpUrl: string
  clientId: string
  mcpConfiguration: string
  limits: { what: string; aMinute: number; each: string }[]
  /** The documents that this installation serves, and the content of each. */
  documents: { path: string; holds: string }[]
}
