import { z } from "zod"
import type { Context } from "#access/context.ts"
import { clientName } from "./client-name.ts"
import { redirectHost } from "./redirect-host.ts"

export const askingApp = z.object({ clientName: z.string(), redirectHost: z.string(), isLocal: z.boolean() })

export function askingAppOf(
  cx: Pick<Context, "client">,
  { client_id, redirect_uri }: { client_id: string; redirect_uri: string },
): z.input<typeof askingApp> {
  const { host, isLocal } = redirectHost(redirect_uri)
  return { clientName: clientName(cx, client_id), redirectHost: host, isLocal }
}
