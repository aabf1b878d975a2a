import { type ReactNode, Suspense, startTransition, useEffect, useLayoutEffect, useState } from "react"
import { keepBusy, markReady, whenIdle } from "./busy.ts"

/**
 * Marks the page as ready once everything is drawn. React commits a transition after the updates that were made before
 * it, so the document contains their result by then.
 */
export function Ready({ children }: { children?: ReactNode }) {
  const [settled, settle] = useState({})
  useEffect(() => whenIdle(() => startTransition(() => settle({}))), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page becomes ready only when this state changes.
  useEffect(markReady, [settled])
  return children
}

/** Keeps the page busy while `isUnderWay`. */
export function useBusy(part: Parameters<typeof keepBusy>[0], isUnderWay: boolean): void {
  useLayoutEffect(() => (isUnderWay ? keepBusy(part) : undefined), [part, isUnderWay])
}

/** Shows `meanwhile` while a part of the page loads. The page is busy until then. */
export function WhileLoading({ meanwhile, children }: { meanwhile?: ReactNode; children: ReactNode }) {
  return <Suspense fallback={<Loads>{meanwhile}</Loads>}>{children}</Suspense>
}

function Loads({ children }: { children: ReactNode }) {
  useBusy("parts", true)
  return children
}
