import { useRouter, useRouterState } from "@tanstack/react-router"
import { type ReactNode, useEffect, useState } from "react"
import { consoleAreas } from "../../../server/src/contract/console/areas.ts"
import { Button } from "../kit/button.tsx"
import { useBusy } from "../kit/loading/ready.tsx"
import { Notice } from "../kit/notice.tsx"
import { here } from "./console-data.ts"
import styles from "./loading.module.css"
import { View } from "./ui/page.tsx"

const outlineAfterMs = 300
const longWaitMs = 8_000

/**
 * A progress bar while data loads. A page that takes longer replaces the one that is left by its own heading and an
 * outline. The left page stays mounted, since the navigation may still be given up. The new page is shown as soon as it
 * is mounted: a field in it that takes the focus at first could not take it while hidden.
 */
export function Loading({ page }: { page: ReactNode }) {
  const router = useRouter()
  const isLoading = useRouterState({ select: ({ isLoading }) => isLoading })
  useBusy("route", isLoading)
  const path = useRouterState({
    select: ({ isLoading, location, resolvedLocation, matches }) =>
      isLoading && resolvedLocation && location.pathname !== matches.at(-1)?.pathname ? location.pathname : undefined,
  })
  const isSlow = useIsOver(path, outlineAfterMs)
  const next = isSlow && path !== undefined ? router.getMatchedRoutes(path)[2]?.fullPath : undefined
  const title = consoleAreas[here().area].routes.find((route) => route.path === next)?.title
  return (
    <>
      {isLoading && <progress className={styles.bar} aria-label="Loading…" />}
      {title !== undefined && <Outline title={title} />}
      <div className={styles.page} hidden={title !== undefined}>
        {page}
      </div>
    </>
  )
}

/** A page's heading above grey lines, and after a long wait what to do. */
function Outline({ title }: { title: string }) {
  const isLong = useIsOver(title, longWaitMs)
  return (
    <View title={title}>
      <div className={styles.lines} aria-hidden="true" />
      {isLong && (
        <Notice tone="note" title="This takes longer than usual.">
          <Button variant="link" onClick={() => location.reload()}>
            Try again
          </Button>
        </Notice>
      )}
    </View>
  )
}

/** Whether `value` is defined and has not changed for `ms`. */
function useIsOver(value: string | undefined, ms: number): boolean {
  const [over, setOver] = useState<string>()
  useEffect(() => {
    if (value === undefined) return
    const timer = setTimeout(() => setOver(value), ms)
    return () => {
      clearTimeout(timer)
      setOver(undefined)
    }
  }, [value, ms])
  return value !== undefined && over === value
}
