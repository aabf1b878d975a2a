import { z } from "zod"
import type { Context } from "#access/context.ts"
import type { BegunSignIn, WantedSignIn } from "#adapters/tool-servers/port.ts"
import { conflict } from "#kernel/error.ts"
import { newId } from "#kernel/ids.ts"
import { hashSecret, newSecret } from "#kernel/secret.ts"
import { callbackPath, clientDocumentPath, issuerKey, sealedFlows } from "../places/index.ts"
import { refusalFor } from "../servers/index.ts"
import type { SignInRow } from "./sign-in-store.ts"

const lifetimeMs = 600_000

/** The address at which a person signs in. The page shows its host before it links there. */
export const signInTarget = z.object({ url: z.url(), host: z.string() })

export type Flow = Omit<BegunSignIn, "authorizationUrl">

interface Begun {
  target: z.output<typeof signInTarget>
  place: Flow["place"]
  row: SignInRow
}

interface Who {
  readonly serverId: string
  readonly holder: string
  readonly accountId: string
  readonly sessionId: string | undefined
}

/**
 * Asks the server where to sign in, and makes the row that the answer is checked against. The state (256 bits, stored
 * as a hash) is valid once, for ten minutes, for this person in this browser.
 */
export async function beginSignIn(
  cx: Context,
  { serverId, holder, accountId, sessionId }: Who,
  wanted: Pick<WantedSignIn, "url" | "challenge" | "scope" | "known" | "typed" | "mayRegister">,
): Promise<Begun> {
  if (sessionId === undefined) throw inABrowser()
  const state = newSecret("state")
  const { addresses, brandName, keyring } = cx
  const { base } = addresses
  const ours = { redirectUriOf: addressOf(base, callbackPath), clientName: brandName, state }
  const document = base.startsWith("https://") ? { documentUrlOf: addressOf(base, clientDocumentPath) } : {}
  try {
    const begun = await cx.toolServers.beginSignIn({ ...wanted, ...ours, ...document }, AbortSignal.timeout(60_000))
    const { authorizationUrl, ...flow } = begun
    const id = newId("toolsignin")
    const row = {
      id,
      state_hash: hashSecret(state),
      ...{ server_id: serverId, holder, account_id: accountId, session_id: sessionId },
      flow_sealed: keyring.seal(sealedFlows.purpose, sealedFlows.place(id), JSON.stringify(flow)),
      expires_at: cx.now() + lifetimeMs,
      created_at: cx.now(),
    }
    return { target: { url: authorizationUrl, host: new URL(authorizationUrl).host }, place: begun.place, row }
  } catch (error) {
    throw refusalFor(error)
  }
}

const addressOf = (base: string, path: (key: string) => string) => (issuer: string) =>
  `${base}${path(issuerKey(issuer))}`

const inABrowser = () => conflict("Sign-in requires a browser.", "Sign in under Settings → Tool servers.")
