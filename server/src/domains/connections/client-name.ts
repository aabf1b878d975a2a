import type { Outside } from "#access/context.ts"

/** What people call a client. One that is registered no more has only its id. */
export function clientName({ client }: Pick<Outside, "client">, clientId: string): string {
  return clientId === client.id ? client.name : clientId
}
