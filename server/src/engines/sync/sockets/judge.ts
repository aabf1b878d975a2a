import type { z } from "zod"
import { type App, perform } from "#access/perform.ts"
import { enterDoc } from "#domains/docs/index.ts"
import { isSignedIn } from "#domains/live/index.ts"
import { ServiceError } from "#kernel/error.ts"
import { type Closing, closings } from "./closings.ts"
import type { PersonInBrowser } from "./person.ts"

export type Entered = z.output<typeof enterDoc.output>

/** Returns the member, or why the person may not enter. @throws any other error of the check. */
export async function judge(app: App, caller: PersonInBrowser, docId: string): Promise<Entered | Closing> {
  if (!(await isSignedIn({ db: app.database.read, now: app.now }, caller.sessionId))) return closings.signedOut
  try {
    return await perform({ app, caller }, enterDoc, { id: docId })
  } catch (error) {
    return closingOf(error)
  }
}

export const isIn = (found: Entered | Closing): found is Entered => "role" in found

function closingOf(error: unknown): Closing {
  const code = error instanceof ServiceError ? error.code : undefined
  if (code === "not_found") return closings.noSuchDoc
  if (code === "workspace_forbidden") return closings.noAccess
  if (code === "conflict") return closings.tooNew
  throw error
}
