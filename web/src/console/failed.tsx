import { type ErrorComponentProps, useRouter } from "@tanstack/react-router"
import type { Role } from "../../../server/src/contract/console/route.ts"
import { roleWords } from "../../../server/src/contract/words.ts"
import { Refused } from "../api/call.ts"
import { Button, ButtonLink } from "../kit/button.tsx"
import { here } from "./console-data.ts"
import { type ConsoleEnd, endBy } from "./console-end.ts"
import { View } from "./ui/page.tsx"

/** The page shown instead of a page that failed to load. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  // The router keeps the failed answers of its loader until they are invalidated.
  const again = () => router.invalidate().then(reset)
  const end = endBy(error)
  if (end) return <Ended why={end} />
  if (error instanceof ViewMissing) return <Unloaded />
  const isRefusal = error instanceof Refused
  const reloads = isRefusal && error.isOutdated
  return (
    <View
      title={isRefusal ? error.message : "Something went wrong"}
      below={isRefusal && error.status < 500 ? error.hint : "Try again. Saved changes are not lost."}
    >
      <div>
        {reloads ? (
          <Reload />
        ) : isRefusal && !error.isPassing ? (
          <ToOverview />
        ) : (
          <Button onClick={again}>Try again</Button>
        )}
      </div>
    </View>
  )
}

/** The script of a page could not be loaded. */
export class ViewMissing extends Error {
  override readonly name = "ViewMissing"
}

function Unloaded() {
  return (
    <View title="This page could not be loaded" below="Check your connection, then reload. Saved changes are not lost.">
      <div>
        <Reload />
      </div>
    </View>
  )
}

function Reload() {
  return <Button onClick={() => location.reload()}>Reload</Button>
}

/** Replaces every page once the console has ended. */
export function Ended({ why }: { why: ConsoleEnd }) {
  const back = `/sign-in?${new URLSearchParams({ return_to: location.pathname })}`
  return why === "signed-out" ? (
    <View title="You are signed out" below="Sign in to continue.">
      <div>
        <ButtonLink href={back}>Sign in</ButtonLink>
      </div>
    </View>
  ) : (
    <View title={why.message} below={why.hint}>
      <div>
        <ButtonLink href="/workspaces">Your workspaces</ButtonLink>
      </div>
    </View>
  )
}

function ToOverview() {
  return <ButtonLink href={here().base}>Go to overview</ButtonLink>
}

/** Replaces a page that the reader's role may no longer open. */
export function NotForYou({ role }: { role: Role }) {
  return (
    <View
      title={`Only ${roleWords[role].toLowerCase()}s can open this page`}
      below="Ask an admin of the workspace for access."
    >
      <div>
        <ToOverview />
      </div>
    </View>
  )
}

export function NotHere() {
  return (
    <View title="Page not found" below="Check the URL or go to the overview.">
      <div>
        <ToOverview />
      </div>
    </View>
  )
}
