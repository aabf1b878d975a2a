import type { Outside } from "#access/context.ts"

/** The name of a client for people. A client that is no longer registered has only its id. */
export function clientName({ client }: Pick<Outside, "client">, clientId: string): string {
  return clientId === client.id ? client.name : clientId
}
